"""What goes into a bundle: rules of the spec, libraries, origins, the contents list, versions and metadata."""

from __future__ import annotations

import ast
import configparser
import importlib.metadata
import json
import plistlib
import re
import shutil
import struct
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from installer import chroots, contents, deb, desktop_files, icons, libraries, project, sbom, trials
from installer.chroots import mirror_in
from installer.failure import PackagingFailed
from installer.origins import Origins, SystemPackage

from tests.packaging.installers import tiny_program

LINUX = Path("packaging/linux")
SCRIPTS = ("linux/run_header", "linux/trial", "macos/make_dmg", "macos/build", "windows/build")


def test_the_spec_is_valid_python_and_takes_its_rules_from_the_project(project: Path) -> None:
    spec = ast.parse((project / "packaging" / "keepsake.spec").read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(spec)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert {"Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE"} <= called


@pytest.mark.parametrize(
    ("place", "is_wanted"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6/Qt/translations/qtbase_zh_CN.qm", True),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("PySide6/Qt/lib/libQt6Quick.so.6", False),
        ("PySide6/Qt/lib/libQt6Widgets.so.6", True),
        ("keepsake-0.1.0.dist-info/METADATA", True),
        ("keepsake-0.1.0.dist-info/direct_url.json", False),
        ("opencc/clib/lib64/libopencc.a", False),
        ("models/encoder/model.onnx", True),
    ],
)
def test_files_are_wanted_by_rule(place: str, is_wanted: bool) -> None:
    assert contents.is_wanted_file(place) is is_wanted


def test_everything_that_is_read_at_run_time_goes_in(project: Path, models_dir: Path) -> None:
    data = {f"{folder}/{path.name}": path for path, folder in contents.own_data(project)}
    for name in ("resources/name_head.npz", "resources/models.toml", "resources/catalogue/zh.toml", "./NOTICE",
                 "models/encoder/model.onnx", "models/names/model.onnx"):  # fmt: skip
        assert data[name].is_file()
    assert any(name.startswith("resources/icons/") for name in data)
    assert any(name.startswith("resources/templates/") for name in data)
    assert not any(name.endswith((".py", ".pyc", ".ts")) for name in data)


def test_packages_that_load_parts_by_name_are_taken_whole_and_new_ones_too(project: Path) -> None:
    whole = contents.whole_packages(contents_dependencies(project))
    assert {"phonenumbers", "stdnum", "keyring", "opencc", "snowballstemmer"} <= set(whole)
    assert "PySide6" not in whole
    taken = {name.lower() for name in contents.TAKEN_BY_IMPORT}
    declared = [name for name in contents_dependencies(project) if name.lower() not in taken]
    assert len(whole) >= len(declared)


def contents_dependencies(root: Path) -> list[str]:
    return project.direct_dependencies(root)


def test_a_missing_library_is_named_and_a_superfluous_one_found(tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in ("program", "libb.so.1", "libc-left-over.so.1"))
    survey = {a: ["libb.so.1", "libc.so.6", "libnowhere.so.3"], b: ["libm.so.6"], c: ["libb.so.1"]}
    assert libraries.missing(survey, ["libb.so.1"]) == ["program needs libnowhere.so.3"]
    assert libraries.superfluous(survey, [b, c]) == {c}


@pytest.mark.skipif(not shutil.which("readelf"), reason="needs binutils")
def test_needed_libraries_are_read_from_real_files_and_a_bundle_that_lacks_one_fails(tmp_path: Path) -> None:
    import sqlcipher3._sqlite3 as extension  # any real extension module

    source = Path(str(extension.__file__))
    assert "libc.so.6" in libraries.needed(source)
    assert libraries.needed(Path(__file__)) == []
    program = tiny_program(tmp_path, "1")
    changed = source.read_bytes().replace(b"libc.so.6\0", b"libc.so.7\0")
    (program / "_internal" / "extension.so").write_bytes(changed)
    with pytest.raises(PackagingFailed, match=r"extension\.so needs libc\.so\.7"):
        libraries.tidy(program)


def test_the_contents_list_fits_its_schema_and_names_what_is_inside(project: Path, tmp_path: Path) -> None:
    models = tomllib.loads((project / "resources" / "models.toml").read_text(encoding="utf-8"))
    distributions = tuple(importlib.metadata.distribution(name) for name in ("numpy", "pyside6-essentials"))
    packages = (SystemPackage("libxcb-cursor0", "0.1.4-1", ("libxcb-cursor.so.0",)),)
    for name in ("one.json", "two.json"):
        sbom.write_sbom(tmp_path / name, Origins(distributions, packages), models, version="1.2.3", epoch_s=1)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    found = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert found["metadata"]["component"]["version"] == "1.2.3"
    purls = {part.get("purl") for part in found["components"]}
    assert f"pkg:pypi/numpy@{importlib.metadata.version('numpy')}" in purls
    assert "pkg:deb/debian/libxcb-cursor0@0.1.4-1" in purls
    model = next(part for part in found["components"] if part["name"] == models["encoder"]["name"])
    assert model["hashes"][0]["content"] == models["encoder"]["outputs"]["model.onnx"]["sha256"]
    assert all(part["licenses"] for part in found["components"] if "pkg:deb" not in part.get("purl", ""))


def test_a_contents_list_that_its_schema_refuses_is_not_written(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tomllib.loads((project / "resources" / "models.toml").read_text(encoding="utf-8"))
    monkeypatch.setattr(sbom.JsonV1Dot6, "output_as_string", lambda self, **_: '{"bomFormat": "something"}')
    with pytest.raises(PackagingFailed, match="schema"):
        sbom.write_sbom(tmp_path / "x.json", Origins((), ()), models, version="1", epoch_s=1)
    assert not (tmp_path / "x.json").exists()


def test_the_version_has_one_place(project: Path) -> None:
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert contents_version(project) == declared
    assert f'release version="{declared}"' in desktop_files.metainfo()
    for name in (
        "packaging/windows/keepsake.nsi",
        "packaging/linux/run_header.sh",
        "packaging/keepsake.spec",
    ):
        assert declared not in (project / name).read_text(encoding="utf-8"), name


def contents_version(root: Path) -> str:
    return project.version(root)


def test_the_package_depends_on_what_is_not_inside_and_on_a_chinese_font() -> None:
    depends = deb.depends()
    assert "libc6 (>= 2.36)" in depends
    assert re.search(r"fonts-wqy-microhei \| fonts-noto-cjk", depends)
    assert {"libgl1", "libegl1", "libxcb1", "libx11-6", "libfontconfig1", "libdbus-1-3"} <= set(
        depends.split(", ")
    )


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="needs dpkg")
def test_the_package_is_reproducible_and_complete(project: Path, tmp_path: Path, qapp: object) -> None:
    drawn = tmp_path / "icons"
    icons.draw_icons(project / "resources" / "icons" / "keepsake.svg", drawn)
    built = []
    for name in ("one", "two"):
        program = tiny_program(tmp_path / name, "1")
        built.append(tmp_path / name / "k.deb")
        deb.build_deb(program, built[-1], icons=drawn)
    assert built[0].read_bytes() == built[1].read_bytes()
    listed = subprocess.run(
        ["dpkg-deb", "--contents", built[0]], capture_output=True, text=True, check=True
    ).stdout
    assert "root/root" in listed
    for name in ("./usr/bin/keepsake -> ../lib/keepsake/keepsake", "./usr/share/applications/keepsake.desktop",
                 "./usr/share/icons/hicolor/256x256/apps/keepsake.png", "./usr/share/doc/keepsake/copyright",
                 "./usr/share/mime/packages/keepsake-backup.xml"):  # fmt: skip
        assert name in listed
    fields = subprocess.run(
        ["dpkg-deb", "--field", built[0]], capture_output=True, text=True, check=True
    ).stdout
    assert f"Version: {contents_version(project)}\n" in fields


def test_the_menu_entry_and_the_kind_of_file_fit_each_other(project: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str  # type: ignore[method-assign, assignment]
    entry.read(project / LINUX / "keepsake.desktop", encoding="utf-8")
    main = entry["Desktop Entry"]
    kind = ET.parse(project / LINUX / "keepsake-backup.xml").getroot()[0]
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    assert main["MimeType"] == f"{kind.get('type')};"
    assert main["Exec"].endswith("%f")
    for key in ("Name", "Comment", "GenericName", "Keywords"):
        assert f"{key}[zh_CN]" in main
    from vault.backup_format import MAGIC, SUFFIX

    glob, match = kind.find(f"{space}glob"), kind.find(f"{space}magic/{space}match")
    assert glob is not None
    assert glob.get("pattern") == f"*{SUFFIX}"
    assert match is not None
    assert match.get("value") == MAGIC.decode()


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="needs desktop-file-utils")
def test_the_menu_entry_passes_its_validator(project: Path) -> None:
    done = subprocess.run(
        ["desktop-file-validate", project / LINUX / "keepsake.desktop"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="needs appstream")
def test_the_metadata_passes_its_validator(tmp_path: Path) -> None:
    (tmp_path / desktop_files.METAINFO).write_text(desktop_files.metainfo(), encoding="utf-8")
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", tmp_path / desktop_files.METAINFO],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_icons_for_windows_and_macos_hold_a_png_of_each_size(
    project: Path, tmp_path: Path, qapp: object
) -> None:
    icons.draw_icons(project / "resources" / "icons" / "keepsake.svg", tmp_path)
    content = (tmp_path / "keepsake.ico").read_bytes()
    count = struct.unpack_from("<HHH", content)[2]
    for number in range(count):
        size, _, _, _, _, _, length, offset = struct.unpack_from("<BBBBHHII", content, 6 + 16 * number)
        png = content[offset : offset + length]
        assert png.startswith(b"\x89PNG")
        assert struct.unpack_from(">I", png, 16)[0] == (size or 256)
    assert count == len(icons.ICO_SIZES_PX)
    content = (tmp_path / "keepsake.icns").read_bytes()
    assert struct.unpack_from(">I", content, 4)[0] == len(content)
    place, sizes = 8, []
    while place < len(content):
        length = struct.unpack_from(">I", content, place + 4)[0]
        sizes.append(struct.unpack_from(">I", content, place + 8 + 16)[0])
        place += length
    assert sizes == list(icons.ICNS_TYPES.values())


@pytest.mark.skipif(not shutil.which("makensis"), reason="needs nsis")
def test_the_installer_for_windows_compiles_with_a_dummy_program(
    project: Path, tmp_path: Path, qapp: object
) -> None:
    icons.draw_icons(project / "resources" / "icons" / "keepsake.svg", tmp_path / "icons")
    program = tmp_path / "program"
    (program / "_internal").mkdir(parents=True)
    for name in ("keepsake.exe", "keepsake-window.exe", "NOTICE", "_internal/data"):
        (program / name).write_bytes(b"dummy")
    command = ["makensis", "-V2", "-WX", f"-DVERSION={contents_version(project)}", f"-DPROGRAM={program}"]
    command += [
        f"-DICON={tmp_path / 'icons' / 'keepsake.ico'}",
        f"-DOUTPUT={tmp_path / 'keepsake-setup.exe'}",
    ]
    done = subprocess.run(
        [*command, project / "packaging" / "windows" / "keepsake.nsi"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "keepsake-setup.exe").read_bytes().startswith(b"MZ")


def test_what_macos_reads_is_well_formed_and_knows_backups(project: Path) -> None:
    rights = plistlib.loads((project / "packaging" / "macos" / "entitlements.plist").read_bytes())
    assert rights["com.apple.security.cs.disable-library-validation"] is True
    assert "com.apple.security.network.server" not in rights
    info = contents.mac_info("1.2.3")
    assert plistlib.loads(plistlib.dumps(info))["CFBundleShortVersionString"] == "1.2.3"
    assert "keepsake-backup" in str(info["CFBundleDocumentTypes"])
    assert info["LSBackgroundOnly"] is False


@pytest.mark.skipif(not shutil.which("genisoimage"), reason="needs genisoimage")
def test_the_disk_image_is_laid_out_from_a_dummy_application(project: Path, tmp_path: Path) -> None:
    script = project / "packaging" / "macos" / "make_dmg.sh"
    environment = {"PATH": "/usr/bin:/bin", "KEEPSAKE_DMG_TOOL": "genisoimage"}
    application = tmp_path / "Keepsake.app"
    (application / "Contents" / "MacOS").mkdir(parents=True)
    command = [script, application, tmp_path / "k.dmg"]
    refused = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "is not the application" in refused.stderr
    executable = application / "Contents" / "MacOS" / "keepsake"
    executable.write_text("#!/bin/sh\n", encoding="utf-8")
    executable.chmod(0o755)
    subprocess.run(command, env=environment, capture_output=True, check=True)
    listed = subprocess.run(
        ["isoinfo", "-R", "-f", "-i", tmp_path / "k.dmg"], capture_output=True, text=True, check=True
    ).stdout
    assert "/Applications" in listed
    assert "/Keepsake.app/Contents/MacOS/keepsake" in listed


@pytest.mark.parametrize(
    "name",
    [
        "linux/run_header.sh",
        "linux/trial.sh",
        "linux/use.sh",
        "macos/make_dmg.sh",
        "macos/build.sh",
        "windows/build.sh",
        "environment.sh",
    ],
)
def test_scripts_are_valid_shell(project: Path, name: str) -> None:
    subprocess.run(["sh", "-n", project / "packaging" / name], check=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm\n",
            "http://mirror.example/debian",
        ),
        (
            "# x\ndeb [signed-by=/k] http://mirror.example/debian/ bookworm main\n",
            "http://mirror.example/debian/",
        ),
        ("deb http://mirror.example/other stable main\n", ""),
        ("URIs: http://mirror.example/debian-security\n", ""),
    ],
)
def test_the_mirror_is_the_one_of_this_machine(text: str, found: str) -> None:
    assert mirror_in(text) == found


def test_where_bare_systems_cannot_be_tried_it_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines: list[tuple[str, str]] = []

    class Lines:
        def add(self, name: str, value: str) -> None:
            lines.append((name, value))

    nowhere = tmp_path / "not built"
    for place, name, value, reason in (
        (chroots.os, "getuid", lambda: 1000, "only root"),
        (chroots.shutil, "which", lambda name: None, "debootstrap is not installed"),
        (chroots, "_SHARED_NOTHING", ["false"], "namespaces are not allowed"),
    ):
        with monkeypatch.context() as scope:  # the only one, so that what it puts back is what was there
            scope.setattr(chroots.os, "getuid", lambda: 0)
            scope.setattr(chroots.shutil, "which", lambda name: name)
            scope.setattr(place, name, value)
            trials.try_in_chroots([nowhere], nowhere, Lines())
            assert reason in capsys.readouterr().out
    assert shutil.which("no-such-program") is None
    assert [name for name, _ in lines] == ["bare systems"] * 3
