"""Citation marks of a reply, checked against exactly the sources that its request held.

A mark is `[1]`, `[1, 2]`, `[^1]` or `【1】` outside code and formulas. Marks of sources that were not in the request
are removed and counted. Each part of a sentence is held against the sources whose marks follow it, as
`assistant.support` judges it. A reply without marks is aligned: each sentence that rests on one source by the same test
gets its mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from assistant.events import CitationMark
from assistant.language import Sentence, content_words, numbers, sentences
from assistant.maths import formulas
from assistant.paragraphs import paragraphs, states_something
from assistant.quotations import holds_whole, introduces, is_led_truly, opening
from assistant.support import (
    LONGEST_SENTENCE,
    SameWord,
    Similarity,
    days_meant,
    fault,
    is_outdated,
    judge,
    overlap,
)
from vault.asking import is_bare_question
from vault.records import Sensitivity

__all__ = ["Checked", "SameWord", "Similarity", "Source", "check", "strip_marks", "supports"]

# Without a mark from the model the evidence has to be stronger.
ALIGN_FLOOR = 0.6
ALIGN_MEANING_FLOOR = 0.9

_MARK = re.compile(
    r"[ \t]?(?:\[\^?(\d{1,3}(?:\s*[,，、]\s*\^?\d{1,3})*)\](?![(:])|【(\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)】)"
)
_SAYS_ASKED = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|questions?|wonder(?:s|ed|ing)?|wanted to know|quer(?:y|ied))\b|问|想知道|疑问",
    re.IGNORECASE,
)
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Source:
    """One numbered unit of the request. `text` is what the sources block says (in clear); `said` the words
    of its evidence.
    """

    mark: int
    kind: str
    id: str
    text: str
    quote: str
    time_utc: datetime | None = None
    weight: float = 1.0
    origin: str = ""
    conversation_id: str = ""
    title: str = ""
    date: str = ""
    past: bool = False
    is_range: bool = False
    memory_id: str = ""
    role: str = ""
    speaker: str = ""
    is_pending: bool = False  # a proposal that waits for review
    evidence_ids: tuple[str, ...] = ()  # the turns that a memory rests on
    share: float = 1.0  # of the best unit's score
    is_slot: bool = False  # found by its slot: the question asks for this very attribute
    page: int = 0  # of a passage, 0 where its document has no pages
    sensitivity: Sensitivity = Sensitivity.NORMAL  # of a document; a memory has its own

    @property
    def evidence(self) -> str:
        place = f"page {self.page} 第 {self.page} 页" if self.page else ""
        return f"{self.text}\n{self.quote}\n{self.date}\n{self.title}\n{place}"


@dataclass(frozen=True, slots=True)
class Checked:
    """The reply with its false marks removed, and what was found out about the rest."""

    text: str
    citations: tuple[CitationMark, ...]
    removed: int = 0
    unsupported: int = 0
    aligned: bool = False
    unsourced: tuple[str, ...] = ()  # sentences before a mark that none of their paragraph's sources bears


def check(
    text: str,
    sources: Sequence[Source],
    *,
    similarity: Similarity | None = None,
    same_word: SameWord | None = None,
    is_quotation: bool = False,
) -> Checked:
    """Verify the marks of `text`. Without any mark, sentences are aligned to `sources` by words and, where
    given, meaning. `same_word` finds words of the sources that say the same as words of a cited sentence.
    `is_quotation`: the text was put together from the sources, so that each of its marks holds.
    """
    meaning = _Meaning(similarity, same_word)
    known = {source.mark: source for source in sources}
    cleaned, removed, has_marks = _remove_unknown(text, known)
    if not has_marks:
        return _align(cleaned, sources, removed, similarity)
    citations: list[CitationMark] = []
    unsupported = 0
    unsourced: list[str] = []
    apart = _apart(cleaned)
    for paragraph in paragraphs(cleaned, [code.span() for code in _CODE.finditer(cleaned)]):
        unsourced += (
            [] if is_quotation else _unsourced([sentence.text for sentence in paragraph], known, meaning)
        )
        for part, marks in (each for sentence in paragraph for each in _parts(sentence, apart)):
            cited = [known[mark] for mark in marks if mark in known]
            if not cited:
                continue
            is_supported = is_quotation or _is_supported(part, cited, sources, meaning)
            unsupported += not is_supported
            citations += [_citation(source, part, is_supported) for source in cited]
    return Checked(cleaned, _merged(citations), removed, unsupported, unsourced=tuple(unsourced))


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What an encoder says of sentences and of words, where there is one."""

    similarity: Similarity | None
    same_word: SameWord | None

    def bears(self, sentence: str, evidence: Sequence[str]) -> bool:
        return judge(sentence, evidence, similarity=self.similarity, same_word=self.same_word).is_supported


