"""Citation marks against their sources, in both languages, with and without the model's help."""

from __future__ import annotations

import pytest

from assistant.citations import Checked, Source, check, strip_marks, supports

SOURCES = (
    Source(1, "memory", "m_1", "My budget for the CRM upgrade is $500,000", "CRM budget is $500k", date="2026-11-02"),
    Source(2, "turn", "t_2", "Tom Baker approves the contracts in our Berlin office", "", date="2026-11-03"),
    Source(3, "memory", "m_3", "我对花生过敏", "我对花生过敏，吃了会起疹子", date="2026-10-01"),
    Source(4, "memory", "m_4", "预算 30–50 万元", "预算最多 30 万", date="2026-10-01"),
)  # fmt: skip


def marks(checked: Checked) -> list[tuple[int, bool]]:
    return [(citation.mark, citation.supported) for citation in checked.citations]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Your CRM upgrade budget is $500,000 [1].", [(1, True)]),
        ("Your CRM upgrade budget is $500k.[1]", [(1, True)]),
        ("Your CRM upgrade budget is 0.5 million dollars [1].", [(1, True)]),
        ("Your CRM upgrade budget is $600,000 [1].", [(1, False)]),
        ("Contracts are approved by Tom Baker [2].", [(2, True)]),
        ("Contracts are approved by Lena Baker [2].", [(2, False)]),
        ("You love long walks on the beach [2].", [(2, False)]),
        ("You said so on 2026-11-02: the CRM budget is $500,000 [1].", [(1, True)]),
        ("The CRM upgrade has $500,000 and Tom Baker approves contracts [1][2].", [(1, True), (2, True)]),
        ("The CRM upgrade has $500,000 and Tom Baker approves contracts [1, 2].", [(1, True), (2, True)]),
        ("你对花生过敏[3]。", [(3, True)]),
        ("你对花生过敏。【3】", [(3, True)]),
        ("你对牛奶过敏[3]。", [(3, False)]),
        ("你的预算是三十万到五十万元[4]。", [(4, True)]),
        ("你的预算是 30 万到 50 万 [4]。", [(4, True)]),
        ("你的预算是 80 万 [4]。", [(4, False)]),
    ],
)
def test_a_cited_sentence_must_be_held_by_its_sources(reply: str, expected: list[tuple[int, bool]]) -> None:
    assert marks(check(reply, SOURCES)) == expected


@pytest.mark.parametrize(
    ("reply", "cleaned", "removed"),
    [
        ("It is so [9].", "It is so.", 1),
        ("The CRM budget is $500,000 [1][9].", "The CRM budget is $500,000 [1].", 1),
        ("The CRM budget is $500,000 [1, 5, 7].", "The CRM budget is $500,000 [1].", 2),
        ("你对花生过敏[3][8]。", "你对花生过敏[3]。", 1),
    ],
)
def test_marks_of_nothing_are_removed_and_counted(reply: str, cleaned: str, removed: int) -> None:
    checked = check(reply, SOURCES)
    assert (checked.text, checked.removed) == (cleaned, removed)


def test_brackets_in_code_are_no_marks() -> None:
    reply = "Use `items[9]` so:\n```python\nx = items[7]\n```\nDone."
    assert check(reply, SOURCES) == Checked(reply, ())


@pytest.mark.parametrize(
    ("reply", "cleaned", "removed"),
    [
        ("It is $x[1]$ and $y[9]$.", "It is $x[1]$ and $y[9]$.", 0),
        ("$$\na[9] = 1\n$$ [9]", "$$\na[9] = 1\n$$", 1),
        ("\\[ a[9]\n= b[2] \\]", "\\[ a[9]\n= b[2] \\]", 0),
        ("你对花生过敏，$x[9]$[3][9]。", "你对花生过敏，$x[9]$[3]。", 1),
        ("It costs $5 [9] and $10 [9].", "It costs $5 and $10.", 2),
    ],
)
def test_brackets_in_a_formula_are_no_marks_and_those_behind_it_are(
    reply: str, cleaned: str, removed: int
) -> None:
    checked = check(reply, SOURCES)
    assert (checked.text, checked.removed) == (cleaned, removed)
    assert all(citation.mark == 3 for citation in checked.citations)
    assert strip_marks("$x[1]$ [1]") == "$x[1]$"


