"""The model build on the pinned wheel itself, and every way in which a wheel can be wrong on small ones."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import build_models
import pytest
from model_builder import (
    BuildFailed,
    EncoderFiles,
    FilePin,
    WheelPin,
    build_encoder,
    read_member,
    read_pins,
)
from model_builder.e5_file import E5File
from model_builder.graph import encoder_model

PROJECT = Path(__file__).resolve().parents[2]
MANIFEST = PROJECT / "resources" / "models.toml"
WHEEL = "small-1.0-py3-none-any.whl"
CLOSED_PORT = "http://127.0.0.1:9/simple"


@pytest.fixture(scope="module")
def image(kept_wheel: Callable[[WheelPin], Path]) -> bytes:
    """The packed model from the real wheel."""
    pin = read_pins(MANIFEST).wheel
    return read_member(pin, kept_wheel(pin))


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    """A download cache with a complete small wheel whose model is nonsense."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    with zipfile.ZipFile(folder / WHEEL, "w") as archive:
        archive.writestr("small/model.bin", b"E5S1" + bytes(20))
    return folder


def write_manifest(folder: Path, wheel: bytes, *, member: str = "small/model.bin") -> Path:
    """A manifest that pins `wheel` as it is."""
    path = folder / "models.toml"
    path.write_text(
        f"""
        [encoder]
        name = "small"
        licence = "MIT"
        [encoder.wheel]
        name = "small"
        version = "1.0"
        platform = "any"
        filename = "{WHEEL}"
        sha256 = "{hashlib.sha256(wheel).hexdigest()}"
        size_bytes = {len(wheel)}
        member = "{member}"
        """,
        encoding="utf-8",
    )
    return path


def run(manifest: Path, downloads: Path, output: Path) -> int:
    return build_models.main(
        ["--manifest", str(manifest), "--downloads", str(downloads), "--output", str(output)]
    )


def test_two_builds_are_identical_and_have_the_pinned_hashes(image: bytes, tmp_path: Path) -> None:
    pins = read_pins(MANIFEST)
    first, second = build_encoder(pins, image), build_encoder(pins, image)
    assert first.contents == second.contents
    assert set(first.contents) == {"model.onnx", "tokenizer.json", "manifest.json"}
    first.check(pins.outputs)
    first.write(tmp_path / "encoder")
    assert {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (tmp_path / "encoder").iterdir()
    } == {name: pin.sha256 for name, pin in pins.outputs.items()}


def test_models_that_have_their_hashes_are_not_built_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(MANIFEST, tmp_path / "no-downloads", PROJECT / "build" / "models") == 0
    assert "up to date" in capsys.readouterr().out
    assert not (tmp_path / "no-downloads").exists()


def test_nothing_cached_and_no_network_says_what_is_missing_and_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", CLOSED_PORT)
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", CLOSED_PORT)
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    manifest = write_manifest(tmp_path, b"anything")
    assert run(manifest, tmp_path / "cache", tmp_path / "models") == 1
    said = capsys.readouterr().err
    assert WHEEL in said
    assert "Connect to the network" in said
    assert not (tmp_path / "models").exists()


def test_wheel_with_another_hash_is_refused(
    capsys: pytest.CaptureFixture[str], downloads: Path, tmp_path: Path
) -> None:
    wheel = (downloads / WHEEL).read_bytes()
    manifest = write_manifest(tmp_path, wheel)
    (downloads / WHEEL).write_bytes(wheel[:-1] + bytes([wheel[-1] ^ 1]))
    assert run(manifest, downloads, tmp_path / "models") == 1
    said = capsys.readouterr().err
    assert "SHA-256" in said
    assert f"Delete downloads/{WHEEL}" in said
    assert not (tmp_path / "models").exists()


def test_truncated_wheel_is_refused(
    capsys: pytest.CaptureFixture[str], downloads: Path, tmp_path: Path
) -> None:
    wheel = (downloads / WHEEL).read_bytes()
    manifest = write_manifest(tmp_path, wheel)
    (downloads / WHEEL).write_bytes(wheel[:-20])
    assert run(manifest, downloads, tmp_path / "models") == 1
    assert f"has {len(wheel) - 20} bytes instead of {len(wheel)}" in capsys.readouterr().err


def test_pinned_file_that_is_no_archive_is_refused(
    capsys: pytest.CaptureFixture[str], downloads: Path, tmp_path: Path
) -> None:
    (downloads / WHEEL).write_bytes(b"half a wheel")
    assert run(write_manifest(tmp_path, b"half a wheel"), downloads, tmp_path / "models") == 1
    assert "not a complete wheel" in capsys.readouterr().err


def test_wheel_without_the_model_is_refused(
    capsys: pytest.CaptureFixture[str], downloads: Path, tmp_path: Path
) -> None:
    manifest = write_manifest(tmp_path, (downloads / WHEEL).read_bytes(), member="small/other.bin")
    assert run(manifest, downloads, tmp_path / "models") == 1
    assert "does not contain small/other.bin" in capsys.readouterr().err


def test_model_file_that_is_nonsense_is_refused(
    capsys: pytest.CaptureFixture[str], downloads: Path, tmp_path: Path
) -> None:
    manifest = write_manifest(tmp_path, (downloads / WHEEL).read_bytes())
    assert run(manifest, downloads, tmp_path / "models") == 1
    assert "ends early or is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("size_bytes", [0, 3, 40, 100_000, 4_000_000, 4_638_300, 60_000_000])
def test_model_file_that_ends_early_is_refused(image: bytes, size_bytes: int) -> None:
    with pytest.raises(BuildFailed):
        encoder_model(E5File(image[:size_bytes]))


def test_output_unlike_its_pin_is_refused_by_name(tmp_path: Path) -> None:
    files = EncoderFiles({"model.onnx": b"new", "tokenizer.json": b"same"})
    pins = files.pins() | {"model.onnx": FilePin("0" * 64, 3)}
    with pytest.raises(BuildFailed, match=r"model\.onnx differ"):
        files.check(pins)


def test_writing_replaces_the_whole_folder(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "encoder"
    EncoderFiles({"model.onnx": b"old", "leftover": b"old"}).write(folder)
    EncoderFiles({"model.onnx": b"new"}).write(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["encoder"]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"model.onnx": b"new"}


@pytest.mark.parametrize("content", ["[encoder", "[encoder]\nname = 'x'\n"])
def test_damaged_manifest_is_refused(
    capsys: pytest.CaptureFixture[str], content: str, tmp_path: Path
) -> None:
    (tmp_path / "models.toml").write_text(content, encoding="utf-8")
    assert run(tmp_path / "models.toml", tmp_path, tmp_path / "models") == 1
    assert "models.toml is damaged" in capsys.readouterr().err


def test_missing_manifest_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(tmp_path / "models.toml", tmp_path, tmp_path / "models") == 1
    assert "models.toml is missing" in capsys.readouterr().err
