"""What fits into a request, and that everything that does not is named."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant.budget import Part, estimate_tokens, plan

parts = st.lists(st.text(min_size=1, max_size=400), max_size=8)


@given(parts, parts, parts, st.integers(500, 6000), st.integers(50, 400))
def test_a_plan_fits_and_loses_nothing_silently(
    profile: list[str], sources: list[str], history: list[str], context: int, fixed: int
) -> None:
    named = (("profile", profile), ("memory", sources), ("history", history))
    groups = [[Part(kind, f"{kind}{i}", text) for i, text in enumerate(texts)] for kind, texts in named]
    made = plan(groups[0], groups[1], groups[2], fixed_tokens=fixed, context_tokens=context)
    assert made.tokens <= max(fixed, context)
    kept = [*made.profile, *made.sources, *made.history]
    assert sorted(p.id for p in (*kept, *made.dropped)) == sorted(p.id for group in groups for p in group)
    assert list(made.history) == groups[2][len(groups[2]) - len(made.history) :], (
        "the newest turns, without a gap"
    )


def test_estimates_are_never_below_common_tokenizers() -> None:
    # Source: counts of the cl100k and o200k vocabularies, the larger of the two for each text.
    assert estimate_tokens("Hello, how are you doing today?") >= 8
    assert estimate_tokens("我想了解一下这个项目的预算和时间安排。") >= 19
    assert estimate_tokens("def main() -> None:\n    print('hello')\n") >= 12
