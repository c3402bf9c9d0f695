"""What leaves this machine and what may: air-gap mode, the rules, the lists, and every request down to the bytes."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QPushButton, QTableView, QWidget

from desktop.flow_layout import FlowLayout
from desktop.receipt_dialog import ReceiptDialog
from desktop.settings.air_gap_section import AirGapSection
from desktop.settings.mask_lists_section import MaskListsSection
from desktop.settings.page import SettingsPage, Shared
from desktop.settings.receipts_model import ReceiptsModel
from desktop.settings.rules_section import RulesSection
from desktop.theme import SPACE
from vault.records import Receipt

_PAGE = 100
_ROWS_SHOWN = 11


class PrivacyPage(SettingsPage):
    """Composes the sections; holds the receipts of everything that was ever sent itself."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        self._intro = self.paragraph()
        self.air_gap, self.rules, self.lists = (
            AirGapSection(shared),
            RulesSection(shared),
            MaskListsSection(shared),
        )
        self._sections = tuple(self.section() for _ in range(3))
        self._section = self.section()
        self.empty = self.paragraph(is_muted=True)
        self.model = ReceiptsModel(shared.words, self)
        self.table = QTableView()
        self.table.setObjectName("framed")
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.setFixedHeight((self.fontMetrics().lineSpacing() + SPACE * 2) * _ROWS_SHOWN)
        self.table.activated.connect(self._on_activated)
        self.open, self.older = QPushButton(), QPushButton()
        self.open.setObjectName("openReceipt")
        self.older.setObjectName("olderReceipts")
        self.open.clicked.connect(self._on_open_clicked)
        self.older.clicked.connect(self._on_older_clicked)
        buttons = QWidget()
        flow = FlowLayout(buttons, gap=SPACE)
        flow.addWidget(self.open)
        flow.addWidget(self.older)
        self.body.addWidget(self._intro)
        for section, part in zip(self._sections, (self.air_gap, self.rules, self.lists), strict=True):
            self.body.addWidget(section)
            self.body.addWidget(part)
        for widget in (self._section, self.empty, self.table, buttons):
            self.body.addWidget(widget)
        self.retranslate()
        self._on_rows_changed(0)

    def refresh(self) -> None:
        for part in (self.air_gap, self.rules, self.lists):
            part.refresh()
        self.run(lambda: self.shared.session.vault.receipts.list(_PAGE), self._on_read)

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Privacy"))
        self._intro.setText(
            self.tr(
                "Nothing leaves this machine but requests to the endpoints that you set up. Before a request "
                "to another machine goes out, names, numbers, addresses and the like are replaced by "
                "stand-ins, and turned back in the reply. Passwords, codes, card numbers and keys are cut out "
                "before anything is stored. The search index and all checks run here. There is no telemetry "
                "and no account."
            )
        )
        for section, text in zip(
            self._sections,
            (self.tr("Off the network"), self.tr("Rules of an endpoint"), self.tr("Your own lists")),
            strict=True,
        ):
            section.setText(text)
        self._section.setText(self.tr("Everything that was sent"))
        self.empty.setText(self.tr("Nothing was ever sent from this vault."))
        self.table.setAccessibleName(self.tr("Everything that was sent"))
        self.open.setText(self.tr("Show the exact bytes"))
        self.older.setText(self.tr("Show older ones"))
        self.model.retranslate()

    def _on_read(self, rows: list[Receipt]) -> None:
        self.model.set_rows(rows)
        if rows:
            self.table.selectRow(0)
        self._on_rows_changed(len(rows))

    def _on_older(self, rows: list[Receipt]) -> None:
        self.model.append(rows)
        self._on_rows_changed(len(rows))

    def _on_rows_changed(self, last_page: int) -> None:
        has_rows = self.model.rowCount() > 0
        self.empty.setVisible(not has_rows)
        self.table.setVisible(has_rows)
        self.open.setVisible(has_rows)
        self.older.setVisible(last_page == _PAGE)

    def _on_older_clicked(self) -> None:
        before = self.model.last_sequence()
        self.run(lambda: self.shared.session.vault.receipts.list(_PAGE, before), self._on_older)

    def _on_open_clicked(self) -> None:
        self._on_activated(self.table.currentIndex())

    def _on_activated(self, index: QModelIndex) -> None:
        receipt = self.model.receipt(index.row())
        if receipt is not None:
            ReceiptDialog(self.shared.words, receipt, self).open()
