"""The encoder as an ONNX graph: embeddings, twelve layers, mean pooling and normalisation.

Weights stay in four bits: embeddings through GatherBlockQuantized, matrices through MatMulNBits with activations in
int8 (accuracy level 4), which is what the original engine computes too. Pooling and length normalisation lie inside
the graph so that every caller gets the same vector.

Source: multilingual-e5-small's configuration (BERT, post-layer-norm, erf GELU); ONNX Runtime's ContribOperators.md.
"""

from __future__ import annotations

import numpy as np

from model_builder.e5_file import BLOCK, E5File
from model_builder.onnx_writer import FLOAT, INT4, INT32, INT64, Graph

HIDDEN_LAYERS = (7, 10, 12)
_CONTRIB = "com.microsoft"
_INT8_ACTIVATIONS = 4
_SIGN_BIT = 8
_SMALLEST_NORM = 1e-12


def encoder_model(source: E5File) -> bytes:
    """The ONNX file. Inputs `input_ids`, `attention_mask` (batch, tokens) int64; outputs `pooled` (batch, 384) float32
    of length one, and `hidden_7`, `hidden_10`, `hidden_12` (batch, tokens, 384) float32."""
    graph = Graph("multilingual-e5-small", {"": 21, _CONTRIB: 1})
    ids = graph.input("input_ids", INT64, ["batch", "tokens"])
    mask = graph.input("attention_mask", INT64, ["batch", "tokens"])
    padding = graph.node("Cast", [mask], "padding", to=INT32)
    state = _embeddings(graph, source, ids)
    for layer in range(source.shape.layers):
        number = layer + 1
        out = f"hidden_{number}" if number in HIDDEN_LAYERS else f"layer_{number}"
        state = _layer(graph, source, layer, (state, padding, out))
    _pooling(graph, state, mask)
    graph.output("pooled", FLOAT, ["batch", source.shape.hidden])
    for number in HIDDEN_LAYERS:
        graph.output(f"hidden_{number}", FLOAT, ["batch", "tokens", source.shape.hidden])
    return graph.serialized()


def _embeddings(graph: Graph, source: E5File, ids: str) -> str:
    """Word, position and type embeddings; the type is always the first, so it is added to the positions here."""
    shape = source.shape
    words = source.quantized("emb.word", shape.hidden)
    table = graph.raw_constant(
        "words", INT4, [shape.embeddings, shape.hidden], words.packed(sign_bit=_SIGN_BIT).tobytes()
    )
    scales = graph.constant("word_scales", words.scales)
    gathered = graph.node(
        "GatherBlockQuantized", [table, ids, scales], "word", domain=_CONTRIB,
        gather_axis=0, quantize_axis=1, block_size=BLOCK,
    )  # fmt: skip
    positions = source.floats("emb.pos").reshape(shape.positions, shape.hidden)
    first_type = source.floats("emb.type").reshape(-1, shape.hidden)[0]
    table = graph.constant("positions", positions + first_type)
    zero = graph.constant("zero", np.array([0], dtype=np.int64))
    length = graph.node("Shape", [ids], "length", start=1, end=2)
    used = graph.node("Slice", [table, zero, length], "position")
    summed = graph.node("Add", [gathered, used], "embedded")
    weight = graph.constant("embedding_norm_weight", source.floats("emb.ln.w"))
    bias = graph.constant("embedding_norm_bias", source.floats("emb.ln.b"))
    return graph.node("LayerNormalization", [summed, weight, bias], "layer_0", epsilon=shape.epsilon, axis=-1)


def _layer(graph: Graph, source: E5File, layer: int, names: tuple[str, str, str]) -> str:
    """One transformer layer; `names` are its input, the padding mask and its output."""
    state, padding, out = names
    shape, at = source.shape, f"layer{layer}"
    heads = [
        _matrix(graph, source, (f"l{layer}.{part}", f"{at}_{part}"), state, shape.hidden)
        for part in ("q", "k", "v")
    ]
    attended = graph.node(
        "MultiHeadAttention", [*heads, "", padding], f"{at}_attended", domain=_CONTRIB, num_heads=shape.heads
    )
    mixed = _matrix(graph, source, (f"l{layer}.ao", f"{at}_mixed"), attended, shape.hidden)
    middle = _residual_norm(graph, source, (f"l{layer}.aln", f"{at}_middle"), [mixed, state])
    wide = _matrix(graph, source, (f"l{layer}.fi", f"{at}_wide"), middle, shape.hidden)
    active = graph.node("Gelu", [wide], f"{at}_active")
    narrow = _matrix(graph, source, (f"l{layer}.fo", f"{at}_narrow"), active, shape.feed_forward)
    return _residual_norm(graph, source, (f"l{layer}.oln", out), [narrow, middle])


def _matrix(graph: Graph, source: E5File, names: tuple[str, str], state: str, columns: int) -> str:
    """`state` times a four-bit matrix plus its bias; `names` are the tensor's in the file and the output's."""
    tensor, out = names
    weights = source.quantized(f"{tensor}.w", columns)
    packed = graph.constant(f"{out}_weight", weights.packed())
    scales = graph.constant(f"{out}_scales", weights.scales)
    bias = graph.constant(f"{out}_bias", source.floats(f"{tensor}.b"))
    return graph.node(
        "MatMulNBits", [state, packed, scales, "", "", bias], out, domain=_CONTRIB, K=columns,
        N=weights.nibbles.shape[0], bits=4, block_size=BLOCK, accuracy_level=_INT8_ACTIVATIONS,
    )  # fmt: skip


def _residual_norm(graph: Graph, source: E5File, names: tuple[str, str], summands: list[str]) -> str:
    tensor, out = names
    weight = graph.constant(f"{out}_norm_weight", source.floats(f"{tensor}.w"))
    bias = graph.constant(f"{out}_norm_bias", source.floats(f"{tensor}.b"))
    return graph.node(
        "SkipLayerNormalization",
        [*summands, weight, bias],
        out,
        domain=_CONTRIB,
        epsilon=source.shape.epsilon,
    )


def _pooling(graph: Graph, state: str, mask: str) -> None:
    """Mean over the tokens under the mask, then length one."""
    axis_one = graph.constant("axis_one", np.array([1], dtype=np.int64))
    axis_last = graph.constant("axis_last", np.array([-1], dtype=np.int64))
    smallest = graph.constant("smallest_norm", np.array(_SMALLEST_NORM, dtype=np.float32))
    weights = graph.node("Cast", [mask], "mask_weights", to=FLOAT)
    weights = graph.node("Unsqueeze", [weights, axis_last], "mask_column")
    kept = graph.node("Mul", [state, weights], "kept")
    total = graph.node("ReduceSum", [kept, axis_one], "total", keepdims=0)
    # the mean's divisor is left out: it cancels in the normalisation
    norm = graph.node("ReduceL2", [total, axis_last], "norm", keepdims=1)
    norm = graph.node("Max", [norm, smallest], "safe_norm")
    graph.node("Div", [total, norm], "pooled")
