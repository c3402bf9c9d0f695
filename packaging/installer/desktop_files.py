"""What the desktops of Linux read about the program, as a tree below a prefix such as /usr."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from installer.icons import PNG_SIZES_PX
from installer.project import ROOT, source_epoch_s, version

METAINFO = "local.keepsake.keepsake.metainfo.xml"


def metainfo() -> str:
    """The AppStream metadata with this version and its date."""
    template = (ROOT / "packaging" / "linux" / "keepsake.metainfo.xml").read_text(encoding="utf-8")
    date = datetime.fromtimestamp(source_epoch_s(), UTC).date().isoformat()
    return template.replace("@VERSION@", version()).replace("@DATE@", date)


def write_share(prefix: Path, icons: Path) -> None:
    """Menu entry, kind of file, metadata and icons below `prefix`/share; `icons` is where they were drawn."""
    share, linux = prefix / "share", ROOT / "packaging" / "linux"
    for source, target in (
        (linux / "keepsake.desktop", share / "applications" / "keepsake.desktop"),
        (linux / "keepsake-backup.xml", share / "mime" / "packages" / "keepsake-backup.xml"),
        (
            ROOT / "resources" / "icons" / "keepsake.svg",
            share / "icons" / "hicolor" / "scalable" / "apps" / "keepsake.svg",
        ),
        *(
            (
                icons / f"keepsake-{size}.png",
                share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "keepsake.png",
            )
            for size in PNG_SIZES_PX
        ),
    ):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    (share / "metainfo").mkdir()
    (share / "metainfo" / METAINFO).write_text(metainfo(), encoding="utf-8")