def _is_supported(part: str, cited: Sequence[Source], sources: Sequence[Source], meaning: _Meaning) -> bool:
    evidence, lead = _evidence(cited, part), opening(part)

    def rests(text: str) -> bool:
        return meaning.bears(text, evidence)

    is_quoted = any(holds_whole(part, (source.text, source.quote)) for source in cited)
    known = "\n".join(f"{source.evidence}\n{source.speaker}" for source in cited)
    if (is_quoted or introduces(lead)) and not is_led_truly(lead, known, rests):
        return False
    if is_quoted and lead:
        return True  # with its date, it was said whatever came later
    return (is_quoted or rests(part)) and not _is_outdated(part, cited, sources)


def _unsourced(paragraph: Sequence[str], known: dict[int, Source], meaning: _Meaning) -> list[str]:
    """The sentences without a mark, before a marked one of their paragraph, that its sources do not bear.

    A mark at the end of a paragraph is read as one for all of it. What does not come from there may well be true.
    """
    marks = [_marks_in(sentence) for sentence in paragraph]
    found = []
    for number, sentence in enumerate(paragraph):
        text = sentence.strip().lstrip("#>*- ")
        after = [
            known[mark] for mark in dict.fromkeys(chain.from_iterable(marks[number + 1 :])) if mark in known
        ]
        if marks[number] or not after or not states_something(text):
            continue
        if not meaning.bears(text, _evidence(after, text)):
            found.append(text)
    return found


def _evidence(cited: Sequence[Source], part: str) -> list[str]:
    """What the sources say to a part of a reply, each with the days that its words meant when they were said.

    What a message only asks proves nothing, unless the reply says that it was asked, or quotes it.
    """
    keeps_questions = _SAYS_ASKED.search(part) is not None
    found = []
    for source in cited:
        if source.kind == "turn" and not keeps_questions:
            texts = [_told(text, part) for text in (source.text, source.quote, source.title)]
            evidence = "\n".join([*texts[:2], source.date, texts[2]])
        else:
            evidence = source.evidence
        found.append(f"{evidence}\n{days_meant(source.quote or source.text, source.time_utc)}".strip() or "?")
    return found


def _told(text: str, part: str) -> str:
    """A message without the sentences in which it only asks; one that the part quotes stays."""
    if "?" not in text and "？" not in text:
        return text
    kept = (
        each.text
        for each in sentences(text)
        if _without_joint(each.text.strip()) in part or not is_bare_question(each.text)
    )
    return "".join(kept).strip()


def _is_outdated(part: str, cited: Sequence[Source], sources: Sequence[Source]) -> bool:
    """Whether a newer source, cited beside the older one or not at all, has changed what a part says as holding now."""
    marks = {source.mark for source in cited}
    others = [(s.text, s.time_utc) for s in sources if s.mark not in marks and not s.past]
    told = [(s.text, s.time_utc) for s in cited]
    if others and is_outdated(part, told, others):
        return True
    return len(told) > 1 and any(is_outdated(part, [one], told) for one in told)


def _parts(sentence: Sentence, apart: Sequence[tuple[int, int]]) -> list[tuple[str, list[int]]]:
    """A sentence in parts, each with the marks that follow it; what stands after the last mark belongs to no part.

    `apart`: where code and formulas are in the text that it is a sentence of.
    """
    parts: list[tuple[str, list[int]]] = []
    start = position = 0
    for match in _MARK.finditer(sentence.text):
        if any(begin <= sentence.start + match.start() < end for begin, end in apart):
            continue
        words = sentence.text[start : match.start()].strip(" \t,，、;；")
        if parts and match.start() == position:
            parts[-1][1].extend(_numbers_of(match))
        elif any(map(str.isalnum, words)):
            parts.append((_without_joint(words), _numbers_of(match)))
        elif parts:
            parts[-1][1].extend(_numbers_of(match))
        start = position = match.end()
    return parts


def _without_joint(words: str) -> str:
    """A part without the word that joins it to the one before."""
    return re.sub(
        r"^(?:and|but|while|so|also)\s+|^(?:而且?|但是?|并且?|另外)[，,]?", "", words, flags=re.IGNORECASE
    )


def supports(sentence: str, evidence: Sequence[str], *, similarity: Similarity | None = None) -> bool:
    """Whether a sentence rests on the texts together, as `assistant.support` judges it."""
    return judge(sentence, evidence, similarity=similarity).is_supported


def strip_marks(text: str) -> str:
    """`text` without its citation marks; code and formulas are left alone."""
    return _outside(text, lambda part: _MARK.sub("", part))


