"""English declarations about the user: who they are, how to reach them, work, health, tastes, and how they want answers.

One table of patterns, tried in order on a clause whose subject is the user; the first that fits wins. Statements about
other people and things, and what no pattern knows, are in the modules beside this one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

_I = re.IGNORECASE
FACT, PREFERENCE, EVENT, RELATIONSHIP = Layer.FACT, Layer.PREFERENCE, Layer.EVENT, Layer.RELATIONSHIP

ADVERB = r"(?:(?:really|also|always|usually|generally|mostly|still|now|just|currently|actually|absolutely|quite|much|strongly|do|often|never|recently|finally|even|already|actually|lately|only recently|particularly|especially|typically|normally) )*"
_AM = rf"(?:I am|I'm|I’m|am) {ADVERB}"
_HAVE = rf"(?:I have|I've|I’ve|I've got|I have got|have|I) {ADVERB}"
_S = rf"(?:(?:I|we)(?:'ve|’ve| have)? )?{ADVERB}"
NAME = r"(?-i:[A-Z][\w'’-]+(?: (?:de |van |von |der |la |al-)?[A-Z][\w'’-]+){0,3})"
EMAIL = r"(?<![A-Za-z0-9_.%+-])[A-Za-z0-9_.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+"
PHONE = r"\+?\(?\d[\d\s().-]{5,18}\d"
ROLE = (
    r"(?:(?:[\w-]+ )?(?:teacher|coach|tutor|doctor|manager|agent|lawyer|partner|instructor|editor|engineer|nurse)|accountant|manager|line manager|boss|supervisor|tutor|doctor|gp|dentist|lawyer|solicitor|landlord|landlady|teacher|coach|trainer|"
    r"therapist|physio|advisor|adviser|mentor|assistant|secretary|editor|agent|approver|director|team lead|tech lead|lead|head|ceo|cto|cfo|"
    r"head of \w+|account manager|project manager|product manager|contact|contact person|client|banker|vet|nanny|cleaner|"
    r"gardener|mechanic|plumber|electrician|hairdresser|barber|optician|broker|principal|professor|instructor|reviewer|deputy|"
    r"successor|predecessor|emergency contact|key account|childminder|midwife|builder|owner|maintainer|notary|priest|pastor|rabbi|surgeon|pharmacist|tailor|caterer|florist|photographer|driver|translator|publisher|babysitter|dog walker|carer|conductor|chair|treasurer|caretaker)"
)
KIN = (
    r"(?:(?:big |little |older |younger |elder |twin |step|half-?|eldest |youngest )?(?:sister|brother)(?:-in-law)?|(?:step|grand)?(?:mother|father|son|daughter|parents?|ma|pa|mum|mom|dad)(?:-in-law)?|"
    r"wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse|ex|aunt|uncle|cousin|niece|nephew|kids?|child|children|"
    r"grandma|grandpa|(?:close |good |dear |old |best )?friend|flatmate|roommate|housemate|neighbou?r|colleague|co-?worker|teammate|classmate|"
    r"godson|goddaughter|twins?|baby)"
)
_PETS = r"(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pony|tortoise|turtle|goldfish|fish|bird|budgie|guinea pig|snake|lizard|ferret|hens?|chickens?|greyhound|terrier|labrador|poodle|spaniel|collie|gecko|canary)s?"
_JOB_END = r"(?:er|or|ist|ian|ant|ent|man|woman|eer|ive|nurse|chef|cook|coach|pilot|vet|judge|clerk|guide|nun|monk|surgeon|scientist|architect|freelancer|intern|lead|ceo|cto|cfo|analyst|barista|midwife|dj|developer|student|smith|wright|herd|maid|monger)"
_HEALTH = r"(?:asthma|diabetes|epilepsy|migraines?|arthritis|hypertension|high blood pressure|eczema|hay ?fever|celiac disease|coeliac disease|adhd|anxiety|depression|insomnia|tinnitus|psoriasis|ibs|a heart condition|a bad (?:knee|back|hip)|shingles|cancer|anaemia|anemia|asperger'?s|autism|dyslexia)"
_ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summaries|output)"
_PURPOSE = r"(?:short|brief|concise|terse|to the point|succinct|long|detailed|in depth|thorough)"


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
        r"(?:my (?:full |first |last |real |given )?name(?:'s|’s| is)(?: now)?) (?P<v>[\w'’ .-]{2,40}?)[.! ]*",
        "name",
    ),
    _p(rf"(?:hi,? |hello,? |hey,? )?(?:I am|I'm|I’m|this is) (?P<v>{NAME} {NAME})(?: here)?[.! ]*", "name"),
    _p(
        rf"(?:hi,? |hello,? |hey,? )?(?:(?P<v>{NAME}) here|the name's (?P<w>{NAME})|name's (?P<x>{NAME}))[.! ]*",
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
    _p(rf"(?:you can |please )?(?:reach|call|ring|text) me (?:at|on|under) (?P<v>{PHONE})[.! ]*", "phone"),
    _p(
        rf"my (?P<k>(?:home|delivery|shipping|postal|billing|mailing|office|work) )?address (?:is|has changed to|changed to)(?: now)? {_V}",
        "address",
    ),
    _p(rf"{_S}(?:live|lives|moved|am staying|'ve moved) (?:at|to) (?P<v>\d+\w? .+)", "address"),
    _p(
        rf"(?:{_S}(?:live|reside)|(?:I'm|I am|we're) (?:now |currently )?(?:living|based)|{_S}(?:(?:have|'ve)? ?(?:just |recently )?(?:moved|relocated))) (?:in|to|at|near|from [\w ]+ to) {_V}",
        "city",
    ),
    _p(
        r"(?:I'm|I am|I come|I was born|I was raised|I grew up|I hail) (?:originally )?(?:from|in) (?P<v>(?-i:[A-Z]).+?)(?: originally)?[. ]*",
        "hometown",
    ),
    _p(rf"my (?:home ?town|birthplace) is {_V}", "hometown"),
    _p(rf"my birthday(?:'s|’s| is)(?: on)? {_V}|I was born on (?P<w>.+)", "birthday"),
    _p(r"I was born in (?P<v>\d{4})", "birthday"),
    _p(r"(?:I'm|I am|I just turned|I turned|I've turned) (?P<v>\d{1,3})(?: years? old| now)?[.! ]*", "age"),
    _p(rf"my blood (?:type|group) is {_V}", "blood_type"),
    _p(
        rf"my (?:mother tongue|native language|first language) is {_V}|I'm a native (?P<w>\w+) speaker",
        "native_language",
    ),
    _p(rf"{_S}speak (?P<v>(?-i:[A-Z]).+)|(?:I'm|I am) fluent in (?P<w>.+)", "language_spoken"),
    _p(
        rf"{_S}(?:suffer from|have|got|'ve got|was treated for|was diagnosed with|have been diagnosed with|am recovering from) (?P<v>(?:\w+ )?{_HEALTH}\b.*)",
        "condition",
    ),
    _p(
        rf"(?:I was|I've been|I have been) (?:treated for|diagnosed with|hospitali[sz]ed (?:for|with)|operated on) {_V}",
        "condition",
    ),
    _p(
        rf"{_AM}allergic to {_V}|I (?:have|'ve got) an? (?P<w>[\w -]+?) allergy.*|I (?:can't|cannot) (?:tolerate|have) (?P<x>gluten|lactose|nuts|dairy).*",
        "allergy",
    ),
    _p(
        rf"{_AM}(?:an? )?(?P<v>(?:strict )?(?:vegetarian|vegan|pescatarian|teetotal(?:ler)?|coeliac|celiac|lactose[- ]intolerant|gluten[- ](?:free|intolerant)|halal|kosher|flexitarian)\b.*)",
        "diet",
        PREFERENCE,
    ),
    _p(rf"{_AM}on an? (?P<v>[\w -]+ diet\b.*)", "diet", PREFERENCE),
    _p(
        r"(?:I no longer|I don't|I do not|I never|I can't|I cannot|I've stopped|I stopped|I gave up|I've given up|I haven't|I have not|I've not|I've never|I have never) (?:eat(?:en|ing)? |dr(?:i|u)nk(?:ing)? )(?P<v>(?!at\b|out\b|in\b|with\b).+)",
        "diet",
        PREFERENCE,
        negated=True,
    ),
    _p(
        r"I (?:take|am on|'m on) (?P<v>.*\b(?:mg|mcg|tablets?|pills?|insulin|antibiotics?|statins?|medication|painkillers?|inhaler)\b.*)",
        "medication",
    ),
    _p(
        rf"I (?:like|prefer|want|love|'d like) (?:your |my |the |to get |to have )?(?:(?P<k>[\w-]+) )?{_ANSWERS}\b,? ?(?P<v>.*)",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        rf"(?:please )?(?:always |from now on,? |in future,? |going forward,? )*(?:keep|make) (?:your |all |the )*{_ANSWERS} {_V}",
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
    _p(rf"{_S}prefer (?P<v>.+)", "prefer", PREFERENCE),
    _p(r"(?:I'd|I would) (?:much )?rather (?P<v>.+ than .+)", "prefer", PREFERENCE),
    _p(r"my (?:all-time )?favou?rite (?P<k>[\w -]+?) (?:is|are)(?: now)? (?P<v>.+)", "favourite", PREFERENCE),
    _p(
        rf"{_S}(?:don't|do not|doesn't) (?:really |particularly |much )?(?:like|enjoy|care for|fancy) (?P<v>(?!it\b|that\b|this\b|the way you|your\b).+)",
        "dislikes",
        PREFERENCE,
    ),
    _p(
        rf"{_S}(?:dislike|hate|loathe|detest|despise|can't stand|cannot stand|can't bear) (?P<v>(?!it\b|that\b|this\b|to (?:bother|ask|say)|your\b).+)|(?:I'm|I am) not (?:a (?:big )?fan of|keen on|into|fond of) (?P<w>.+)",
        "dislikes",
        PREFERENCE,
    ),
    _p(
        rf"{_S}(?:like|love|enjoy|adore) (?P<v>(?!it\b|that\b|this\b|your\b|you\b|these\b|those\b|what you|the (?:idea|sound|look|second|first|last|answer)).+)|{_AM}(?:a (?:big |huge )?fan of|fond of|keen on|into|passionate about|crazy about) (?P<w>(?!it\b|this\b|that\b).+)",
        "likes",
        PREFERENCE,
    ),
    _p(
        rf"my (?:job|job title|title|role|position|profession|occupation) (?:is|has changed to|changed to)(?: now)? (?:an? |the )?{_V}",
        "role",
    ),
    _p(rf"{_S}(?:work|works|am working|'m working) as (?:an? |the )?(?P<v>.+)", "role"),
    _p(
        rf"{_AM}(?:an? |the )(?P<v>(?:[\w-]+ ){{0,3}}?\w*{_JOB_END}(?:\s+(?:at|for|with|in|of|from|specialising|specializing)\b.*)?)",
        "role",
    ),
    _p(rf"{_AM}(?:the )?(?P<v>head of .+|in charge of .+|responsible for .+)", "role"),
    _p(
        rf"(?:{_AM}in|{_S}work in|I've moved to|I joined|I moved to) (?:the )?(?P<v>[\w &-]+?) (?:department|team|division|group|unit)\b.*",
        "department",
    ),
    _p(rf"my (?:department|team|division) is(?: now)? {_V}", "department"),
    _p(
        rf"{_S}(?:work|works|am working|'m working|am employed|was hired) (?:at|for|by) {_V}|my employer is (?P<w>.+)|(?:I (?:just |recently )?(?:joined|started (?:working )?at)) (?P<x>(?-i:[A-Z]).+)",
        "employer",
    ),
    _p(rf"{_S}work (?:in|out of|from(?! home)) {_V}", "work_place"),
    _p(
        rf"{_S}(?:studied|study|graduated|am studying|'m studying) .*?(?:at|from) (?P<v>.+)|I graduated from (?P<w>.+)",
        "school",
    ),
    _p(
        rf"(?:my |our |the )?(?:new )?(?P<k>{ROLE}(?: (?:for|of|on|at|with) [\w ]+?)?) (?:is|is now|is called|:) (?:now )?(?P<v>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{NAME})(?: now)?[.! ]*",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:I|we)(?:'ve| have)? (?:changed|switched|got a new) (?P<k>{ROLE})s?[,;:]? (?:and )?(?:now )?(?:it's|it is|the new one is|to|he's|she's) (?:now )?(?P<v>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{NAME})(?: now)?[.! ]*",
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
        rf"(?:I have|I've got|we have|have) (?:an? |one |two |three |four |\d )?(?:\w+ )?(?P<k>{KIN})s?(?:,? (?:called|named) (?P<v>.+)|.*)",
        "relation",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:my|our) (?P<k>{_PETS})(?:'s|’s)? (?:name is|is called|is named|is) (?P<v>{NAME})[.! ]*",
        "pet",
        RELATIONSHIP,
    ),
    _p(
        rf"{_S}(?:have|'ve got|got|keep|own|adopted|have adopted) (?P<v>(?:an? |\w+ )(?:[\w-]+ ){{0,2}}?{_PETS}\b.*)",
        "pet",
        RELATIONSHIP,
    ),
    _p(
        rf"{_S}(?:have|got|keep|own|adopted) (?P<v>an? [\w -]+? (?:named|called) {NAME})[.! ]*",
        "pet",
        RELATIONSHIP,
    ),
    _p(rf"{_AM}more of an? (?P<v>.+ person)", "likes", PREFERENCE),
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
    detail = (groups.get("k") or "").strip().lower()
    shape = _SHAPES.get(rule.attribute)
    base = replace(finding(clause, rule.attribute, value, rule.layer), is_negated=rule.is_negated)
    return shape(clause, base, detail) if shape else [base]


def _role(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A job with its employer makes two: "I work as a cook at Linden House"."""
    value = str(base.value)
    parts = re.match(r"(?P<role>.+?) (?P<prep>at|for|with) (?P<place>(?:the )?(?-i:[A-Z]).+)", value)
    if not parts:
        return [replace(base, value=re.split(r" (?:in|at|for|with|near|from) (?=(?-i:[A-Z]))", value)[0])]
    middle = clause.start + clause.text.index(value) + parts.end("role")
    role = replace(base, value=parts["role"], end=middle)
    place = replace(
        base,
        attribute="employer",
        value=parts["place"],
        start=middle + 1,
        claim=f"I work {parts['prep']} {parts['place']}",
    )
    return [role, place]


