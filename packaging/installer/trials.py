"""Tries what was built: the bundle on this machine, bad input, and the installers on bare systems."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from assistant.cli.arguments import build_parser
from installer import chroots, deb
from installer.counterpart import counterpart
from installer.failure import PackagingFailed
from installer.numbers import Numbers
from installer.project import ROOT

_TRIAL, _USE = ROOT / "packaging" / "linux" / "trial.sh", ROOT / "packaging" / "linux" / "use.sh"
_BARE = {"PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8"}


def try_bundle(program: Path, folder: Path, numbers: Numbers) -> None:
    """The frozen program's own test, without a display and on an X server. Raises: PackagingFailed."""
    home = _fresh(folder)
    _self_test(program, {**_BARE, "HOME": str(home)}, "offscreen")
    numbers.add("self-test of the bundle", "passed without a display")
    # xvfb-run needs the other and does not bring it.
    if lacking := [tool for tool in ("xvfb-run", "xauth") if not shutil.which(tool)]:
        numbers.add("self-test of the bundle on X", f"not tried: {', '.join(lacking)} not installed")
        return
    _self_test(
        program, {**_BARE, "HOME": str(home), "QT_QPA_PLATFORM": "xcb"}, "xcb", before=("xvfb-run", "-a")
    )
    numbers.add("self-test of the bundle on X", "passed")


def try_use(program: Path, folder: Path, numbers: Numbers) -> None:
    """The frozen program through what people do, with a model over TLS and tools. Raises: PackagingFailed."""
    home = _fresh(folder)
    with counterpart(home) as model:
        done = subprocess.run(
            ["sh", str(_USE), str(program / "keepsake"), str(home / "use"), str(write_commands(home))],
            env={**_BARE, "HOME": str(home), **model},
            capture_output=True, text=True, timeout=1800, check=False,
        )  # fmt: skip
    print(done.stdout, end="")
    if done.returncode != 0:
        raise PackagingFailed(f"The bundle cannot be used as it should:\n{done.stdout}{done.stderr}")
    numbers.add("the bundle in use", f"{len(done.stdout.splitlines())} parts passed")


def write_commands(folder: Path) -> Path:
    """A file with every command of `keepsake` in `folder`, one on a line."""
    path = folder / "commands"
    path.write_text("".join(f"{command}\n" for command in _commands(build_parser("en"))), encoding="utf-8")
    return path


def _commands(parser: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    for action in parser._actions:  # argparse lists its subcommands nowhere else
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield f"{before}{name}"
                yield from _commands(below, f"{before}{name} ")


def try_bad_input(program: Path, run: Path, folder: Path, numbers: Numbers) -> None:
    """What is incomplete or changed is refused in words. Raises: PackagingFailed where it is not."""
    home = _fresh(folder)
    environment = {**_BARE, "HOME": str(home)}
    copy = home / "copy"
    shutil.copytree(program, copy, symlinks=True, copy_function=os.link)  # a second name, not a second 200 MB
    model = copy / "_internal" / "models" / "encoder" / "model.onnx"
    model.unlink()
    _refused(_found(copy, environment), "models", "model_missing: model.onnx")
    model.write_bytes(b"not the model")
    _refused(_found(copy, environment), "models", "model_damaged: model.onnx")
    shutil.rmtree(copy)
    numbers.add("a missing model, a wrong hash", "named by the self-test")
    short = home / "short.run"
    with run.open("rb") as whole:
        short.write_bytes(whole.read(run.stat().st_size // 2))
    _says(["sh", str(short)], environment, "This file is not complete")
    with run.open("rb") as whole, short.open("wb") as changed:
        shutil.copyfileobj(whole, changed)
        changed.seek(-1000, os.SEEK_END)
        changed.write(b"changed")
    _says(["sh", str(short)], environment, "SHA-256 does not match")
    short.unlink()
    numbers.add("a truncated .run, a changed .run", "refused in words, nothing installed")
    _says([str(program / "keepsake")], environment, "no display here")
    numbers.add("no display", "said in words")
    shutil.rmtree(folder)


def try_in_chroots(files: Sequence[Path], previous: Path, numbers: Numbers) -> None:
    """Install, use, upgrade and remove on Debian 12 and 13 with no network; says why where that cannot be tried.

    `files` are the package, the `.run` and the portable archive.
    """
    if hindrance := chroots.hindrance():
        print(f"note    not tried in bare systems: {hindrance}")
        numbers.add("bare systems", f"not tried: {hindrance}")
        return
    wanted = [entry.partition(" ")[0] for entry in deb.depends().split(", ")]
    archives = {name: chroots.base(suite, wanted) for suite, name in chroots.SUITES.items()}

    def trial(name: str) -> list[str]:
        names = [path.name for path in (previous, *files)]
        said = chroots.run(archives[name], [previous, *files, _USE], _TRIAL, names)
        return [line for line in said.splitlines() if line.startswith("ok ")]

    with numbers.timed("try both bare systems"), ThreadPoolExecutor(len(archives)) as both:
        for name, steps in zip(archives, both.map(trial, archives), strict=True):
            print("\n".join(f"{name}: {step}" for step in steps))
            numbers.add(f"{name}, no network, from {previous.name}", f"{len(steps)} steps passed")


def _self_test(
    program: Path, environment: Mapping[str, str], platform: str, *, before: Sequence[str] = ()
) -> None:
    found = _found(program, environment, before=before)
    failed = {name: detail for name, (is_ok, detail) in found.items() if not is_ok}
    if failed or not found.get("window", (False, ""))[1].startswith(platform):
        raise PackagingFailed(
            f"The bundle does not pass its self-test on {platform}: {failed or found['window']}"
        )
    print(f"ok      self-test of the bundle: {platform}, {len(found)} checks")


def _found(
    program: Path, environment: Mapping[str, str], *, before: Sequence[str] = ()
) -> dict[str, tuple[bool, str]]:
    """Each check of a self-test with its outcome. Raises: PackagingFailed where it ends without a report."""
    done = subprocess.run(
        [*before, str(program / "keepsake"), "self-test", "--json"],
        env=dict(environment), capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    try:
        return {one["name"]: (one["ok"], one["detail"]) for one in json.loads(done.stdout)["checks"]}
    except (ValueError, KeyError) as error:
        said = "\n  ".join((done.stdout + done.stderr).splitlines()[-12:])
        raise PackagingFailed(f"The bundle's self-test gives no report:\n  {said}") from error


def _refused(found: Mapping[str, tuple[bool, str]], check: str, detail: str) -> None:
    if found[check] != (False, detail):
        raise PackagingFailed(f"The self-test should say '{detail}' and says {found[check]}.")


def _says(command: list[str], environment: Mapping[str, str], words: str) -> None:
    done = subprocess.run(
        command, env=dict(environment), capture_output=True, text=True, timeout=120, check=False
    )
    left = [path for path in Path(environment["HOME"]).rglob("*") if path.name == "keepsake"]
    if done.returncode == 0 or words not in done.stderr or left:
        raise PackagingFailed(
            f"{command[-1]} should fail saying '{words}' and leave nothing: {done.stderr[-500:]}"
        )


def _fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
