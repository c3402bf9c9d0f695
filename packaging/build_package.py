"""Builds the installers into `dist` and tries them: `make package`, in the environment that is made for it.

Steps: the bundle twice, compared; its self-test; what people do with it; package, archive and `.run` twice, compared;
contents list, checksums; bad input; trials in bare systems without a network; start, memory and the other numbers. What
cannot be tried on this machine is named.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
import time
import tomllib
from pathlib import Path

from installer.archives import build_portable, build_run, tree_bytes
from installer.bundle import Bundle, build_bundle
from installer.deb import build_deb
from installer.failure import PackagingFailed
from installer.numbers import Numbers
from installer.project import ROOT, source_epoch_s, version
from installer.sbom import write_sbom
from installer.trials import try_bad_input, try_bundle, try_in_chroots, try_use

_WORK, _DIST = ROOT / "build" / "package", ROOT / "dist"


def main(arguments: list[str] | None = None) -> int:
    """0 when everything is built and passed, 1 when something failed (said on stderr)."""
    options = _parser().parse_args(arguments)
    if sys.platform != "linux":
        print(
            "Only the bundle is built here; docs/INSTALL.md tells how it becomes an installer on this system."
        )
    # Once, so that a commit made meanwhile does not part the two builds.
    os.environ["SOURCE_DATE_EPOCH"] = str(source_epoch_s())
    numbers = Numbers()
    try:
        _build(options, numbers)
    except PackagingFailed as failure:
        print(f"make package: {failure}", file=sys.stderr)
        return 1
    finally:
        numbers.print()
    return 0


def _build(options: argparse.Namespace, numbers: Numbers) -> None:
    with numbers.timed("build the bundle"):
        bundle = build_bundle(_WORK / "bundle")
    if sys.platform != "linux":
        return
    try_bundle(bundle.program, _WORK / "trial", numbers)
    with numbers.timed("use the bundle"):
        try_use(bundle.program, _WORK / "trial", numbers)
    staged = _WORK / "dist"
    with numbers.timed("package, archive, .run"):
        files = _files(bundle, staged)
    if not options.once:
        with numbers.timed("everything a second time"):
            _build_again(files)
    for path in files:
        numbers.add(f"size of {path.name}", f"{path.stat().st_size / 1e6:.1f} MB")
    numbers.add("size installed", f"{tree_bytes(bundle.program) / 1e6:.1f} MB")
    try_bad_input(bundle.program, _named(files, ".run"), _WORK / "trial", numbers)
    if not options.no_chroots:
        in_order = [_named(files, suffix) for suffix in (".deb", ".run", ".gz")]
        try_in_chroots(in_order, _previous(bundle), numbers)
    if not options.no_measuring:
        numbers.measure(bundle.program, _WORK / "measure")
    _publish(files, bundle)


def _files(bundle: Bundle, staged: Path) -> list[Path]:
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(parents=True)
    icons = _WORK / "icons"
    deb = staged / f"keepsake_{version()}_amd64.deb"
    portable = staged / f"keepsake-{version()}-linux-x86_64.tar.gz"
    run = staged / f"keepsake-{version()}-linux-x86_64.run"
    build_deb(bundle.program, deb, icons=icons)
    build_portable(bundle.program, portable, icons=icons)
    build_run(portable, run, unpacked_bytes=tree_bytes(bundle.program))
    return [deb, portable, run]


def _build_again(first: list[Path]) -> None:
    """The whole way once more from the sources; every byte must be the same. Raises: PackagingFailed."""
    second = _files(build_bundle(_WORK / "again"), _WORK / "dist-again")
    different = [one.name for one, other in zip(first, second, strict=True) if _sha256(one) != _sha256(other)]
    if different:
        raise PackagingFailed(
            f"Two builds of the same sources differ: {', '.join(different)}. Compare build/package/bundle "
            "with build/package/again."
        )
    print("ok      two builds of the same sources are the same to the byte")
    shutil.rmtree(_WORK / "again")
    shutil.rmtree(_WORK / "dist-again")


def _previous(bundle: Bundle) -> Path:
    """The package of an older build that was put into build/previous, else this build under a lower version."""
    kept = sorted((ROOT / "build" / "previous").glob("keepsake_*.deb"))
    if kept:
        return kept[-1]
    print(
        "note    no older package in build/previous: upgrading is tried from this build under a lower version"
    )
    path = _WORK / "previous" / f"keepsake_{version()}~_amd64.deb"
    path.parent.mkdir(exist_ok=True)
    build_deb(bundle.program, path, icons=_WORK / "icons", version_in_package=f"{version()}~")
    return path


def _publish(files: list[Path], bundle: Bundle) -> None:
    """Only what passed comes into `dist`, with its contents list and checksums."""
    shutil.rmtree(_DIST, ignore_errors=True)
    _DIST.mkdir()
    published = [Path(shutil.copy(path, _DIST)) for path in files]
    sbom = _DIST / f"keepsake-{version()}.cdx.json"
    models = tomllib.loads((ROOT / "resources" / "models.toml").read_text(encoding="utf-8"))
    write_sbom(sbom, bundle.origins, models, version=version(), epoch_s=source_epoch_s())
    lines = [f"{_sha256(path)}  {path.name}\n" for path in sorted([*published, sbom])]
    (_DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    print("In dist: " + ", ".join(sorted(path.name for path in _DIST.iterdir())))


def _named(files: list[Path], suffix: str) -> Path:
    return next(path for path in files if path.suffix == suffix)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Build the installers into dist and try them.")
    parser.add_argument("--once", action="store_true", help="do not build a second time to compare")
    parser.add_argument("--no-chroots", action="store_true", help="do not try them in bare systems")
    parser.add_argument("--no-measuring", action="store_true", help="do not measure start and memory")
    return parser


if __name__ == "__main__":
    started = time.monotonic()
    status = main()
    print(f"make package: {time.monotonic() - started:.0f} s")
    sys.exit(status)
