"""A wish for help rests on what is near, if anything is; a question of fact needs more."""

from __future__ import annotations

from vault.recall.verdict import KNOWN, Fit, judge


def test_help_is_supported_by_what_is_near() -> None:
    near = Fit(nearness=0.85, words=0.2)
    assert judge(near).word != KNOWN
    assert judge(Fit(nearness=0.85, words=0.2, is_help=True)).word == KNOWN


def test_help_is_supported_by_nothing_far_away() -> None:
    far = Fit(nearness=0.81, words=0.2)
    assert judge(Fit(nearness=0.81, words=0.2, is_help=True)) == judge(far)
    assert judge(Fit(is_help=True)) != judge(Fit(nearness=0.85, is_help=True))
