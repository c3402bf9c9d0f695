"""A wish for help rests on what is near, if anything is; a question of fact needs more."""

from __future__ import annotations

from dataclasses import replace

from vault.recall.verdict import KNOWN, UNCERTAIN, UNKNOWN, Fit, judge


def test_help_is_supported_by_what_is_near() -> None:
    near = Fit(nearness=0.85, words=0.2)
    assert judge(near).word != KNOWN
    assert judge(Fit(nearness=0.85, words=0.2, is_help=True)).word == KNOWN


def test_help_is_supported_by_nothing_far_away() -> None:
    far = Fit(nearness=0.81, words=0.2)
    assert judge(Fit(nearness=0.81, words=0.2, is_help=True)) == judge(far)
    assert judge(Fit(is_help=True)) != judge(Fit(nearness=0.85, is_help=True))


def test_a_remark_is_judged_by_what_is_near_to_its_conversation() -> None:
    far = Fit(nearness=0.82, words=0.1)
    assert judge(far).word == UNKNOWN
    assert judge(replace(far, remark=-0.24)).word == UNCERTAIN
    assert judge(replace(far, remark=-0.30)).word == UNKNOWN
    assert judge(replace(far, nearness=0.9, remark=-0.30)).word == UNKNOWN
