"""The unlock window: moves between its pages, has the vault opened off the GUI thread, words what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from desktop import icons
from desktop.bridge import Bridge, Job
from desktop.language import Language
from desktop.places import Places
from desktop.theme import SPACE, Theme
from desktop.unlock.pages import Page, UnlockPage
from desktop.unlock.recovery_pages import CreatePage, RecoverPage, RecoveryCodePage
from desktop.words import Words
from vault import Secret, estimate_passphrase
from vault.errors import DatabaseDamaged, DiskFailed, HeaderDamaged, VaultError, VaultMissing
from vault.sync_folder import sync_program

if TYPE_CHECKING:
    from vault import RestoreReport
    from vault.repair import Advice

_JUDGE_DELAY_MS = 120
_COLUMN_PX = 460


class Opener(Protocol):
    """How a vault becomes a session; the window's collaborator."""

    def open(self, path: Path, passphrase: Secret) -> Any: ...
    def open_with_keyring(self, path: Path) -> Any: ...
    def create(self, path: Path, passphrase: Secret) -> tuple[Any, str]: ...
    def recover(self, path: Path, code: str, passphrase: Secret) -> Any: ...


class UnlockWindow(QWidget):
    """Signals: `unlocked(object, Path)` the open session and its folder; `closed()` when a person closed the window."""

    unlocked = Signal(object, object)
    closed = Signal()

    def __init__(
        self, theme: Theme, bridge: Bridge, opener: Opener, places: Places, language: Language
    ) -> None:
        super().__init__()
        self._bridge, self._opener, self._places, self._language = bridge, opener, places, language
        self._theme, self._words = theme, Words(self)
        self._session: tuple[Any, Path] | None = None
        self._has_session = False
        self._recover_path = Path()
        self._lost: Path | None = None
        self._found: list[Path] = []
        self.setObjectName("page")
        self.setWindowIcon(icons.app_icon())
        self.pages = QStackedWidget()
        self.unlock_page, self.create_page = UnlockPage(theme), CreatePage(theme)
        self.code_page, self.recover_page = RecoveryCodePage(), RecoverPage(theme)
        for page in (self.unlock_page, self.create_page, self.code_page, self.recover_page):
            self.pages.addWidget(page)
        self.language_choice = QComboBox()
        self.language_choice.setObjectName("languageChoice")
        self.language_choice.addItem("English", "en")
        self.language_choice.addItem("中文", "zh")
        self.language_choice.setCurrentIndex(self.language_choice.findData(language.current))
        self.language_choice.activated.connect(self._on_language_activated)
        self._judge = QTimer(self)
        self._judge.setSingleShot(True)
        self._judge.setInterval(_JUDGE_DELAY_MS)
        self._build()
        self._connect()
        self._retranslate()
        self.refresh()

    def refresh(self) -> None:
        """Show the page that fits: unlock where vaults are known or found, else create.

        Where the last one is lost, or one is found that nobody opened here, that is asked about before anything new.
        """
        vaults, lost = self._places.vaults(), self._places.lost_vault()
        found = self._places.forgotten_vaults() if lost is not None or not vaults else []
        offered = [
            *(path for path in vaults if path != lost),
            *found,
            *(path for path in vaults if path == lost),
        ]
        self.unlock_page.vaults.set_paths(offered)
        if offered:
            self.unlock_page.vaults.choice.setCurrentIndex(0)
        self.create_page.folder.setText(str(self._free_folder()))
        self._show(self.unlock_page if offered else self.create_page)
        self._lost, self._found = lost, found
        self._ask()

    def choose_vault(self, path: Path) -> None:
        """Offer this vault, or to create it where there is none."""
        if path.is_dir():
            self._places.remember_vault(path)
            self.refresh()
        else:
            self.create_page.folder.setText(str(path))
            self._show(self.create_page)

    def offer_restore(self, backup: Path) -> None:
        """Ask for the secret of this backup and restore it into a folder of its own; then offer to unlock that."""
        self._restore(self._free_folder(), backup, replaces=False)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self._judge.stop()
        if not self._has_session:
            self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        logo = QLabel()
        logo.setPixmap(icons.app_icon().pixmap(48, 48))
        self._name = QLabel()
        self._name.setObjectName("heading")
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        top.addWidget(logo)
        top.addWidget(self._name)
        top.addStretch(1)
        top.addWidget(self.language_choice)
        column = QWidget()
        column.setFixedWidth(_COLUMN_PX)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(0, SPACE * 3, 0, SPACE * 3)
        inner.setSpacing(SPACE * 3)
        inner.addLayout(top)
        inner.addWidget(self.pages, 1)
        layout = QHBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(column)
        layout.addStretch(1)
        self.resize(640, 620)

    def _connect(self) -> None:
        self.unlock_page.unlock_wanted.connect(self._on_unlock_wanted)
        self.unlock_page.keyring_wanted.connect(self._on_keyring_wanted)
        self.unlock_page.vault_chosen.connect(self._on_vault_chosen)
        self.unlock_page.create_wanted.connect(self._on_create_link)
        self.unlock_page.recover_wanted.connect(self._on_recover_link)
        self.unlock_page.restore_wanted.connect(self._on_restore_wanted)
        self.create_page.create_wanted.connect(self._on_create_wanted)
        self.create_page.back_wanted.connect(self._on_back)
        self.create_page.passphrase_edited.connect(self._on_passphrase_edited)
        self.create_page.folder_edited.connect(self._on_folder_edited)
        self.code_page.confirmed.connect(self._on_code_confirmed)
        self.recover_page.recover_wanted.connect(self._on_recover_wanted)
        self.recover_page.back_wanted.connect(self._on_back)
        self._judge.timeout.connect(self._on_judge_timeout)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Keepsake"))
        self._name.setText(self.tr("Keepsake"))
        self._ask()
        self.language_choice.setAccessibleName(self.tr("Language"))

    def _ask(self) -> None:
        """Ask which vault is meant where the one that was used last is not in its folder, or one is found unopened."""
        page = self.unlock_page if self.pages.currentWidget() is self.unlock_page else self.create_page
        if self._lost is not None:
            page.notice.say(
                self.tr("The vault that was used last is not in its folder: {folder}").format(
                    folder=self._lost
                ),
                self.tr(
                    "Nothing was deleted or created. It may be on a drive that is not attached, or have been moved."
                ),
                self._next_step(),
            )
        elif self._found:
            page.notice.say(
                self.tr("There is a vault that was not opened in this window before: {folder}").format(
                    folder=self._found[0]
                ),
                "",
                self.tr("Is it yours? Then unlock it. A new vault begins empty."),
            )

    def _next_step(self) -> str:
        if self._found:
            return self.tr("Is this one yours: {folder}? Then unlock it. A new vault begins empty.").format(
                folder=self._found[0]
            )
        return self.tr(
            "Attach the drive and start again, or open the vault in another folder. A new vault begins empty."
        )

    def _show(self, page: Page) -> None:
        page.notice.say()
        self.pages.setCurrentWidget(page)
        first = {
            self.unlock_page: self.unlock_page.passphrase,
            self.create_page: self.create_page.passphrase,
            self.code_page: self.code_page.typed,
            self.recover_page: self.recover_page.code,
        }[page]
        first.setFocus()

    def _free_folder(self) -> Path:
        folder = self._places.default_vault()
        number = 2
        candidate = folder
        while candidate.exists():
            candidate = folder.with_name(f"{folder.stem}-{number}{folder.suffix}")
            number += 1
        return candidate

    # what a person does

    def _on_unlock_wanted(self, path: Path, passphrase: Secret) -> None:
        self.unlock_page.set_busy(True)
        job = self._bridge.run(lambda: (self._opener.open(path, passphrase), path))
        self._follow(job, self.unlock_page)

    def _on_keyring_wanted(self, path: Path) -> None:
        self.unlock_page.set_busy(True)
        job = self._bridge.run(lambda: (self._opener.open_with_keyring(path), path))
        self._follow(job, self.unlock_page)

    def _on_vault_chosen(self, path: Path) -> None:
        self._bridge.run(lambda: (path, _opens_by_keyring(path))).succeeded.connect(self._on_keyring_known)

    def _on_keyring_known(self, found: tuple[Path, bool]) -> None:
        path, is_there = found
        if path == self.unlock_page.vaults.path():
            self.unlock_page.keyring.setVisible(is_there)

    def _on_create_wanted(self, path: Path, passphrase: Secret) -> None:
        self._judge.stop()
        self.create_page.set_busy(True)

        def create() -> tuple[Any, Path, str]:
            session, code = self._opener.create(path, passphrase)
            return session, path, code

        self._follow(self._bridge.run(create), self.create_page, self._on_created)

    def _on_recover_wanted(self, code: str, passphrase: Secret) -> None:
        self.recover_page.set_busy(True)
        path = self._recover_path
        job = self._bridge.run(lambda: (self._opener.recover(path, code, passphrase), path))
        self._follow(job, self.recover_page)

    def _on_recover_link(self, path: Path) -> None:
        self._recover_path = path
        self._show(self.recover_page)

    def _on_restore_wanted(self, path: Path) -> None:
        """Say what helps a vault that does not open."""
        from vault.repair import advise  # start-up time: few ever need it

        job = self._bridge.run(lambda: (path, advise(path)))
        job.succeeded.connect(self._on_advised)
        job.failed.connect(self._on_advice_failed)

    def _on_advised(self, found: tuple[Path, Advice]) -> None:
        from desktop.unlock.repair_dialog import RepairDialog  # start-up time

        self._recover_path, advice = found
        dialog = RepairDialog(self._theme, self._words, self._bridge, self._recover_path, advice, parent=self)
        dialog.restore_wanted.connect(self._on_repair_by_backup)
        dialog.repaired.connect(self._on_repaired)
        dialog.open()

    def _on_repair_by_backup(self, source: Path | None) -> None:
        self._restore(self._recover_path, source, replaces=True)

    def _on_repaired(self) -> None:
        self.unlock_page.notice.say()
        self.unlock_page.restore.hide()

    def _restore(self, target: Path, source: Path | None, *, replaces: bool) -> None:
        from desktop.restore_dialog import RestoreDialog  # start-up time

        dialog = RestoreDialog(
            self._theme,
            self._words,
            self._bridge,
            target=target,
            source=source,
            replaces=replaces,
            parent=self,
        )
        dialog.restored.connect(self._on_restored)
        dialog.open()

    def _on_advice_failed(self, error: Exception) -> None:
        self.unlock_page.notice.say(*self._words.error(error))

    def _on_restored(self, report: RestoreReport) -> None:
        self._places.remember_vault(report.path)
        self.refresh()
        self._on_repaired()

    def _on_create_link(self) -> None:
        self._show(self.create_page)

    def _on_back(self) -> None:
        self._show(self.unlock_page)

    def _on_language_activated(self, index: int) -> None:
        language = str(self.language_choice.itemData(index))
        self._places.set_text("language", language)
        self._language.use(language)

    def _on_folder_edited(self, path: Path) -> None:
        job = self._bridge.run(lambda: (path, sync_program(path)))
        job.succeeded.connect(self._on_folder_looked_at)

    def _on_folder_looked_at(self, found: tuple[Path, str]) -> None:
        path, program = found
        if path == Path(self.create_page.folder.text().strip()):
            self.create_page.show_sync(program)

    def _on_passphrase_edited(self, text: str) -> None:
        if text:
            self._judge.start()
        else:
            self._judge.stop()
            self.create_page.strength.show_score(None)

    def _on_judge_timeout(self) -> None:
        secret = Secret(self.create_page.passphrase.text())
        self._bridge.run(lambda: estimate_passphrase(secret)).succeeded.connect(self._on_judged)

    def _on_judged(self, estimate: Any) -> None:
        if self.create_page.passphrase.text():
            self.create_page.strength.show_score(estimate.score)

    # what comes back

    def _follow(self, job: Job, page: Any, done: Callable[..., None] | None = None) -> None:
        job.succeeded.connect(done or self._on_opened)
        job.failed.connect(self._on_failed)
        job.finished.connect(self._on_finished)
        self._page_at_work = page

    def _on_finished(self) -> None:
        self._page_at_work.set_busy(False)

    def _on_opened(self, result: tuple[Any, Path]) -> None:
        self._has_session = True
        self._places.remember_vault(result[1])
        self.unlocked.emit(*result)

    def _on_created(self, result: tuple[Any, Path, str]) -> None:
        session, path, code = result
        self._session = (session, path)
        self._places.remember_vault(path)
        self.code_page.show_code(code)
        self._show(self.code_page)

    def _on_code_confirmed(self) -> None:
        if self._session is not None:
            session, self._session = self._session, None
            self._on_opened(session)

    def _on_failed(self, error: Exception) -> None:
        page = self._page_at_work
        if isinstance(error, VaultMissing) and not self._places.vaults():
            self._show(self.create_page)
            return
        page.set_busy(False)
        page.notice.say(*self._words.error(error))
        if page is self.unlock_page:
            page.restore.setVisible(isinstance(error, HeaderDamaged | DatabaseDamaged | DiskFailed))
            page.passphrase.setFocus()


def _opens_by_keyring(path: Path) -> bool:
    """Whether the vault's header names the system's keyring as a way in; read from the header alone."""
    from vault import inspect_vault  # start-up time

    try:
        return any(slot.kind == "keyring" for slot in inspect_vault(path).slots)
    except VaultError:
        return False  # unlocking will say what is wrong with it
