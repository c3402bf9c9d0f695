"""Atomic writes: what is there after a failure, and who may read it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from vault.errors import DiskFull
from vault.files import make_private, make_private_folder, write_atomic


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_write_replaces_the_content_and_leaves_nothing_else(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a", b"one")
    write_atomic(tmp_path / "a", b"two")
    assert (tmp_path / "a").read_bytes() == b"two"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_a_full_disk_leaves_the_old_content(tmp_path: Path, full_disk: Callable[[str], None]) -> None:
    write_atomic(tmp_path / "a", b"old content")
    full_disk("a.new")
    with pytest.raises(DiskFull):
        write_atomic(tmp_path / "a", b"new content")
    assert (tmp_path / "a").read_bytes() == b"old content"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_the_leftover_of_a_crash_does_not_stop_the_next_write(tmp_path: Path) -> None:
    (tmp_path / "a.new").write_bytes(b"half")
    write_atomic(tmp_path / "a", b"whole")
    assert (tmp_path / "a").read_bytes() == b"whole"
    assert not (tmp_path / "a.new").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permission bits")
def test_a_planted_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"mine")
    (tmp_path / "a.new").symlink_to(tmp_path / "elsewhere")
    write_atomic(tmp_path / "a", b"secret")
    assert (tmp_path / "elsewhere").read_bytes() == b"mine"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permission bits")
def test_files_and_folders_are_the_owners_alone(tmp_path: Path) -> None:
    old_mask = os.umask(0)
    try:
        make_private_folder(tmp_path / "folder")
        write_atomic(tmp_path / "folder" / "a", b"x")
        (tmp_path / "open").write_bytes(b"x")
        make_private(tmp_path / "open")
        make_private(tmp_path / "absent")
    finally:
        os.umask(old_mask)
    assert mode(tmp_path / "folder") == 0o700
    assert mode(tmp_path / "folder" / "a") == 0o600
    assert mode(tmp_path / "open") == 0o600
