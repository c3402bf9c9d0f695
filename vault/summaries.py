"""Summaries: many memories on one topic, told in one text that links to each of them. Pure; who stores them decides.

A summary adds nothing and replaces nothing: its members stay, its text is theirs, joined, and it is rebuilt whenever
one of them changes, leaves force or is forgotten. Follows the design page "Memory core, Duplicates, merge, summary".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from vault import fold, slots
from vault.records import (
    Candidate,
    Evidence,
    Layer,
    Memory,
    Retention,
    Sensitivity,
    SourceKind,
    State,
)
from vault.topics import topics_of_memory

FROM_MEMBERS: Final = 20
FEWEST_MEMBERS: Final = 2  # below it there is nothing to sum up
LINK: Final = "memory"  # the kind of evidence that points to a member
_LONGEST: Final = 4_000  # characters; what does not fit is still linked
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Group:
    """Members of one subject and scope that share a topic, the earliest said first."""

    topic: str
    members: tuple[Memory, ...]

    @property
    def attribute(self) -> str:
        return f"summary:{self.topic}"


def groups(memories: Sequence[Memory]) -> list[Group]:
    """The topics with twenty memories or more, the largest first; each memory counts for one topic."""
    found: list[Group] = []
    by_place: defaultdict[tuple[str, str], list[Memory]] = defaultdict(list)
    for memory in memories:
        if is_member(memory):
            by_place[memory.subject, memory.scope].append(memory)
    for place in sorted(by_place):
        found += _grouped(by_place[place])
    return found


def is_member(memory: Memory) -> bool:
    """Whether a memory can be part of a summary: in force, no summary itself, and not sealed."""
    is_open = memory.sensitivity is not Sensitivity.SEALED
    return memory.state is State.ACTIVE and memory.layer is not Layer.SUMMARY and is_open


def candidate(group: Group) -> Candidate:
    """The summary of a group as something that the vault may keep: as careful as the most careful member."""
    first = group.members[0]
    languages = Counter(memory.language for memory in group.members)
    sensitivity = Sensitivity.NORMAL
    for member in group.members:
        sensitivity = slots.stricter(sensitivity, member.sensitivity)
    return Candidate(
        attribute=group.attribute,
        claim=text(group.topic, group.members),
        layer=Layer.SUMMARY,
        value=group.topic,
        evidence=links(group.members),
        subject=first.subject,
        scope=first.scope,
        source=SourceKind.INFERRED,
        confidence=1.0,  # it says nothing that its members do not say
        language=languages.most_common(1)[0][0],
        sensitivity=sensitivity,
        retention=Retention.PERMANENT,
        said_utc=max(member.said_utc for member in group.members),
    )


def text(topic: str, members: Sequence[Memory]) -> str:
    """The members' sentences, each once, the earliest first, under the topic."""
    is_chinese = bool(topic) and fold.is_cjk(topic[0])
    mark, stop = ("：", "；") if is_chinese else (": ", "; ")
    sentences = dict.fromkeys(member.claim.rstrip(" .。;；") for member in members)
    told = topic
    for number, sentence in enumerate(sentences):
        longer = f"{told}{mark if number == 0 else stop}{sentence}"
        if len(longer) > _LONGEST:
            return f"{told}{stop}…"
        told = longer
    return told


def links(members: Sequence[Memory]) -> tuple[Evidence, ...]:
    """Evidence that points to each member and quotes its sentence."""
    return tuple(Evidence(LINK, member.id, member.claim, said_utc=member.said_utc) for member in members)


def rebuilt(summary: Memory, members: Sequence[Memory]) -> Memory:
    """The summary over those of these members that are in force, the earliest first; with too few it is put away."""
    standing = sorted((one for one in members if is_member(one)), key=lambda one: (one.said_utc, one.id))
    sensitivity = summary.sensitivity
    for member in standing:
        sensitivity = slots.stricter(sensitivity, member.sensitivity)
    new = replace(
        summary,
        claim=text(str(summary.value), standing),
        evidence=links(standing),
        sensitivity=sensitivity,
    )
    if len(standing) >= FEWEST_MEMBERS:
        return new
    ending: Mapping[State, State] = {
        State.ACTIVE: State.ARCHIVED,
        State.PROPOSED: State.REJECTED,
    }
    return replace(new, state=ending.get(summary.state, summary.state), reason="members")


def _grouped(memories: Sequence[Memory]) -> list[Group]:
    topics = {memory.id: topics_of_memory(memory) for memory in memories}
    left = list(memories)
    found: list[Group] = []
    while True:
        counts = Counter(topic for memory in left for topic in topics[memory.id])
        # Of equally frequent topics the longer word, then the first in order: the same on every run.
        best = max(counts, key=lambda topic: (counts[topic], len(topic), topic), default="")
        if counts[best] < FROM_MEMBERS:
            return found
        members = sorted((m for m in left if best in topics[m.id]), key=lambda m: (m.said_utc, m.id))
        found.append(Group(_as_written(best, members), tuple(members)))
        gone = {member.id for member in members}
        left = [memory for memory in left if memory.id not in gone]


def _as_written(topic: str, members: Sequence[Memory]) -> str:
    """The commonest spelling of a topic's word in the members' sentences."""
    if fold.is_cjk(topic[0]):
        return topic
    spelt = Counter(
        word.casefold() for m in members for word in _WORD.findall(m.claim) if topic in fold.words(word)
    )
    return spelt.most_common(1)[0][0] if spelt else topic
