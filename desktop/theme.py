"""Colours, spacing and the style sheet of the window, keyed by role, with light and dark values.

The only module of the shell that names a colour. Fusion with our own palettes, because the platform's colour scheme
cannot be set offscreen or on bare X (measured, design page qt.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

SPACE = 8  # px; every margin and gap is a multiple of half of it
RADIUS = 6  # px


@dataclass(frozen=True, slots=True)
class Colours:
    """One value per role, as `#rrggbb`."""

    window: str
    surface: str
    sidebar: str
    raised: str
    border: str
    border_strong: str
    text: str
    muted: str
    accent: str
    accent_text: str
    accent_soft: str
    hover: str
    selection: str
    user_bubble: str
    code: str
    high: str
    medium: str
    low: str
    none: str
    danger: str


LIGHT = Colours(
    window="#f7f7f4",
    surface="#ffffff",
    sidebar="#efefeb",
    raised="#ffffff",
    border="#dedfd9",
    border_strong="#b9bcb4",
    text="#1f2426",
    muted="#61686c",
    accent="#2f6f62",
    accent_text="#ffffff",
    accent_soft="#e2eeea",
    hover="#e6e7e1",
    selection="#d3e5df",
    user_bubble="#eaf1ee",
    code="#f3f3ef",
    high="#2a7048",
    medium="#8a5d00",
    low="#b03a2e",
    none="#61686c",
    danger="#b03a2e",
)

DARK = Colours(
    window="#1b1d1f",
    surface="#222527",
    sidebar="#17191a",
    raised="#2a2e30",
    border="#34383b",
    border_strong="#565c60",
    text="#e5e7e8",
    muted="#9ca3a8",
    accent="#6fc3ae",
    accent_text="#10211d",
    accent_soft="#26403a",
    hover="#2d3133",
    selection="#2f4b44",
    user_bubble="#2a3633",
    code="#1d2022",
    high="#6cc48f",
    medium="#dfb35a",
    low="#ef8d7f",
    none="#9ca3a8",
    danger="#ef8d7f",
)

_SHEET = Template("""
QWidget { color: $text; }
QMainWindow, QDialog, #page { background: $window; }
#sidebar { background: $sidebar; border-right: 1px solid $border; }
#sidePanel { background: $surface; border-left: 1px solid $border; }
#toolbar { background: $window; border-bottom: 1px solid $border; }
#card { background: $surface; border: 1px solid $border; border-radius: 8px; }
QLabel#title { font-size: 20pt; font-weight: 600; }
QLabel#heading { font-size: 13pt; font-weight: 600; }
QLabel#section { color: $muted; font-weight: 600; }
QLabel#muted, QLabel[role="muted"] { color: $muted; }
QLabel[role="error"] { color: $danger; }
QLabel[role="high"] { color: $high; font-weight: 600; }
QLabel[role="medium"] { color: $medium; font-weight: 600; }
QLabel[role="low"] { color: $low; font-weight: 600; }
QLabel[role="none"] { color: $none; font-weight: 600; }
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox {
    background: $surface; border: 1px solid $border_strong; border-radius: 6px; padding: 6px 8px;
    selection-background-color: $selection; selection-color: $text; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QSpinBox:focus { border: 1px solid $accent; }
QSpinBox QLineEdit, QComboBox QLineEdit, QSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {
    background: transparent; border: none; padding: 0; }
QSpinBox QLineEdit { padding-left: 6px; }
QSpinBox::up-button, QSpinBox::down-button { background: transparent; border: none; width: 20px; }
QSpinBox::up-arrow { image: url("$arrow_up"); width: 10px; height: 10px; }
QSpinBox::down-arrow { image: url("$arrow"); width: 10px; height: 10px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled { color: $muted; background: $window; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url("$arrow"); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border; selection-background-color: $selection;
    selection-color: $text; outline: 0; }
QPushButton { background: $raised; border: 1px solid $border_strong; border-radius: 6px; padding: 6px 14px;
    min-height: 18px; }
QPushButton:hover { background: $hover; }
QPushButton:focus { border: 1px solid $accent; }
QPushButton:disabled { color: $muted; border-color: $border; background: $window; }
QPushButton[role="primary"] { background: $accent; border: 1px solid $accent; color: $accent_text; font-weight: 600; }
QPushButton[role="primary"]:focus { border: 2px solid $text; padding: 5px 13px; }
QPushButton[role="primary"]:disabled { background: $border; border-color: $border; color: $muted; }
QPushButton[role="danger"] { color: $danger; border-color: $danger; }
QPushButton[role="danger"]:disabled { color: $muted; border-color: $border; }
QPushButton[role="link"] { background: transparent; border: none; color: $accent; padding: 4px; text-align: left; }
QPushButton[role="link"]:hover, QPushButton[role="link"]:focus { text-decoration: underline; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 5px; }
QToolButton:hover { background: $hover; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton:checked { background: $accent_soft; }
QToolButton[role="send"] { background: $accent; border-radius: 8px; }
QToolButton[role="send"]:disabled { background: $border; }
QToolButton[role="send"]:focus { border: 2px solid $text; }
#message { background: $surface; border: 1px solid $border; border-radius: 10px; }
#message[speaker="user"] { background: $user_bubble; }
#message[selected="true"] { border: 1px solid $accent; }
#versions { border: 1px solid transparent; border-radius: 6px; }
#versions:focus { border: 1px solid $accent; }
#chip { background: $accent_soft; border: 1px solid transparent; border-radius: 10px; padding: 3px 9px;
    font-weight: 400; }
#chip:hover, #chip:focus { border: 1px solid $accent; }
#chip[supported="false"] { background: transparent; border: 1px dashed $low; }
#markdown { background: transparent; border: none; padding: 0; }
#codeBlock { background: $code; border: 1px solid $border; border-radius: 6px; }
#codeText { background: transparent; border: none; padding: 0 8px; }
QListView, QTreeView, QTableView, QListWidget { background: transparent; border: none; outline: 0; }
QListView#framed, QTableView#framed { background: $surface; border: 1px solid $border; border-radius: 6px; }
QListView::item { padding: 2px; border-radius: 6px; }
QListView::item:hover { background: $hover; }
QListView::item:selected { background: $selection; color: $text; }
QTabBar::tab { background: transparent; padding: 7px 12px; border: none; border-bottom: 2px solid transparent;
    color: $muted; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { color: $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }
QScrollArea { border: none; background: transparent; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar::handle:vertical { background: $border_strong; border-radius: 3px; min-height: 28px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle:horizontal { background: $border_strong; border-radius: 3px; min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: $border; border: none; border-radius: 3px; max-height: 6px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMenu { background: $raised; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 18px; border-radius: 4px; }
QMenu::item:selected { background: $selection; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px; }
QSplitter::handle { background: $border; }
QCheckBox, QRadioButton { spacing: 8px; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid $border_strong;
    background: $surface; border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($tick); }
QRadioButton::indicator:checked { border: 4px solid $accent; width: 8px; height: 8px; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { background: $window; border-color: $border; }
QHeaderView { background: transparent; }
QHeaderView::section { background: $surface; color: $muted; padding: 6px 8px; border: none;
    border-bottom: 1px solid $border; }
QTableView::item { padding: 4px 8px; border: none; }
QTableView::item:selected { background: $selection; color: $text; }
""")


def style_sheet(colours: Colours) -> str:
    """The application's style sheet for one set of colours."""
    folder, kind = files("resources").joinpath("icons"), "dark" if colours is DARK else "light"
    values = {name: getattr(colours, name) for name in Colours.__slots__}
    # A style sheet can only name a file; the wheel and the bundle both unpack theirs.
    images = {
        name.replace("-", "_"): Path(str(folder.joinpath(f"{name}-{kind}.svg"))).as_posix()
        for name in ("arrow", "arrow-up", "tick")
    }
    return _SHEET.substitute(values, **images)


def palette(colours: Colours) -> QPalette:
    """The palette that goes with the sheet, for what Fusion paints itself."""
    roles = {
        QPalette.ColorRole.Window: colours.window,
        QPalette.ColorRole.WindowText: colours.text,
        QPalette.ColorRole.Base: colours.surface,
        QPalette.ColorRole.AlternateBase: colours.window,
        QPalette.ColorRole.Text: colours.text,
        QPalette.ColorRole.Button: colours.raised,
        QPalette.ColorRole.ButtonText: colours.text,
        QPalette.ColorRole.Highlight: colours.selection,
        QPalette.ColorRole.HighlightedText: colours.text,
        QPalette.ColorRole.PlaceholderText: colours.muted,
        QPalette.ColorRole.ToolTipBase: colours.raised,
        QPalette.ColorRole.ToolTipText: colours.text,
        QPalette.ColorRole.Link: colours.accent,
        QPalette.ColorRole.LinkVisited: colours.accent,
        QPalette.ColorRole.Accent: colours.accent,
    }
    result = QPalette()
    for role, value in roles.items():
        result.setColor(role, QColor(value))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.muted))
    return result


class Theme(QObject):
    """Applies light, dark or the system's scheme to the application and says when it changed.

    Signals: `changed()` after colours or text size changed; views that paint themselves repaint, icons are tinted
    again.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._choice = "system"
        self._base_points = max(app.font().pointSizeF(), 10.0)
        self._scale = 1.0
        self.colours = LIGHT
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    @property
    def is_dark(self) -> bool:
        return self.colours is DARK

    def apply(self, choice: str = "system", *, text_scale: float = 1.0) -> None:
        """Show `choice` (light, dark or system) with the text `text_scale` times as large (0.8 to 2)."""
        self._choice = choice
        self._scale = min(max(text_scale, 0.8), 2.0)
        self.colours = DARK if self._wants_dark() else LIGHT
        font = QFont(self._app.font())
        font.setPointSizeF(self._base_points * self._scale)
        self._app.setFont(font)
        self._app.setPalette(palette(self.colours))
        self._app.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()

    def colour(self, role: str) -> QColor:
        return QColor(getattr(self.colours, role))

    def _wants_dark(self) -> bool:
        if self._choice == "system":
            return self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._choice == "dark"

    def _on_scheme_changed(self) -> None:
        if self._choice == "system":
            self.apply("system", text_scale=self._scale)
