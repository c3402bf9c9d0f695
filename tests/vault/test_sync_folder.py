"""Folders that a synchronising program watches are known by their names and by what such programs leave in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from vault import inspect_vault
from vault.sync_folder import sync_program


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        ("Dropbox", "Dropbox"), ("Dropbox (Team)", "Dropbox"), ("OneDrive", "OneDrive"),
        ("OneDrive - Firma", "OneDrive"), ("Google Drive/My Drive", "Google Drive"),
        ("Library/Mobile Documents/com~apple~CloudDocs", "iCloud Drive"), ("Nextcloud2", "Nextcloud"),
        ("我的坚果云", "坚果云"), ("Documents", ""), ("my dropbox notes", ""), ("Megan", ""), ("onedrivers", ""),
    ],
)  # fmt: skip
def test_by_the_name_of_a_folder_above(tmp_path: Path, folder: str, program: str) -> None:
    assert sync_program(tmp_path / folder / "deep" / "vault") == program


@pytest.mark.parametrize(
    ("mark", "program"),
    [
        (".stfolder", "Syncthing"),
        (".dropbox.cache", "Dropbox"),
        ("._sync_a1b2.db", "Nextcloud"),
        ("sync.db", ""),
    ],
)
def test_by_what_lies_in_its_root(tmp_path: Path, mark: str, program: str) -> None:
    (tmp_path / mark).mkdir()
    (tmp_path / "shared" / "vault").mkdir(parents=True)
    assert sync_program(tmp_path / "shared" / "vault") == program


def test_a_vault_says_so_without_a_secret(vault_folder: Path) -> None:
    assert inspect_vault(vault_folder).sync_program == ""
    (vault_folder.parent / ".stfolder").mkdir()
    assert inspect_vault(vault_folder).sync_program == "Syncthing"
