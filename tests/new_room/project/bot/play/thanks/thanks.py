"""Thanks between players: stored first, then shown; the periodic pass shows what was not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.metrics import counter
from bot.core.people import Person, Place
from bot.features import Kit
from bot.messages.delivery import Delivered, Messenger
from bot.play.thanks import refusals
from bot.play.thanks.host_settings import ThanksSettings
from bot.play.thanks.store import ThanksStore, thanks_outdated
from data.db.chores import Chore

GIVEN = counter("thanks", "Thanks of one player to another.")


@dataclass(frozen=True, slots=True)
class ThanksCard:
    """What the message of thanks shows."""

    number: int
    giver_id: int
    receiver_id: int
    note: str
    joined: int


class Thanks:
    """Thanks of one person to another, which others can join."""

    chores: ClassVar[tuple[Chore, ...]] = (thanks_outdated,)

    def __init__(self, kit: Kit) -> None:
        self._store = kit[ThanksStore]
        self._messenger = kit[Messenger]
        self._metrics = kit.metrics
        self._longest = kit.settings.of(ThanksSettings).thanks_length

    async def give(self, giver: Person, receiver_id: int, place: Place, note: str) -> None:
        """Store and post thanks; refused for oneself."""
        if giver.id == receiver_id:
            raise refusals.OwnThanks
        number = await self._store.add(
            giver_id=giver.id,
            receiver_id=receiver_id,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            note=note[: self._longest],
        )
        self._metrics.count(GIVEN)
        await self.show(number)

    async def join(self, number: int) -> None:
        """Count one more person."""
        await self._store.join(number)
        await self.show(number)

    async def recover(self) -> None:
        """Post or edit the messages that a killed process left behind."""
        for number in await self._store.outdated():
            await self.show(number)

    async def show(self, number: int) -> None:
        """Post or edit the message of thanks."""
        row = await self._store.of(number)
        card = ThanksCard(number, row.giver_id, row.receiver_id, row.note, row.joined)
        place = Place(row.channel_id, row.guild_id)
        shown = await self._messenger.show(card, place, row.message_id)
        if isinstance(shown, Delivered):
            await self._store.show(number, shown.message_id, card.joined)