def _marks_in(text: str) -> list[int]:
    found: list[int] = []

    def collect(part: str) -> str:
        found.extend(number for match in _MARK.finditer(part) for number in _numbers_of(match))
        return part

    _outside(text, collect)
    return list(dict.fromkeys(found))


def _numbers_of(match: re.Match[str]) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", match.group(1) or match.group(2))]


def _apart(text: str) -> list[tuple[int, int]]:
    """Where code and formulas are, in order; in `x[1]` of a formula nothing is cited."""
    places = [match.span() for match in _CODE.finditer(text)]
    return sorted(places + [(found.start, found.end) for found in formulas(text)])


def _outside(text: str, change: Callable[[str], str]) -> str:
    parts, position = [], 0
    for start, end in _apart(text):
        if end > position:
            parts += [change(text[position : max(start, position)]), text[max(start, position) : end]]
            position = end
    return "".join([*parts, change(text[position:])])


def _remove_unknown(text: str, known: dict[int, Source]) -> tuple[str, int, bool]:
    removed, kept = 0, 0

    def rewrite(match: re.Match[str]) -> str:
        nonlocal removed, kept
        marks = _numbers_of(match)
        good = [m for m in marks if m in known]
        removed += len(marks) - len(good)
        kept += len(good)
        lead = " " if match.group()[0] in " \t" and good else ""
        return lead + "".join(f"[{m}]" for m in good)

    cleaned = _outside(text, lambda part: _MARK.sub(rewrite, part))
    return cleaned, removed, kept > 0


def _align(text: str, sources: Sequence[Source], removed: int, similarity: Similarity | None) -> Checked:
    """Give marks to the sentences of a reply that has none; a sentence rests on the one source that covers it best."""
    citations: list[CitationMark] = []
    pieces, position = [], 0
    fences = [match.span() for match in _CODE.finditer(text)]
    formulas_in = [(found.start, found.end) for found in formulas(text)]
    for sentence in sentences(text):
        body = sentence.text.rstrip()
        if any(start < sentence.end and sentence.start < end for start, end in fences):
            continue
        # No mark is put into a formula that goes over several lines.
        if any(
            start < at < end
            for start, end in formulas_in
            for at in (sentence.start, sentence.start + len(body))
        ):
            continue
        source = _best_source(sentence, sources, similarity)
        if source is None:
            continue
        pieces += [text[position : sentence.start], body, f" [{source.mark}]"]
        position = sentence.start + len(body)
        citations.append(_citation(source, sentence.text.strip(), True, aligned=True))
    marked = "".join([*pieces, text[position:]])
    return Checked(marked, _merged(citations), removed, 0, aligned=bool(citations))


def _best_source(
    sentence: Sentence, sources: Sequence[Source], similarity: Similarity | None
) -> Source | None:
    if len(sentence.text) > LONGEST_SENTENCE:
        return None
    words = content_words(sentence.text)
    if len(words) + len(numbers(sentence.text)) < 2 or sentence.text.rstrip().endswith(("?", "？")):
        return None
    evidence = {s.mark: _evidence([s], sentence.text)[0] for s in sources}
    fitting = [s for s in sources if not fault(sentence.text, [evidence[s.mark]])]
    if not fitting:
        return None
    scored = [(overlap(sentence.text, evidence[s.mark]), -s.mark, s) for s in fitting]
    best, _, source = max(scored, key=lambda entry: entry[:2])
    if best >= ALIGN_FLOOR:
        return source
    told = [(source, text) for source in fitting if (text := _told_by(source, sentence.text))]
    if similarity is not None and told:
        scores = list(similarity(sentence.text, [text for _, text in told]))
        top = max(range(len(scores)), key=scores.__getitem__)
        if scores[top] >= ALIGN_MEANING_FLOOR:
            return told[top][0]
    return None


def _told_by(source: Source, part: str) -> str:
    """The words of a source that prove something."""
    return _told(source.text, part) if source.kind == "turn" else source.text


def _citation(source: Source, sentence: str, supported: bool, *, aligned: bool = False) -> CitationMark:
    return CitationMark(
        source.mark,
        source.kind,
        source.id,
        source.quote or source.text,
        supported,
        sentence,
        aligned,
        title=source.title,
        page=source.page,
    )


def _merged(citations: Sequence[CitationMark]) -> tuple[CitationMark, ...]:
    """One entry a mark, in order of first use; supported only when every sentence that uses it is."""
    merged: dict[int, CitationMark] = {}
    for citation in citations:
        before = merged.get(citation.mark)
        if before is None or (before.supported and not citation.supported):
            merged[citation.mark] = citation
    return tuple(merged.values())
