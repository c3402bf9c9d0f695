"""What a build refuses: modules that are missing or must stay out, Qt before the model runtime, an incomplete app."""

from __future__ import annotations

import ast
import shutil
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from installer import bundle, contents, modules, trials
from installer import project as installer_project
from installer.failure import PackagingFailed

# In the form of PyInstaller's list of what it did not find.
WARNINGS = """
This file lists modules PyInstaller was not able to find.
missing module named msvcrt - imported by subprocess (optional), vault.lock (conditional)
missing module named pygments.lexers.TextLexer - imported by desktop.chat.code_block (delayed)
missing module named 'org.python' - imported by copy (optional)
missing module named mcp.client - imported by assistant.tools.mcp_client (delayed), mcp (top-level)
excluded module named xllamacpp - imported by assistant.endpoints.gguf_server (delayed)
"""
HOOKS = [("pyi_rth_inspect", "", "PYSOURCE"), ("pyi_rth_pyside6", "", "PYSOURCE"), ("entry", "", "PYSOURCE")]
OURS = ("runtime_hook", "", "PYSOURCE")


def test_a_module_that_our_packages_import_and_the_bundle_lacks_is_named() -> None:
    assert modules.lacking(WARNINGS, {"pygments.lexers"}) == [
        "mcp.client (imported by assistant.tools.mcp_client)"
    ]
    assert modules.lacking(WARNINGS, {"pygments.lexers", "mcp"}) == []


def test_modules_that_must_stay_out_are_named() -> None:
    inside = {"vault", "PIL.Image", "xllamacpp", "readline", "readlines", "arrow.parser"}
    assert modules.unwanted(inside, [*contents.EXCLUDED_MODULES, "arrow"]) == [
        "PIL.Image",
        "arrow.parser",
        "readline",
        "xllamacpp",
    ]


def test_what_is_here_only_to_build_stays_out(project: Path) -> None:
    only = contents.only_for_building(installer_project.locked(project))
    # Brought by the validator of the contents list; jsonschema, which the program has, would take them for its own.
    assert {"rfc3987_syntax", "lark", "arrow", "cyclonedx", "pytest"} <= set(only)
    assert not {"jsonschema", "mcp", "numpy", "PySide6", "vault", "desktop", "json"} & set(only)


@pytest.mark.parametrize(
    ("scripts", "is_refused"),
    [([OURS, *HOOKS], False), ([*HOOKS, OURS], True), (HOOKS, True)],
)
def test_a_bundle_that_loads_qt_before_the_model_runtime_is_refused(
    tmp_path: Path, scripts: list[tuple[str, str, str]], is_refused: bool
) -> None:
    tables = {"PYZ-00.toc": ("x.pyz", [("vault", "", "PYMODULE")]), "EXE-00.toc": ("x", True, scripts, [])}
    for name, table in tables.items():
        (tmp_path / name).write_text(repr(table), encoding="utf-8")
    (tmp_path / "warn-keepsake.txt").write_text("", encoding="utf-8")
    if is_refused:
        with pytest.raises(PackagingFailed, match="after Qt"):
            modules.check(tmp_path)
    else:
        modules.check(tmp_path)


def test_the_frozen_program_runs_our_hook(project: Path) -> None:
    spec = (project / "packaging" / "keepsake.spec").read_text(encoding="utf-8")
    [analysis] = [
        node
        for node in ast.walk(ast.parse(spec))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Analysis"
    ]
    hooks = next(keyword.value for keyword in analysis.keywords if keyword.arg == "runtime_hooks")
    assert f"{modules.RUNTIME_HOOK}.py" in ast.unparse(hooks)
    hook = (project / "packaging" / f"{modules.RUNTIME_HOOK}.py").read_text(encoding="utf-8")
    assert "load_model_runtime_first(sys.platform)" in hook


def test_on_windows_the_c_library_of_qt_lies_beside_the_program_too(tmp_path: Path) -> None:
    for name in ("msvcp140.dll", "msvcp140_1.dll", "Qt6Core.dll"):
        (tmp_path / name).touch()
    assert [(Path(file).name, place) for file, place in contents.cpp_libraries(tmp_path)] == [
        ("msvcp140.dll", "."),
        ("msvcp140_1.dll", "."),
    ]
    with pytest.raises(PackagingFailed, match=r"msvcp140\.dll"):
        contents.cpp_libraries(tmp_path / "elsewhere")


def test_the_application_for_macos_holds_the_licences_too(tmp_path: Path) -> None:
    program, app = tmp_path / "keepsake", tmp_path / "Keepsake.app"
    (program / "_internal" / "licences" / "numpy").mkdir(parents=True)
    (program / "_internal" / "licences" / "numpy" / "LICENSE").write_text("text", encoding="utf-8")
    (program / "NOTICE").write_text("notice", encoding="utf-8")
    (app / "Contents" / "Resources").mkdir(parents=True)
    bundle.complete_mac_app(app, program)
    resources = app / "Contents" / "Resources"
    assert (resources / "licences" / "numpy" / "LICENSE").read_text(encoding="utf-8") == "text"
    assert (resources / "NOTICE").read_text(encoding="utf-8") == "notice"


def test_every_command_is_tried_in_the_bundle(tmp_path: Path) -> None:
    commands = trials.write_commands(tmp_path).read_text(encoding="utf-8").splitlines()
    assert {"vault", "vault create", "memory add", "receipts show", "self-test", "tools list"} <= set(
        commands
    )
    assert len(commands) == len(set(commands))


def test_an_environment_that_holds_an_older_readme_is_refused(project: Path, tmp_path: Path) -> None:
    information = tmp_path / "keepsake-1.dist-info"
    (information / "licenses").mkdir(parents=True)
    version = installer_project.version(project)
    readme = (project / "README.md").read_text(encoding="utf-8")
    shutil.copy(project / "NOTICE", information / "licenses" / "NOTICE")
    for text, changed in ((readme, []), (f"{readme}\nold", ["README.md"])):
        stated = f"Metadata-Version: 2.4\nName: keepsake\nVersion: {version}\n\n{text}"
        (information / "METADATA").write_text(stated, encoding="utf-8")
        assert bundle.changed_since_installed(Distribution.at(information)) == changed
    (information / "licenses" / "NOTICE").unlink()
    assert bundle.changed_since_installed(Distribution.at(information)) == ["README.md", "NOTICE"]
