"""Check that every text of the window has a finished translation in every language file.

Reads the Qt Linguist files in resources/translations. A text counts as missing when its translation is unfinished or
empty. The source language needs no file. Whether the files know every text of the source is checked by running
lupdate into a scratch copy and comparing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "resources" / "translations"


def untranslated(path: Path) -> list[str]:
    """The source texts in one Linguist file that have no finished translation."""
    missing = []
    for message in ElementTree.parse(path).iter("message"):
        translation = message.find("translation")
        kind = "unfinished" if translation is None else translation.get("type", "")
        if kind in ("vanished", "obsolete"):
            continue
        forms = [] if translation is None else (translation.findall("numerusform") or [translation])
        if kind == "unfinished" or not forms or any(not (form.text or "").strip() for form in forms):
            missing.append(message.findtext("source") or "")
    return missing


def texts(path: Path) -> set[tuple[str, str]]:
    """Context and source of every message that is still in use."""
    found = set()
    for context in ElementTree.parse(path).iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type", "") not in ("vanished", "obsolete"):
                found.add((name, message.findtext("source") or ""))
    return found


def stale(path: Path, sources: list[Path]) -> set[tuple[str, str]]:
    """Texts of the source that the file lacks, or the other way round."""
    lupdate = Path(sys.executable).with_name("pyside6-lupdate")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / path.name
        shutil.copyfile(path, copy)
        command = [str(lupdate), "-silent", *(str(source) for source in sources), "-ts", str(copy)]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        return texts(copy) ^ texts(path)


def main() -> int:
    """Print what is missing; the exit code for the shell."""
    sources = sorted((ROOT / "desktop").rglob("*.py"))
    uses_tr = any(".tr(" in source.read_text(encoding="utf-8") for source in sources)
    files = sorted(TRANSLATIONS.glob("*.ts"))
    if uses_tr and not files:
        print("desktop/ has translatable texts, resources/translations has no .ts file")
        return 1
    failed = False
    for path in files:
        for text in untranslated(path):
            print(f"{path.name}: not translated: {text}")
            failed = True
        for context, text in sorted(stale(path, sources)):
            print(f"{path.name}: out of step with the source (run make texts): {context}: {text}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
