"""What the rules make of one clause: the first that fits, on the clause as it stands or without the times in it.

A statement that denies an old value is read as what it says instead, a time in front of or inside it is set aside.
"""

from __future__ import annotations

from dataclasses import replace

from assistant.extraction import chinese_people, contacts, people_meant
from assistant.extraction.corrections import restated
from assistant.extraction.findings import Clause, Finding, Known, Rule
from assistant.extraction.openings import own_doing, without_time_inside, without_time_lead
from assistant.extraction.rules import ABOUT_USER
from vault.records import USER


def found_by(clause: Clause, known: Known, rules: tuple[Rule, ...]) -> list[Finding]:
    """What the first fitting rule says; a time phrase in front of the statement is set aside for the matching."""
    core = said = without_time_lead(clause)
    if clause.language == "en":
        core = replace(core, text=people_meant.spelled_out(core.text))
    said_anew = "" if clause.is_strict else restated(core.text, clause.language)
    if said_anew:
        found = found_by(replace(core, text=said_anew, corrects=True), known, rules)
        if found:
            told = [replace(one, claim=one.claim or said_anew) for one in found]
            return [replace(one, start=clause.start) if one.start == core.start else one for one in told]
    found = _by_rules(clause, core, known, rules)
    # A value that is the whole statement stays in the words that were said.
    found = [replace(one, value=said.text) if one.value == core.text.strip() else one for one in found]
    if clause.language == "zh" and not clause.is_strict and _is_general(found):
        own = own_doing(core) if clause.subject == USER else None
        told = _by_rules(clause, own, known, rules) if own else []
        if told:
            return [replace(one, claim=one.claim or f"我{clause.text}") for one in told]
        bare = without_time_inside(core)
        told = _by_rules(clause, bare, known, rules) if bare else []
        if told and not (_is_general(told) and found):
            return told
    return found


def _is_general(found: list[Finding]) -> bool:
    """Whether nothing was found, or only what a statement comes to where no rule knows it."""
    return all(
        one.attribute.partition(":")[0] in ("habit", "event", "attribute", "location", "activity", "owns")
        and not one.is_negated
        for one in found
    )


def _by_rules(clause: Clause, core: Clause, known: Known, rules: tuple[Rule, ...]) -> list[Finding]:
    """What the first fitting rule says of `core`, which is `clause` as far as the rules need it."""
    about_user = clause.subject == USER or clause.has_subject
    for rule in rules:
        if rule in ABOUT_USER and not about_user:
            continue
        found = [told for one in rule(core, known) for told in contacts.rescued(one, core)]
        if found:
            return [replace(one, start=clause.start) if one.start == core.start else one for one in found]
    if not about_user and clause.language == "zh":
        return chinese_people.find_others(replace(clause, text="他" + clause.text), known)
    return []


__all__ = ["found_by"]
