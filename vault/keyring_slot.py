"""The system's keyring as a convenience: which backends are trusted, and what may go wrong with them.

A backend is used only if its class is one of those that really ask the system; a plain file, an empty one or a stranger
is not. Backends are foreign code that may raise anything or never come back, so each call has a thread and a time
limit of its own. Whatever happens, the passphrase and the recovery code still open the vault.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Protocol, TypeVar

from vault.errors import KeyringUnavailable
from vault.keys import KEY_BYTES

T = TypeVar("T")

SERVICE: Final = "Keepsake"
KEYRING_THREAD: Final = "keepsake-keyring"
# What the user sees comes from the class that is really used. Source: the keyring package, keyring/backends.
REAL_BACKENDS: Final[Mapping[str, str]] = {
    "keyring.backends.SecretService.Keyring": "Secret Service",
    "keyring.backends.libsecret.Keyring": "Secret Service",
    "keyring.backends.kwallet.DBusKeyring": "KWallet",
    "keyring.backends.kwallet.DBusKeyringKWallet4": "KWallet",
    "keyring.backends.macOS.Keyring": "macOS Keychain",
    "keyring.backends.Windows.WinVaultKeyring": "Windows Credential Locker",
}
_TIMEOUT_S: Final = 20.0  # the system may have to ask the user to unlock it
_LOCKED: Final = frozenset({"KeyringLocked", "LockedException", "PromptDismissedException"})


class Backend(Protocol):
    """What the keyring package offers for each system."""

    @property
    def priority(self) -> float: ...
    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


def class_of(backend: object) -> str:
    """Module and name of a backend's class, by which it is known."""
    return f"{type(backend).__module__}.{type(backend).__qualname__}"


def account_of(vault_id: bytes, slot_id: str) -> str:
    """The name of a slot's entry in the keyring."""
    return f"{vault_id.hex()}/{slot_id}"


def system_keyring() -> SystemKeyring:
    """The keyring of this system. Takes a tenth of a second.

    Raises:
        KeyringUnavailable: there is no real one (`absent`), or looking for it failed.
    """
    from keyring.backend import get_all_keyring  # start-up time: it looks through all installed packages

    found = _in_time(get_all_keyring, _TIMEOUT_S)
    return SystemKeyring(sorted(found, key=lambda backend: -float(backend.priority)))


class SystemKeyring:
    """The real ones among `backends`, the best first. Any thread but the window's: calls may take `timeout_s`.

    Raises:
        KeyringUnavailable: none of them is real (`absent`).
    """

    def __init__(self, backends: Sequence[Backend], *, timeout_s: float = _TIMEOUT_S) -> None:
        self._backends = [backend for backend in backends if class_of(backend) in REAL_BACKENDS]
        self._timeout_s = timeout_s
        if not self._backends:
            raise KeyringUnavailable(reason="absent")

    @property
    def backend(self) -> str:
        """The class of the one that new keys go to."""
        return class_of(self._backends[0])

    @property
    def label(self) -> str:
        """What to call it."""
        return REAL_BACKENDS[self.backend]

    def read(self, account: str, backend: str) -> bytes:
        """The key kept under `account`, from the backend of that class where it is there, else from the others.

        Raises:
            KeyringUnavailable: `details["reason"]` is locked, failed, slow, wrong, missing, or other_backend where it
                is missing and the backend that kept it is not there.
        """
        own = [candidate for candidate in self._backends if class_of(candidate) == backend]
        others = [candidate for candidate in self._backends if class_of(candidate) != backend]
        for candidate in (*own, *others):
            text = _in_time(partial(candidate.get_password, SERVICE, account), self._timeout_s)
            if text is not None:
                return _parse(text)
        raise KeyringUnavailable(reason="missing" if own else "other_backend")

    def keep(self, account: str, key: bytes) -> None:
        """Keep a key and make sure that it comes back.

        Raises:
            KeyringUnavailable: it did not; reasons as `read`.
        """
        backend = self._backends[0]
        _in_time(partial(backend.set_password, SERVICE, account, key.hex()), self._timeout_s)
        if self.read(account, self.backend) != key:
            raise KeyringUnavailable(reason="wrong")

    def forget(self, account: str) -> bool:
        """Remove a key. False where it cannot be reached; it then opens nothing, for its slot is gone."""
        is_removed = False
        for backend in self._backends:
            try:
                _in_time(partial(backend.delete_password, SERVICE, account), self._timeout_s)
                is_removed = True
            except KeyringUnavailable:
                continue
        return is_removed


def _parse(text: object) -> bytes:
    try:
        key = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError as error:
        raise KeyringUnavailable(reason="wrong") from error
    if len(key) != KEY_BYTES:
        raise KeyringUnavailable(reason="wrong")
    return key


def _in_time(call: Callable[[], T], timeout_s: float) -> T:
    """The result of a backend's call. One that hangs keeps its thread, which ends with the process."""
    results: list[T] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(call())
        except Exception as error:  # noqa: BLE001  backends are foreign plug-ins and raise what they like
            errors.append(error)

    thread = threading.Thread(target=run, name=KEYRING_THREAD, daemon=True)
    thread.start()
    thread.join(timeout_s)
    if errors:
        names = {kind.__name__ for kind in type(errors[0]).__mro__}
        raise KeyringUnavailable(reason="locked" if names & _LOCKED else "failed") from errors[0]
    if not results:
        raise KeyringUnavailable(reason="slow")
    return results[0]
