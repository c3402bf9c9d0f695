"""The Debian package: /usr/lib/keepsake, the command, and what desktops read. It has no maintainer scripts.

Menus, kinds of files and icons are taken up by the triggers of the packages that own them. Nothing of a user's is in
the package, so removing and purging it leave vaults alone.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from installer import libraries
from installer.desktop_files import write_share
from installer.project import ROOT, source_epoch_s, summary, version

# Any one will do; the first is the smallest, and is taken where none is installed.
CHINESE_FONTS = (
    "fonts-wqy-microhei",
    "fonts-noto-cjk",
    "fonts-wqy-zenhei",
    "fonts-droid-fallback",
    "fonts-arphic-uming",
)
# zstd at this level is 15% of the time of xz for 6% more bytes: the models do not compress.
_COMPRESSION = ["-Zzstd", "-z12"]


def build_deb(program: Path, target: Path, *, icons: Path, version_in_package: str = "") -> None:
    """Write the package `target`. `version_in_package` stands in for the version in a trial of upgrading."""
    root = target.parent / "deb-root"
    shutil.rmtree(root, ignore_errors=True)
    (root / "usr" / "bin").mkdir(parents=True)
    shutil.copytree(program, root / "usr" / "lib" / "keepsake", symlinks=True)
    (root / "usr" / "bin" / "keepsake").symlink_to("../lib/keepsake/keepsake")
    write_share(root / "usr", icons)
    _documents(root / "usr" / "share" / "doc" / "keepsake")
    _control(root, version_in_package or version())
    epoch_s = source_epoch_s()
    for path in (root, *root.rglob("*")):
        if not path.is_symlink() and "lib/keepsake" not in path.as_posix():
            path.chmod(0o755 if path.is_dir() else 0o644)
        os.utime(path, (epoch_s, epoch_s), follow_symlinks=False)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch_s)}
    command = ["dpkg-deb", "--root-owner-group", *_COMPRESSION, "--build", str(root), str(target)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    shutil.rmtree(root)


def depends() -> str:
    """The Depends field."""
    return ", ".join([*libraries.depends(), " | ".join(CHINESE_FONTS)])


def _documents(folder: Path) -> None:
    folder.mkdir(parents=True)
    copyright_text = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: Keepsake\n"
        "Comment: The licences of everything inside are in /usr/lib/keepsake/_internal/licences.\n\n"
        "Files: *\nCopyright: 2026 the Keepsake authors\nLicense: Apache-2.0\n"
        " On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n"
    )
    (folder / "copyright").write_text(copyright_text, encoding="utf-8")
    shutil.copyfile(ROOT / "NOTICE", folder / "NOTICE")
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (folder / "changelog.gz").write_bytes(gzip.compress(changes, 9, mtime=0))


def _control(root: Path, shown_version: str) -> None:
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    size_kib = sum((path.stat().st_size + 1023) // 1024 for path in files)
    folder = root / "DEBIAN"
    folder.mkdir()
    fields = {
        "Package": "keepsake",
        "Version": shown_version,
        "Architecture": "amd64",
        "Maintainer": "The Keepsake authors <keepsake@localhost>",
        "Installed-Size": str(size_kib),
        "Depends": depends(),
        "Recommends": "xdg-desktop-portal",
        "Section": "utils",
        "Priority": "optional",
        "Description": f"{summary()}\n"
        " Remembers across conversations and keeps what it remembers in one encrypted vault.\n"
        " Works with no network: its models are inside this package.",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    (folder / "control").write_text(text, encoding="utf-8")
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root)}\n"
        for path in files
    ]
    (folder / "md5sums").write_text("".join(sums), encoding="utf-8")
