"""The general reading of English: a plain lasting statement in the first person, or one about a thing with a definite value.

Comes last, after every rule that knows what it reads; what passes, what is felt and what is asked for is left alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.english_things import DEFINITE, LASTING, MINE_NOT, THING_NOT, TRANSIENT
from assistant.extraction.english_words import ADVERB, noun
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from vault.records import Layer

_I = re.IGNORECASE
_DAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_LABELLED = re.compile(r"(?:the |this |my |our )?(?P<what>[\w' -]{3,60}?): (?P<v>\S.*)", _I)
_THING = re.compile(
    r"(?:the |a |an )?(?P<what>[\w'&/ -]{2,50}?) (?P<verb>is|are|runs|uses|costs|pays?|needs|has|have|takes?|holds|read|reads|was|were|showed|shows|stood|measured|owns|opens|closes|meets|approves|handles|signs off|requires?|starts|ends|supports?|sits|selects?|overwinters|emerged|started) (?P<v>.+)",
    _I,
)
_VERB_NOT = re.compile(
    r"(?:think|thought|guess|mean|meant|need|want|wanted|know|knew|hope|feel|felt|wonder|wondered|agree|understand|understood|wish|believe|suppose|see what|see\b(?! (?:a|the|my|our)\b)|"
    r"try|tried|get it|got it|appreciate|assume|doubt|forgot|remember|can|can't|cannot|could|couldn't|should|shouldn't|may|might|must|would|"
    r"wouldn't|have to|had to|am trying|tested|test|asked|ask|said|say|told you|tell|meant|noticed|saw|heard|read\b|agreed|didn't|did|do|"
    r"don't|doubt|'d|’d|'ll|would like|apologi[sz]e|insist|promise|am|was just|was wondering|was thinking|was hoping|never (?:know|mind)|just|like|love|sent|pasted|attached|look|looked|received)\b",
    _I,
)
_DENIED = re.compile(
    r"(?:don't|do not|never) (?:have|own|use|do(?= [A-Z])|drive|play|smoke|watch|cook|speak|work|wear|live|swim|ride|run|read|take|keep|go)\b (?!to (?:ask|worry)|any idea|a clue|time\b|access)",
    _I,
)
# What any verb says counts only of a thing that is the speaker's own or the one both know.
_THE_THING = re.compile(
    r"(?:the|our|my|all) (?!(?:functions?|loops?|pages?|tests?|code|scripts?|quer(?:y|ies)|builds?|apps?|api|requests?|responses?|programs?|class|methods?|process|server|database|button|browser|error|film|movie|hero|story|character|plot|image|picture|text|sentence|paragraph|formula|equation|graph|sun|earth|moon)\b)(?P<what>[\w'&/ -]{2,50}?) (?P<verb>(?!stands\b|means\b|refers\b|says\b|seems\b|looks\b|sounds\b|feels\b|makes\b)(?-i:[a-z]{3,}s|[a-z]{3,}ed(?= (?:in|on|at|from|by|to)\b))) (?P<v>.+)",
    _I,
)
# "…, than the bloom at the orchard, which started on 20 March": the relative clause is a statement of its own.
_WHICH = re.compile(
    r"\b(?P<what>(?:the|our|my) [\w' -]{3,50}), (?:which|who) (?P<verb>is|are|was|were|has|had|started|starts|opened|opens|closed|closes|runs|ended|ends|began|costs?|lives|works|holds) (?P<v>[^,]+)$",
    _I,
)
_AT_HOUR = re.compile(
    r"\b(?:at|until|till|from|by) (?:noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    _I,
)
_TO_BED = re.compile(
    r"(?:go|goes|come) (?:to (?:bed|church|mass|mosque|temple|school|work|the (?:gym|pub|market|sauna|library)|yoga|therapy|choir|pilates)|swimming|running|fishing|dancing|climbing|hiking|sailing|home)\b",
    _I,
)
_DONE_TO = re.compile(
    r"(?:I|we)(?: was| were|'ve been| have been|’ve been) (?:recently |just |finally )?(?P<v>(?:promoted|elected|appointed|hired|fired|sacked|made redundant|laid off|transferred|seconded|awarded|accepted|rejected|invited|"
    r"adopted|baptised|baptized|ordained|vaccinated|operated|knighted|robbed|burgled|evicted|offered|nominated|given|taught|raised|brought up|educated|trained|certified|licensed|admitted)\b.*)",
    _I,
)
# What somebody is able to do, as far as it is learnt; "I can see" and "I can do that" tell nothing.
_SKILL = re.compile(
    r"can (?:also |still |now |even )?(?P<v>(?:juggle|swim|ski|skate|sail|surf|knit|sew|crochet|weld|solder|touch-type|whistle|drive|ride|row|yodel|lip-read|sign|"
    r"cook|bake|dance|sing|draw|paint|code|program|fly|read (?:music|braille|sheet)|play|speak|tie|plaster|tile|wire|carve|forge|brew|whittle|shear|milk|prune)\b(?! (?:it|that|this|them|with it)\b).*)",
    _I,
)
_GOT = re.compile(
    r"got (?P<v>(?:made redundant|laid off|let go|knocked down|evicted|accepted|elected|married|engaged|divorced|promoted|fired|sacked|hired|vaccinated|stung|bitten|burgled|robbed|lost|stuck in)\b.*)",
    _I,
)
_PASSING_COUNT = re.compile(
    r"(?:have|had|got|get|need) (?:only |about |another )?\d+ (?:more |new )?(?:minutes?|hours?|seconds?|errors?|warnings?|questions?|tabs?)\b",
    _I,
)
# What one does, in a single word: "I don't drive any more, I cycle".
_ALONE = re.compile(
    r"(?:cycle|walk|commute|swim|run|jog|knit|sew|paint|sing|fish|hike|garden|teach|drive|ski|surf|climb|dance|box|row|sail|bake|meditate|smoke|drink|fast|juggle|blog|carpool)",
    _I,
)
_PASSING = re.compile(
    r"\b(?:right now|at the moment|just now|on a call|in a meeting|in a hurry|running late)\b", _I
)
# What the day was like is small talk.
_MOOD = re.compile(
    r"(?:had|having|been having|'ve had) an? (?:\w+ )?(?:terrible|awful|horrible|bad|rough|hard|long|busy|great|good|lovely|nice|wonderful|fantastic|weird|strange|slow|quiet|mad|crazy|stressful|tough|fun|late|short|sleepless)(?:,? \w+)? (?:day|night|morning|afternoon|evening|week|weekend|time|sleep|start|one|laugh|chat|walk|dream)\b",
    _I,
)
_FIRST = re.compile(
    r"(?:(?-i:[A-Z])[\w-]+ and I|I|we)\b(?:(?:'ve|’ve| have| had)(?= (?:just |recently |already |always |also |never )?(?:been|\w+ed|bought|met|got|taken|made|given|left|sold|run|begun|flown|driven|written|read|spent|built|won|lost|found|had|heard|seen|gone|done|come|become|known|kept|put|set|cut|lost|held|felt|left|rode|ridden)\b)|'m|’m|'re)? ?",
    _I,
)
_SELF_BE = re.compile(r"(?:I'm|I am|I’m|I was|I've been|I have been|we're|we are|we were) (?P<v>.+)", _I)
_LONG_DOING = re.compile(
    r"(?!waiting|sitting|standing|debugging|staring|chasing|scrolling|fighting|wondering|thinking|trying|meaning|looking|having|feeling|getting|considering|hoping|experiencing|wanting|struggling with (?:this|the code))\w+ing\b \w+",
    _I,
)
_BE_LASTING = re.compile(
    r"(?:an? (?!bit|little|lot|few|mess|huge|big|fool|fan|while|tad|long|good|bad|hundred|moment|person who|new user|beginner at|sucker)[\w-]+(?: [\w-]+){0,3}[.! ]*$|left-handed|right-handed|married|single|divorced|retired|pregnant|engaged|colou?r-?blind|deaf|blind|an only child|a twin|self-employed|"
    r"unemployed|on (?:holiday|leave|parental|sick)|learning|studying|training (?:for|as|to)|retraining (?:as|to|in)|writing a|building a|restoring|renovating|raising|"
    r"(?-i:[A-Z])\w+(?:n|ish|ese|i)\b|in (?:a|the) \w+|from|based|(?:registered|enrolled|insured|signed up|subscribed|contracted|assigned|employed|retired|qualified|licensed|certified|covered|booked in) (?:with|at|in|to|by|as|for|from)\b|engaged to|member of|a member|working on|responsible|not (?:allowed|able)|in (?:debt|recovery|remission|therapy|treatment|love|touch with|charge|favou?r of)\b|on (?:medication|the (?:waiting list|board|committee|council|night shift)|a waiting list|night shifts?|call every)|under (?:treatment|contract)|off (?:gluten|dairy|alcohol|sugar|meat)|(?:off work|off sick|off|away|out of (?:the office|office|town)|abroad) (?:until|till|from|for)\b|up for|due|afraid of|scared of|used to)\b",
    _I,
)


def find_general(clause: Clause, known: Known) -> list[Finding]:
    """A plain lasting statement in the first person that no other rule knows, or one about a thing with a definite value."""
    text = clause.text
    being = None if _DONE_TO.match(text) else _SELF_BE.match(text)
    doing = being and _LONG_DOING.match(being["v"]) and re.match(r"(?:I|we)(?:'ve| have) been", text, _I)
    if being and doing:
        return [finding(clause, "activity", being["v"])]
    if being:
        if _BE_LASTING.match(being["v"]) and not TRANSIENT.match(being["v"]):
            return [
                finding(clause, "activity" if re.match(r"\w+ing\b", being["v"]) else "attribute", being["v"])
            ]
        return []
    done_to = _DONE_TO.match(text)
    if done_to:
        return [finding(clause, "event", done_to["v"], Layer.EVENT)]
    first = _FIRST.match(text)
    if first or not clause.has_subject:
        return _first_person(clause, text[first.end() :] if first else text)
    which = _WHICH.search(text)
    if which and not THING_NOT.match(noun(which["what"])) and DEFINITE.search(which["v"]):
        what, said = which["what"], f"{which['verb']} {which['v']}"
        made = finding(clause, f"attribute:{noun(what)}", said)
        return [replace(made, claim=f"{what[:1].upper()}{what[1:]} {said}")]
    thing = _THING.match(text) or _THE_THING.match(text)
    if (
        thing
        and not THING_NOT.match(thing["what"])
        and (DEFINITE.search(thing["v"]) or LASTING.search(thing["v"]) or _AT_HOUR.search(thing["v"]))
        and not MINE_NOT.search(thing["what"])
    ):
        return [finding(clause, f"attribute:{noun(thing['what'])}", f"{thing['verb']} {thing['v']}")]
    labelled = _LABELLED.match(text)
    if labelled and clause.is_requested:
        return [finding(clause, f"number:{noun(labelled['what'])}", labelled["v"])]
    return []


def _first_person(clause: Clause, rest: str) -> list[Finding]:
    rest = re.sub(rf"^{ADVERB}", "", rest, flags=_I)
    is_ended = bool(
        re.search(r"\b(?:no longer|anymore|any more|any longer|stopped|quit|gave up)\b", clause.text, _I)
    )
    action = re.sub(
        r"^(?:no longer|don't|do not|stopped|quit|gave up|never) |\b(?:anymore|any more)\b",
        "",
        rest,
        flags=_I,
    ).strip(" .")
    if re.match(_DENIED, rest):
        denied = re.sub(
            r"^(?:don't|do not|never) |,? ?\b(?:any ?more|any longer)\b", "", rest, flags=_I
        ).strip(" .")
        held = re.match(r"(?:have|own|drive|keep|use)\b (?P<v>.+)", denied, _I)
        if held and is_ended:
            return [_owned(clause, denied, held["v"], is_negated=True)]
        return [replace(finding(clause, f"habit:{_action(denied)}", _action(denied)), is_negated=True)]
    skill = _SKILL.match(action)
    if skill:
        return [finding(clause, f"skill:{_action(skill['v'])}", skill["v"])]
    if _PASSING_COUNT.match(action):
        return []
    least_words = 1 if is_ended or _ALONE.fullmatch(action) else 2
    if (
        (_VERB_NOT.match(rest) and not is_ended)
        or len(action.split()) < least_words
        or _PASSING.search(action)
        or _MOOD.match(action)
    ):
        return []
    if re.match(r"got to (?:run|go|dash|leave|be off|head)\b", action):
        return []
    got = _GOT.match(action)
    if got:
        return [finding(clause, "event", got["v"], Layer.EVENT)]
    verb = action.split()[0].lower()
    owns = re.match(r"(?:have|own|drive|keep|use|uses|got|'ve got)\b (?P<v>.+)", action, _I)
    if owns and not re.match(
        r"(?:been|to|no|run|go|a (?:question|problem|feeling|look)|some (?:questions|doubts))\b",
        owns["v"],
        _I,
    ):
        if not is_ended and _lies_ahead(clause, owns["v"]):
            made = finding(clause, "appointment", clause.text, Layer.EVENT)
            return [replace(made, is_ahead=True)]
        return [_owned(clause, action, owns["v"], is_negated=is_ended)]
    is_past = bool(
        re.match(
            r"(?:\w+ed|rode|ridden|wore|grew|caught|taught|chose|fell|gone|done|put|kept|held|stood|swam|threw|woke|froze|sang|hung|dug|bent|lent|paid|met|went|bought|met|got|came|took|made|gave|left|sold|ran|began|flew|drove|broke|ate|had|handed|been|won|lost|built|wrote|read|spent)\b",
            verb,
        )
    )
    if is_past and not is_ended:
        return [finding(clause, "event", action, Layer.EVENT)]
    if (
        not is_ended
        and not LASTING.search(clause.text)
        and not _TO_BED.match(action)
        and re.match(r"(?:go|come|put|take a look|run into|find)\b", verb)
    ):
        return []
    value = _action(action) if is_ended else action
    return [replace(finding(clause, f"habit:{_action(action)}", value), is_negated=is_ended)]


def _lies_ahead(clause: Clause, thing: str) -> bool:
    """Whether what is "had" has a day of its own: physio next Tuesday, a fitting on 3 June."""
    on_a_day = re.search(
        rf"\b(?:on|next|this|tomorrow|tonight|in (?:two|three|a) (?:days|weeks|week)|{_DAY_EN}|at)\b",
        thing,
        _I,
    )
    return bool(on_a_day) and mentions_time(thing, "en") and not LASTING.search(thing)


def _owned(clause: Clause, action: str, thing: str, *, is_negated: bool) -> Finding:
    """Something the user has or uses, or no longer does."""
    base = "uses" if action.lower().startswith("use") else "owns"
    head = _head(thing)
    return replace(finding(clause, f"{base}:{head}" if head else base, thing), is_negated=is_negated)


def _action(action: str) -> str:
    """Verb and object without when and where: what an ended habit is compared by."""
    core = re.split(
        r"\s+(?:on|every|each|at|in|before|after|during|twice|once|daily|weekly|since|for|with|last|this|yesterday|recently|ages|completely|altogether|entirely|"
        r"(?:an?|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?) ago)\b",
        action,
        maxsplit=1,
    )[0]
    return core.lower()


def _head(phrase: str) -> str:
    """The head noun of a phrase: laptop of "a Fernwood 12 laptop in the study"."""
    core = re.split(
        r"\s+(?:at|in|on|with|for|from|to|which|that|called|named|and|of|by)\b|,", phrase, maxsplit=1
    )[0]
    words = re.findall(r"[\w-]+", core)
    return words[-1] if words and words[-1].islower() else ""
