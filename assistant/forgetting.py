"""Which memories a request to forget means: by the attribute it names, by person, by its words, never by rank alone.

"My phone number" means the phone attribute whatever the claim is worded like; "everything about Tom" all that names
Tom; "that I play squash" the memories holding most of those words. Nothing is deleted here: what is found is shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.asked import asked_attributes
from assistant.fields_of_life import of_field
from vault import fold, slots
from vault.records import USER, Memory

_STOP = frozenset(
    """i me my mine we our you your he she it they the a an of about on in at to for from with that this those these is
    am are was were be been has have had do does did and or not no so as by what which who when where how please
    everything anything all memory know thing stuff detail fact info information""".split()
)
_STOP_ZH = frozenset(
    "我你您他她它的了在是有和与跟把被给就都也还很吗呢吧啊这那个条件事说过关于所有全部一切信息记忆记录"
)
# "my landline number" is told as "my landline is …"
_KIND_OF_VALUE = re.compile(
    r"\s*\b(?:number|no\.?|address|code|name|details)$|(?:的)?(?:号码?|地址|名字|编号|信息)$", re.IGNORECASE
)
_LEAST_CHARACTERS = 2
_ENOUGH = 0.6  # share of the request's content words that a memory must hold


def matching(argument: str, memories: Sequence[Memory], *, is_everything: bool = False) -> list[Memory]:
    """The memories that `argument` means, best first; empty where nothing fits well enough to be shown."""
    asked = asked_attributes(argument)
    by_attribute = [m for m in memories if m.subject == USER and slots.base_of(m.attribute) in asked]
    wanted = _content(argument)
    if not wanted:
        return by_attribute or (list(memories) if is_everything and _means_user(argument) else [])
    scored = sorted(((_share(wanted, memory), memory) for memory in memories), key=lambda pair: -pair[0])
    if by_attribute and not any(share == 1.0 for share, _ in scored):
        return by_attribute
    least = _ENOUGH if is_everything else max(_ENOUGH, scored[0][0] if scored else 1.0)
    found = [memory for share, memory in scored if share >= least]
    bare = _KIND_OF_VALUE.sub("", argument).strip()
    if not found and not by_attribute and bare and bare != argument:
        return matching(bare, memories, is_everything=is_everything)
    return found or by_attribute or of_field(argument, memories)


def _means_user(argument: str) -> bool:
    return bool(re.fullmatch(r"\W*(?:me|myself|I|我|我自己)?\W*", argument, re.IGNORECASE))


def _content(text: str) -> set[str]:
    """Stemmed content words; Chinese by pairs of characters, single ones where they stand alone."""
    words = fold.words(text)
    latin = {word for word in words if word.isascii() and word not in _STOP}
    pairs: set[str] = set()
    for run in re.findall(r"[\u3400-\u9fff]+", fold.fold(text)):
        for part in re.split(f"[{''.join(_STOP_ZH)}]", run):
            pairs.update({part} if len(part) == 1 else {part[i : i + 2] for i in range(len(part) - 1)})
    return latin | pairs


def _share(wanted: set[str], memory: Memory) -> float:
    text = " ".join((memory.claim, memory.subject, *memory.entities))
    share = len(wanted & _content(text)) / len(wanted)
    # 租车位 means 租了个车位 as well: a few characters may stand apart, as long as all of them are there.
    characters = {character for word in wanted for character in word if not word.isascii()}
    is_there = len(characters) >= _LEAST_CHARACTERS and characters <= set(fold.fold(text))
    return max(share, _ENOUGH) if is_there else share
