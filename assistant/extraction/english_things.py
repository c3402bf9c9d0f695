"""English statements about numbers, dates ahead, plans, things and other people.

Each rule takes a clause and gives what it says, or nothing. They run after the patterns about the user; the last of them
is the general reading of a plain statement in the first person.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.english_words import KIN, ROLE, noun
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from assistant.extraction.limits import english_object, is_plain_amount, limited_object
from vault import quantities
from vault.records import Layer

_I = re.IGNORECASE
_EVENT_NOUN = (
    r"(?:appointment|meeting|interview|exam|call|flight|train|deadline|check-?up|viewing|rehearsal|concert|party|wedding|visit|review|lesson|"
    r"class|game|match|delivery|inspection|trip|holiday|conference|workshop|presentation|demo|hearing|surgery|operation|dinner|lunch)"
)
_BUDGET = re.compile(
    r"(?:(?:the|my|our|your|their|this) )?(?:(?:total|overall|new|current|whole) )*(?P<what>[\w' -]*?) ?(?P<kind>budget|price limit|spending limit)\b(?: (?:for|of|on) (?P<for>(?:the |my |our )?[\w' -]+?))?"
    r"(?: (?:is|was|has been|is now|stays|comes)\b|:|=| (?:cut|changed|raised|lowered|increased|reduced|set|went)\b| of)",
    _I,
)
_BUDGET_CHANGE = re.compile(
    r"(?:we|I|they)(?:'ve| have|'re| are)? (?:just |now )?(?:cut|raised?|increased?|lowered?|reduced?|set|changed?|capped|upped|halved|fixed) (?:the |my |our )(?P<what>[\w' -]*?) ?budget\b.*\d",
    _I,
)
_LIMIT = re.compile(
    r"(?:at most|no more than|up to|a maximum of|max(?:imum)?|at least|no less than|around|about|not more than)\b.*[$£€¥\d]",
    _I,
)
_COUNT = re.compile(
    r"(?:(?:in|on|at|by|last|this|back in) [\w ,]{2,24}?,? )?(?:my|our|the) (?P<what>[\w' -]+?) (?:(?:now|currently|still|already) )?(?:is|are|has|have|had|was|were|counts?|counted|costs?|weighs?|weighed|lasts?|lasted|takes?|took|seats?|measures?|measured|holds?|held|employs?|employed|numbers?|sleeps|fits|serves|feeds|accommodates|(?:is|are|was|were) (?:meant |planned )?for|caters for|(?:comes|came|amounts|amounted|ran|adds up|added up) to|reached|hit|stood at|stands at|totalled|averaged) "
    r"(?:now |currently |about |at most |at least |around |only |just )*(?:\$|£|€|¥)?(?P<v>\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?: (?P<of>(?!people|persons|a\b|per\b|in\b|on\b|at\b|of\b|to\b|for\b|o'clock|am\b|pm\b)[a-z-]{3,}))?",
    _I,
)
_EXPECTED = re.compile(
    r"(?:(?:(?:it )?looks like|make (?:it|that)|it'll be|it's going to be|there'll be|there will be|we'll be|probably|more like|about|around) (?:about |around |at most |up to )?(?:\d[\d,]*|\w+) (?P<v3>people|guests|children|kids|adults|players|visitors|participants|attendees|students|pupils|members|runners|singers) (?:at|for|to) (?:the |my |our )?(?P<of3>[\w' -]+)|"
    r"(?:I|we)(?:'re|’re)? (?:expect(?:ing)?|are expecting|invited|'ve invited|have invited|are inviting|hired|need|ordered) (?:about |around |at most |up to )?(?:\d[\d,]*|\w+) (?P<v>[a-z]+)(?: (?:at|for|to) (?:the |my |our )?(?P<of>[\w' -]+))?|"
    r"(?:the |my |our )(?P<of2>[\w' -]+?) is (?:limited|capped|restricted) to (?:\d[\d,]*|\w+) (?P<v2>[a-z]+))",
    _I,
)
_WEIGHT = re.compile(
    r"(?:(?:on|in) [\w ,]+? )?,?\s?(?:I|I'm)\b ?(?:now |currently )?(?P<verb>weigh(?:ed)?|am|was|measured?|)\b ?(?:about |around |now )?\b(?P<v>\d[\d.]* ?(?P<u>kg|kilos?|pounds?|lbs?|stone|cm|m|metres?|meters?))(?: tall)?\b",
    _I,
)
_DEADLINE = re.compile(
    r"(?:the |my |our )?(?:deadline (?:for (?P<a>.+?) )?(?:is|has (?:moved|changed) to|was moved to)|(?P<b>[\w' -]+?)(?:'s|’s)? (?:submission |hard |final )?deadline (?:is|has (?:moved|changed) to|was moved to)|(?P<c>[\w' -]+?) (?:is|are) due)\b",
    _I,
)
_APPOINTMENT = re.compile(
    rf"(?:I have|I've got|I've|we have|there's|there is|got|have|I'm having|we're having) .*\b{_EVENT_NOUN}\b|"
    rf"(?:my|our|the) [\w' -]*\b{_EVENT_NOUN}\b[\w' -]* (?:is|was moved to|has been moved to|moved to|starts|leaves|departs|takes off|begins|is now|has been rescheduled)|"
    r"(?:I|we)(?:'ve| have)? (?:just )?(?:booked|reserved|scheduled|arranged)\b|"
    r"(?:my|our|the) [\w' -]+ (?:is coming|are coming|comes|arrives?|is arriving|visits?|is visiting|will come|will arrive|opens?|starts)\b",
    _I,
)
_VISIT = re.compile(
    r"(?:my|our|the) (?:dentist|doctor|vet|optician|physio|barber|hairdresser|plumber|electrician|inspector|surveyor|cleaner|midwife|scan|check-?up|haircut|viewing) (?:is|are) (?:on|at|this|next|tomorrow|today|coming)\b|"
    r"(?:I'm|I am|we're|we are) (?:seeing|meeting|having|picking up|hosting|attending|taking|dropping|collecting) ",
    _I,
)
_MEAL = re.compile(
    r"(?:breakfast|brunch|lunch|dinner|coffee|drinks|tea|meeting|call|appointment|interview) (?:with|at) ", _I
)
_ENDS = re.compile(
    r"(?:the|my|our) [\w' -]+ (?:ends|closes|expires|runs out|finishes|is open|runs) (?:on|until|at|in|next|this)\b",
    _I,
)
_PLAN = re.compile(
    r"(?:I'm|I am|we're|we are) (?:going to|planning (?:to|on)|about to|hoping to|intending to|due to)\b|(?:I|we) (?:plan|intend|aim|hope|mean) to\b|"
    r"(?:I'll|I will|we'll|we will)\b|(?:I |we |I've |I have |we've |we have )?(?:promised|committed to|agreed to)\b|I'm committing to\b|committing to\b|"
    r"(?:I'm|I am|we're) (?:moving|flying|travelling|traveling|switching|starting|leaving|visiting|getting married|interviewing|going)\b",
    _I,
)
_IDLE_PLAN = re.compile(
    r"(?:I'll|I will|we'll|I'm going to) (?:definitely |probably |just |also |have to )?(?:have|take|try|let you|be (?:right )?back|see|do (?:that|it)|go with|think|check|get back|look|give|keep|consider|stick|make sure|start with|go ahead)\b|"
    r"\b(?:it|them|that|this|these|those|one|some)[.! ]*$|hoping to",
    _I,
)
_DECISION = re.compile(
    r"(?:(?:I|we)(?:'ve| have)? |user |[A-Z]\w+ )?(?:decided|chose|agreed|settled on|opted|went with)\b|decision made\b|we're going with\b|no more\b(?! than)",
    _I,
)
_PERMISSION = re.compile(
    r"(?P<what>(?:the |my |our )?[\w' -]+?) (?:is|are)(?P<not>n't| not| never| no longer)? (?:also |now )?(?P<v>allowed|permitted|forbidden|prohibited|banned|welcome)\b(?P<where>.*)",
    _I,
)
_CAN = re.compile(
    rf"(?!(?:my|our) (?:{KIN}|{ROLE})\b)(?P<what>(?:the |our )?[\w' -]{{3,40}}?) (?P<can>can't|cannot|can not|can|may not|may|must not|mustn't|aren't allowed to|are not allowed to|are allowed to|are no longer allowed to) (?P<act>(?:enter|park|bring|use|take|eat|drink|smoke|stay|leave|work|order|book|access|deploy|merge|edit|carry|wear|swim|fish|camp)\b.*)",
    _I,
)
_NOT = re.compile(r"n't|not\b|no longer\b", _I)
_TEAM = re.compile(
    r"(?:(?:my|our|the) team (?:now |currently )?(?:has|is|counts|numbers|consists of|is made up of|comprises|grew to|has grown to) .{0,24}?(?:people|members|persons|of us|engineers|developers|colleagues|strong)|"
    r"(?:we are|we're) (?:now )?a team of [\w-]+|there are (?:now |only )?[\w-]+ of us (?:in|on|at) (?:the|our|my) (?:team|office|department|group|company|lab|studio|shop)|"
    r"(?:we are|we're) (?:now |only )?[\w-]+ (?:people )?(?:in|on) (?:the|our|my) team)\b",
    _I,
)
_APPROVED = re.compile(
    r"(?P<what>[\w' -]{3,40}?) (?:is|are|must be|has to be|have to be|gets?) (?:approved|signed off|authori[sz]ed|reviewed) by (?P<v>(?-i:[A-Z])[\w' -]+)",
    _I,
)
_CODE = re.compile(
    r"(?:the |our |my )?(?:project )?(?:code ?name|project code|code)(?: (?:of|for) (?:the |our )?(?P<of>[\w -]+?))? is (?:now )?(?P<v>[\w' .-]+)",
    _I,
)
_NAMING = re.compile(
    r"(?:(?:all |our |the )?(?P<what>[\w -]+?) (?:are|is|must be|should be|have to be) (?:always )?named|(?:the |our )?naming (?:rule|convention|scheme)[\w ]* (?:is|:)|we name (?P<w>[\w -]+?)) (?P<v>.+)",
    _I,
)
_STACK = re.compile(
    r"(?:we|I|we've|I've|our \w+|the \w+(?: \w+)?) (?:now |currently )?(?:use|uses|run|runs|run on|runs on|(?:have |has |'ve )?(?:upgraded|migrated|switched|moved)(?: from [\w. ]+?)? to|deploy on|deploys on) (?P<v>(?P<tech>(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)(?-i:[A-Z])[\w+#.-]*)(?: (?P<version>v?\d[\w.]*))?)(?P<rest>\b.*)",
    _I,
)
_PLACE = re.compile(
    r"(?:the |our |my )?(?P<what>[\w' -]{2,40}?) (?:is|are|lives?|sits?|can be found|is kept|are kept|is stored|are stored|has moved|moved|hangs?|stands?) (?:(?:now|up|down|out|over|back|still|always|all) )*(?P<prep>at|in|on|with|under|behind|next to|to|by|inside|near)\b (?P<v>.+)",
    _I,
)
_PROPERTY = re.compile(
    r"(?:(?:the |my |our )(?P<what>[\w' -]*?(?:number|no\.|code|id|tag|name|size|colou?r|plate|model|version|branch|bank|handle|username|account|postcode|zip code|zone|url|link|address|hostname|host|port|extension|room|floor|rent|salary|seat|class|grade|team|school|university|insurance|provider|licen[cs]e|subscription|plan|shift|hours|parking space|locker|desk))(?: (?:of|for) (?P<of>[\w' -]+?))?) (?:is|are|:|=)(?: now)? ?(?P<v>.+)",
    _I,
)
_MINE = re.compile(
    r"(?:my|our) (?P<what>[\w' -]{2,40}?) (?P<verb>is|are|was|were|has|have|runs|uses|costs|comes|starts|ends|opens|closes|goes|needs|lives|works|likes|prefers|hates|pays|takes|means|sleeps|eats|\w+[^s\W]s) (?P<v>.+)",
    _I,
)
MINE_NOT = re.compile(
    r"(?:code|question|problem|issue|error|bad|mistake|point|guess|apolog\w+|understanding|goal here|query|request|answer|function|script|text|essay|turn|head|brain)\b",
    _I,
)
THING_NOT = re.compile(
    r"(?:it|this|that|there|here|what|which|who|weather|answer|question|problem|idea|code|above|below|sun|sky|day|they|these|those|he|she|you|your|nothing|everything|something|someone|morning|thanks?)\b",
    _I,
)
DEFINITE = re.compile(r"\d|(?-i:\b[A-Z][a-z]+|\b[A-Z]{2,})|[\w-]+\.[a-z]{2,}|[/\\]\w|[\u4e00-\u9fff]", _I)
_PERSON_OWNED = re.compile(rf"my (?:new )?(?:{KIN}|{ROLE})\b", _I)
TRANSIENT = re.compile(
    r"\b(?:right now|at the moment|just now|on a call|in a meeting|tired|hungry|bored|late|busy|sorry|fine|ok|okay|confused|lost|stuck|back|ready|here|done|glad|happy|sad|sure|afraid|scattered|in a hurry|running)\b",
    _I,
)
LASTING = re.compile(
    r"\b(?:every|each|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|usually|always|never|often|twice|once a|daily|weekly|at weekends|no longer|"
    r"anymore|any more|since|for \w+ years|until)\b",
    _I,
)


_NO_MORE = re.compile(
    r",? (?:any ?more|any longer|now|these days|at all|from now on|again|since .+|starting .+)$", _I
)


def find_things(clause: Clause, known: Known) -> list[Finding]:
    """Numbers, deadlines, appointments, plans, decisions, places and properties of things."""
    text = clause.text
    if any(re.match(rf"{re.escape(name)}\b(?!'s|’s)", text) for name in known.people if " " not in name):
        return []
    budget = _BUDGET.match(text)
    if budget and re.search(r"\d|one|two|three|five|ten|twenty|thirty|hundred|thousand", text, _I):
        what = english_object(budget["for"] or budget["what"] or "")
        return [replace(finding(clause, f"budget:{what}" if what else "budget", text), wants_quantity=True)]
    change = _BUDGET_CHANGE.match(text)
    if change:
        what = english_object(change["what"])
        changed = replace(finding(clause, f"budget:{what}" if what else "budget", text), wants_quantity=True)
        return [replace(changed, corrects=True)]
    if _LIMIT.match(text) or limited_object(text, "en") is not None:
        limit = _limit(clause)
        if limit or _LIMIT.match(text):
            return limit
    if _TEAM.match(text) and quantities.parse(text, "en"):
        return [replace(finding(clause, "team_size", text), wants_quantity=True)]
    expected = _EXPECTED.match(text)
    if expected:
        what = noun(
            " ".join(
                filter(
                    None,
                    (
                        expected["of"] or expected["of2"] or expected["of3"],
                        expected["v"] or expected["v2"] or expected["v3"],
                    ),
                )
            )
        )
        return [replace(finding(clause, f"count:{what}", text), wants_quantity=True)]
    weight = _WEIGHT.match(text)
    if weight:
        is_height = weight["u"].lower().startswith(("cm", "m"))
        return [
            replace(finding(clause, "height" if is_height else "weight", weight["v"]), wants_quantity=True)
        ]
    for rule in (_dated, _rules, _owned):
        found = rule(clause)
        if found:
            return found
    return []


def _limit(clause: Clause) -> list[Finding]:
    """A bare limit: money is a budget, people a head count; anything else needs the words before it."""
    units = {span.unit for span in quantities.parse(clause.text, "en")}
    if (
        units
        and units <= {"", "USD", "EUR", "GBP", "JPY", "CNY", "HKD"}
        and (units != {""} or (is_plain_amount(clause.text) and not mentions_time(clause.text, "en")))
    ):
        what = limited_object(clause.text, "en")
        return [
            replace(finding(clause, f"budget:{what}" if what else "budget", clause.text), wants_quantity=True)
        ]
    if units == {"person"}:
        return [replace(finding(clause, "headcount", clause.text), wants_quantity=True)]
    return []


def _dated(clause: Clause) -> list[Finding]:
    text = clause.text
    deadline = _DEADLINE.match(text)
    if deadline:
        what = noun(deadline["a"] or deadline["b"] or deadline["c"] or "")
        return [
            replace(
                finding(clause, f"deadline:{what}" if what else "deadline", text, Layer.EVENT), is_ahead=True
            )
        ]
    decision = _DECISION.match(text)
    if decision:
        return [finding(clause, "decision", text, Layer.EVENT)]
    is_ahead = _APPOINTMENT.match(text) or _VISIT.match(text) or _MEAL.match(text) or _ENDS.match(text)
    if (
        is_ahead
        and (clause.is_timed or mentions_time(text, "en"))
        and not LASTING.search(re.sub(r"\buntil\b", "", text))
    ):
        return [replace(finding(clause, "appointment", text, Layer.EVENT), is_ahead=True)]
    if _PLAN.match(text) and not _IDLE_PLAN.search(text):
        return [replace(finding(clause, "plan", text, Layer.EVENT), is_plan=True, is_ahead=True)]
    return []


def _rules(clause: Clause) -> list[Finding]:
    text = clause.text
    permission = _PERMISSION.match(text)
    if permission and not THING_NOT.match(permission["what"]):
        is_no = bool(permission["not"]) or permission["v"].lower() in ("forbidden", "prohibited", "banned")
        detail = noun(permission["what"] + _NO_MORE.sub("", permission["where"]))
        return [replace(finding(clause, f"permission:{detail}", detail), is_negated=is_no)]
    can = _CAN.match(text)
    if can and not THING_NOT.match(can["what"]) and not re.match(r"(?:I|we)\b", can["what"], _I):
        detail = noun(f"{can['what']} {_NO_MORE.sub('', can['act'])}")
        return [
            replace(finding(clause, f"permission:{detail}", detail), is_negated=bool(_NOT.search(can["can"])))
        ]
    approved = _APPROVED.match(text)
    if approved:
        name = approved["v"].strip(" .")
        holder = finding(clause, f"holder:approver of {noun(approved['what'])}", name, Layer.RELATIONSHIP)
        return [replace(holder, entities=(name,))]
    code = _CODE.match(text)
    if code:
        of = noun(code["of"] or "")
        return [finding(clause, f"project_code:{of}" if of else "project_code", code["v"])]
    naming = _NAMING.match(text)
    if naming and not re.match(r"(?:my|our) (?:" + KIN + ")", text, _I):
        return [finding(clause, "naming_rule:" + noun(naming["what"] or naming["w"] or ""), naming["v"])]
    stack = _STACK.match(text)
    if stack and (stack["version"] or re.match(r"(?:we|our|the)\b", text, _I)):
        return _stacks(clause, stack)
    return []


def _stacks(clause: Clause, stack: re.Match[str]) -> list[Finding]:
    """Each technology with its version; a list of them makes one finding each."""
    lead = clause.text[: stack.start("v")]
    first = finding(clause, f"stack:{stack['tech'].lower()}", stack["v"])
    others = re.findall(r"(?:,|\band|\bwith) ((?-i:[A-Z])[\w+#.-]*(?: v?\d[\w.]*)?)", stack["rest"])
    more = [
        replace(first, attribute=f"stack:{one.split()[0].lower()}", value=one, claim=lead + one)
        for one in others
    ]
    return [replace(first, claim=lead + stack["v"]) if more else first, *more]


def _owned(clause: Clause) -> list[Finding]:
    """What a thing of the user is, where it is, how many it has."""
    text = clause.text
    if _PERSON_OWNED.match(text):
        return []
    prop = _PROPERTY.match(text)
    if prop and not MINE_NOT.search(prop["what"]):
        what = noun(" ".join(filter(None, (prop["what"], prop["of"]))))
        if re.fullmatch(r"team size|headcount|number of (?:people|employees)", what):
            return [replace(finding(clause, "team_size", prop["v"]), wants_quantity=True)]
        if re.match(r"(?:rent|salary)", what):
            return [
                replace(
                    finding(clause, "income" if "salary" in what else f"price:{what}", prop["v"]),
                    wants_quantity=True,
                )
            ]
        # "My desk is on the second floor" tells where it is, and so does "has moved to the fifth floor".
        is_somewhere = re.match(
            r"(?:in|on|at|by|under|behind|next to|near|opposite|inside|beside)\b (?!\d)", prop["v"], _I
        )
        base = "location" if is_somewhere and not mentions_time(prop["v"], "en") else "number"
        return [finding(clause, f"{base}:{what}", prop["v"])]
    count = _COUNT.match(text)
    if count and quantities.parse(text, "en") and not MINE_NOT.search(count["what"]):
        thing, said = noun(count["what"]), quantities.parse(text[count.start("v") :], "en")
        unit = said[0].unit if said else ""
        # Twenty pupils and three teachers of one school are two counts; the metres of a hall are its only ones.
        counted = (count["of"] or "").lower() if unit in ("", "person", "item") else ""
        made = finding(clause, f"count:{f'{thing} {counted}'.strip()}", text)
        return [replace(made, wants_quantity=True, topics=(thing,) if counted else ())]
    place = _PLACE.match(text)
    if (
        place
        and not _LIVES.match(text)
        and not THING_NOT.match(place["what"])
        and not MINE_NOT.search(place["what"])
        and (_is_place(place, text) or (clause.corrects and _SOMEWHERE.match(place["v"])))
    ):
        made = finding(clause, f"location:{noun(place['what'])}", place["v"])
        has_moved = clause.corrects and re.search(r"\bmoved\b", text[: place.start("v")], _I)
        return [replace(made, changes=noun(place["what"]) if has_moved else "")]
    mine = _MINE.match(text)
    if (
        mine
        and not MINE_NOT.search(mine["what"])
        and not TRANSIENT.search(mine["v"])
        and not re.match(r"(?:thinks|believes|seems|feels|looks|sounds|says|means)$", mine["verb"], _I)
        and not clause.is_strict
    ):
        return [finding(clause, f"attribute:{noun(mine['what'])}", f"{mine['verb']} {mine['v']}")]
    return []


_LIVES = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)? (?:now |still )?lives? ")  # a person, no thing
_SOMEWHERE = re.compile(r"(?:the|my|our|a|an|its|their) [\w', -]+$", _I)
_NOWHERE = re.compile(
    r"\b(?:way|mess|mood|middle|moment|works|question|process|past|future|point|picture|air|news|game|mail|post|end|beginning|"
    r"example|text|code|file above|above|below|following|list|line|function|output|error|question|answer|message|paragraph|title|meeting|hurry|row|"
    r"phone|case|rise|same|other hand|internet|web|menu|table below|run|break|holiday|loop)$",
    _I,
)
_MOVING = re.compile(
    r"(?:kids?|children|baby|cat|dog|boys?|girls?|team|people|guests?|problem|issue|bug|error|question|answer|trouble|trick|catch|devil|"
    r"idea|point|focus|emphasis|sun|moon|weather|rest|difference|ball|train|bus|taxi|food|dinner|lunch)\b",
    _I,
)


def _is_place(place: re.Match[str], text: str) -> bool:
    if re.match(
        r"\d{1,2}(?::\d\d)?\b(?! \w+ (?:street|road|avenue))|(?:noon|midnight|half)\b", place["v"], _I
    ):
        return False
    if re.match(r"(?:my|our)\b", text, _I) or DEFINITE.search(place["v"]):
        return True
    # "The fuses are in the cellar" names a place; what is in the way, in a mess or a person does not.
    return bool(
        re.match(r"the\b", text, _I)
        and _SOMEWHERE.match(place["v"])
        and not _NOWHERE.search(place["v"])
        and not re.match(_MOVING, noun(place["what"]))
    )
