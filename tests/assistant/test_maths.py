"""What is a formula in a reply and what is money, code or an escaped bracket, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.maths import formulas


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The root of $x$ and $y^2$.", ["x", "y^2"]),
        ("函数$f(x)=x^2$在点$x_0$处", ["f(x)=x^2", "x_0"]),
        ("共$3$人，每人$x$元。", ["3", "x"]),
        ("（$x$）、“$y$”", ["x", "y"]),
        ("the $k$th of the $x$s", ["k", "x"]),
        ("$a$$b$", ["a", "b"]),
        ("$速度=路程/时间$", ["速度=路程/时间"]),
        (r"$\text{total price}=\text{总价}$", [r"\text{total price}=\text{总价}"]),
        (r"\(a+b\) and \[c\]", ["a+b", "c"]),
        ("$$\nx\n= 1\n$$", ["x\n= 1"]),
        ("> $$\n> x\n> $$", ["x"]),
        ("| $|a|$ | $b$ |", ["|a|", "b"]),
        ("It is $100 now, $x$ later", ["x"]),
        (r"\$5 is $x$", ["x"]),
        ("[a](http://x/?a=$b$c) $z$", ["z"]),
    ],
)
def test_formulas_are_found(text: str, expected: list[str]) -> None:
    found = formulas(text)
    assert [one.tex for one in found] == expected
    assert all(one.is_closed and one.tex.split("\n")[0] in text[one.start : one.end] for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "$5 and $10",
        "It costs $20–$30, or $20-$30.",
        "$20,000 and $30,000",
        "I paid $5 for a coffee and you paid 10$ in total",
        "from $5 or 10$ a day",
        "$5, or 10$ later",
        "US$5 against HK$6 or A$7",
        "A$/B$ and 5$/10$",
        "价格从$5涨到$10",
        "涨到$5，而不是6$。",
        "价格为$100到$200元，约US$15",
        "美元（US$）和港元（HK$）",
        "$和€的汇率是7$吗",
        "＄5和＄10",
        "$HOME/$USER and $PATH",
        "Price: $$ (mid-range), $$$ (high)",
        "$$ and $$ are classes of price",
        "餐厅$$和$$$",
    ],
)
def test_money_never_becomes_maths(text: str) -> None:
    assert formulas(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "`$x$` and ``$a`$``",
        "```\n$x$\n```",
        "~~~tex\n\\[x\\]\n~~~",
        r"\\(x\\) and \$x\$",
        r"see \[1\], \[2, 3\] and \(see below\)",
        "$ x $ and $x $",
        "$x\ny$",
        "$$\nx\n\ny\n$$",
        "$x$4",
    ],
)
def test_code_escapes_and_spaced_dollars_are_no_formulas(text: str) -> None:
    assert formulas(text) == ()


@pytest.mark.parametrize("text", ["\\[", "\\[ x =", "so \\(a + b", "$$\n\\frac{a", "$$ x"])
def test_a_formula_that_is_being_written_reaches_to_the_end(text: str) -> None:
    (found,) = formulas(text)
    assert (found.is_closed, found.end) == (False, len(text))


@given(st.text(alphabet="$\\[]()`~ \nax1_^{}总，>|", max_size=80))
def test_any_text_is_read_and_formulas_stand_apart_in_order(text: str) -> None:
    end = 0
    for one in formulas(text):
        assert end <= one.start < one.end <= len(text)
        assert "\n\n" not in text[one.start : one.end]
        end = one.end


@pytest.mark.parametrize("part", ["\\(", "$a", "\\[ ", "$$ x ", "`$x ", "$x$ "])
def test_the_work_grows_with_the_text_and_not_faster(part: str) -> None:
    assert len(formulas(part * 20_000)) <= 20_000  # quadratic work would run into the suite's time limit
