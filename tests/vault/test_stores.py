"""Settings, endpoints and pseudonym maps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from vault import DECLARED, SettingValue, Vault, parse_setting
from vault.errors import NotFound, SettingRefused
from vault.records import EndpointConfig

REMOTE = EndpointConfig("cloud", "openai", "https://example.com/v1", "m", "remote", "sk-planted", {"a": "b"})


# settings


def test_settings_have_their_defaults_until_set(vault: Vault) -> None:
    assert vault.settings.get("memory.mode") == "ask"
    assert vault.settings.all().keys() == {declaration.key for declaration in DECLARED}
    vault.settings.set("memory.mode", "auto")
    vault.settings.set("lock.idle_minutes", 0)
    assert vault.settings.text("memory.mode") == "auto"
    assert vault.settings.number("lock.idle_minutes") == 0
    entry = vault.audit.entries(1)[0]
    assert (entry.action, entry.object_id) == ("settings.set", "lock.idle_minutes")
    assert entry.old_fingerprint != entry.new_fingerprint


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("memory.mode", "always"),
        ("memory.mode", 1),
        ("lock.idle_minutes", "5"),
        ("lock.idle_minutes", -1),
        ("lock.idle_minutes", True),
        ("profile.show", 1),
    ],
)
def test_a_value_that_does_not_fit_is_refused(vault: Vault, key: str, value: SettingValue) -> None:
    with pytest.raises(SettingRefused):
        vault.settings.set(key, value)
    assert vault.settings.get(key) == next(item.default for item in DECLARED if item.key == key)


def test_an_undeclared_setting_is_not_found(vault: Vault) -> None:
    with pytest.raises(NotFound):
        vault.settings.get("memory.mood")
    with pytest.raises(NotFound):
        vault.settings.set("memory.mood", "good")


def test_a_stored_value_that_no_longer_fits_gives_the_default(vault: Vault) -> None:
    vault.db.write(
        lambda conn: conn.execute("INSERT INTO settings VALUES ('memory.mode', '\"gone\"', 0)").rowcount
    )
    assert vault.settings.get("memory.mode") == "ask"


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [("memory.mode", "off", "off"), ("lock.idle_minutes", "15", 15), ("profile.show", "No", False)],
)
def test_text_becomes_the_settings_own_type(key: str, text: str, value: SettingValue) -> None:
    assert parse_setting(key, text) == value


@pytest.mark.parametrize(
    ("key", "text"), [("lock.idle_minutes", "soon"), ("profile.show", "maybe"), ("language", "fr")]
)
def test_text_that_does_not_fit_is_refused(key: str, text: str) -> None:
    with pytest.raises(SettingRefused):
        parse_setting(key, text)


# endpoints


def test_recall_only_is_there_and_the_default(vault: Vault) -> None:
    assert [config.name for config in vault.endpoints.list()] == ["recall-only"]
    assert vault.endpoints.default().kind == "recall_only"


def test_an_endpoint_is_kept_with_its_key_and_shows_none(vault: Vault) -> None:
    assert vault.endpoints.put(REMOTE) == REMOTE
    assert "sk-planted" not in repr(vault.endpoints.get("cloud"))
    rows = vault.db.read(lambda conn: [tuple(row) for row in conn.execute("SELECT * FROM audit")])
    assert "sk-planted" not in repr(rows)


def test_one_endpoint_is_the_default(vault: Vault) -> None:
    vault.endpoints.put(REMOTE)
    vault.endpoints.put(EndpointConfig("near", "openai", trust="local", is_default=True))
    assert vault.endpoints.default().name == "near"
    vault.endpoints.set_default("cloud")
    assert [config.name for config in vault.endpoints.list() if config.is_default] == ["cloud"]
    vault.endpoints.set_default("recall-only")
    assert vault.endpoints.default().name == "recall-only"


def test_a_removed_endpoint_is_gone_and_conversations_use_the_default(vault: Vault) -> None:
    vault.endpoints.put(REMOTE)
    made = vault.conversations.create(endpoint="cloud")
    vault.endpoints.remove("cloud")
    assert vault.conversations.get(made.id).endpoint == ""
    for call in (
        lambda: vault.endpoints.get("cloud"),
        lambda: vault.endpoints.remove("cloud"),
        lambda: vault.endpoints.remove("recall-only"),
        lambda: vault.endpoints.set_default("cloud"),
    ):
        with pytest.raises(NotFound):
            call()


def test_one_endpoint_does_background_work_until_it_is_removed(vault: Vault) -> None:
    assert vault.endpoints.background() is None
    vault.endpoints.put(REMOTE)
    vault.endpoints.set_background("cloud")
    assert vault.endpoints.background() == REMOTE
    vault.endpoints.remove("cloud")
    assert vault.endpoints.background() is None
    vault.endpoints.put(REMOTE)
    assert vault.endpoints.background() is None, "an endpoint that only has the old name was never chosen"
    with pytest.raises(NotFound):
        vault.endpoints.set_background("nowhere")
    vault.endpoints.set_background("recall-only")
    assert vault.endpoints.background() is None, "it is no model"


@pytest.mark.parametrize(
    "config",
    [
        EndpointConfig("", "openai"),
        EndpointConfig("recall-only", "openai"),
        EndpointConfig("x", "openai", trust="whatever"),
    ],
)
def test_an_endpoint_that_makes_no_sense_is_refused(vault: Vault, config: EndpointConfig) -> None:
    with pytest.raises(SettingRefused):
        vault.endpoints.put(config)


# pseudonyms


def form(number: int) -> str:
    return f"‹人物{number}›"


def test_one_value_has_one_token_in_its_conversation(vault: Vault) -> None:
    assert vault.pseudonyms.assign("c_1", "person", "李明", form) == "‹人物1›"
    assert vault.pseudonyms.assign("c_1", "person", "王芳", form) == "‹人物2›"
    assert vault.pseudonyms.assign("c_1", "person", "李明", form) == "‹人物1›"
    assert vault.pseudonyms.assign("c_2", "person", "王芳", form) == "‹人物1›"
    assert vault.pseudonyms.value_of("c_1", "‹人物2›") == "王芳"
    assert vault.pseudonyms.value_of("c_2", "‹人物2›") is None
    assert vault.pseudonyms.entries("c_1") == [("‹人物1›", "person", "李明"), ("‹人物2›", "person", "王芳")]


def test_many_threads_get_the_same_token(vault: Vault) -> None:
    with ThreadPoolExecutor(8) as pool:
        tokens = list(
            pool.map(lambda n: vault.pseudonyms.assign("c", "person", f"v{n % 3}", form), range(24))
        )
    assert len(set(tokens)) == 3
    assert all(tokens[index] == tokens[index % 3] for index in range(24))


def test_a_removed_map_is_forgotten(vault: Vault) -> None:
    vault.pseudonyms.assign("c_1", "person", "李明", form)
    assert vault.db.write(lambda conn: vault.pseudonyms.remove(conn, "c_1")) == 1
    assert vault.pseudonyms.entries("c_1") == []
