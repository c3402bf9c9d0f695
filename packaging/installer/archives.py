"""The portable archive, and the `.run` file: the same archive behind a script that checks and installs it."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import tarfile
from pathlib import Path

from installer.desktop_files import write_share
from installer.project import ROOT, source_epoch_s, version

_HEADER = ROOT / "packaging" / "linux" / "run_header.sh"
_BLOCK_BYTES = 1 << 20
# gzip, because a bare system has no other; the models do not compress, so a better one gains a tenth.
_LEVEL = 6


def build_portable(program: Path, target: Path, *, icons: Path) -> None:
    """Write the archive `target` (.tar.gz): one folder with the program, and `share` for a menu entry."""
    with (
        target.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=raw, mtime=0) as stream,
        tarfile.open(mode="w", fileobj=stream, format=tarfile.PAX_FORMAT) as archive,
    ):
        root = f"keepsake-{version()}"
        _add(archive, program, root)
        staged = target.parent / "share-root"
        shutil.rmtree(staged, ignore_errors=True)
        write_share(staged, icons)
        _add(archive, staged / "share", f"{root}/share")
        shutil.rmtree(staged)


def _add(archive: tarfile.TarFile, folder: Path, name: str) -> None:
    for path in (folder, *sorted(folder.rglob("*"))):
        place = name if path == folder else f"{name}/{path.relative_to(folder).as_posix()}"
        entry = archive.gettarinfo(str(path), place)
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = source_epoch_s()
        if not entry.issym():
            entry.mode = 0o755 if entry.isdir() or path.stat().st_mode & 0o100 else 0o644
        if entry.isreg():
            with path.open("rb") as content:
                archive.addfile(entry, content)
        else:
            archive.addfile(entry)


def build_run(payload: Path, target: Path, *, unpacked_bytes: int) -> None:
    """Write the installer `target`: the script with the payload's size and hash filled in, then the payload."""
    digest = hashlib.sha256()
    with payload.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            digest.update(block)
    header = filled_header(
        size_bytes=payload.stat().st_size,
        sha256=digest.hexdigest(),
        unpacked_kib=unpacked_bytes // 1024 + 1,
        shown_version=version(),
    )
    with target.open("wb") as out, payload.open("rb") as stream:
        out.write(header)
        shutil.copyfileobj(stream, out, _BLOCK_BYTES)
    target.chmod(0o755)


def filled_header(*, size_bytes: int, sha256: str, unpacked_kib: int, shown_version: str) -> bytes:
    """The script as it stands before a payload; it knows its own length."""
    text = _HEADER.read_text(encoding="utf-8")
    for name, value in (
        ("@VERSION@", shown_version),
        ("@PAYLOAD_BYTES@", str(size_bytes)),
        ("@PAYLOAD_SHA256@", sha256),
        ("@UNPACKED_KIB@", str(unpacked_kib)),
    ):
        text = text.replace(name, value)
    # Ten digits, so that filling the length in does not change it.
    length = len(text.replace("@HEADER_BYTES@", "0" * 10).encode())
    return text.replace("@HEADER_BYTES@", f"{length:010d}").encode()


def tree_bytes(folder: Path) -> int:
    """What the files of a folder hold."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
