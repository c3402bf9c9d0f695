"""The encoder's tokenizer as a `tokenizer.json` for the tokenizers library.

The model was trained with SentencePiece's `nmt_nfkc` rules, of which the wheel carries the resulting replacements of
single code points. They are NFKC plus two kinds of exceptions, so the file says NFKC and lists only the exceptions:
control characters vanish, other blanks become spaces, and the wide tilde (usual in Chinese) stays. The builder checks
that against the wheel's own table, so a different table fails the build instead of changing the tokens.

Source: SentencePiece, "Normalization"; the tokenizers library's serialised form, version 1.0.
"""

from __future__ import annotations

import json
import unicodedata

from model_builder.e5_file import Vocabulary
from model_builder.failure import BuildFailed

_WIDE_TILDE = "\uff5e"
# carries the wide tilde past NFKC; the last private-use code point, which no text means anything by
_STAND_IN = "\U0010fffd"
_META = "\u2581"

_Json = dict[str, object]


def tokenizer_json(vocabulary: Vocabulary) -> bytes:
    """The file's bytes, UTF-8. Raises: BuildFailed when the wheel's replacements are not the known ones."""
    removed, blanks = _exceptions(vocabulary.replacements)
    begin, end = vocabulary.pieces[vocabulary.bos], vocabulary.pieces[vocabulary.eos]
    document: _Json = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": _normalizers(removed, blanks)},
        "pre_tokenizer": {
            "type": "Metaspace",
            "replacement": _META,
            "prepend_scheme": "always",
            "split": True,
        },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [_special(begin), _sequence("A"), _special(end)],
            "pair": [
                _special(begin),
                _sequence("A"),
                _special(end),
                _special(end),
                _sequence("B"),
                _special(end),
            ],
            "special_tokens": {
                begin: {"id": begin, "ids": [vocabulary.bos], "tokens": [begin]},
                end: {"id": end, "ids": [vocabulary.eos], "tokens": [end]},
            },
        },
        "decoder": {"type": "Metaspace", "replacement": _META, "prepend_scheme": "always", "split": True},
        "model": {
            "type": "Unigram",
            "unk_id": vocabulary.unknown,
            "vocab": list(map(list, zip(vocabulary.pieces, vocabulary.scores.tolist(), strict=True))),
            "byte_fallback": False,
        },
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _special(token: str) -> _Json:
    return {"SpecialToken": {"id": token, "type_id": 0}}


def _sequence(name: str) -> _Json:
    return {"Sequence": {"id": name, "type_id": 0}}


def _exceptions(replacements: dict[str, str]) -> tuple[list[str], list[str]]:
    """The characters that vanish and those that become a space, beside what NFKC does."""
    removed, blanks = [], []
    for character, replacement in replacements.items():
        if replacement == unicodedata.normalize("NFKC", character):
            continue
        if replacement == "":
            removed.append(character)
        elif replacement == " ":
            blanks.append(character)
        else:
            raise BuildFailed(
                f"The wheel's tokenizer replaces U+{ord(character):04X} in an unknown way.",
                "Check the pinned version.",
            )
    if _WIDE_TILDE in replacements:
        raise BuildFailed("The wheel's tokenizer replaces the wide tilde.", "Check the pinned version.")
    return removed, blanks


def _normalizers(removed: list[str], blanks: list[str]) -> list[_Json]:
    return [
        _replace({"Regex": _character_class(["\0", *removed])}, ""),
        _replace({"Regex": _character_class(blanks)}, " "),
        _replace({"String": _WIDE_TILDE}, _STAND_IN),
        {"type": "NFKC"},
        _replace({"String": _STAND_IN}, _WIDE_TILDE),
        _replace({"Regex": " {2,}"}, " "),
        # the original keeps a last blank as a token of its own; a line end must not change a vector here
        {"type": "Strip", "strip_left": False, "strip_right": True},
    ]


def _replace(pattern: dict[str, str], content: str) -> _Json:
    return {"type": "Replace", "pattern": pattern, "content": content}


def _character_class(characters: list[str]) -> str:
    return "[" + "".join(f"\\x{{{ord(character):X}}}" for character in characters) + "]"
