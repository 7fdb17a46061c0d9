"""What people do in several steps: through the cards of `/help`, `/me` and `/settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.preferences.preferences import Preferences
from data.people.preferences import OpponentStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcord.actors import MemberActor
    from simcord.builders import ChannelHandle, UserHandle

    from tests.e2e.seen import Answer, Seen
    from tests.e2e.world import Person, World


class Errands:
    """Errands of a `Person`."""

    if TYPE_CHECKING:
        _world: World
        id: int

        async def types(
            self, command: str, *, channel: ChannelHandle | None = None, **options: Any
        ) -> Answer: ...
        async def types_privately(self, command: str, **options: Any) -> Answer: ...
        async def taps(self, label: str, on: Seen | None = None) -> Answer: ...
        async def _tap(self, seen: Seen, custom_id: str, values: Sequence[str] | None = None) -> Answer: ...
        def send_choice_of_person(self, seen: Seen, custom_id: str, other: Any) -> Any: ...

    async def resigns(self, on: Seen | None = None) -> Answer:
        """Resign the game under a message, the latest with that button, and confirm it."""
        return await self.confirms("Resign", on)

    async def confirms(self, label: str, on: Seen | None = None, then: str = "") -> Answer:
        """Tap a button, and the one of the question in answer, usually with the same label."""
        question = await self.taps(label, on)
        return await self.taps(then or label, question.messages[-1])

    async def wants(self, name: str, value: str) -> None:
        with self._world.env._bot_scope():
            await self._world.bot.kit[Preferences].change_person(self.id, name, value)
        await self._world.env.settle()

    async def reads_rules(self, game: str, *, privately: bool = False) -> Answer:
        types = self.types_privately if privately else self.types
        card = (await types("help")).messages[0]
        return await self._tap(card, f"f4:rules:{game}")

    async def opens_of(self, command: str, custom_id: str, *, privately: bool = False) -> Answer:
        """Type a command, and tap a button of its answer."""
        types = self.types_privately if privately else self.types
        shown = (await types(command)).messages[-1]
        return await self._tap(shown, custom_id)

    async def sees_blocked(self, *, privately: bool = False) -> Answer:
        return await self.opens_of("me", "f4:blocked", privately=privately)

    async def blocks(self, other: Person | UserHandle | MemberActor, *, privately: bool = False) -> Answer:
        (shown,) = (await self.sees_blocked(privately=privately)).messages
        record = self.send_choice_of_person(shown, "f4:block", other)
        await self._world.env.settle()
        return self._world.answer(record)

    async def unblocks(self, other: Person) -> Answer:
        (shown,) = (await self.sees_blocked()).messages
        return await self._tap(shown, "f4:unblock", values=[str(other.id)])

    async def reads_privacy(self) -> Answer:
        return await self.opens_of("me", "f4:privacy")

    async def exports_data(self, *, privately: bool = False) -> Answer:
        return await self.opens_of("me", "f4:my_data_export", privately=privately)

    async def asks_to_delete_data(self) -> Answer:
        """Ask to have everything deleted: the question comes first."""
        return await self.opens_of("me", "f4:my_data")

    async def sets_games_list(self, to: str, channel: ChannelHandle | None = None) -> Answer:
        shown = (await self.types("settings", channel=channel)).messages[-1]
        return await self._tap(shown, f"f4:games_list_set:{to}")

    async def opens_repertoire(self, game: str = "reversi", side: str = "first") -> Answer:
        return await self.opens_of("help", f"f4:op_mine:{game}:{['first', 'second'].index(side)}")

    async def deletes_opponent(self, name: str) -> Answer:
        (shown,) = (await self.types("opponent")).messages
        saved = await self._world.bot.kit[OpponentStore].of_guild(self._world.server.id)
        self._world.record_typed(*(opponent.name for opponent in saved))
        (wanted,) = (opponent.id for opponent in saved if opponent.name == name)
        asked = await self._tap(shown, f"f4:own_delete:{wanted}")
        if "Delete" not in asked.messages[0].labels:
            return asked
        return await self.taps("Delete", asked.messages[0])
