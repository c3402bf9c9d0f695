"""Words of English that several rules share: kin, roles, names, contacts, and the noun phrase of an attribute."""

from __future__ import annotations

import re

ADVERB = r"(?:(?:really|also|always|usually|generally|mostly|still|now|just|currently|actually|absolutely|quite|much|strongly|do|often|never|recently|finally|even|already|actually|lately|only recently|particularly|especially|typically|normally) )*"
AM = rf"(?:I am|I'm|I’m|am) {ADVERB}"
DO = rf"(?:(?:I|we)(?:'ve|’ve| have)? )?{ADVERB}"
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
    r"eldest|youngest|oldest|firstborn|grandma|grandpa|grandad|granddad|gran|granny|nan|nana|great-(?:aunt|uncle|grandmother|grandfather)|(?:close |good |dear |old |best )?friend|flatmate|roommate|housemate|neighbou?r|colleague|co-?worker|teammate|classmate|"
    r"godson|goddaughter|twins?|baby)"
)
PETS = r"(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pony|tortoise|turtle|goldfish|fish|bird|budgie|guinea pig|snake|lizard|ferret|hens?|chickens?|greyhound|terrier|labrador|poodle|spaniel|collie|gecko|canary)s?"
JOB_END = r"(?:er|or|ist|ian|ant|ent|man|woman|eer|ive|nurse|chef|cook|coach|pilot|vet|judge|clerk|guide|nun|monk|surgeon|scientist|architect|freelancer|intern|paramedic|mechanic|lead|ceo|cto|cfo|analyst|barista|midwife|dj|developer|student|smith|wright|herd|maid|monger)"
DOSE = r"\d[\d.,]* ?(?:mg|mcg|µg|g|ml|units|iu|micrograms|milligrams)"
AGE_WORDS = r"(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
HEALTH = r"(?:asthma|diabetes|epilepsy|migraines?|arthritis|hypertension|high blood pressure|eczema|hay ?fever|celiac disease|coeliac disease|adhd|anxiety|depression|insomnia|tinnitus|psoriasis|ibs|a heart condition|a bad (?:knee|back|hip)|shingles|cancer|anaemia|anemia|asperger'?s|autism|dyslexia)"
ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summaries|output)"
PURPOSE = r"(?:short|brief|concise|terse|to the point|succinct|long|detailed|in depth|thorough)"


def noun(phrase: str) -> str:
    """A noun phrase as the detail of an attribute: lower case, without article or possessive."""
    return re.sub(
        r"^(?:(?:the|my|our|a|an|new|current) )+", "", re.sub(r"\s+", " ", phrase.strip().lower())
    ).strip(" .'")
