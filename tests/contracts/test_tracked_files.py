"""No file of the project names a package index or a path of somebody's machine; the lock files are complete."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

# Written in pieces so that this file passes its own test.
INDEX_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("deb", "debian", "org"),
        ("npmjs", "org"),
        ("huggingface", "co"),
        ("hf", "co"),
        ("proxy", "golang", "org"),
        ("crates", "io"),
    )
)
HOST = re.compile(
    r"(?<![\w-])(?:" + "|".join(re.escape(host) for host in INDEX_HOSTS) + r")(?![\w-])", re.IGNORECASE
)
# A path from the root into a home, a scratch or a work folder; not the tail of an address or of a longer path.
MACHINE_PATH = re.compile(r"(?<![\w.~/:-])/(?:" + "|".join(("work", "root", "tmp", "Users")) + r")/[\w.-]")
PINNED = re.compile(r"[a-z0-9][a-z0-9._-]*==[^\s;]+( ; [^\\]+)? \\")
HASHED = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-package.lock")
# Declared by packages that work without them; see tool.uv in pyproject.toml.
LEFT_OUT = ("huggingface-hub", "hf-xet", "llm")


def text_lines(file: Path) -> list[str]:
    """The lines of a text file; none for a binary one."""
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(path: Path) -> set[str]:
    return {canonical(line.partition("==")[0]) for line in text_lines(path) if PINNED.fullmatch(line)}


@pytest.mark.parametrize("pattern", [HOST, MACHINE_PATH], ids=["package index", "machine path"])
def test_no_tracked_file_holds(tracked_files: list[Path], project: Path, pattern: re.Pattern[str]) -> None:
    found = [
        f"{file.relative_to(project)}:{number}"
        for file in tracked_files
        for number, line in enumerate(text_lines(file), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_nothing_tracked_is_a_link(project: Path) -> None:
    """A link to an environment, once tracked, takes the place of the real one at every checkout."""
    command = ["git", "ls-files", "--stage"]
    listed = subprocess.run(
        command, cwd=project, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    assert len(listed) > 10, "git lists hardly any file"
    assert [line for line in listed if line.startswith("120000")] == []


def test_planted_hosts_and_paths_are_found() -> None:
    assert HOST.search("index-url = https://" + "pypi" + ".org/simple")
    assert MACHINE_PATH.search("cd /" + "work/main")
    assert MACHINE_PATH.search('open("/' + 'tmp/x")')
    assert not HOST.search("PyPI's package of that name")
    assert not MACHINE_PATH.search("https://example.com/" + "work/page")


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_holds_pins_and_hashes_and_nothing_else(project: Path, name: str) -> None:
    lines = text_lines(project / name)
    assert len(lines) > 100
    strange = [line for line in lines if not PINNED.fullmatch(line) and not HASHED.fullmatch(line)]
    assert strange == []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if PINNED.fullmatch(line):
            assert HASHED.fullmatch(following), f"no hash: {line}"


def test_every_declared_package_is_locked(project: Path) -> None:
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    groups = declared["dependency-groups"]

    def names(requirements: list[str]) -> set[str]:
        return {canonical(re.split(r"[<>=!~\[; ]", requirement)[0]) for requirement in requirements}

    assert names(declared["project"]["dependencies"] + groups["build"]) <= locked(project / LOCKS[0])
    assert names(groups["dev"] + groups["live"] + groups["sbom"]) <= locked(project / LOCKS[1])
    assert names(groups["package"] + groups["sbom"]) <= locked(project / LOCKS[2])


def test_every_dependency_says_why_it_is_here(project: Path) -> None:
    lines = text_lines(project / "pyproject.toml")
    start, end = lines.index("dependencies = ["), lines.index("]", lines.index("dependencies = ["))
    without = [
        line
        for before, line in zip(lines[start:end], lines[start + 1 : end], strict=False)
        if line.lstrip().startswith('"') and not before.lstrip().startswith("#")
    ]
    assert without == []


def test_clients_of_model_hubs_stay_out(project: Path) -> None:
    assert {name for lock in LOCKS for name in locked(project / lock)}.isdisjoint(LEFT_OUT)


def test_every_decision_has_a_number_of_its_own(project: Path) -> None:
    notes = sorted((project / "docs" / "decisions").glob("*.md"))
    assert [note.name[:4] for note in notes] == [f"{number:04}" for number in range(1, len(notes) + 1)]
    for number, note in enumerate(notes, 1):
        assert text_lines(note)[0].startswith(f"# {number}. "), note.name