def test_no_mark_is_put_into_a_formula_of_several_lines() -> None:
    text = "$$\n\\text{My budget for the CRM upgrade is}\n= 500000\n$$\nYour CRM upgrade budget is $500,000."
    checked = check(text, SOURCES)
    assert checked.aligned
    assert checked.text == f"{text} [1]"


def test_a_link_is_no_mark() -> None:
    assert check("See [9](https://example.com).", SOURCES).text == "See [9](https://example.com)."


def test_thirty_sources_still_parse() -> None:
    many = [Source(n, "memory", f"m_{n}", f"fact number {n} about topic{n}", "") for n in range(1, 31)]
    reply = " ".join(f"Fact about topic{n} [{n}]." for n in range(1, 31))
    assert [citation.mark for citation in check(reply, many).citations] == list(range(1, 31))


def test_a_reply_without_marks_is_aligned_sentence_by_sentence() -> None:
    reply = (
        "Your budget for the CRM upgrade is $500,000. Have a nice day. "
        "Tom Baker approves contracts in the Berlin office."
    )
    checked = check(reply, SOURCES)
    assert checked.aligned
    assert checked.text.startswith("Your budget for the CRM upgrade is $500,000. [1] Have a nice day. Tom")
    assert [citation.mark for citation in checked.citations] == [1, 2]


def test_alignment_never_takes_a_sentence_with_another_number() -> None:
    assert check("Your budget for the CRM upgrade is $900,000.", SOURCES).citations == ()


def test_meaning_aligns_where_words_do_not_and_only_when_it_is_close() -> None:
    reply = "Peanuts are dangerous for this user and cause a rash."
    near = check(
        reply, SOURCES, similarity=lambda _, found: [0.95 if "花生" in text else 0.1 for text in found]
    )
    far = check(reply, SOURCES, similarity=lambda _, found: [0.7 for _text in found])
    assert [citation.mark for citation in near.citations] == [3]
    assert far.citations == ()


def test_stripping_marks_leaves_code_alone() -> None:
    assert strip_marks("So it is [1]. `a[1]`") == "So it is. `a[1]`"


def test_support_needs_more_than_function_words() -> None:
    assert not supports("It is what you said about it.", ["You said that it is so about this"])


def _said(text: str, kind: str = "turn") -> Source:
    return Source(1, kind, "t_1", text, text, role="user")


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("Your parcel 12345 has been sent.", "Where is my parcel 12345? Look it up."),
        ("Your parcel 12345 has been sent [1].", "Where is my parcel 12345? Look it up."),
        ("你的包裹12345已经寄出[1]。", "我的包裹12345寄出了吗？帮我查一下。"),
    ],
)
def test_what_was_only_asked_proves_nothing(reply: str, said: str) -> None:
    checked = check(
        reply,
        [_said(said)],
        similarity=lambda _sentence, texts: [0.99 if "12345" in text else 0.5 for text in texts],
    )
    assert not [citation for citation in checked.citations if citation.supported]


def test_a_question_bears_what_it_tells_and_that_it_was_asked() -> None:
    told = _said("My sister Zoe turns 30 in May, what could I give her?")
    assert check("Your sister Zoe turns 30 in May [1].", [told]).unsupported == 0
    asked = _said("Where is my parcel 12345?")
    assert check("You asked where your parcel 12345 is [1].", [asked]).unsupported == 0
    assert check("“Where is my parcel 12345?” [1]", [asked]).unsupported == 0
    page = _said("Where is the depot? In Hull.", kind="passage")
    assert check("The depot is in Hull [1].", [page]).unsupported == 0