def _prefer(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """The topic is the head noun of what is preferred: seats of "window seats"."""
    value = re.sub(r",? (?:now|these days|nowadays)$", "", str(base.value))
    base = replace(base, value=value)
    if re.match(r"(?:it|that|this|them)\b", value, _I):
        return []
    if re.search(rf"\b{_ANSWERS}\b", value, _I):
        return [replace(base, attribute=_answer_attribute(value))]
    core = re.split(
        r"\s+(?:to|over|rather|instead|than|in|on|for|with|when|at|because|as|if|from|by|who|that)\b|,",
        value,
        maxsplit=1,
    )[0]
    pair = re.match(
        r"(?P<a>[\w' -]+?) (?:to|over|rather than|instead of|than) (?P<b>[\w' -]+)$", value.rstrip(" ."), _I
    )
    topic = detail or _head_word(core)
    if pair and not detail:
        heads = {_head_word(pair["a"]), _head_word(pair["b"])}
        topic = "/".join(sorted(heads))
    return [replace(base, attribute=f"prefer:{topic}")]


def _head_word(phrase: str) -> str:
    words = re.findall(r"[\w-]+", phrase)
    return _singular(words[-1].lower()) if words else ""


def _detailed(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    detail = re.sub(r"^(?:my|our|the|new|now|old)\b ?|\b(?:and|personal)\b", "", detail).strip()
    return [replace(base, attribute=f"{base.attribute}:{detail}" if detail else base.attribute)]


def _answers(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    return [replace(base, attribute=_answer_attribute(clause.text), value=clause.text)]


def _answer_attribute(text: str) -> str:
    has_length = re.search(rf"\b{_PURPOSE}\b", text, _I)
    has_form = re.search(
        r"\b(?:code|tables?|bullets?|lists?|examples?|steps?|headings?|diagrams?|links?|sources?|markdown)\b",
        text,
        _I,
    )
    if re.search(
        r"\bin (?:english|chinese|mandarin|french|german|spanish|japanese|italian|portuguese)\b", text, _I
    ):
        return "answer_language"
    return "answer_length" if has_length and not has_form else "answer_format"


def _named(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A person's name: never a word that tells a mood or an origin (I'm So Tired, I'm Sorry)."""
    value = str(base.value).strip(" .!")
    if len(value.split()) > 5 or re.match(
        r"(?:so|very|not|sorry|fine|ok|sure|glad|back|done|a|the)\b", value, _I
    ):
        return []
    return [replace(base, value=value, entities=(value,))]


def _employer(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """Where the user works, and as what where that follows: "at Linden House as a cook"."""
    parts = re.match(r"(?P<place>.+?) as (?P<role>(?:an? |the )?.+)", str(base.value))
    if not parts:
        return [base]
    middle = clause.start + clause.text.index(parts[0]) + parts.end("place")
    place = replace(base, value=parts["place"], end=middle)
    role = re.sub(r"^(?:an?|the) ", "", parts["role"])
    return [place, replace(base, attribute="role", value=role, claim=f"I work as {parts['role']}")]


def _person(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    name = str(base.value).strip(" .!")
    named = bool(re.match(r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z\u4e00-\u9fff]", name)) and name != clause.text
    attribute = f"{base.attribute}:{detail}" if detail else base.attribute
    where = re.search(
        r"\b(?:at|with|for) (?:the )?(?P<o>(?-i:[A-Z])[\w&-]*(?: (?-i:[A-Z])[\w&-]*)*) (?:is|:)", clause.text
    )
    entities = (name, where["o"]) if named and where else (name,) if named else ()
    return [replace(base, attribute=attribute, value=name, entities=entities)]


def _city(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A town, not a room or a house: "I live in a flat" is a fact of its own."""
    value = re.sub(r"(?: now)?,? (?:and )?not (?:in )?(?-i:[A-Z]).*$", "", str(base.value))
    value = re.sub(
        r"\s+(?:now|again|these days|at the moment|last \w+|in \d{4}|with .+)$", "", value, flags=_I
    ).strip(" .!")
    if re.match(r"(?:an?|my|our|this|that) ", value, _I):
        return [replace(base, attribute="home", value=value)]
    is_move = bool(re.search(r"\b(?:moved|relocated)\b", clause.text, _I))
    old = re.search(r",? (?:and )?not (?:in )?(?-i:[A-Z]).*$", clause.text)
    claim = clause.text[: old.start()] if old else ""
    return [replace(base, value=value, claim=claim, corrects=base.corrects or is_move)]


def _diet(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """Teetotal and not drinking alcohol are one thing; so are "dairy" and "dairy at all"."""
    value = re.sub(
        r",? (?:at all|any ?more|ever|again|any longer|since|for (?:\w+ )?(?:days|weeks|months|years))\b.*$",
        "",
        str(base.value),
        flags=_I,
    )
    if re.match(r"teetotal", value, _I):
        return [replace(base, value="alcohol", is_negated=True)]
    return [replace(base, value=value)]


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def noun(phrase: str) -> str:
    """A noun phrase as the detail of an attribute: lower case, without article or possessive."""
    return re.sub(
        r"^(?:(?:the|my|our|a|an|new|current) )+", "", re.sub(r"\s+", " ", phrase.strip().lower())
    ).strip(" .'")


_SHAPES = {
    "role": _role,
    "employer": _employer,
    "prefer": _prefer,
    "favourite": _detailed,
    "email": _detailed,
    "phone": _detailed,
    "address": _detailed,
    "answer_format": _answers,
    "name": _named,
    "holder": _person,
    "relation": _person,
    "pet": _person,
    "city": _city,
    "diet": _diet,
}
