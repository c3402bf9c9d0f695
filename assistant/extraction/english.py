"""English declarations about the user: who they are, how to reach them, work, health, tastes, and how they want answers.

One table of patterns, tried in order on a clause whose subject is the user; the first that fits wins. Statements about
other people and things, and what no pattern knows, are in the modules beside this one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from assistant.extraction.english_shapes import SHAPES
from assistant.extraction.english_words import (
    AGE_WORDS,
    AM,
    ANSWERS,
    DO,
    DOSE,
    EMAIL,
    HEALTH,
    JOB_END,
    KIN,
    NAME,
    PETS,
    PHONE,
    ROLE,
)
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

_I = re.IGNORECASE
FACT, PREFERENCE, EVENT, RELATIONSHIP = Layer.FACT, Layer.PREFERENCE, Layer.EVENT, Layer.RELATIONSHIP


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: the named group `v` is the value, `k` (where present) the detail of the attribute."""

    pattern: re.Pattern[str]
    attribute: str
    layer: Layer = FACT
    is_negated: bool = False
    is_strict: bool = True  # unmistakable: also counts beside a question or a task


def _p(
    pattern: str, attribute: str, layer: Layer = FACT, *, negated: bool = False, strict: bool = True
) -> Pattern:
    return Pattern(re.compile(rf"(?:{pattern})$", _I), attribute, layer, negated, strict)


