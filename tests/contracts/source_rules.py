"""The house rules that can be read off a module's syntax tree; each function returns what breaks its rule.

A finding is "line N: what". The tests run these over the project, and over planted violations to know they can fail.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

# Modules that open connections, from the standard library and beyond.
NETWORK_MODULES = frozenset({
    "aiohttp", "anyio", "ftplib", "h11", "http.client", "http.server", "httpcore", "httpx", "imaplib", "poplib",
    "PySide6.QtNetwork", "PySide6.QtWebSockets", "requests", "smtplib", "socket", "socketserver", "ssl", "telnetlib",
    "urllib.request", "urllib3", "websockets", "xmlrpc.client", "xmlrpc.server",
})  # fmt: skip
# Calls that connect or listen by host and port, on whatever object they are made.
NETWORK_CALLS = frozenset({"create_connection", "create_server", "create_datagram_endpoint", "urlopen"})
# The same from asyncio's module, under names that a module may give its own functions.
ASYNCIO_CALLS = frozenset({"open_connection", "start_server"})

QT_MODULES = frozenset({"PySide6", "shiboken6", "PyQt6", "PyQt5"})
DATABASE_MODULES = frozenset({"sqlcipher3", "sqlite3", "apsw"})

MAX_POSITIONAL = 5


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything imported anywhere in the module, TYPE_CHECKING blocks included.

    `from a import b` yields both a and a.b, since b may be a module.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Call) and node.args:
            name = _called(node)
            first = node.args[0]
            if name in ("import_module", "__import__") and isinstance(first, ast.Constant):
                yield node.lineno, str(first.value)


def forbidden_imports(source: str, forbidden: frozenset[str]) -> list[str]:
    """Imports of a forbidden module or of anything below it."""
    found = {
        f"line {line}: imports {name}"
        for line, name in imports(ast.parse(source))
        if any(name == module or name.startswith(module + ".") for module in forbidden)
    }
    return sorted(found)


def network_calls(source: str) -> list[str]:
    """Calls that open or serve connections by host and port, and imports of such functions from asyncio."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _called(node) in NETWORK_CALLS:
            found.append(f"line {node.lineno}: calls {_called(node)}")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("asyncio"):
            names = ASYNCIO_CALLS & {alias.name for alias in node.names}
            found += [f"line {node.lineno}: imports {name}" for name in sorted(names)]
        elif isinstance(node, ast.Attribute) and node.attr in ASYNCIO_CALLS:
            # asyncio.open_connection, asyncio.streams.open_connection, or the module under another name.
            found.append(f"line {node.lineno}: uses {ast.unparse(node)}")
    return found


def inet_sockets(source: str) -> list[str]:
    """Uses of an internet address family, for modules that may use local sockets only."""
    return [
        f"line {node.lineno}: uses {node.attr}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in ("AF_INET", "AF_INET6")
    ]


def database_connects(source: str) -> list[str]:
    """Calls of connect on a database module or bare; a Qt signal's connect has a signal before it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or _called(node) not in ("connect", "Connection"):
            continue
        function = node.func
        owner = function.value if isinstance(function, ast.Attribute) else None
        names = {part.id for part in ast.walk(owner) if isinstance(part, ast.Name)} if owner else set()
        if owner is None or any(re.search(r"sql|dbapi|apsw", name, re.IGNORECASE) for name in names):
            found.append(f"line {node.lineno}: opens a database connection")
    return found


def driver_functions(source: str) -> list[str]:
    """Imports from a database driver of anything but its classes."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.partition(".")[0] in DATABASE_MODULES]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in DATABASE_MODULES:
            names = [alias.name for alias in node.names if not alias.name[0].isupper()]
        else:
            continue
        found += [f"line {node.lineno}: imports {name}" for name in names]
    return found


def local_imports(source: str) -> list[str]:
    """Imports inside a function whose line does not give start-up time as the reason."""
    lines = source.splitlines()
    found = set()
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    written = " ".join(lines[node.lineno - 1 : node.end_lineno])
                    if not re.search(r"#.*start-up", written):
                        found.add(f"line {node.lineno}: import inside a function")
    return sorted(found)


def star_imports(source: str) -> list[str]:
    """`from x import *`."""
    return [
        f"line {node.lineno}: star import"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]


def waiting_calls(source: str) -> list[str]:
    """time.sleep, processEvents and blocking dialogs: product code waits for conditions and opens dialogs."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            text = ast.unparse(node.func)
            # QApplication.exec is the one event loop.
            blocking = text.endswith(".exec") and not re.search(r"app", text, re.IGNORECASE)
            if text in ("time.sleep", "sleep") or text.endswith(".processEvents") or blocking:
                found.append(f"line {node.lineno}: calls {text}")
    return found


def crowded_signatures(source: str) -> list[str]:
    """Functions with more than five positional parameters, self and cls not counted."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            if names and names[0] in ("self", "cls"):
                names = names[1:]
            if len(names) > MAX_POSITIONAL:
                found.append(f"line {node.lineno}: {node.name} takes {len(names)} positional parameters")
    return found


def exported_names(source: str) -> list[str] | None:
    """The names in a module's __all__, or None where it has no literal one."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            targets: list[ast.expr] = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            try:
                return list(ast.literal_eval(node.value)) if node.value is not None else None
            except ValueError:
                return None
    return None


def _called(node: ast.Call) -> str:
    """The last name of what is called, empty for a computed one."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""
