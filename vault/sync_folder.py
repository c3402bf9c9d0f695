"""Whether a folder is one that a synchronising program watches.

A log and its database that are uploaded at different moments do not fit, and what such a program puts back may be older
than the anchor. Told by names and marks that these programs leave; one that leaves none is not seen.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

# The name of a folder above, in lower case.
_NAMES: Final = (
    (re.compile(r"dropbox( \(.+\))?"), "Dropbox"),
    (re.compile(r"onedrive( - .+)?"), "OneDrive"),
    (re.compile(r"google ?drive|googledrive-.+|my drive"), "Google Drive"),
    (re.compile(r"com~apple~clouddocs|icloud ?drive|mobile documents"), "iCloud Drive"),
    (re.compile(r"nextcloud\d*"), "Nextcloud"),
    (re.compile(r"owncloud\d*"), "ownCloud"),
    (re.compile(r"pcloud ?drive|pclouddrive"), "pCloud"),
    (re.compile(r"seafile"), "Seafile"),
    (re.compile(r"megasync( .+)?|mega"), "MEGA"),
    (re.compile(r"nutstore( .+)?|我的坚果云|坚果云"), "坚果云"),
    (re.compile(r"baidusyncdisk|百度网盘同步空间"), "百度网盘"),
)
# What lies in the root of a watched folder.
_MARKS: Final = (
    (".stfolder", "Syncthing"),
    (".dropbox", "Dropbox"),
    (".dropbox.cache", "Dropbox"),
    (".owncloudsync.log", "ownCloud"),
    (".nextcloudsync.log", "Nextcloud"),
    (".sync/ID", "Resilio Sync"),
    (".seafile-data", "Seafile"),
    (".tmp.drivedownload", "Google Drive"),
)
_DATABASES: Final = "._sync_*.db"  # of the clients of ownCloud and Nextcloud


def sync_program(path: Path) -> str:
    """The name of the program that seems to watch the folder, whether it is there yet or not; empty for none."""
    path = path.expanduser().absolute()
    for folder in (path, *path.parents):
        for pattern, program in _NAMES:
            if pattern.fullmatch(folder.name.casefold()):
                return program
        try:
            for mark, program in _MARKS:
                if (folder / mark).exists():
                    return program
            if folder.is_dir() and next(folder.glob(_DATABASES), None) is not None:
                return "Nextcloud"
        except OSError:  # a folder above that may not be read
            continue
    return ""
