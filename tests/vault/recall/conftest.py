"""What the tests of recall share: the real encoder, and a vault with recall over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from vault import Vault
from vault.recall import Encoder, Recall, default_encoder_folder
from vault.records import Role

Say = Callable[..., str]


@pytest.fixture(scope="session")
def real_encoder() -> Encoder:
    """The encoder that ships."""
    return Encoder.load(default_encoder_folder(), threads=2)


@pytest.fixture
def recall(vault: Vault, real_encoder: Encoder) -> Iterator[Recall]:
    """Recall with the encoder; indexing happens in `index_now`."""
    made = Recall(vault, real_encoder)
    made.start(background=False)
    yield made
    made.close()


@pytest.fixture
def words(vault: Vault) -> Iterator[Recall]:
    """Recall without an encoder."""
    made = Recall(vault, None)
    made.start(background=False)
    yield made
    made.close()


@pytest.fixture
def say(vault: Vault) -> Say:
    """Add a turn of the user and give its id; a conversation for each name, `chat` unless told otherwise."""
    conversations: dict[str, str] = {}

    def add(
        text: str, *, chat: str = "chat", role: Role = Role.USER, scope: str = "universal", **more: object
    ) -> str:
        if chat not in conversations:
            conversations[chat] = vault.conversations.create(scope=scope).id
        return vault.conversations.add_turn(conversations[chat], role, text, **more).id  # type: ignore[arg-type]

    return add
