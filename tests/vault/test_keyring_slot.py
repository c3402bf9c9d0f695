"""The system's keyring as a way in: only real ones, never the only one, and no failure of it costs anything.

The backends here are fakes with the class names of the real ones; what they do is what users have reported of those.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from vault import Secret, Vault, inspect_vault, open_vault
from vault.errors import KeyringUnavailable, NotFound, TransitionRefused, WrongPassphrase
from vault.keyring_slot import REAL_BACKENDS, SERVICE, SystemKeyring, class_of

SECRET_SERVICE = "keyring.backends.SecretService.Keyring"
KWALLET = "keyring.backends.kwallet.DBusKeyring"
KWALLET_4 = "keyring.backends.kwallet.DBusKeyringKWallet4"


class KeyringLocked(Exception):
    """Bears the name of the keyring package's own."""


class Fake:
    """A backend in memory; `trouble` is raised by every call, `gate` is waited for."""

    priority = 5.0

    def __init__(self) -> None:
        self.items: dict[tuple[str, str], str] = {}
        self.trouble: Exception | None = None
        self.gate: threading.Event | None = None

    def _meet(self) -> None:
        if self.gate is not None:
            self.gate.wait(20)
        if self.trouble is not None:
            raise self.trouble

    def get_password(self, service: str, username: str) -> str | None:
        self._meet()
        return self.items.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._meet()
        self.items[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._meet()
        del self.items[service, username]


def backend_of(name: str) -> Fake:
    module, _, qualified = name.rpartition(".")
    kind = type(qualified, (Fake,), {"__module__": module})
    made: Fake = kind()
    assert class_of(made) == name
    return made


def prints(folder: Path) -> dict[str, bytes]:
    return {entry.name: hashlib.sha256(entry.read_bytes()).digest() for entry in folder.iterdir()}


@pytest.fixture
def backend() -> Fake:
    return backend_of(SECRET_SERVICE)


@pytest.fixture
def kept(vault: Vault, backend: Fake) -> Path:
    """A closed vault with a slot in the keyring."""
    vault.slots.add_keyring(SystemKeyring([backend]))
    vault.close()
    return vault.path


def assert_refused(
    folder: Path, keyring: SystemKeyring, reason: str, passphrase: Secret, clock: SetClock
) -> None:
    """The keyring does not open it, nothing is written, and the passphrase still does."""
    before = prints(folder)
    with pytest.raises(KeyringUnavailable) as caught:
        open_vault(folder, keyring=keyring, clock=clock)
    assert caught.value.details["reason"] == reason
    assert prints(folder) == before
    open_vault(folder, passphrase=passphrase, clock=clock).close()


def test_the_keyring_opens_the_vault(kept: Path, backend: Fake, clock: SetClock) -> None:
    with open_vault(kept, keyring=SystemKeyring([backend]), clock=clock) as vault:
        slot = next(slot for slot in vault.slots.list() if slot.kind == "keyring")
        assert (slot.name, slot.last_used_utc) == (SECRET_SERVICE, clock())
    assert [kind for kind in (slot.kind for slot in inspect_vault(kept).slots)] == [
        "passphrase",
        "recovery",
        "keyring",
    ]
    (service, account), key = next(iter(backend.items.items()))
    assert service == SERVICE
    assert account.endswith(slot.id)
    assert key.encode("ascii") not in b"".join(entry.read_bytes() for entry in kept.iterdir())


def test_a_locked_keyring_opens_it_once_unlocked(
    kept: Path, backend: Fake, passphrase: Secret, clock: SetClock
) -> None:
    backend.trouble = KeyringLocked("no")
    assert_refused(kept, SystemKeyring([backend]), "locked", passphrase, clock)
    backend.trouble = None
    open_vault(kept, keyring=SystemKeyring([backend]), clock=clock).close()


@pytest.mark.parametrize(
    "error", [RuntimeError("x"), OSError("x"), KeyError("x"), type("Odd", (Exception,), {})()]
)
def test_one_that_raises_whatever_it_likes(
    kept: Path, backend: Fake, passphrase: Secret, clock: SetClock, error: Exception
) -> None:
    backend.trouble = error
    assert_refused(kept, SystemKeyring([backend]), "failed", passphrase, clock)


def test_one_that_never_answers(kept: Path, backend: Fake, passphrase: Secret, clock: SetClock) -> None:
    backend.gate = threading.Event()
    assert_refused(kept, SystemKeyring([backend], timeout_s=0.05), "slow", passphrase, clock)
    backend.gate.set()


@pytest.mark.parametrize("text", ["", "zz", "00" * 31, "00" * 32, "00" * 33, "geheim"])
def test_one_that_gives_something_else(
    kept: Path, backend: Fake, passphrase: Secret, clock: SetClock, text: str
) -> None:
    backend.items = dict.fromkeys(backend.items, text)
    assert_refused(kept, SystemKeyring([backend]), "wrong", passphrase, clock)


def test_one_that_has_lost_it(kept: Path, backend: Fake, passphrase: Secret, clock: SetClock) -> None:
    backend.items.clear()
    assert_refused(kept, SystemKeyring([backend]), "missing", passphrase, clock)


def test_another_desktop_with_another_keyring(kept: Path, passphrase: Secret, clock: SetClock) -> None:
    assert_refused(kept, SystemKeyring([backend_of(KWALLET)]), "other_backend", passphrase, clock)


def test_a_renamed_backend_that_still_has_the_key_opens_it(vault: Vault, clock: SetClock) -> None:
    old, new = backend_of(KWALLET_4), backend_of(KWALLET)
    vault.slots.add_keyring(SystemKeyring([old]))
    vault.close()
    new.items = old.items
    open_vault(vault.path, keyring=SystemKeyring([new]), clock=clock).close()


def test_a_better_backend_that_came_later_does_not_hide_the_one_with_the_key(
    kept: Path, backend: Fake, clock: SetClock
) -> None:
    later = backend_of(KWALLET)
    open_vault(kept, keyring=SystemKeyring([later, backend]), clock=clock).close()


@pytest.mark.parametrize(
    "name",
    [
        "keyring.backends.fail.Keyring",
        "keyring.backends.null.Keyring",
        "keyring.backends.chainer.ChainerBackend",
        "keyrings.alt.file.PlaintextKeyring",
        "keyrings.alt.file.EncryptedKeyring",
        "somebody.SecretService.Keyring",
    ],
)
def test_what_is_no_real_keyring_is_absent(vault: Vault, name: str) -> None:
    with pytest.raises(KeyringUnavailable) as caught:
        SystemKeyring([backend_of(name)])
    assert caught.value.details["reason"] == "absent"
    real = backend_of(SECRET_SERVICE)
    plain = backend_of(name)
    plain.priority = 99.0
    keyring = SystemKeyring([plain, real])
    assert (keyring.backend, keyring.label) == (SECRET_SERVICE, "Secret Service")
    vault.slots.add_keyring(keyring)
    assert plain.items == {}
    assert len(real.items) == 1


def test_every_real_backend_exists_in_the_package_that_is_installed() -> None:
    for name in REAL_BACKENDS:
        module, _, qualified = name.rpartition(".")
        found = importlib.util.find_spec(module)
        assert found is not None
        assert found.origin is not None
        assert f"class {qualified}(" in Path(found.origin).read_text(encoding="utf-8")


def test_a_keyring_that_does_not_keep_leaves_no_slot(vault: Vault, backend: Fake) -> None:
    before = (vault.path / "header").read_bytes()
    backend.trouble = RuntimeError("full")
    with pytest.raises(KeyringUnavailable):
        vault.slots.add_keyring(SystemKeyring([backend]))
    backend.trouble = None
    backend.set_password = lambda service, username, password: None  # type: ignore[method-assign]
    with pytest.raises(KeyringUnavailable) as caught:
        vault.slots.add_keyring(SystemKeyring([backend]))
    assert caught.value.details["reason"] == "missing"
    assert (vault.path / "header").read_bytes() == before


def test_it_is_never_the_only_way_in(vault: Vault, backend: Fake) -> None:
    vault.slots.add_keyring(SystemKeyring([backend]))
    own = next(slot for slot in vault.slots.list() if slot.kind == "passphrase")
    with pytest.raises(TransitionRefused):
        vault.slots.remove(own.id)


def test_a_new_slot_replaces_the_one_before_and_removing_clears_the_entry(
    kept: Path, backend: Fake, passphrase: Secret, clock: SetClock
) -> None:
    with open_vault(kept, passphrase=passphrase, clock=clock) as vault:
        vault.slots.add_keyring(SystemKeyring([backend]))
        assert [slot.kind for slot in vault.slots.list()].count("keyring") == 1
        vault.slots.remove_keyring(SystemKeyring([backend]))
        with pytest.raises(NotFound):
            vault.slots.remove_keyring(None)
    with pytest.raises(KeyringUnavailable) as caught:
        open_vault(kept, keyring=SystemKeyring([backend]), clock=clock)
    assert caught.value.details["reason"] == "no_slot"


def test_a_changed_passphrase_leaves_the_keyring_and_failed_attempts_do_not_count_it(
    kept: Path, backend: Fake, passphrase: Secret, clock: SetClock
) -> None:
    with pytest.raises(WrongPassphrase):
        open_vault(kept, passphrase=Secret("wrong"), clock=clock)
    assert inspect_vault(kept).failed_attempts == 1
    open_vault(kept, keyring=SystemKeyring([backend]), clock=clock).close()
    assert inspect_vault(kept).failed_attempts == 0
