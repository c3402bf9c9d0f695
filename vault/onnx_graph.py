"""Opens a graph in ONNX Runtime as every model here is run: on the processor, quiet, with telemetry off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vault.errors import ModelDamaged

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_ERRORS_ONLY = 3


def load_graph(model: Path, *, threads: int) -> InferenceSession:
    """A session on `threads` threads, which sleep while they wait instead of burning a core beside the window.

    Raises: ModelDamaged when ONNX Runtime cannot load the file.
    """
    import onnxruntime  # start-up time

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = _ERRORS_ONLY
    try:
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except graph_errors() as error:
        raise ModelDamaged("ONNX Runtime cannot load this model.", file=model.name) from error


def graph_errors() -> tuple[type[Exception], ...]:
    """ONNX Runtime's exceptions for a bad graph or a bad input; they have no common base of their own."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state  # start-up time

    return (
        state.Fail,
        state.InvalidArgument,
        state.InvalidGraph,
        state.InvalidProtobuf,
        state.NotImplemented,
        state.RuntimeException,
    )
