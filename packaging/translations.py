"""Check that every text of the window has a finished, fitting translation in every language file.

Reads the Qt Linguist files in resources/translations. A text counts as missing when its translation is unfinished or
empty; it does not fit when its placeholders differ from the source's, or when only one of the two has a mnemonic. The
source language needs no file. Whether the files know every text of the source is checked by running lupdate into a
scratch copy and comparing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "resources" / "translations"
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%n|%\d|%L\d")
_MNEMONIC = re.compile(r"&(?=[^&\s])")


def _messages(path: Path) -> Iterator[tuple[str, ElementTree.Element]]:
    """Context and element of every message that is still in use."""
    for context in ElementTree.parse(path).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type", "") not in ("vanished", "obsolete"):
                yield context.findtext("name") or "", message


def _forms(message: ElementTree.Element) -> list[str]:
    """The translation, or each of its plural forms."""
    translation = message.find("translation")
    if translation is None:
        return []
    return [form.text or "" for form in translation.findall("numerusform") or [translation]]


def untranslated(path: Path) -> list[str]:
    """The source texts in one Linguist file that have no finished translation."""
    missing = []
    for _, message in _messages(path):
        translation = message.find("translation")
        forms = _forms(message)
        is_finished = translation is not None and translation.get("type", "") != "unfinished"
        if not is_finished or not forms or any(not form.strip() for form in forms):
            missing.append(message.findtext("source") or "")
    return missing


def unfitting(path: Path) -> list[str]:
    """The source texts whose translation has other placeholders, or lacks or adds a mnemonic."""
    found = []
    for _, message in _messages(path):
        source = message.findtext("source") or ""
        for form in _forms(message):
            same_names = Counter(_PLACEHOLDER.findall(source)) == Counter(_PLACEHOLDER.findall(form))
            same_mnemonic = bool(_MNEMONIC.search(source)) == bool(_MNEMONIC.search(form))
            if form.strip() and not (same_names and same_mnemonic):
                found.append(source)
    return found


def texts(path: Path) -> set[tuple[str, str]]:
    """Context and source of every message that is still in use."""
    return {(context, message.findtext("source") or "") for context, message in _messages(path)}


def stale(path: Path, sources: Sequence[Path]) -> set[tuple[str, str]]:
    """Texts of the source that the file lacks, or the other way round."""
    lupdate = Path(sys.executable).with_name("pyside6-lupdate")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / path.name
        shutil.copyfile(path, copy)
        command = [str(lupdate), "-silent", *(str(source) for source in sources), "-ts", str(copy)]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        return texts(copy) ^ texts(path)


def problems(path: Path, sources: Sequence[Path]) -> list[str]:
    """One line for each fault of one file."""
    return [
        *(f"{path.name}: not translated: {text}" for text in untranslated(path)),
        *(f"{path.name}: other placeholders or mnemonic than the source: {text}" for text in unfitting(path)),
        *(
            f"{path.name}: out of step with the source (run make texts): {context}: {text}"
            for context, text in sorted(stale(path, sources))
        ),
    ]


def main() -> int:
    """Print what is wrong; the exit code for the shell."""
    sources = sorted((ROOT / "desktop").rglob("*.py"))
    uses_tr = any(".tr(" in source.read_text(encoding="utf-8") for source in sources)
    files = sorted(TRANSLATIONS.glob("*.ts"))
    if uses_tr and not files:
        print("desktop/ has translatable texts, resources/translations has no .ts file")
        return 1
    found = [line for path in files for line in problems(path, sources)]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
