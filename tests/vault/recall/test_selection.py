"""Selection: which units stand out, and why the others do not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from vault.recall import selection
from vault.recall.query import Query, understand
from vault.recall.ranking import Ranked
from vault.recall.selection import Choosable, select

_NOW = datetime(2026, 9, 20, tzinfo=UTC)


def question(text: str) -> Query:
    return understand(text, (), _NOW, lambda plain: plain)


def turn(text: str, score: float, coverage: float) -> Choosable:
    ranked = Ranked(slot=0, score=score, parts={}, coverage=coverage, cosine=0.84, named=0)
    return Choosable(ranked, is_memory=False, text=text, unit_id=text)


def memory(text: str, score: float, drawn_from: str = "", named: int = 0, subject: str = "user") -> Choosable:
    ranked = Ranked(slot=0, score=score, parts={}, coverage=0.3, cosine=0.84, named=named)
    return Choosable(
        ranked, is_memory=True, text=text, unit_id="m", subject=subject, drawn_from=frozenset({drawn_from})
    )


def test_a_turn_that_only_repeats_a_memory_gives_way_to_it() -> None:
    said = "Remember: I started my new job today."
    units = [turn(said, 3, 0.5), memory("I started my new job today (8 September 2026)", 1, said)]
    assert select(units, question("When did I start my new job?")) == [selection.DUPLICATE, ""]


def test_of_a_turn_with_two_facts_the_one_that_ranks_best_is_not_lost() -> None:
    said = "我叫高兴，是一名钢琴调音师。"
    units = [
        turn(said, 3, 0.5),
        memory("我是一名钢琴调音师，叫高兴", 0.8, said),
        memory("我叫高兴", 2, said),
    ]
    assert select(units, question("我叫什么名字？")) == [selection.DUPLICATE, "", ""]


def test_a_turn_that_says_more_than_its_memory_stays() -> None:
    said = "I started my new job today, at a bakery in Leeds with two friends from college."
    units = [turn(said, 3, 0.5), memory("I started my new job today (8 September 2026)", 1, said)]
    assert select(units, question("When did I start my new job?"))[0] == ""


def test_a_neighbour_without_the_word_is_not_selected_for_a_search_by_one_word() -> None:
    units = [turn("我养了一只猫。", 3.6, 1.0), turn("我正在学陶艺。", 3.4, 0.0)]
    assert select(units, question("猫")) == ["", selection.SCORE]


def test_a_bare_question_and_a_supposition_are_never_selected() -> None:
    asked = turn("Where do I live?", 4, 1.0)
    supposed = turn("If I moved to Bath, I would open a shop.", 3.5, 0.5)
    units = [
        replace(asked, ranked=replace(asked.ranked, is_asked=True)),
        replace(supposed, ranked=replace(supposed.ranked, is_supposed=True)),
        turn("I live in Oslo.", 2, 0.5),
    ]
    assert select(units, question("Where do I live?")) == [selection.QUESTION, selection.SUPPOSITION, ""]


def test_assent_and_thanks_are_never_selected() -> None:
    units = [
        turn("y", 5, 0.0),
        turn("好的，谢谢！", 4.8, 0.0),
        turn("Yes please", 4.7, 0.5),
        turn("Yes, in Oslo.", 4.5, 0.5),
    ]
    assert select(units, question("Where do I live?")) == [selection.EMPTY] * 3 + [""]


def test_the_same_question_asked_before_is_no_answer_even_where_questions_are_looked_for() -> None:
    asked = "What did I say about trains?"
    assert select([turn(asked, 4, 1.0)], question(asked)) == [selection.QUESTION]
    told = "The night train to Oslo was late."
    assert select([turn(told, 4, 1.0)], question(told)) == [""]


def test_a_namesakes_memory_and_its_turn_are_not_selected() -> None:
    said = "Remember that Martin Lindqvist's email is martin@example.com."
    units = [
        memory(
            "Martin Lindqvist's email is martin@example.com", 6, said, named=1, subject="Martin Lindqvist"
        ),
        turn(said, 3, 0.6),
    ]
    reasons = select(units, question("What is Astrid Lindqvist's email?"))
    assert reasons == [selection.PERSON, selection.PERSON]
    assert select(units, question("What is Martin Lindqvist's email?"))[0] == ""
