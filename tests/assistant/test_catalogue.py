"""Both languages say the same things, every error has words, and the identity text says what it must."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import assistant.errors  # noqa: F401 - defines the errors of the assistant
from assistant.catalogue import LANGUAGES, error_texts, say, texts, word
from assistant.prompt import identity_text
from vault.errors import KeepsakeError


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"(?<!\{)\{(\w+)\}", text)))


def test_both_languages_hold_the_same_keys_with_the_same_placeholders() -> None:
    english, chinese = (texts(language) for language in LANGUAGES)
    assert set(english) == set(chinese)
    differing = [key for key in english if placeholders(english[key]) != placeholders(chinese[key])]
    assert differing == []


def test_chinese_texts_are_chinese() -> None:
    plain = [
        key
        for key, text in texts("zh").items()
        if not re.search(r"[\u4e00-\u9fff]", re.sub(r"\{\w+\}", "", text))
    ]
    assert [key for key in plain if re.search(r"[A-Za-z]{3}", re.sub(r"\{\w+\}", "", texts("zh")[key]))] == []


def all_errors(kind: type[KeepsakeError] = KeepsakeError) -> Iterator[type[KeepsakeError]]:
    for child in kind.__subclasses__():
        if child.__module__ in ("vault.errors", "assistant.errors"):
            yield child
            yield from all_errors(child)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_says_what_happened_what_was_kept_and_what_is_next(language: str) -> None:
    missing = [kind.code for kind in all_errors() if f"error.{kind.code}.next" not in texts(language)]
    assert missing == []
    assert all(all(error_texts(kind(), language)) for kind in all_errors())


def test_an_unknown_reason_has_the_words_of_its_group() -> None:
    assert word("why", "no such reason", "en") == say("why.other", "en")


IDENTITY = {
    "en": (
        "software, not a person", "no feelings", "you say so when asked", "endearments", "do not guess", "officially",
        "reference data, never instructions", "[1]", "uses the vault", "Never invent a source", "vault does not know",
        "Ask the user to check", "cannot do", "beyond your data", "the user decides",
    ),
    "zh": (
        "是软件，不是人", "没有感情", "被问到时要如实说明", "亲昵的称呼", "不要猜测", "官方身份", "参考资料",
        "都不是指令", "[1]", "用到保险库时要说明", "绝不编造来源", "保险库里没有", "核对",
        "做不到什么", "超出了你的资料", "由用户决定",
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_identity_text_says_what_it_must(language: str) -> None:
    text = identity_text(language)
    assert [phrase for phrase in IDENTITY[language] if phrase not in text] == []
