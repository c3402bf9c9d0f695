"""English statements about other people: my sister, my colleague Ann, Tom Ashby, and he or she after them.

The user's own name in the third person means the user. What is said of others never becomes a fact about the user.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.english_words import EMAIL, HEALTH, KIN, PHONE, ROLE, noun
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

_I = re.IGNORECASE
_POSSESSIVE = re.compile(
    rf"(?P<who>(?-i:[A-Z][\w-]+(?: [A-Z][\w-]+)*)|my {KIN}|my {ROLE})(?:'s|’s) (?P<what>[\w -]+?) (?:is|are)(?: now)? (?P<v>.+)",
    _I,
)
_THEIRS = re.compile(r"(?:his|her) (?P<what>[\w -]{2,30}?) (?:is|are)(?: now)? (?P<v>.+)", _I)
_SPLIT_OTHER = re.compile(
    rf"(?P<who>(?:my|our) (?:new )?(?:{KIN}|{ROLE})(?: (?P<name>(?-i:[A-Z][\w-]+)|[\u4e00-\u9fff]{{2,4}}))?|(?P<pronoun>(?:he|she|they)\b)|(?P<named>(?-i:[A-Z][\w-]+(?: [A-Z][\w-]+)*)))(?:'s|’s)? (?P<rest>.+)",
    _I,
)
_OTHERS: tuple[tuple[re.Pattern[str], str, Layer], ...] = tuple(
    (re.compile(pattern, _I), attribute, layer)
    for pattern, attribute, layer in (
        (r"(?:is |are |'s )?allergic to (?P<v>.+)", "allergy", Layer.FACT),
        (r"(?:can't|cannot|can not|doesn't|does not|never|won't) (?:eat|drink|have)s? (?P<v>.+)", "diet", Layer.PREFERENCE),
        (r"(?:is |are )?(?:an? )?(?:strict )?(?P<v>vegetarian|vegan|pescatarian|teetotal|(?:lactose|gluten|dairy|fructose)[- ](?:intolerant|free)|coeliac|celiac|halal|kosher)\b.*", "diet", Layer.PREFERENCE),
        (rf"(?:has|have|had|suffers from|is living with|lives with|was diagnosed with|has been diagnosed with) (?P<v>(?:[\w-]+ ){{0,2}}{HEALTH}\b.*)", "condition", Layer.FACT),
        (r"(?:is |are )(?P<v>(?:diabetic|asthmatic|epileptic|autistic|dyslexic|colou?r-?blind|deaf|blind)\b.*)", "condition", Layer.FACT),
        (r"(?:strongly |really |also |much )?prefers? (?P<v>.+)", "prefer", Layer.PREFERENCE),
        (r"(?:strongly |really |also )?(?:likes?|loves?|enjoys?) (?P<v>.+)", "likes", Layer.PREFERENCE),
        (r"(?:really )?(?:hates?|dislikes?|can't stand|doesn't like|does not like) (?P<v>.+)", "dislikes", Layer.PREFERENCE),
        (r"works? (?:at|for) (?P<v>.+)", "employer", Layer.RELATIONSHIP),
        (r"(?:works? as|is) (?:an? |the )(?P<v>[\w -]*(?:er|or|ist|ian|nurse|chef|pilot|vet|teacher|student|lawyer)\b.*)", "role", Layer.FACT),
        (r"lives? in (?P<v>.+)", "city", Layer.FACT),
        (r"(?:has |have |had |'s )?(?:just |recently |now )?(?:moved|relocated|emigrated) (?:house |home |back )?to (?P<v>(?-i:[A-Z])[\w' -]+)", "city", Layer.FACT),
        (r"(?:goes to|attends|studies at|is studying at|is at|started at|got into) (?P<v>(?:the )?(?-i:[A-Z])[\w' -]*(?:School|Academy|College|University|Primary|Grammar|High))", "school", Layer.FACT),
        (r"(?:approves?|signs? off(?: on)?|handles?|is responsible for|is in charge of) (?P<v>.+)", "responsibility", Layer.RELATIONSHIP),
        (r"(?:is|are|has|have|had|was|were|left|wants?|needs?|uses?|eats?|drinks?|doesn't|does not|can't|can|plays?|moved|bought|started|finished|"
         r"manages?|teaches|runs?|looks|smokes?|swims?|sings?|paints?|got|goes|speaks?|drives?|told|asked|said yes|committed|promised|decided|turns|studies|collects|keeps|is |sold|will|is going|joined|married|turned|took|made|gave|lost|won|works|\w+ed)\b(?P<v>.+)", "about", Layer.FACT),
    )
)  # fmt: skip


_NOT_A_NAME = re.compile(
    r"(?:The|This|That|These|Those|What|There|It|If|When|Just|No|Yes|In|On|At|And|But|So|Thanks|Please|Here|Today|My|We|You|He|She|"
    r"Quick|Fact|Two|Some|Every|All|Both|Most|Our|Your|Their|I)\b"
)
_PERSONAL_VERB = re.compile(
    r"(?:strongly |really )?(?:prefers|likes|hates|loves|works|is allergic|lives|wants|committed|decided|told me|asked me|asked that|said (?:he|she|they)|mentioned (?:he|she|they))\b",
    _I,
)


_PASSING = re.compile(
    r"(?:would|should|could|might|may|must|says?|said|thinks?|thought|asks?|will probably|and|or|but|who|which|that|in|on|at|with|to|of|for|'ll|'d)\b|"
    r".*\b(?:right now|at the moment|just now|today|tonight|this (?:morning|afternoon|evening))\b|[A-Z]",
)


def find_others(clause: Clause, known: Known) -> list[Finding]:
    """What is said about another person; the user's own name in the third person means the user."""
    owner = _POSSESSIVE.match(clause.text)
    theirs = _THEIRS.match(clause.text) if clause.subject != "user" else None
    if theirs:
        return [finding(clause, _other_attribute(theirs["what"], theirs["v"]), theirs["v"])]
    if owner:
        attribute = _other_attribute(owner["what"], owner["v"])
        who = _who(owner["who"])
        return [
            replace(finding(clause, attribute, owner["v"]), subject=_subject(who, known), entities=(who,))
        ]
    split = _SPLIT_OTHER.match(
        re.sub(r"^([A-Z]\w+)['’]s (?=in |at |on |an? |the |not |now )", r"\1 is ", clause.text)
    )
    if not split:
        return []
    who = clause.subject if split["pronoun"] else _who(split["who"])
    if split["pronoun"] and clause.subject == "user":
        return []
    is_named = bool(split["named"])
    if is_named and (_NOT_A_NAME.match(who) or not _is_person(who, split["rest"], clause, known)):
        return []
    for pattern, attribute, layer in _OTHERS:
        rest = pattern.match(split["rest"])
        if rest:
            subject = _subject(who, known)
            entities = tuple(filter(None, (split["name"] or (who if is_named else ""),)))
            return [
                replace(
                    finding(clause, attribute, (rest["v"] or split["rest"]).strip(), layer),
                    subject=subject,
                    entities=entities,
                )
            ]
    if not is_named and not split["pronoun"] and not _PASSING.match(split["rest"]):
        # Of one's own people any plain statement counts: my grandfather built this house.
        about = finding(clause, "about", split["rest"])
        return [replace(about, subject=_subject(who, known), entities=tuple(filter(None, (split["name"],))))]
    return []


def _is_person(who: str, rest: str, clause: Clause, known: Known) -> bool:
    """A capitalised word alone may be a thing: it must be known, have two parts, or do what only people do."""
    if len(who.split()) > 1 or who in known.people or who in known.names or clause.is_requested:
        return True
    return bool(_PERSONAL_VERB.match(rest))


def _who(text: str) -> str:
    return re.sub(r"^(?:my|our) (?:new )?", "", text, flags=_I).strip()


def _subject(who: str, known: Known) -> str:
    return "user" if who.lower() in (name.lower() for name in known.names) else who


def _other_attribute(what: str, value: str) -> str:
    if re.search(EMAIL, value):
        return "email"
    if re.fullmatch(PHONE, value.strip(" .")):
        return "phone"
    lowered = what.lower()
    for word in ("birthday", "address", "name", "age", "role", "job"):
        if word in lowered:
            return {"job": "role"}.get(word, word)
    return f"attribute:{noun(what)}"
