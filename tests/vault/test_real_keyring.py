"""The keyring's slot against a real Secret Service: GNOME's keyring on a bus of its own, as a desktop session has it.

The other keyrings (KWallet, macOS Keychain, Windows Credential Locker) are tried with backends of their class names in
`test_keyring_slot`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="dbus-run-session is not installed"),
    pytest.mark.skipif(
        shutil.which("gnome-keyring-daemon") is None,
        reason="GNOME's keyring is not installed (package gnome-keyring)",
    ),
]

# In the session: unlock the login collection as signing in does, then what the test is about.
SESSION = """
import json, os, subprocess, sys
from pathlib import Path

def daemon(*more):
    subprocess.run(
        ["gnome-keyring-daemon", *more, "--unlock", "--components=secrets"], input=b"session password", check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )

daemon()
import secretstorage
from vault import open_vault
from vault.errors import KeyringUnavailable
from vault.key_slots import account_of
from vault.keyring_slot import SERVICE, SystemKeyring, class_of, system_keyring

folder, code = Path(sys.argv[1]), sys.stdin.readline().rstrip("\\n")
found = {}

def tried(keyring):
    try:
        open_vault(folder, keyring=keyring).close()
        return "opened"
    except KeyringUnavailable as error:
        return error.details["reason"]

keyring = system_keyring()
found["backend"], found["label"] = keyring.backend, keyring.label
with open_vault(folder, recovery_code=code) as vault:
    slot = vault.slots.add_keyring(keyring)
    account = account_of(bytes.fromhex(vault.vault_id), slot.id)
found["kept"] = tried(system_keyring())
header = (folder / "header").read_bytes()

bus = secretstorage.dbus_init()
collection = secretstorage.get_default_collection(bus)
collection.lock()
quick = SystemKeyring(keyring._backends, timeout_s=5.0)
found["locked"] = tried(quick)
found["is_untouched"] = (folder / "header").read_bytes() == header
with open_vault(folder, recovery_code=code):
    found["other_way_in"] = True
daemon("--replace")
found["unlocked_again"] = tried(system_keyring())

collection = secretstorage.get_default_collection(secretstorage.dbus_init())
(item,) = collection.search_items({"service": SERVICE, "username": account})
item.set_secret(b"not a key at all")
found["changed"] = tried(system_keyring())
item.delete()
found["deleted"] = tried(system_keyring())
with open_vault(folder, recovery_code=code) as vault:
    vault.slots.remove_keyring(system_keyring())
    vault.slots.add_keyring(system_keyring())
found["made_anew"] = tried(system_keyring())
with open_vault(folder, recovery_code=code) as vault:
    vault.slots.remove_keyring(system_keyring())
found["entries_left"] = len(list(collection.search_items({"service": SERVICE})))
print(json.dumps(found))
"""


def test_gnomes_keyring_opens_the_vault_and_each_trouble_with_it_is_told(
    vault_folder: Path, recovery_code: str, tmp_path: Path
) -> None:
    runtime, data = tmp_path / "run", tmp_path / "data"
    runtime.mkdir(mode=0o700)
    data.mkdir()
    environment = {
        **os.environ, "XDG_RUNTIME_DIR": str(runtime), "XDG_DATA_HOME": str(data), "HOME": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]), "GNOME_KEYRING_CONTROL": str(runtime / "keyring"),
    }  # fmt: skip
    ran = subprocess.run(
        ["dbus-run-session", "--", sys.executable, "-c", SESSION, str(vault_folder)],
        input=recovery_code + "\n", capture_output=True, text=True, env=environment, timeout=120, check=False,
    )  # fmt: skip
    if "CalledProcessError" in ran.stderr and "gnome-keyring-daemon" in ran.stderr:
        pytest.skip("GNOME's keyring does not start here")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found == {
        "backend": "keyring.backends.SecretService.Keyring",
        "label": "Secret Service",
        "kept": "opened",
        "locked": "locked",
        "is_untouched": True,
        "other_way_in": True,
        "unlocked_again": "opened",
        "changed": "wrong",
        "deleted": "missing",
        "made_anew": "opened",
        "entries_left": 0,
    }
    kept = [path for path in data.rglob("*") if path.is_file()]
    assert kept, "the keyring kept nothing on the disk: the trial was none"