@pytest.mark.parametrize(
    ("reply", "is_supported"),
    [
        ("You said: “I might take the job in Bremen.” [1]", True),
        ("I might take the job in Bremen [1].", True),
        ("You said: “Well, now. … We will see.” [1]", True),
        ("You said: “Well, now. … We will not see.” [1]", False),
        (
            "You own a yacht and raise horses on a farm near Nairobi: “I might take the job in Bremen.” [1]",
            False,
        ),
        ("You take the job in Bremen [1].", False),  # what it was hedged with is cut off
        ("You did not say: “I might take the job in Bremen.” [1]", False),
        ("You said on 2025-01-01: “I might take the job in Bremen.” [1]", False),
    ],
)
def test_whole_sentences_word_for_word_are_what_was_said(reply: str, is_supported: bool) -> None:
    checked = check(reply, [_said("Well, now. I might take the job in Bremen. We will see.")])
    assert [citation.supported for citation in checked.citations] == [is_supported]


@pytest.mark.parametrize(
    ("reply", "is_supported"),
    [
        ("You said “The flat is cold.” [1]", True),
        ("As you put it: “The flat is cold.” [1]", True),
        ("You said 'the flat is cold' [1].", True),
        ("You live in Rome and said 'the flat is cold' [1].", False),
        ("You are broke and said “The flat is cold.” [1]", False),
        ("You are a baker and said: “The flat is cold.” [1]", False),
        ("You hate it: “The flat is cold.” [1]", False),
    ],
)
def test_a_clause_before_a_quotation_is_judged_itself(reply: str, is_supported: bool) -> None:
    checked = check(reply, [_said("The flat is cold. I moved in last week.")])
    assert [citation.supported for citation in checked.citations] == [is_supported]


@pytest.mark.parametrize(
    ("reply", "is_supported"),
    [
        ("你说过：“房子很冷。”[1]", True),
        ("你上周刚搬进来，你说“房子很冷。”[1]", True),
        ("你很穷，说过“房子很冷。”[1]", False),
        ("你是医生，你说“房子很冷。”[1]", False),
        ("你失业了，还说‘房子很冷’[1]。", False),
    ],
)
def test_a_chinese_clause_before_a_quotation_is_judged_itself(reply: str, is_supported: bool) -> None:
    checked = check(reply, [_said("房子很冷。我上周刚搬进来。")])
    assert [citation.supported for citation in checked.citations] == [is_supported]


@pytest.mark.parametrize(
    ("reply", "said", "unsourced"),
    [
        ("Your flat is cold. You moved in last week [1].", "The flat is cold. I moved in last week.", ()),
        ("You work as a baker. You moved in last week [1].", "I moved in last week.", ("You work as a baker.",)),
        ("Heat pumps work best at low flow temperatures. You moved in last week [1].", "I moved in last week.",
         ("Heat pumps work best at low flow temperatures.",)),
        ("You work as a baker.\n\nYou moved in last week [1].", "I moved in last week.", ()),
        ("I can look up the lease for you. You moved in last week [1].", "I moved in last week.", ()),
        ("Shall we look at the lease contract? You moved in last week [1].", "I moved in last week.", ()),
        ("Congratulations to your sister. You moved in last week [1].", "I moved in last week.", ()),
        ("What a cold flat you have! You moved in last week [1].", "I moved in last week.", ()),
        ("祝你出差愉快。你上周刚搬进来[1]。", "房子很冷。我上周刚搬进来。", ()),
        ("你的房子很冷。你上周刚搬进来[1]。", "房子很冷。我上周刚搬进来。", ()),
        ("你在银行做会计。你上周刚搬进来[1]。", "房子很冷。我上周刚搬进来。", ("你在银行做会计。",)),
    ],
)  # fmt: skip
def test_a_sentence_before_its_paragraphs_mark_is_held_against_it(
    reply: str, said: str, unsourced: tuple[str, ...]
) -> None:
    checked = check(reply, [_said(said)])
    assert (checked.unsourced, checked.unsupported) == (unsourced, 0)


def test_what_was_put_together_from_its_sources_is_supported_whole() -> None:
    said = "The song is Evolution. We spoke of tea. It shows how the band grew."
    reply = "It was said: “The song is Evolution. … It shows how the band grew.” [1]"
    assert check(reply, [_said(said)], is_quotation=True).citations[0].supported
    assert check(reply + " [7]", [_said(said)], is_quotation=True).removed == 1
