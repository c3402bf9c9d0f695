"""Do questions reach the documents that answer them, and only those, beside memories and messages?

Six texts of this project and a lease in Chinese are put beside thirty memories and three messages; each question says
what should be selected. Run without the documents, what memories and messages answer must be selected as well.

python -m tests.bench.documents
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assistant.documents import read_bytes
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.recall import Encoder, Recall, default_encoder_folder
from vault.records import Candidate, Layer, Role

ROOT = Path(__file__).parents[2]
FILES = (
    "docs/INSTALL.md", "docs/SECURITY.md", "docs/PRIVACY.md", "packaging/licences/qt/GPL-3",
    "packaging/licences/common/LGPL-2.1", "packaging/licences/common/Apache-2.0",
)  # fmt: skip
LEASE = """# 房屋租赁合同

## 第一条 租金与押金

租金为每月三千二百元，承租人应于每月五日前支付到出租人的银行账户。押金为两个月租金，合同终止且房屋完好时，出租人应在十五日内无息退还。

## 第二条 维修

房屋及附属设施的自然损坏由出租人负责维修，出租人应在接到通知后七日内派人修理。因承租人使用不当造成的损坏，由承租人承担费用。

## 第三条 转租

未经出租人书面同意，承租人不得将房屋转租或分租给第三人，否则出租人有权解除合同并没收押金。

## 第四条 退租与违约

承租人提前退租的，应当提前三十日书面通知出租人，并支付一个月租金作为违约金。逾期支付租金的，每逾期一日按应付金额的千分之五支付滞纳金。

## 第五条 宠物与噪音

承租人可以饲养一只小型犬，但应当办理养犬登记，晚上十点以后不得播放高音量音乐。
"""
CLAIMS = (
    "I am allergic to peanuts", "My sister Anna lives in Lyon", "My budget for the kitchen is 12,000 euros",
    "I prefer aisle seats", "My dentist is Dr. Weber", "I take the 8:15 train to work",
    "My laptop is a ThinkPad X1", "I drink my coffee without sugar", "My birthday is 4 May",
    "I work at Siemens as an engineer", "我养了一只猫叫团子", "我的车是比亚迪汉", "我每周三下午打羽毛球",
    "我对海鲜过敏",    "我的女儿在读小学三年级",
    *(f"I own {number} {thing}" for number, thing in enumerate(
        "bikes chairs lamps plants watches pens books cups coats shoes maps rugs keys hats bags".split(), 2)),
)  # fmt: skip
MESSAGES = (
    "I bought a new heat pump last week and it is very loud",
    "The meeting with the bank is moved to Thursday",
    "我昨天去医院做了体检，医生说血压有点高",
)
TO_DOCUMENTS = {
    "Where does the AppImage or deb install its files?": "Debian",
    "What does the licence say about patents?": "patent",
    "What happens if I forget my passphrase and the recovery code?": "recovery code",
    "Can I convey a modified version of the program in object code?": "object code",
    "Under which conditions may I combine a library with my application under the LGPL?": "librar",
    "What attack does the header hash not detect?": "forged header",
    "What personal data is masked before sending?": "mask",
    "Does the Apache licence allow using trademarks?": "trademark",
    "How are checksums of the installers verified?": "installer",
    "押金什么时候退还？": "十五日内无息退还",
    "可以养狗吗？": "小型犬",
    "逾期付租金要交多少滞纳金？": "千分之五",
    "提前退租要提前多久通知？": "提前三十日",
    "房子坏了谁来修？": "七日内派人修理",
}
TO_OTHERS = {
    "What am I allergic to?": "peanuts", "Where does Anna live?": "Lyon",
    "What is my budget for the kitchen?": "12,000", "Who is my dentist?": "Weber", "我的猫叫什么名字？": "团子",
    "我开什么车？": "比亚迪", "我周三下午做什么？": "羽毛球", "What laptop do I have?": "ThinkPad",
    "When is the meeting with the bank?": "Thursday", "医生说我的血压怎么样？": "血压",
    "which seat do I prefer?": "aisle",
}  # fmt: skip
UNANSWERED = (
    "What is the capital of Mongolia?", "How tall is my brother?", "What did I cook for dinner on Sunday?",
    "Which vaccine did my dog get?", "Who won the chess tournament?", "我的护照什么时候到期？",
    "昨天的足球比赛谁赢了？", "我哥哥在哪里工作？",
    "What colour is my car?", "How much did the flight to Rome cost?",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Count:
    """`reached` of the questions to documents; `intruded`: those to none that select a passage; `others` answered."""

    reached: tuple[str, ...]
    intruded: tuple[str, ...]
    others: tuple[str, ...]
    most_ranked: int


@contextmanager
def stack(folder: Path, encoder: Encoder | None, *, with_documents: bool) -> Iterator[tuple[Vault, Recall]]:
    """A vault with everything above, indexed."""
    vault, _ = create_vault(folder / "vault", Secret("bench of documents"), cost=FLOOR_COST)
    with vault:
        for place, claim in enumerate(CLAIMS):
            vault.memories.add(Candidate(f"a{place}", claim, Layer.FACT, claim, ()))
        chat = vault.conversations.create()
        for text in MESSAGES:
            vault.conversations.add_turn(chat.id, Role.USER, text)
        if with_documents:
            vault.documents.add(read_bytes("租赁合同.md", LEASE.encode()).document)
            for name in FILES:
                path = ROOT / name
                vault.documents.add(read_bytes(f"{path.stem}.md", path.read_bytes()).document)
        recall = Recall(vault, encoder, encoder_timeout_s=120)
        recall.start(background=False)
        recall.index_now()
        yield vault, recall
        recall.close()


def count(recall: Recall) -> Count:
    """Ask everything."""
    most = 0

    def selected(question: str) -> list[tuple[str, str]]:
        nonlocal most
        found = recall.recall(question)
        most = max(most, sum(item.kind == "passage" for item in found.items))
        return [(item.kind, item.text) for item in found.selected]

    def holding(questions: dict[str, str], kinds: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            question
            for question, word in questions.items()
            if any(kind in kinds and word.casefold() in text.casefold() for kind, text in selected(question))
        )

    intruded = tuple(
        question
        for question in (*TO_OTHERS, *UNANSWERED)
        if any(kind == "passage" for kind, _ in selected(question))
    )
    return Count(holding(TO_DOCUMENTS, ("passage",)), intruded, holding(TO_OTHERS, ("memory", "turn")), most)


def main() -> int:
    """Print the counts with and without the documents."""
    encoder = Encoder.load(default_encoder_folder(), threads=2)
    for with_documents in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            started = time.monotonic()
            with stack(Path(folder), encoder, with_documents=with_documents) as (vault, recall):
                found = count(recall)
                units, seconds = recall.status().units, time.monotonic() - started
                if with_documents:
                    print(f"documents: {len(vault.documents.list())}, units: {units}, {seconds:.0f} s")
                    print(
                        f"to documents: {len(found.reached)} of {len(TO_DOCUMENTS)} have the passage selected"
                    )
                    print("  not:", *(set(TO_DOCUMENTS) - set(found.reached)), sep="\n    ")
                    of = len(TO_OTHERS) + len(UNANSWERED)
                    print(f"to others or nothing: {len(found.intruded)} of {of} have a passage selected")
                    print("  these:", *found.intruded, sep="\n    ")
                    print(f"passages among 20 ranked, at most: {found.most_ranked}")
                name = "with" if with_documents else "without"
                print(f"to memories and messages, {name} documents: {len(found.others)} of {len(TO_OTHERS)}")
                print(f"questions answered by words alone: {recall.status().by_words_alone}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
