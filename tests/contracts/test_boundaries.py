"""desktop -> assistant -> vault, no Qt in the core, one egress, one database opening: read off every syntax tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.contracts.source_rules import (
    DATABASE_MODULES,
    NETWORK_MODULES,
    QT_MODULES,
    database_connects,
    driver_functions,
    exported_names,
    forbidden_imports,
    inet_sockets,
    network_calls,
)

if TYPE_CHECKING:
    from tests.contracts.conftest import Sources

EGRESS = "assistant/egress.py"
# What the air-gap test tries past the gate, all of it to be refused; that nothing else uses it has its own test.
WAYS_OUT = "assistant/ways_out.py"
DATABASE = "vault/database.py"
# The driver's types and its errors; that it imports nothing which opens is held by its own test.
DRIVER_TYPES = "vault/sql.py"
# The local socket of the running instance: unix family only, which test_local_sockets_are_local holds.
LOCAL_SOCKET_USERS = frozenset({"assistant/instance.py"})


def findings(files: dict[str, list[str]]) -> list[str]:
    return [f"{path}, {finding}" for path, found in files.items() for finding in found]


def test_core_imports_no_qt_and_no_desktop(sources: Sources) -> None:
    forbidden = QT_MODULES | {"desktop"}
    texts = sources.of_all("vault", "assistant")
    assert findings({path: forbidden_imports(text, forbidden) for path, text in texts.items()}) == []


def test_vault_imports_no_assistant(sources: Sources) -> None:
    texts = sources.of("vault")
    forbidden = frozenset({"assistant"})
    assert findings({path: forbidden_imports(text, forbidden) for path, text in texts.items()}) == []


def test_only_egress_imports_network_modules(sources: Sources) -> None:
    texts = {path: text for path, text in sources.of_all().items() if path not in (EGRESS, WAYS_OUT)}
    found = {}
    for path, text in texts.items():
        allowed = frozenset({"socket"}) if path in LOCAL_SOCKET_USERS else frozenset()
        found[path] = forbidden_imports(text, NETWORK_MODULES - allowed)
    assert findings(found) == []


def test_only_egress_calls_what_connects(sources: Sources) -> None:
    texts = sources.of_all()
    found = {path: network_calls(text) for path, text in texts.items() if path not in (EGRESS, WAYS_OUT)}
    assert findings(found) == []


def test_the_ways_out_are_for_the_air_gap_test_alone(sources: Sources) -> None:
    texts = {path: text for path, text in sources.of_all().items() if path != "assistant/air_gap.py"}
    users = frozenset({"assistant.ways_out"})
    assert findings({path: forbidden_imports(text, users) for path, text in texts.items()}) == []


def test_local_sockets_are_local(sources: Sources) -> None:
    texts = sources.of_all()
    found = {path: inet_sockets(text) for path, text in texts.items() if path not in (EGRESS, WAYS_OUT)}
    assert findings(found) == []


def test_only_the_database_module_and_the_types_import_the_driver(sources: Sources) -> None:
    texts = {path: text for path, text in sources.of_all().items() if path not in (DATABASE, DRIVER_TYPES)}
    assert findings({path: forbidden_imports(text, DATABASE_MODULES) for path, text in texts.items()}) == []


def test_the_types_of_the_driver_open_nothing(sources: Sources) -> None:
    assert driver_functions(sources.of("vault").get(DRIVER_TYPES, "")) == []


def test_only_the_database_module_connects(sources: Sources) -> None:
    texts = {path: text for path, text in sources.of_all().items() if path != DATABASE}
    assert findings({path: database_connects(text) for path, text in texts.items()}) == []


@pytest.mark.parametrize("package", ["vault", "assistant", "desktop"])
def test_every_package_names_what_it_exports(sources: Sources, package: str) -> None:
    texts = sources.of(package)
    folders = {path.rpartition("/")[0] for path in texts}
    without = sorted(
        folder for folder in folders if exported_names(texts.get(f"{folder}/__init__.py", "")) is None
    )
    assert without == []


@pytest.mark.parametrize(
    "planted",
    [
        "import PySide6.QtCore",
        "from PySide6 import QtCore",
        "def f():\n    import shiboken6",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from PySide6.QtCore import QObject",
        "import importlib\nimportlib.import_module('PySide6.QtGui')",
        "from desktop.main import Window",
    ],
)
def test_a_planted_qt_import_is_found(planted: str) -> None:
    assert forbidden_imports(planted, QT_MODULES | {"desktop"})


@pytest.mark.parametrize(
    "planted",
    [
        "import httpx",
        "from urllib import request",
        "import urllib.request as r",
        "import http.client",
        "import socket",
        "from PySide6.QtNetwork import QTcpSocket",
    ],
)
def test_a_planted_network_import_is_found(planted: str) -> None:
    assert forbidden_imports(planted, NETWORK_MODULES)


def test_a_harmless_neighbour_of_a_network_module_is_left_alone() -> None:
    assert (
        forbidden_imports("from urllib.parse import urlsplit\nimport http\nimport sockets", NETWORK_MODULES)
        == []
    )


@pytest.mark.parametrize(
    "planted",
    [
        "await asyncio.open_connection('h', 1)",
        "loop.create_connection(f, 'h', 1)",
        "from asyncio import start_server",
        "serve = aio.start_server",
    ],
)
def test_a_planted_connection_is_found(planted: str) -> None:
    body = f"async def f():\n    {planted}"
    assert network_calls(body)


def test_a_function_of_our_own_by_that_name_is_no_connection() -> None:
    assert network_calls("def f():\n    return open_connection(path, key)") == []


def test_a_planted_internet_socket_is_found() -> None:
    assert inet_sockets("socket.socket(socket.AF_INET)")
    assert inet_sockets("socket.socket(socket.AF_UNIX)") == []


@pytest.mark.parametrize(
    "planted", ["sqlcipher3.connect(p)", "dbapi2.connect(p)", "connect(p)", "sqlite3.Connection(p)"]
)
def test_a_planted_database_connection_is_found(planted: str) -> None:
    assert database_connects(planted)


def test_a_signal_connection_is_no_database_connection() -> None:
    assert database_connects("self.button.clicked.connect(self._on_button_clicked)") == []


@pytest.mark.parametrize(
    "planted",
    ["import sqlcipher3", "from sqlcipher3 import dbapi2", "from sqlcipher3.dbapi2 import Row, connect"],
)
def test_a_planted_driver_function_is_found(planted: str) -> None:
    assert driver_functions(planted)


def test_driver_types_are_left_alone() -> None:
    assert driver_functions("from sqlcipher3.dbapi2 import Connection, DatabaseError, Row") == []


def test_every_onnx_session_is_made_with_telemetry_off(sources: Sources) -> None:
    makers = {path: text for path, text in sources.of_all().items() if "InferenceSession(" in text}
    assert makers
    assert [path for path, text in makers.items() if "disable_telemetry_events()" not in text] == []
