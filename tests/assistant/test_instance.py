"""The local socket of the process that holds a vault: commands of other processes go through it, and only theirs."""

from __future__ import annotations

import json
import socket
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.instance import InstanceServer, forward, socket_path, tell_running
from assistant.places import runtime_folder
from assistant.session import Session
from tests.fixtures import PASSPHRASE, SetClock, VaultTemplate
from vault import Secret

APPEARS_WITHIN_S = 20.0


@pytest.fixture
def held(vault_template: VaultTemplate, vault_folder: Path, clock: SetClock) -> Iterator[Session]:
    """An open session: from now on nobody else can open this vault."""
    with Session.over(vault_template.open_copy(vault_folder, clock)) as session:
        yield session


@pytest.fixture
def events() -> dict[str, threading.Event]:
    return {"show": threading.Event(), "lock": threading.Event()}


@pytest.fixture
def server(held: Session, events: dict[str, threading.Event]) -> Iterator[InstanceServer]:
    server = InstanceServer(held, events["show"].set, events["lock"].set)
    server.start()
    assert server.is_listening
    yield server
    server.close()


@pytest.fixture
def command(
    held: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, dict[str, object]]]:
    """Run a command as another process would: it finds the vault held."""
    (tmp_path / "passphrase").write_text(PASSPHRASE, encoding="utf-8")
    common = ["--vault", str(held.vault.path), "--passphrase-file", str(tmp_path / "passphrase"), "--json"]

    def run(*arguments: str) -> tuple[int, dict[str, object]]:
        capsys.readouterr()
        code = main([*arguments, *common])
        return code, json.loads(capsys.readouterr().out)

    return run


def test_a_command_uses_the_session_of_the_holder(
    server: InstanceServer, held: Session, command: Callable[..., tuple[int, dict[str, object]]]
) -> None:
    code, reply = command("ask", "My cat is called Momo", "--conversation", "from outside")
    assert code == 0
    conversation = held.vault.conversations.by_name("from outside")
    assert conversation is not None
    assert reply["conversation"] == conversation.id
    code, found = command("recall", "What is the cat called?")
    assert "Momo" in json.dumps(found["items"])
    code, error = command("memory", "show", "m_unknown")
    assert (code, error["error"]) == (1, "not_found")


def test_files_are_found_from_where_the_command_was_given(
    server: InstanceServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    command: Callable[..., tuple[int, dict[str, object]]],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    line = {"time": "2024-05-01T10:00:00", "role": "user", "text": "I like green tea"}
    (tmp_path / "chat.jsonl").write_text(json.dumps(line), encoding="utf-8")
    assert command("import", "chat.jsonl")[1]["turns_added"] == 1
    assert command("export", "out.json")[0] == 0
    assert (tmp_path / "out.json").exists()


def test_what_is_sealed_is_shown_to_whoever_gave_the_passphrase_with_the_command(
    server: InstanceServer, held: Session, command: Callable[..., tuple[int, dict[str, object]]]
) -> None:
    _, added = command("memory", "add", "--claim", "The safe stands behind the blue cupboard")
    memory_id = str(added["id"])
    command("memory", "seal", memory_id)
    assert command("memory", "reveal", memory_id)[1]["claim"] == "The safe stands behind the blue cupboard"


def test_without_a_server_the_vault_is_in_use(
    held: Session, command: Callable[..., tuple[int, dict[str, object]]]
) -> None:
    code, error = command("memory", "list")
    assert (code, error["error"]) == (1, "in_use")


def test_what_needs_the_vault_for_itself_is_in_use(
    server: InstanceServer, tmp_path: Path, command: Callable[..., tuple[int, dict[str, object]]]
) -> None:
    code, error = command("vault", "passphrase", "--new-passphrase-file", str(tmp_path / "passphrase"))
    assert (code, error["error"]) == (1, "in_use")


def test_the_passphrase_is_asked_of_every_client(server: InstanceServer, held: Session) -> None:
    printed: list[tuple[str, str]] = []
    code = forward(
        held.vault.path, Secret("wrong"), ["memory", "list", "--json"], language="en",
        print_frame=lambda kind, text: printed.append((kind, text)),
    )  # fmt: skip
    assert code == 1
    [(kind, text)] = printed
    assert (kind, json.loads(text)["error"]) == ("error", "wrong_passphrase")


def test_show_and_lock_reach_the_holder(
    server: InstanceServer, held: Session, events: dict[str, threading.Event]
) -> None:
    assert tell_running(held.vault.path, "show")
    assert events["show"].wait(APPEARS_WITHIN_S)
    assert not events["lock"].is_set()
    assert main(["lock", "--vault", str(held.vault.path)]) == 0
    assert events["lock"].wait(APPEARS_WITHIN_S)


def test_without_a_window_there_is_nothing_to_show(held: Session) -> None:
    server = InstanceServer(held, None, None)
    server.start()
    try:
        assert not tell_running(held.vault.path, "show")
    finally:
        server.close()
    assert not tell_running(held.vault.path, "show")


def test_the_socket_is_the_users_alone_and_goes_with_the_server(held: Session) -> None:
    server = InstanceServer(held, None, None)
    path = socket_path(held.vault.vault_id)
    path.parent.mkdir(parents=True, mode=0o700)
    path.write_bytes(b"left by a crash")
    server.start()
    assert stat.S_ISSOCK(path.stat().st_mode)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    server.close()
    server.close()
    assert not path.exists()


def test_a_folder_that_others_can_write_to_is_not_used(held: Session) -> None:
    path = socket_path(held.vault.vault_id)
    path.parent.mkdir(parents=True)
    path.parent.chmod(0o777)
    server = InstanceServer(held, None, None)
    server.start()
    assert not server.is_listening
    server.close()


@pytest.mark.parametrize(
    "line", [b"", b"no json\n", b"[]\n", b"{}\n", b'{"word": "eval"}\n', b'{"command": ["ask"]}\n']
)
def test_a_stranger_to_the_protocol_does_no_harm(server: InstanceServer, held: Session, line: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(APPEARS_WITHIN_S)
        connection.connect(str(socket_path(held.vault.vault_id)))
        connection.sendall(line)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass
    assert tell_running(held.vault.path, "show")


def test_a_command_that_the_socket_does_not_serve_is_refused(server: InstanceServer, held: Session) -> None:
    for arguments in (["chat"], ["vault", "recover"], ["nonsense"], ["self-test"]):
        printed: list[str] = []
        code = forward(
            held.vault.path, Secret(PASSPHRASE), [*arguments, "--json"], language="en",
            print_frame=lambda kind, text, into=printed: into.append(text) if kind == "out" else None,  # type: ignore[misc]
        )  # fmt: skip
        assert code == 1
        assert json.loads("".join(printed))["error"] == "value_refused"


def test_both_sides_look_for_the_socket_in_one_place_where_the_session_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    first, second = runtime_folder(), runtime_folder()  # the library warns the first time only
    assert first == second
    assert first.parent.parent != Path(tempfile.gettempdir())  # where others could make it first
