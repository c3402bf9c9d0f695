"""What the command's beginning decides: window or terminal, a backup file, no display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.entry import lacks_display, leave_others_their_libraries, wants_window

# Stands in for the two packages and tells which of them is asked for, and ends where Qt would be loaded.
_WATCHED_START = """
import os, sys, types
import desktop.entry as entry

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "PySide6":
            print("PySide6")
            sys.stdout.flush()
            os._exit(0)
        if name == "onnxruntime":
            print("telemetry off" if os.environ.get("ORT_DISABLE_TELEMETRY") == "1" else "telemetry on", name)

sys.meta_path.insert(0, Watch())
entry.sys = types.SimpleNamespace(platform={platform!r}, argv=["keepsake", *{arguments!r}])
entry.main()
"""


@pytest.mark.parametrize(
    ("arguments", "is_window"),
    [
        ([], True),
        (["--vault", "a.keepsake"], True),
        (["--lang=zh"], True),
        (["/home/u/2026 年.keepsake-backup"], True),
        (["--lang", "zh", "old.keepsake-backup"], True),
        (["restore", "old.keepsake-backup", "new"], False),
        (["self-test"], False),
        (["notes.txt"], False),
        (["--help"], False),
    ],
)
def test_a_window_is_wanted_without_a_subcommand_and_for_a_backup(
    arguments: list[str], is_window: bool
) -> None:
    assert wants_window(arguments) is is_window


def test_only_linux_without_any_platform_lacks_a_display() -> None:
    assert lacks_display({}, "linux")
    assert lacks_display({"DISPLAY": ""}, "linux")
    assert not lacks_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert not lacks_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")
    assert not lacks_display({}, "win32")


@pytest.mark.parametrize(
    ("locale", "words"), [("zh_CN.UTF-8", "没有显示器"), ("en_GB.UTF-8", "no display here")]
)
def test_without_a_display_the_window_says_so_and_ends(project: Path, locale: str, words: str) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems always have one")
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LC_ALL", "LC_MESSAGES"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    ran = subprocess.run(
        [sys.executable, "-m", "desktop.entry"],
        cwd=project, env={**environment, "LANG": locale}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert words in ran.stderr
    assert "keepsake chat" in ran.stderr


def test_what_a_frozen_program_starts_finds_its_own_libraries() -> None:
    environment = {
        "PATH": "/usr/bin",
        "LD_LIBRARY_PATH": "/usr/lib/keepsake/_internal:/opt/theirs",
        "LD_LIBRARY_PATH_ORIG": "/opt/theirs",
        "QT_PLUGIN_PATH": "/usr/lib/keepsake/_internal/PySide6/Qt/plugins",
    }
    leave_others_their_libraries(environment)
    assert environment == {
        "PATH": "/usr/bin", "LD_LIBRARY_PATH": "/opt/theirs", "PYINSTALLER_RESET_ENVIRONMENT": "1",
    }  # fmt: skip


@pytest.mark.parametrize("arguments", [[], ["self-test"]])
@pytest.mark.parametrize(
    ("platform", "loaded"), [("win32", ["telemetry off onnxruntime", "PySide6"]), ("linux", ["PySide6"])]
)
def test_on_windows_the_model_runtime_is_loaded_before_qt(
    project: Path, arguments: list[str], platform: str, loaded: list[str]
) -> None:
    hidden = "ORT_DISABLE_TELEMETRY"  # as a user has it; the tests' own process has it set
    environment = {name: value for name, value in os.environ.items() if name != hidden}
    ran = subprocess.run(
        [sys.executable, "-c", _WATCHED_START.format(platform=platform, arguments=arguments)],
        cwd=project, env={**environment, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert [line for line in ran.stdout.splitlines() if line.endswith(("onnxruntime", "PySide6"))] == loaded
