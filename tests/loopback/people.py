"""People who type commands, tap buttons, choose from menus and fill in dialogs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.e2e.seen import Answer, Seen
from tests.loopback.interactions import COMMAND, COMPONENT, TYPING
from tests.loopback.model import Channel, Interaction, Message, Payload, User
from tests.loopback.rules import BUTTON, SELECT, SUBCOMMAND, SUBCOMMAND_GROUP, USER_SELECT
from tests.loopback.state import DiscordState

USER_OPTION = 6


class Person:
    """A person in front of their screen."""

    def __init__(self, discord: DiscordState, user: User, channel: Channel) -> None:
        self._discord = discord
        self.user = user
        self.channel = channel
        """The person's current channel."""

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    # --- what they see -------------------------------------------------------------------------------------

    def sees(self) -> list[Seen]:
        """The messages of the channel, oldest first."""
        return [Seen(message.payload()) for message in self._visible()]

    def _visible(self) -> Iterator[Message]:
        for _, message in sorted(self.channel.messages.items()):
            if message.only_for in (None, self.user.id):
                yield message

    def finds(self, label: str) -> Seen | None:
        """The latest message with a button of this label."""
        return next((seen for seen in reversed(self.sees()) if label in seen.labels), None)

    async def waits_for(self, text: str) -> Seen:
        """The latest message that says `text`, as soon as there is one."""

        def find() -> Seen | None:
            return next((seen for seen in reversed(self.sees()) if text in seen.text), None)

        found: Seen = await self._discord.until(find, f"{self.user.name} waits for “{text}”")
        return found

    # --- what they do --------------------------------------------------------------------------------------

    async def types(self, command: str, **options: Any) -> Answer:
        """Use a slash command, and wait until it has an answer."""
        return await self.answered(self.sends(command, **options))

    def sends(self, command: str, **options: Any) -> Interaction:
        data = self._command(command, options)
        return self._discord.interact(COMMAND, self.user, self.channel, data)

    async def suggestions(self, command: str, option: str, typed: str) -> list[str]:
        """Return the completions offered for an option."""
        data = self._command(command, {option: typed}, focused=option)
        interaction = self._discord.interact(TYPING, self.user, self.channel, data)
        await self._acknowledged(interaction)
        return [str(choice["name"]) for choice in interaction.choices]

    async def taps(self, label: str, on: Seen | None = None) -> Answer:
        """Tap a button: the one under `on`, or the latest with this label; wait until it is acknowledged."""
        return await self.answered(self.presses(label, on))

    def presses(self, label: str, on: Seen | None = None) -> Interaction:
        seen = on or self.finds(label)
        assert seen is not None, f"{self.user.name} sees no button “{label}”"
        return self.uses(seen, seen.custom_id(label), BUTTON)

    async def chooses(self, value: str, on: Seen) -> Answer:
        """Choose from the menu under a message that has this value."""
        for menu in on.menus:
            if value in [option["value"] for option in menu["options"]]:
                return await self.answered(self.uses(on, menu["custom_id"], SELECT, [value]))
        raise AssertionError(f"{value} is in none of the menus")

    async def invites(self, other: Person, on: Seen) -> Answer:
        """Choose a person from the menu of people under a message."""
        (menu,) = on.people_menus
        chosen = {"users": {str(other.id): other.user.payload()}, "members": {}}
        used = self.uses(on, menu["custom_id"], USER_SELECT, [str(other.id)], resolved=chosen)
        return await self.answered(used)

    def uses(
        self, seen: Seen, custom_id: str, kind: int, values: Sequence[str] = (), **more: Any
    ) -> Interaction:
        """Use a component of a message, as it stood when they saw it."""
        data: Payload = {"custom_id": custom_id, "component_type": kind, **more}
        if kind != BUTTON:
            data["values"] = list(values)
        channel = self._discord.channels[int(seen.payload["channel_id"])]
        source = channel.messages.get(seen.id)
        assert source is not None, "the message is gone"
        return self._discord.interact(COMPONENT, self.user, channel, data, source)

    async def opens(self, label: str, on: Seen | None = None) -> Interaction:
        interaction = self.presses(label, on)
        await self._acknowledged(interaction)
        assert interaction.dialog is not None, f"“{label}” opens no dialog"
        return interaction

    async def answered(self, interaction: Interaction) -> Answer:
        """Wait for the acknowledgement and, after a command, for the message behind “is thinking…”."""
        await self._acknowledged(interaction)
        channel = interaction.channel

        def told() -> bool:
            messages = [channel.messages.get(told) for told in interaction.told]
            return not any(message is not None and Seen(message.payload()).loading for message in messages)

        await self._discord.until(told, "an answer to a command")
        there = [channel.messages[told] for told in interaction.told if told in channel.messages]
        return Answer(True, tuple(Seen(message.payload()) for message in there))

    async def _acknowledged(self, interaction: Interaction) -> None:
        what = f"the acknowledgement of what {self.user.name} did"
        await self._discord.until(lambda: interaction.callback is not None, what)

    # --- commands ------------------------------------------------------------------------------------------

    def _command(self, command: str, options: dict[str, Any], focused: str = "") -> Payload:
        name, *inner = command.split()
        found = next(one for one in self._discord.commands if one["name"] == name)
        data: Payload = {"id": found["id"], "name": name, "type": 1, "options": [], "resolved": {}}
        level, described = data, found
        for part in inner:
            described = next(one for one in described["options"] if one["name"] == part)
            assert described["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP)
            level["options"] = [{"name": part, "type": described["type"], "options": []}]
            (level,) = level["options"]
        known = {one["name"]: one for one in described.get("options") or ()}
        missing = [
            one["name"] for one in known.values() if one.get("required") and one["name"] not in options
        ]
        assert not missing or focused, f"/{command} needs {missing}"
        for option, value in options.items():
            assert option in known, f"/{command} has no option {option}"
            level["options"].append(self._option(known[option], value, data["resolved"]))
            if option == focused:
                level["options"][-1]["focused"] = True
        return data

    @staticmethod
    def _option(described: Payload, value: Any, resolved: Payload) -> Payload:
        if isinstance(value, Person):
            assert described["type"] == USER_OPTION
            resolved.setdefault("users", {})[str(value.id)] = value.user.payload()
            value = str(value.id)
        choices = [choice["value"] for choice in described.get("choices") or ()]
        assert not choices or value in choices, f"{value!r} is none of {choices}"
        return {"name": described["name"], "type": described["type"], "value": value}
