"""The drawing of who and what is related to the chosen entity: boxes and labelled lines, by mouse and by keys.

The list and the text beside it say the same; this shows it at a glance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.memory.neighbourhood import Neighbourhood, Tie
from desktop.theme import RADIUS, SPACE, Theme

_LEAST_SIZE = QSize(280, 280)
_GAP = 3.0  # px between boxes
_MOST_MOVES = 8
_WIDEST = 0.27  # of the width, for a box
_LABEL_WIDEST = 0.24


@dataclass(frozen=True, slots=True)
class _Part:
    """What can be pointed at: an entity (`key`) or a tie (`memory_id`), with where it was painted."""

    area: QRectF
    text: str
    key: str = ""
    memory_id: str = ""


class RelationMap(QWidget):
    """Signals: `entity_wanted(str)` the key of an entity that was clicked; `memory_wanted(str)` the memory of a tie.

    Left and Right go from part to part, Return opens the one with the frame.
    """

    entity_wanted = Signal(str)
    memory_wanted = Signal(str)

    def __init__(
        self,
        theme: Theme,
        *,
        name: Callable[[str], str],
        label: Callable[[str], str],
        parent: QWidget | None = None,
    ) -> None:
        """`name` gives the words of an entity by its key, `label` those of a tie by its label."""
        super().__init__(parent)
        self._theme, self._name, self._label = theme, name, label
        self._shown: Neighbourhood | None = None
        self._parts: tuple[_Part, ...] = ()
        self._current = 0
        self.setObjectName("relationMap")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        theme.changed.connect(self.update)

    def set_neighbourhood(self, shown: Neighbourhood | None) -> None:
        """Draw around another entity; None draws nothing."""
        self._shown, self._current = shown, 0
        self._lay_out()
        self._tell()
        self.update()

    def parts(self) -> Mapping[str, QRectF]:
        """What is drawn, by its words, with its place."""
        return {part.text: part.area for part in self._parts}

    def current_text(self) -> str:
        """The words of the part with the frame."""
        return self._parts[self._current].text if self._parts else ""

    def minimumSizeHint(self) -> QSize:
        return _LEAST_SIZE

    def sizeHint(self) -> QSize:
        return _LEAST_SIZE

    # layout

    def _lay_out(self) -> None:
        shown = self._shown
        if shown is None:
            self._parts = ()
            return
        metrics = QFontMetricsF(self.font())
        areas = {key: self._box(metrics, self._name(key), place) for key, place in shown.places.items()}
        self._part_boxes(list(areas.values()))
        boxes = [_Part(area, self._name(key), key=key) for key, area in areas.items()]
        self._parts = (*boxes, *(self._tie(metrics, tie, areas) for tie in shown.ties))

    def _part_boxes(self, areas: list[QRectF]) -> None:
        """Move boxes that overlap apart, up or down, the later ones first; the centre stays."""
        edge = QRectF(self.rect())
        for number, area in enumerate(areas):
            others = areas[:number]
            for step in range(1, _MOST_MOVES):
                grown = area.adjusted(-_GAP, -_GAP, _GAP, _GAP)
                if not any(grown.intersects(other) for other in others):
                    break
                way = step if step % 2 else -step
                area.translate(0, way * (area.height() + _GAP))
                if not edge.contains(area):
                    area.translate(0, -2 * way * (area.height() + _GAP))

    def _box(self, metrics: QFontMetricsF, text: str, place: tuple[float, float]) -> QRectF:
        width = min(metrics.horizontalAdvance(text) + 2 * SPACE, self.width() * _WIDEST)
        area = QRectF(0, 0, width, metrics.height() + SPACE)
        area.moveCenter(self._point(place))
        edge = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        area.moveLeft(min(max(area.left(), edge.left()), edge.right() - area.width()))
        area.moveTop(min(max(area.top(), edge.top()), edge.bottom() - area.height()))
        return area

    def _tie(self, metrics: QFontMetricsF, tie: Tie, areas: Mapping[str, QRectF]) -> _Part:
        first, second = areas[tie.subject], areas[tie.target]
        start, end = _border(first, second.center()), _border(second, first.center())
        label = self._label(tie.label)
        area = QRectF(
            0,
            0,
            min(metrics.horizontalAdvance(label) + SPACE, self.width() * _LABEL_WIDEST),
            metrics.height(),
        )
        area.moveCenter((start + end) / 2)
        if any(area.intersects(box) for box in areas.values()):
            area.moveTop(max(start.y(), end.y()) + metrics.height() / 2)  # no room on the line: just below it
        text = f"{self._name(tie.subject)} — {label} → {self._name(tie.target)}"
        return _Part(area, text, memory_id=tie.memory_id)

    def _point(self, place: tuple[float, float]) -> QPointF:
        return QPointF(place[0] * self.width(), place[1] * self.height())

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self._shown
        if shown is None:
            return
        areas = {part.key: part.area for part in self._parts if part.key}
        painter.setPen(QPen(self._theme.colour("border_strong"), 1.2))
        for tie in shown.ties:
            painter.drawLine(areas[tie.subject].center(), areas[tie.target].center())
        metrics = QFontMetricsF(self.font())
        for number, part in enumerate(self._parts):
            if part.memory_id:
                self._paint_label(painter, metrics, part, is_current=number == self._current)
        for number, part in enumerate(self._parts):
            if part.key:
                self._paint_box(painter, metrics, part, is_current=number == self._current)

    def _paint_label(
        self, painter: QPainter, metrics: QFontMetricsF, part: _Part, *, is_current: bool
    ) -> None:
        is_framed = is_current and self.hasFocus()
        painter.setPen(self._theme.colour("accent") if is_framed else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("surface"))
        painter.drawRoundedRect(part.area, RADIUS / 2, RADIUS / 2)
        painter.setPen(self._theme.colour("muted"))
        label = part.text.split(" — ", 1)[1].rsplit(" → ", 1)[0]
        painter.drawText(part.area, Qt.AlignmentFlag.AlignCenter, self._elided(metrics, label, part.area, 2))

    def _paint_box(self, painter: QPainter, metrics: QFontMetricsF, part: _Part, *, is_current: bool) -> None:
        assert self._shown is not None
        step = self._shown.steps[part.key]
        is_framed = is_current and self.hasFocus()
        frame = "accent" if is_framed or step == 0 else "border_strong"
        painter.setPen(QPen(self._theme.colour(frame), 2 if is_framed else 1))
        painter.setBrush(self._theme.colour({0: "accent_soft", 1: "raised"}.get(step, "surface")))
        painter.drawRoundedRect(part.area, RADIUS, RADIUS)
        painter.setPen(self._theme.colour("muted" if step == 2 else "text"))
        painter.drawText(
            part.area, Qt.AlignmentFlag.AlignCenter, self._elided(metrics, part.text, part.area, SPACE)
        )

    @staticmethod
    def _elided(metrics: QFontMetricsF, text: str, area: QRectF, margin: float) -> str:
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() - margin)

    # pointing

    def _at(self, point: QPointF) -> int:
        """The number of the part under a point, a box before a label; -1 where there is none."""
        under = [number for number, part in enumerate(self._parts) if part.area.contains(point)]
        return under[0] if under else -1

    def _open(self, number: int) -> None:
        part = self._parts[number]
        if part.key:
            self.entity_wanted.emit(part.key)
        else:
            self.memory_wanted.emit(part.memory_id)

    def _tell(self) -> None:
        """Say the part with the frame to assistive programs."""
        self.setAccessibleDescription(self.current_text())
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position())
        if number >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._current = number
            self._tell()
            self._open(number)
            self.update()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_over = self._at(event.position()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}.get(
            Qt.Key(event.key())
        )
        if self._parts and step is not None:
            self._current = (self._current + step) % len(self._parts)
            self._tell()
            self.update()
        elif self._parts and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self._current)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._parts[number].text if number >= 0 else "", self)
            return True
        if kind in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self._lay_out()
        if kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)


def _border(area: QRectF, towards: QPointF) -> QPointF:
    """Where the line from the centre of a box towards a point leaves it."""
    way = towards - area.center()
    reach = [
        half / abs(length)
        for half, length in ((area.width() / 2, way.x()), (area.height() / 2, way.y()))
        if length
    ]
    return area.center() + way * min(reach, default=0.0)