_V = r"(?P<v>.+?)[\s.!]*"
PATTERNS: tuple[Pattern, ...] = (
    _p(
        rf"(?:my )?(?:surname|last name|family name|second name)(?:'s|’s| is)(?: now)? (?P<v>{NAME})[.! ]*",
        "surname",
    ),
    _p(
        r"(?:my (?:full |first |last |real |given )?name(?:'s|’s| is)(?: now)?) (?P<v>[\w'’ .-]{2,40}?)[.! ]*",
        "name",
    ),
    _p(
        rf"(?:hi,? |hello,? |hey,? )?(?:I am|I'm|I’m|this is|it's) (?P<v>{NAME} {NAME})(?: here| speaking| again)?[.! ]*",
        "name",
    ),
    _p(
        rf"(?:hi,? |hello,? |hey,? )?(?:(?P<v>{NAME}) (?:here|speaking|calling)|the name's (?P<w>{NAME})|name's (?P<x>{NAME}))[.! ]*",
        "name",
    ),
    _p(
        rf"(?:please |you can |you may |just |do |feel free to )*call me (?P<v>{NAME})(?: from now on|, (?:short for|for short).*)?[.! ]*|"
        rf"(?:I go by|my nickname is|(?:people|friends|they|everybody|everyone|my \w+) calls? me) (?P<w>{NAME})(?:,? (?:at|in|for|when) .+)?[.! ]*",
        "nickname",
    ),
    _p(
        rf"(?!(?:his|her|their|your|its)\b)(?:my )?(?P<k>[\w ]*?)e-?mail(?: address)? (?:is|has changed to|changed to|:) ?(?:now )?(?P<v>{EMAIL})[.! ]*(?:now)?",
        "email",
    ),
    _p(
        rf"(?:you can |please )?(?:reach|e-?mail|contact|write to) me (?:at|on|under) (?P<v>{EMAIL})[.! ]*",
        "email",
    ),
    _p(
        rf"(?!(?:his|her|their|your|its)\b)(?:my )?(?P<k>[\w ]*?)(?:phone|mobile|cell|cellphone|telephone|contact)(?: number| no\.?)?(?:'s|’s| is|:| has changed to) ?(?:now )?(?P<v>{PHONE})[.! ]*(?:now)?",
        "phone",
    ),
    _p(
        rf"(?:you can |please )?(?:reach|call|ring|text|get) me (?:at|on|under) (?P<v>{PHONE})[.! ]*", "phone"
    ),
    _p(
        rf"(?:please )?(?:use|try|take|call|ring|text|dial) (?P<v>(?!\d+(?:\.\d+){{3}}){PHONE})(?: (?:for me|instead|from now on|to (?:reach|get|call) me|now|when you need me))+(?:,.{{0,40}})?[.! ]*",
        "phone",
    ),
    _p(
        rf"(?:please )?(?:use|try|take|write to|e-?mail|send (?:it|things|everything|mail) to) (?P<v>{EMAIL})(?: (?:for me|instead|from now on|to (?:reach|get) me|now))+(?:,.{{0,40}})?[.! ]*",
        "email",
    ),
    _p(
        rf"my (?P<k>(?:home|delivery|shipping|postal|billing|mailing|office|work) )?address (?:is|has changed to|changed to)(?: now)? {_V}",
        "address",
    ),
    _p(rf"{DO}(?:live|lives|moved|am staying|'ve moved) (?:at|to) (?P<v>\d+\w? .+)", "address"),
    _p(
        rf"(?:{DO}(?:live|reside)|(?:I'm|I am|we're|we are|I've been|I have been|we've been|we have been) (?:now |currently )?(?:living|based)|{DO}(?:(?:have|'ve)? ?(?:just |recently )?(?:moved|relocated))) (?:in|into|to|at|near|from [\w ]+ to) {_V}|(?:I've|I’ve|I have|we've|we have) (?:now |always )?lived in (?P<w>(?-i:[A-Z])[\w'’ -]+?) (?:for|since|ever since|all my|my whole|these)\b.*",
        "city",
    ),
    _p(
        r"(?:I'm|I am|I come|I hail) (?:originally )?(?:from|in) (?P<v>(?-i:[A-Z]).+?)(?: originally)?[. ]*",
        "hometown",
    ),
    _p(r"I was born (?:and raised )?in (?P<v>(?-i:[A-Z]).+)", "hometown:born"),
    _p(
        r"(?:I was raised|I was brought up|I grew up|I spent my childhood) (?:in|near|on) (?P<v>(?-i:[A-Z]).+)",
        "hometown:raised",
    ),
    _p(rf"my (?:home ?town|birthplace) is {_V}", "hometown"),
    _p(rf"my birthday(?:'s|’s| is)(?: on)? {_V}|I was born on (?P<w>.+)", "birthday"),
    _p(r"I was born in (?P<v>\d{4})", "birthday"),
    _p(
        rf"(?:I'm|I am|I(?:'ve)? just turned|I turned|I've turned) (?P<v>\d{{1,3}}|{AGE_WORDS})(?: years? old)?(?: now| (?:last|this|in|on|at) .+|, (?:turning|going on|nearly|almost) .+)?[.! ]*|(?:I'm|I am) in my (?P<w>(?:early |mid-?|late )?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|\d0s))[.! ]*",
        "age",
    ),
    _p(rf"my blood (?:type|group) is {_V}", "blood_type"),
    _p(
        rf"my (?:mother tongue|native language|first language) is {_V}|I'm a native (?P<w>\w+) speaker",
        "native_language",
    ),
    _p(rf"{DO}speak (?P<v>(?-i:[A-Z]).+)|(?:I'm|I am) fluent in (?P<w>.+)", "language_spoken"),
    _p(
        rf"{DO}(?:suffer from|have|got|'ve got|was treated for|was diagnosed with|have been diagnosed with|am recovering from|live with|am living with) (?P<v>(?:[\w-]+ ){{0,2}}?{HEALTH}\b.*)|(?:I've|I’ve|I have) (?:always )?had (?P<w>(?:[\w-]+ ){{0,2}}?{HEALTH}\b.*)",
        "condition",
    ),
    _p(
        rf"(?:I was|I've been|I have been) (?:treated for|diagnosed with|hospitali[sz]ed (?:for|with)|operated on) {_V}",
        "condition",
    ),
    _p(
        rf"{AM}allergic to {_V}|I (?:have|'ve got) an? (?P<w>[\w -]+?) allergy.*|I (?:can't|cannot) (?:tolerate|have) (?P<x>gluten|lactose|nuts|dairy).*",
        "allergy",
    ),
    _p(
        rf"(?:{AM}|(?:I've|I’ve|I have) been )(?:an? )?(?P<v>(?:strict )?(?:vegetarian|vegan|pescatarian|teetotal(?:ler)?|coeliac|celiac|lactose[- ]intolerant|gluten[- ](?:free|intolerant)|halal|kosher|flexitarian)\b.*)",
        "diet",
        PREFERENCE,
    ),
    _p(rf"{AM}on an? (?P<v>[\w -]+ diet\b.*)", "diet", PREFERENCE),
    _p(
        r"neither of us (?:eats?|drinks?|touch(?:es)?) ?(?P<v>.*)",
        "diet",
        PREFERENCE,
        negated=True,
    ),
    _p(
        r"(?:I no longer|I don't|I do not|I never|I can't|I cannot|I've stopped|I stopped|I gave up|I've given up|I haven't|I have not|I've not|I've never|I have never) (?:eat(?:en|ing)? |dr(?:i|u)nk(?:ing)? )(?P<v>(?!at\b|out\b|in\b|with\b).+)",
        "diet",
        PREFERENCE,
        negated=True,
    ),
    _p(
        rf"(?:I (?:take|am on|am taking)|I'm (?:now )?(?:on|taking)|I've been put on|they(?:'ve)? put me on|(?:my |the )?[\w ]{{2,20}}? (?:(?:has |have |'s )?(?:put|moved|upped|switched|raised|lowered|bumped|cut|reduced) (?:me|it|my dose) (?:up |down |over )?(?:to|on to|onto)|(?:has |have |'s )?prescribed me)) "
        rf"(?P<v>{DOSE} (?:of )?(?P<k>[a-z-]{{4,}})|(?P<k2>[a-z-]{{4,}}) {DOSE})(?: now| these days| at the moment)?(?:,? (?:down|up) from .+|,? instead of .+| (?:every|each|a|per|twice|once|in the|at) .+)?",
        "medication",
    ),
    _p(
        rf"I (?:still |now |also |currently )*(?:take|have to take|need to take|am on|'m on) (?:my )?(?P<v>(?P<k>[a-z]{{3,}}(?:mycin|cillin|olol|pril|sartan|statin|azole|prazole|oxetine|ifen|dipine|formin|thyroxine|parin|triptan|lukast|zepam|done|pine|mab|cetirizine|ine|ide))(?: {DOSE})?)(?:,? (?:every|each|once|twice|daily|at|in the|before|with|after|for)\b.*)?",
        "medication",
    ),
    _p(
        r"I (?:take|am on|'m on) (?P<v>.*\b(?:mg|mcg|tablets?|pills?|insulin|antibiotics?|statins?|medication|painkillers?|inhaler)\b.*)",
        "medication",
    ),
    _p(
        rf"I (?:like|prefer|want|love|'d like) (?:your |my |the |to get |to have )?(?:(?P<k>[\w-]+) )?{ANSWERS}\b,? ?(?P<v>.*)",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        rf"(?P<v>(?:[\w-]+,? )*(?:short|brief|concise|plain|simple|detailed|long|direct|straight|bulleted|bullet|step-by-step) (?:{ANSWERS}|points?|messages|sentences)\b.*?) (?:suits?|works? (?:best |better )?for|is best for|are best for|helps?|is easiest for|are easiest for) me\b.*",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        rf"(?:please )?(?:always |from now on,? |in future,? |going forward,? )*(?:keep|make) (?:your |all |the )*{ANSWERS} {_V}",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        rf"(?:please )?(?:(?:always|from now on|in (?:the )?future|going forward|by default),? (?:please )?)+(?:always )?(?:answer|reply|respond|write|use|give|include|show|speak|explain|format|start|end|skip|avoid) {_V}",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        r"(?:please )?(?:answer|reply|respond|write|explain|give|use|include|show) (?P<v>.+?),? (?:from now on|in (?:the )?future|going forward|by default)",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        rf"(?:please )?(?:never|don't ever|from now on don't|stop) (?:use|using|answer|answering|write|writing|add|adding|include|including|start|give|giving) {_V}",
        "answer_dislike",
        PREFERENCE,
    ),
    _p(r"(?:my )?(?P<k>[\w' -]+?)? ?preferred (?P<j>[\w -]+?) (?:is|are) (?P<v>.+)", "prefer", PREFERENCE),
    _p(rf"{DO}prefer (?P<v>.+)", "prefer", PREFERENCE),
    _p(r"(?:I'd|I would) (?:much )?rather (?P<v>.+ than .+)", "prefer", PREFERENCE),
    _p(r"my (?:all-time )?favou?rite (?P<k>[\w -]+?) (?:is|are)(?: now)? (?P<v>.+)", "favourite", PREFERENCE),
    _p(
        rf"{DO}(?:don't|do not|doesn't) (?:really |particularly |much )?(?:like|enjoy|care for|fancy) (?P<v>(?!it\b|that\b|this\b|the way you|your\b).+)",
        "dislikes",
        PREFERENCE,
    ),
    _p(
        rf"{DO}(?:dislike|hate|loathe|detest|despise|can't stand|cannot stand|can't bear) (?P<v>(?!it\b|that\b|this\b|to (?:bother|ask|say)|your\b).+)|(?:I'm|I am) not (?:a (?:big )?fan of|keen on|into|fond of) (?P<w>.+)",
        "dislikes",
        PREFERENCE,
    ),
    _p(
        rf"{DO}(?:like|love|enjoy|adore) (?P<v>(?!it\b|that\b|this\b|your\b|you\b|these\b|those\b|what you|the (?:idea|sound|look|second|first|last|answer)).+)|{AM}(?:a (?:big |huge )?fan of|fond of|keen on|into|passionate about|crazy about) (?P<w>(?!it\b|this\b|that\b).+)",
        "likes",
        PREFERENCE,
    ),
    _p(
        rf"my (?:job|job title|title|role|position|profession|occupation) (?:is|has changed to|changed to)(?: now)? (?:an? |the )?{_V}",
        "role",
    ),
    _p(rf"{DO}(?:work|works|am working|'m working) as (?:an? |the )?(?P<v>.+)", "role"),
    _p(
        rf"{AM}(?:an? |the )(?P<v>(?:[\w-]+ ){{0,3}}?\w*{JOB_END}(?:\s+(?:at|for|with|in|of|from|specialising|specializing)\b.*)?)(?:, (?:mostly|mainly|usually|speciali[sz]\w+|currently|working|focus\w+)\b.*)?(?:,? (?:and )?(?:widowed|divorced|married|single|separated|engaged|retired|now retired))*",
        "role",
    ),
    _p(
        rf"(?:I've been|I have been|I was|I got|I've just been) (?:just |recently )?(?:promoted to|appointed(?: as)?|made(?= (?:an? |the )?[\w -]*{JOB_END}\b)) (?:an? |the )?(?P<v>(?!redundant\b).+)",
        "role",
    ),
    _p(rf"{AM}(?:the )?(?P<v>head of .+|in charge of .+|responsible for .+)", "role"),
    _p(
        rf"(?:{AM}in|{DO}work in|(?:I|I've|I have) (?:just |recently )?(?:been |got )?(?:moved|transferred|switched|seconded|reassigned)(?: over| across)? to|I've joined|I joined) (?:the )?(?P<v>[\w &-]+?) (?:department|team|division|group|unit)\b.*",
        "department",
    ),
    _p(rf"my (?:department|team|division) is(?: now)? {_V}", "department"),
    _p(
        rf"{DO}(?:work|works|am working|'m working|am employed|was hired) (?:at|for|by) {_V}|my employer is (?P<w>.+)|(?:I (?:just |recently )?(?:joined|started (?:working )?at)) (?P<x>(?-i:[A-Z]).+)",
        "employer",
    ),
    _p(rf"{DO}work (?:in|out of|from(?! home)) {_V}", "work_place"),
    _p(
        rf"{DO}(?:studied|study|graduated|am studying|'m studying) .*?(?:at|from) (?P<v>.+)|I graduated from (?P<w>.+)",
        "school",
    ),
    _p(
        rf"(?:my |our |the )?(?:new )?(?P<k>{ROLE}(?: (?:for|of|on|at|with) [\w ]+?)?) (?:is|is now|is called|:) (?:now )?(?P<v>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{NAME})(?: now)?[.! ]*",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:I|we)(?:'ve| have)? (?:changed|switched|got a new) (?P<k>{ROLE})s?[,;:]? (?:and )?(?:so )?(?:now )?(?:it's|it is|the new one is|to|he's|she's|(?:I|we)(?:'m|'re)? (?:now )?(?:go to|see|use|seeing|going to|with|have)) (?:now )?(?P<v>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{NAME})(?: now)?[.! ]*",
        "holder",
        RELATIONSHIP,
    ),
    _p(rf"(?:I'm|I am) (?:now at|at) (?P<v>{NAME})(?<!now)(?: now)[.! ]*", "employer"),
    _p(rf"my time ?zone is {_V}", "zone"),
    _p(
        rf"(?:my )?(?P<k>{KIN})(?:'s|’s)? (?:name is|is called|is named|is) (?:now )?(?P<v>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{NAME})[.! ]*",
        "relation",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:I have|I've got|we have|have) (?:an? |one |two |three |four |\d )?(?:\w+ )?(?P<k>{KIN})s?(?![\w-]| (?:meetings?|evenings?|nights?|groups?|class(?:es)?|clubs?|support|care)\b)(?:,? (?:called|named) (?P<v>.+)|.*)",
        "relation",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:my|our) (?P<k>{PETS})(?:'s|’s)? (?:name is|is called|is named|is) (?P<v>{NAME})[.! ]*",
        "pet",
        RELATIONSHIP,
    ),
    _p(
        rf"{DO}(?:have|'ve got|got|keep|own|adopted|have adopted) (?P<v>(?:an? |\w+ )(?:[\w-]+ ){{0,2}}?{PETS}\b.*)",
        "pet",
        RELATIONSHIP,
    ),
    _p(
        rf"{DO}(?:have|got|keep|own|adopted) (?P<v>an? [\w -]+? (?:named|called) {NAME})[.! ]*",
        "pet",
        RELATIONSHIP,
    ),
    _p(rf"{AM}more of an? (?P<v>.+ person)", "likes", PREFERENCE),
    _p(rf"my hobb(?:y is|ies are|ies include) {_V}", "hobby", PREFERENCE),
)


def find(clause: Clause, known: Known) -> list[Finding]:
    """What a clause about the user declares by the patterns above; empty where none fits."""
    for rule in PATTERNS:
        if clause.is_strict and not rule.is_strict:
            continue
        match = rule.pattern.match(clause.text)
        if match:
            found = _made(clause, rule, match)
            if found:
                return found
    return []


def _made(clause: Clause, rule: Pattern, match: re.Match[str]) -> list[Finding]:
    groups = match.groupdict()
    value = next((groups[name] for name in ("v", "w", "x") if groups.get(name)), "") or match[0]
    detail = (groups.get("k") or groups.get("k2") or "").strip().lower()
    shape = SHAPES.get(rule.attribute)
    base = replace(finding(clause, rule.attribute, value, rule.layer), is_negated=rule.is_negated)
    return shape(clause, base, detail) if shape else [base]
