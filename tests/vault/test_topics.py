"""What texts are about, and whether a memory is still spoken of."""

from __future__ import annotations

import pytest

from tests.vault.telling import tell
from vault import Vault
from vault.topics import is_spoken_of, topics_of


@pytest.mark.parametrize(
    ("first", "second", "is_shared"),
    [
        ("How do I invest in index funds?", "Are funds better than bonds?", True),
        ("How do I file my expenses?", "Which train should I take tomorrow?", False),
        ("Can you help me with this today?", "Could you help with that today, please?", False),
        ("基金定投怎么开始？", "定投亏了怎么办？", True),
        ("今天怎么去公司？", "今天怎么做红烧肉？", False),
        ("帮我推荐一本书", "帮我推荐一家餐厅", False),
    ],
)
def test_texts_share_a_topic_by_content_words_only(first: str, second: str, is_shared: bool) -> None:
    assert bool(topics_of(first) & topics_of(second)) is is_shared


def test_three_messages_on_other_topics_end_a_topic(vault: Vault) -> None:
    memory = tell(vault, "I like oysters.", "likes", "oysters").memory
    assert memory is not None
    talk = ["Where can I eat oysters?", "And the opening hours?", "How do I get there by tram?"]
    assert is_spoken_of(memory, talk)
    assert not is_spoken_of(memory, [*talk, "What does the tram cost?"])
