"""The reply's machine-readable tail and echoes of the request never reach the user, however the stream is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.catalogue import say
from assistant.contract import Tail, TailFilter, parse_tail, without_echo
from assistant.prompt import FENCE_CLOSE, FENCE_OPEN, TAIL_MARK


def through(text: str, size: int) -> tuple[str, Tail]:
    tail_filter = TailFilter()
    shown = "".join(tail_filter.feed(text[i : i + size]) for i in range(0, len(text), size))
    return shown + tail_filter.flush(), tail_filter.tail()


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize(
    "tail",
    [
        '\n@@keepsake {"confidence": "low", "used": [1, 2], "confirm": true}',
        '\n\n```json\n@@keepsake {"confidence": "low", "used": [1, 2], "confirm": true}\n```',
        '\n**@@keepsake** {"confidence": "low", "used": ["[1]", "2"], "confirm": true}',
        '\n@keepsake {"confidence": "Low", "used": [1, 2], "confirm": true} and more words',
        '\n@@ Keepsake {"confidence": "low", "used": [1, 2], "confirm": true}',
    ],
)
def test_the_tail_is_read_and_hidden(tail: str, size: int) -> None:
    shown, read = through("The answer is 4 [1]." + tail, size)
    assert shown == "The answer is 4 [1]."
    assert read == Tail("low", (1, 2), True, was_given=True)


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_echoed_fences_vanish_and_their_content_stays(size: int) -> None:
    shown, _ = through(f"So:\n{FENCE_OPEN}\n[1] a note\n{FENCE_CLOSE}\nDone.", size)
    assert "⟦" not in shown
    assert "⟧" not in shown
    assert "[1] a note" in shown
    assert shown.endswith("Done.")


@pytest.mark.parametrize("cut", ["\n@@keep", "\n@@", "\n```json\n@@keepsa", "\n⟦vau"])
def test_a_tail_that_was_cut_off_is_not_shown(cut: str) -> None:
    assert through("Fine." + cut, 1)[0] in ("Fine.", "Fine.\n```json")


@given(st.text(st.characters(codec="utf-8", exclude_characters="⟦⟧@"), max_size=200), st.integers(1, 9))
def test_ordinary_text_passes_whole(text: str, size: int) -> None:
    assert through(text, size)[0].rstrip() == text.rstrip()


def test_addresses_and_code_fences_are_ordinary_text() -> None:
    text = "Write to a@keeps.example or b@@c.\n```python\nx = 1\n```\n*Yes*"
    assert through(text, 1)[0] == text


@pytest.mark.parametrize(
    "text", ["", "no json", "{broken", '{"used": "all", "confirm": "yes"}', '{"used": [null, {}]}']
)
def test_a_broken_tail_takes_the_defaults(text: str) -> None:
    assert parse_tail(text) == Tail(was_given=True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_request_asked_for_is_not_said_again(language: str) -> None:
    """Row M15 of the reports: what is injected leaks into the reply."""
    asked = say("prompt.contract", language, tail=TAIL_MARK)
    said = "The vote was 7 to 2 [1]."
    assert without_echo(f"{said}\n\n{asked[: len(asked) // 2]}") == said
    assert without_echo(f"{asked}\n{said}") == said
    assert without_echo(said) == said
    for own in ("Write plain prose.", "请写正文。", "Use marks such as [1]."):
        assert without_echo(own) == own
