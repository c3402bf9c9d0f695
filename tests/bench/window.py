"""Measures the window: start-up against a bare Qt window, a long chat's transcript, the worst stall while streaming.

    python -m tests.bench.window [--json F]

Ratios in one run on one machine; offscreen unless QT_QPA_PLATFORM says otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.transcript import MAX_SHOWN, PAGE, Transcript
from desktop.language import Language
from desktop.main_window import MainWindow
from desktop.places import Places
from desktop.theme import Theme
from desktop.words import Words
from tests.bench import vault_speed
from vault import FLOOR_COST, Secret, create_vault
from vault.records import Role, Turn

_RUNS = 7
_STREAM_TOKENS = 5_000
_BATCH_TOKENS = 4  # at 33 ms a batch: 120 tokens a second, faster than a local model
_TICK_MS = 5
CHATS, MEMORIES = 2_000, 20_000


def startup(kind: str) -> float:
    """Median seconds from starting the process to the first paint; interpreter and imports included."""
    times = []
    for _ in range(_RUNS):
        command = [sys.executable, "-m", "tests.bench.startup_probe", kind, repr(time.time())]
        times.append(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    return statistics.median(times)


def turns(count: int) -> list[Turn]:
    """A chat of alternating short questions and longer Markdown answers."""
    now = datetime(2026, 11, 30, tzinfo=UTC)
    answer = "An answer with **bold** words, a list\n\n- one\n- two\n\nand `code` in it. " * 3
    return [
        Turn(
            f"t{n}",
            "c",
            n,
            *((Role.USER, "A question?") if n % 2 == 0 else (Role.ASSISTANT, answer)),
            now,
            "UTC",
        )
        for n in range(count)
    ]


def transcript(theme: Theme) -> dict[str, float]:
    """Milliseconds to show one page and the largest window of messages."""
    result = {}
    for name, count in (("page_ms", PAGE), ("longest_ms", MAX_SHOWN)):
        view = Transcript(theme, Words())
        view.resize(900, 700)
        view.show()
        begun = time.perf_counter()
        view.show_turns(turns(count))
        QTest.qWait(0)
        result[name] = (time.perf_counter() - begun) * 1000
        view.close()
        view.deleteLater()
    return result


def history(app: QApplication, theme: Theme, folder: Path) -> dict[str, float]:
    """Seconds from the open vault with many chats and memories to the main window's first paint and to its full lists,
    and the longest time without a tick meanwhile in ms. Row L106 of the reports.
    """
    vault, _ = create_vault(folder / "v", Secret("five words for a bench"), cost=FLOOR_COST)
    vault_speed.fill(vault, MEMORIES)
    begun = datetime(2026, 1, 1, tzinfo=UTC)

    def chats(_: object) -> None:
        for number in range(CHATS):
            chat = vault.conversations.create(f"Talk {number}", at=begun + timedelta(minutes=number))
            vault.conversations.add_turn(
                chat.id, Role.USER, f"About {number}", at=begun + timedelta(minutes=number)
            )

    vault.db.write(chats)
    session, bridge = Session.over(vault), Bridge()
    gaps: list[float] = []
    last = started = time.perf_counter()

    def tick() -> None:
        nonlocal last
        gaps.append((time.perf_counter() - last) * 1000)
        last = time.perf_counter()

    timer = QTimer()
    timer.timeout.connect(tick)
    timer.start(_TICK_MS)
    window = MainWindow(theme, bridge, session, language=Language(app), places=Places(folder / "config"))
    loaded: list[float] = []
    window.memory.store.loaded.connect(lambda: loaded.append(time.perf_counter()))
    window.show()
    QTest.qWaitForWindowExposed(window)
    shown_s = time.perf_counter() - started
    while not loaded or not window.chats.model.rowCount():
        QTest.qWait(1)
    result = {
        "shown_s": shown_s,
        "lists_s": max(loaded[0], time.perf_counter()) - started,
        "worst_gap_ms": max(gaps),
    }
    timer.stop()
    window.close()
    bridge.close()
    session.close()
    return result


def prose_and_code() -> list[str]:
    """The tokens of a reply of words, a list and code; it is repeated until it is long enough."""
    prose = ["word ", "**bold** ", "and ", "text, ", "`code` ", "more. "] * 12 + ["end.\n\n"]
    rest = (
        ["- item with words\n"] * 12 + ["\n```python\n"] + ["value = compute(1, 'two')\n"] * 12 + ["```\n\n"]
    )
    return prose * 2 + rest


def maths() -> list[str]:
    """The tokens of a proof: formulas in lines, in a list and on lines of their own, each with another number."""
    tokens = []
    for number in range(60):
        text = (
            f"Let $x_{{{number}}} \\ge 0$ and \\(\\hat{{y}}_{{{number}}} = \\alpha^{{{number}}} + \\beta\\), so that "
            f"$\\frac{{a_{{{number}}}}}{{b}} < 1$ holds.\n\n"
            f"$$\n\\sum_{{i=1}}^{{{number}}} \\frac{{i(i+1)}}{{2}} = \\int_0^{{{number}}} \\sqrt{{x^2+1}}\\,dx\n$$\n\n"
            f"1. with $\\begin{{pmatrix}} {number} & b \\\\ c & d \\end{{pmatrix}}$\n"
            f"2. 总价 $\\text{{总价}}={number}$\n\n"
        )
        tokens += re.findall(r"\s*\w+|\s*[^\w\s]", text)
        tokens.append("\n\n")
    return tokens


def one_list() -> list[str]:
    """The tokens of a reply that is one long list of steps with formulas."""
    steps = (f"{n}. The step $x_{{{n}}} = \\frac{{a_{{{n}}}}}{{b}}$ follows.\n" for n in range(1, 400))
    return [token for step in steps for token in [*re.findall(r"\s*\w+|\s*[^\w\s]", step), "\n"]]


def streaming(theme: Theme, words: Sequence[str]) -> dict[str, float]:
    """The worst and 99th percentile gap between ticks of a 5 ms timer while a long reply of `words` streams, in ms;
    and the most processor time that one batch took in the GUI thread, which says the same on a busy machine."""
    view = Transcript(theme, Words())
    view.resize(900, 700)
    view.show()
    view.show_turns(turns(PAGE))
    message = view.append(turns(2)[1])
    QTest.qWait(200)  # the page itself
    gaps: list[float] = []
    last = time.perf_counter()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append((now - last) * 1000)
        last = now

    timer = QTimer()
    timer.setInterval(_TICK_MS)
    timer.timeout.connect(tick)
    timer.start()
    text, longest = "", 0.0
    for number in range(0, _STREAM_TOKENS, _BATCH_TOKENS):
        text += "".join(words[(number + place) % len(words)] for place in range(_BATCH_TOKENS))
        begun = time.thread_time()
        message.set_text(text)
        QTest.qWait(1)
        longest = max(longest, (time.thread_time() - begun) * 1000)
    timer.stop()
    gaps.sort()
    view.close()
    view.deleteLater()
    return {
        "worst_gap_ms": gaps[-1],
        "p99_gap_ms": gaps[int(len(gaps) * 0.99)],
        "longest_batch_ms": longest,
        "tokens": _STREAM_TOKENS,
    }


def opened(app: QApplication, theme: Theme, bare_s: float) -> dict[str, float]:
    """`history` in a folder of its own, and how many bare windows it takes."""
    with tempfile.TemporaryDirectory() as name:
        found = history(app, theme, Path(name))
    return found | {"ratio": found["shown_s"] / bare_s, "chats": CHATS, "memories": MEMORIES}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    bare, own = startup("bare"), startup("unlock")
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme = Theme(app)
    theme.apply("light")
    summary = {
        "startup": {"bare_s": round(bare, 3), "unlock_s": round(own, 3), "ratio": round(own / bare, 2)},
        "history": {key: round(value, 2) for key, value in opened(app, theme, bare).items()},
        "transcript": {key: round(value, 1) for key, value in transcript(theme).items()},
        **{
            f"streaming_{name}": {key: round(value, 1) for key, value in streaming(theme, words).items()}
            for name, words in (("code", prose_and_code()), ("maths", maths()), ("one_list", one_list()))
        },
    }
    print(json.dumps(summary, indent=1))
    if options.json:
        options.json.write_text(json.dumps(summary, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
