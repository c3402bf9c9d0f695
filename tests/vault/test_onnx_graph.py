"""How every model is opened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from vault.errors import ModelDamaged
from vault.onnx_graph import load_graph


def test_a_file_that_is_no_graph_is_named_as_damaged(tmp_path: Path) -> None:
    model = tmp_path / "model.onnx"
    model.write_bytes(b"this is no graph")
    with pytest.raises(ModelDamaged) as raised:
        load_graph(model, threads=1)
    assert str(tmp_path) not in str(raised.value)


def test_telemetry_is_off_before_a_model_is_read(tmp_path: Path) -> None:
    script = """
import sys, onnxruntime
from pathlib import Path
from vault.errors import ModelDamaged
from vault.onnx_graph import load_graph
order = []
off, opened = onnxruntime.disable_telemetry_events, onnxruntime.InferenceSession
def switch_off():
    order.append("off"); off()
def open_model(*args, **kwargs):
    order.append("open"); return opened(*args, **kwargs)
onnxruntime.disable_telemetry_events, onnxruntime.InferenceSession = switch_off, open_model
try:
    load_graph(Path(sys.argv[1]), threads=1)
except ModelDamaged:
    print(",".join(order))
"""
    missing = tmp_path / "none.onnx"
    missing.write_bytes(b"")
    done = subprocess.run(
        [sys.executable, "-c", script, str(missing)], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "off,open"
