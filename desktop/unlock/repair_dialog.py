"""Guided repair: what is there of a vault that does not open, and the ways back, the one that loses least first.

It carries out what needs only a secret, taking a backup's header and saving what can be read; restoring a backup has a
dialog of its own, which it asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from desktop.bridge import Bridge, CancelToken
from desktop.job_dialog import JobDialog
from desktop.memory.bars import ErrorLine
from desktop.per_cent import per_cent
from desktop.theme import SPACE, Theme
from desktop.unlock.fields import PassphraseField
from desktop.words import Words
from vault.repair import Advice, restore_header
from vault.salvage import SalvageReport, salvage_vault

_TEXT_PX = 520
_WITH_SECRET = frozenset({"header_from_backup", "salvage"})


class RepairDialog(JobDialog):
    """Offers the steps of an `Advice` on the vault at `path`.

    Signals: `restore_wanted(object)` the backup to be restored in its place, None where it has still to be chosen;
    `repaired()` the vault can be opened again.
    """

    restore_wanted = Signal(object)
    repaired = Signal()

    def __init__(
        self,
        theme: Theme,
        words: Words,
        bridge: Bridge,
        path: Path,
        advice: Advice,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._bridge, self._path, self._advice = words, bridge, path, advice
        self._report: SalvageReport | None = None
        self._is_done = False
        self.explanation, self.outcome = QLabel(), QLabel()
        self.steps = QButtonGroup(self)
        self.choices = {step: QRadioButton() for step in self._offered()}
        self.kind = QComboBox()
        self.kind.addItem("", "passphrase")
        self.kind.addItem("", "recovery")
        self.secret = PassphraseField(theme)
        self._labels = (QLabel(), QLabel())
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.notice = ErrorLine(words)
        self.buttons = QDialogButtonBox()
        self.go: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self.steps.buttonClicked.connect(self._on_step_chosen)
        self.go.clicked.connect(self._on_go_clicked)
        self.cancel.clicked.connect(self.reject)
        next(iter(self.choices.values())).setChecked(True)
        self._on_step_chosen()
        self._retranslate()
        next(iter(self.choices.values())).setFocus()

    # building

    def _offered(self) -> list[str]:
        """The steps of the advice but `open`, which was tried; another backup may always be chosen."""
        steps: list[str] = [step for step in self._advice.steps if step != "open"]
        return steps if "find_backup" in steps else [*steps, "find_backup"]

    def _build(self) -> None:
        self.secret.setObjectName("repairSecret")
        self.kind.setObjectName("repairKind")
        self.go.setObjectName("repairGo")
        self.go.setProperty("role", "primary")
        self.go.setDefault(True)
        self.cancel.setAutoDefault(False)  # it gets the focus while the others are disabled
        self.outcome.setObjectName("repairResult")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        for label in (self.explanation, self.outcome):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation.setMinimumWidth(_TEXT_PX)
        self.outcome.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(self.explanation)
        for step, button in self.choices.items():
            button.setObjectName(f"repair.{step}")
            self.steps.addButton(button)
            layout.addWidget(button)
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label, field in zip(self._labels, (self.kind, self.secret), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        layout.addLayout(form)
        for part in (self.progress, self.outcome, self.notice, self.buttons):
            layout.addWidget(part)
        self.progress.hide()
        self.outcome.hide()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Repair the vault"))
        self.explanation.setText(
            self.tr("This vault does not open as it is. Nothing of it is thrown away by any of these ways:")
        )
        at = self._advice.backup_created_utc
        date = self._words.moment(at) if at is not None else ""
        words = {
            "header_from_backup": self.tr(
                "&Take the header from the backup of {date}; nothing since then is lost"
            ),
            "restore_backup": self.tr("&Put the last backup in its place, from {date}"),
            "salvage": self.tr("&Save what can still be read into a new vault in its place"),
            "find_backup": self.tr("&Choose a backup…"),
        }
        for step, button in self.choices.items():
            button.setText(words[step].format(date=date))
        for label, text, field in zip(
            self._labels, (self.tr("&Open with"), self.tr("S&ecret")), (self.kind, self.secret), strict=True
        ):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.kind.setItemText(0, self.tr("the passphrase"))
        self.kind.setItemText(1, self.tr("the recovery code"))
        self.progress.setAccessibleName(self.tr("The vault is being repaired"))
        self.go.setText(self.tr("Go on"))
        self.cancel.setText(self.tr("Close") if self._is_done else self.tr("Cancel"))
        if self._is_done:
            self.outcome.setText("\n".join(self._result()))

    def _result(self) -> list[str]:
        report = self._report
        if report is None:
            return [self.tr("The vault has a header again. It opens with the secret of the backup's day.")]
        lines = [self.tr("Saved: {rows} rows.").format(rows=report.rows)]
        if report.expected >= 0:
            lines.append(
                self.tr("Lost: {lost} of {expected}.").format(
                    lost=report.expected - report.rows, expected=report.expected
                )
            )
        parts = self._parts()
        lines += [
            self.tr("Damaged places passed over in {part}: {gaps}").format(part=parts[part], gaps=gaps)
            for part, gaps in report.gaps.items()
        ]
        if report.orphans:
            lines.append(
                self.tr("Left out, because what they belong to could not be read: {count}").format(
                    count=report.orphans
                )
            )
        if report.is_rechained:
            lines.append(
                self.tr("Entries of the audit are missing; it proves nothing about the time before now.")
            )
        if report.kept is not None:
            lines.append(self.tr("The damaged vault is kept in {folder}").format(folder=report.kept))
        return lines

    def _parts(self) -> dict[str, str]:
        """Words for `vault.salvage.PARTS`."""
        return {
            "settings": self.tr("the settings"),
            "conversations": self.tr("the list of conversations"),
            "messages": self.tr("the messages"),
            "reply_details": self.tr("the details of replies"),
            "drafts": self.tr("drafts"),
            "memories": self.tr("the memories"),
            "memory_sources": self.tr("the sources of memories"),
            "memory_history": self.tr("the history of memories"),
            "marks": self.tr("the marks of what was forgotten"),
            "endpoints": self.tr("the endpoints"),
            "receipts": self.tr("the receipts of what was sent"),
            "pseudonyms": self.tr("the names that stand for real ones"),
            "audit": self.tr("the audit"),
            "tasks": self.tr("the tasks"),
            "waiting": self.tr("what waited to be learnt from"),
            "summaries": self.tr("summaries of long conversations"),
            "sealed": self.tr("what was sealed with a passphrase of its own"),
            "documents": self.tr("the documents"),
        }

    # slots

    def _step(self) -> str:
        return next(step for step, button in self.choices.items() if button.isChecked())

    def _on_step_chosen(self) -> None:
        is_asked = self._step() in _WITH_SECRET
        for widget in (self.kind, self.secret, *self._labels):
            widget.setEnabled(is_asked)

    def _on_go_clicked(self) -> None:
        step = self._step()
        self.notice.say()
        if step not in _WITH_SECRET:
            self.restore_wanted.emit(self._advice.backup if step == "restore_backup" else None)
            self.accept()
            return
        secret, is_code = self.secret.take(), self.kind.currentData() == "recovery"
        ways: dict[str, Any] = {
            "passphrase": None if is_code else secret,
            "recovery_code": secret.reveal().decode("utf-8", "replace") if is_code else None,
        }
        path, backup = self._path, self._advice.backup

        def work(progress: Callable[[object], None], cancelled: CancelToken) -> SalvageReport | None:
            if step == "salvage":
                return salvage_vault(path, path, progress=per_cent(progress), cancelled=cancelled, **ways)
            if backup is not None:
                restore_header(backup, path, **ways)
            return None

        self.progress.setRange(0, 0)
        self._job = self._bridge.run_slow(work)
        self._job.progressed.connect(self._on_progressed)
        self._job.succeeded.connect(self._on_repaired)
        self._job.failed.connect(self._on_failed)
        self._job.finished.connect(self._on_finished)
        self._set_busy(True)

    def _set_busy(self, is_busy: bool) -> None:
        for widget in (*self.choices.values(), self.go, self.kind, self.secret):
            widget.setEnabled(not is_busy and not self._is_done)
        self.progress.setVisible(is_busy)
        if not is_busy and not self._is_done:
            self._on_step_chosen()

    def _on_progressed(self, done: int) -> None:
        self.progress.setRange(0, 100)
        self.progress.setValue(done)

    def _on_repaired(self, report: SalvageReport | None) -> None:
        if report is not None and report.was_cancelled:
            self.notice.say(self.tr("Stopped. Nothing was changed."))
            return
        self._report, self._is_done = report, True
        self._retranslate()
        for widget in (
            self.explanation,
            *self.choices.values(),
            *self._labels,
            self.kind,
            self.secret,
            self.go,
        ):
            widget.hide()  # what is left is what came of it, and the way out
        self.outcome.setMinimumWidth(_TEXT_PX)
        self.outcome.show()
        self.adjustSize()
        self.repaired.emit()

    def _on_failed(self, error: Exception) -> None:
        self.notice.show_error(error)

    def _on_finished(self) -> None:
        self._job = None
        self._set_busy(False)
        (self.cancel if self._is_done else self.secret).setFocus()
        (self.cancel if self._is_done else self.go).setDefault(True)
