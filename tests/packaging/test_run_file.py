"""The `.run` file with a tiny program inside: what it installs, what it removes, and what it refuses in which words."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from installer import archives
from installer.archives import build_portable, build_run, filled_header
from installer.icons import draw_icons
from installer.project import version

from tests.packaging.installers import tiny_program

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the file is for Linux")


@pytest.fixture(scope="module")
def icons(project: Path, tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    draw_icons(project / "resources" / "icons" / "keepsake.svg", folder)
    return folder


@pytest.fixture(scope="module")
def run_file(icons: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("run"), icons)


def built(folder: Path, icons: Path, unpacked_bytes: int = 100_000) -> Path:
    program = tiny_program(folder, version())
    build_portable(program, folder / "k.tar.gz", icons=icons)
    build_run(folder / "k.tar.gz", folder / "k.run", unpacked_bytes=unpacked_bytes)
    return folder / "k.run"


def start(
    file: Path, home: Path, *arguments: str, language: str = "en_GB.UTF-8"
) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": language}
    return subprocess.run(
        ["sh", str(file), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def files_in(folder: Path) -> set[str]:
    return {
        str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()
    }


def test_it_installs_upgrades_and_removes_only_what_is_its_own(run_file: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "with a space & 空格"
    theirs = prefix / "share" / "applications" / "other.desktop"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("[Desktop Entry]\n", encoding="utf-8")
    for _ in range(2):  # the second replaces the first
        done = start(run_file, tmp_path, "--prefix", str(prefix))
        assert done.returncode == 0, done.stderr
        assert f"Keepsake {version()} is installed" in done.stdout
    command = prefix / "bin" / "keepsake"
    assert (
        subprocess.run([command], capture_output=True, text=True, check=True).stdout
        == f"keepsake {version()}\n"
    )
    entry = (prefix / "share" / "applications" / "keepsake.desktop").read_text(encoding="utf-8")
    assert f'Exec="{prefix}/lib/keepsake/keepsake" %f' in entry
    assert (prefix / "share" / "mime" / "packages" / "keepsake-backup.xml").is_file()
    done = start(run_file, tmp_path, "--uninstall", "--prefix", str(prefix))
    assert done.returncode == 0, done.stderr
    left = {name for name in files_in(prefix) if not name.endswith(("mimeinfo.cache", "icon-theme.cache"))}
    assert {name for name in left if "keepsake" in name} == set()
    assert "share/applications/other.desktop" in left


def test_a_truncated_file_says_so_in_the_users_language_and_installs_nothing(
    run_file: Path, tmp_path: Path
) -> None:
    content = run_file.read_bytes()
    short = tmp_path / "short.run"
    for length in (len(content) - 1, len(content) * 2 // 3):
        short.write_bytes(content[:length])
        for language, words in (("en_GB.UTF-8", "is not complete"), ("zh_CN.UTF-8", "文件不完整")):
            done = start(short, tmp_path, "--prefix", str(tmp_path / "p"), language=language)
            assert done.returncode == 1
            assert words in done.stderr
            assert str(len(content)) in done.stderr
    assert files_in(tmp_path / "p") == set()


def test_a_changed_file_is_refused(run_file: Path, tmp_path: Path) -> None:
    content = bytearray(run_file.read_bytes())
    content[-100] ^= 1
    changed = tmp_path / "changed.run"
    changed.write_bytes(content)
    for arguments in (["--check"], ["--prefix", str(tmp_path / "p")], ["--extract", str(tmp_path / "p")]):
        done = start(changed, tmp_path, *arguments)
        assert done.returncode == 1
        assert "SHA-256 does not match" in done.stderr
    assert files_in(tmp_path / "p") == set()


def test_too_little_space_is_said_before_anything_is_written(icons: Path, tmp_path: Path) -> None:
    free_bytes = shutil.disk_usage(tmp_path).free
    file = built(tmp_path / "large", icons, unpacked_bytes=free_bytes * 2)
    done = start(file, tmp_path, "--prefix", str(tmp_path / "p"))
    assert done.returncode == 1
    assert "Not enough space" in done.stderr
    assert files_in(tmp_path / "p") == set()


def test_a_folder_of_that_name_that_is_not_ours_is_left_alone(run_file: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "p" / "lib" / "keepsake" / "letter.txt"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("not ours", encoding="utf-8")
    for action in ([], ["--uninstall"]):
        assert start(run_file, tmp_path, "--prefix", str(tmp_path / "p"), *action).returncode == 1
    assert files_in(tmp_path / "p") == {"lib/keepsake/letter.txt"}


def test_it_only_unpacks_and_only_checks_where_asked(run_file: Path, tmp_path: Path) -> None:
    done = start(run_file, tmp_path, "--check", language="zh_CN.UTF-8")
    assert (done.returncode, done.stdout) == (0, "文件完整，未被改动。\n")
    assert start(run_file, tmp_path, "--extract", str(tmp_path / "there")).returncode == 0
    assert (tmp_path / "there" / f"keepsake-{version()}" / "keepsake").is_file()
    assert start(run_file, tmp_path, "--no-such-option").returncode == 2


def test_the_same_program_gives_the_same_bytes(icons: Path, tmp_path: Path) -> None:
    one, other = built(tmp_path / "one", icons), built(tmp_path / "other", icons)
    assert one.read_bytes() == other.read_bytes()


def test_the_header_knows_its_own_length() -> None:
    header = filled_header(
        size_bytes=198_000_000, sha256="0" * 64, unpacked_kib=350_000, shown_version="10.20.30"
    )
    assert f"header_bytes={len(header):010d}".encode() in header
    assert b"@" not in header.replace(b'"$@"', b"")
    assert archives.tree_bytes(Path(__file__).parent) > 0
