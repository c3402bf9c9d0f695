"""The endpoints of one session: made from their configurations at first use, with what was learnt about each server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

from assistant.egress import Gate
from assistant.endpoints import Endpoint, LocalModels, TestStep, create
from assistant.endpoints.discovery import FoundServer, discover
from assistant.errors import EndpointError, EndpointUnknown
from vault import Vault
from vault.errors import NotFound
from vault.records import EndpointConfig

_LEARNT = "learnt."


class ChosenEndpoints:
    """By name, as the vault has them now. Any thread; the endpoints themselves belong to one event loop."""

    def __init__(self, vault: Vault, gate: Gate) -> None:
        self._vault, self._gate = vault, gate
        self._models = LocalModels()
        self._made: dict[str, tuple[EndpointConfig, Endpoint]] = {}

    def get(self, name: str = "") -> Endpoint:
        """The endpoint of that name, the default one for an empty name.

        Raises:
            EndpointUnknown: none of that name, or of a kind that is not there.
            EndpointAddressInvalid: its address cannot be used.
        """
        try:
            config = self._vault.endpoints.get(name) if name else self._vault.endpoints.default()
        except NotFound as error:
            raise EndpointUnknown from error
        known = self._made.get(config.name)
        if known is None or known[0] != _as_chosen(config):
            learn = partial(self._vault.endpoints.learn, config.name)
            known = (_as_chosen(config), create(config, self._gate, self._models, learn))
            self._made[config.name] = known
        return known[1]

    def background(self) -> Endpoint | None:
        """The endpoint that the user chose for background work; None where none was chosen or it cannot be used:
        such work is then left undone or done without a model, and never sent anywhere else.
        """
        config = self._vault.endpoints.background()
        try:
            return self.get(config.name) if config is not None else None
        except EndpointError:
            return None

    def test(self, endpoint: str | EndpointConfig) -> AsyncIterator[TestStep]:
        """Test a configured endpoint, or one that is only being typed, step by step. Raises: as `get`."""
        return self._resolved(endpoint).test()

    async def models(self, endpoint: str | EndpointConfig) -> list[str]:
        """The model ids that an endpoint lists. Raises: EndpointError."""
        return await self._resolved(endpoint).models()

    async def discover(self) -> list[FoundServer]:
        """Model servers that answer on this machine's usual ports."""
        return await discover(self._gate)

    def close(self) -> None:
        """End the models that run here. Idempotent."""
        self._models.close()

    def _resolved(self, endpoint: str | EndpointConfig) -> Endpoint:
        if isinstance(endpoint, str):
            return self.get(endpoint)
        return create(endpoint, self._gate, self._models)


def _as_chosen(config: EndpointConfig) -> EndpointConfig:
    """What the user decides, without what was learnt since."""
    chosen = {name: value for name, value in config.options.items() if not name.startswith(_LEARNT)}
    return replace(config, options=chosen)
