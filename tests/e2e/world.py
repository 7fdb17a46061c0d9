"""A Discord of one server and three people, with the unmodified bot in it, described as people see it."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
from discord.app_commands import AppCommandError
from simcord import interactions as payloads
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle, RoleHandle, UserHandle
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from bot.app import Flipfour
from bot.core.runtime import Runtime
from bot.core.snapshot import GameSnapshot
from bot.play.games.referee import Referee
from bot.preferences.preferences import Preferences
from bot.settings.settings import Settings
from bot.sharded import create_bot
from languages import language_of
from tests.cases import there
from tests.compilers import NothingToCompile
from tests.databases import url_of
from tests.e2e.copies import use_in_simcord
from tests.e2e.errands import Errands
from tests.e2e.limits import check_everything_sent
from tests.e2e.prompt import SETTLE_SECONDS, PromptEnv
from tests.e2e.searches import Searches
from tests.e2e.seen import CHANNEL_SELECT, Answer, Seen
from tests.e2e.spoken import check_readers, check_translated
from tests.languages.pseudo import PERSON, is_translatable, plain

RESOLVED = {
    ComponentType.USER_SELECT: "users",
    ComponentType.ROLE_SELECT: "roles",
    ComponentType.CHANNEL_SELECT: "channels",
}
"""Resolved data that Discord sends with a choice from a menu it fills itself."""

RECOVERY_SECONDS = 61.0
"""Seconds after which the bot has run a periodic recovery."""


use_in_simcord()


class World:
    """The bot with its database in a virtual Discord; it can be restarted and killed."""

    def __init__(self, database: Path, **settings: Any) -> None:
        """`settings` are those that differ from the usual ones."""
        self._settings = Settings(
            database_url=url_of(database),
            search_workers=4,
            **{"background_seconds": 0, "move_seconds": 0.2, "backup_hours": 0, **settings},
        )
        self.searches = Searches()
        self._skipped = timedelta()
        self.frozen = 0
        self.bot = self._new_bot()
        self.env = PromptEnv(self.bot, settle_timeout=SETTLE_SECONDS, check_errors=False)
        self.searches.env = self.env
        self.server = self.env.create_guild("A server", preferred_locale="en-GB")
        self.channel = self.server.create_text_channel("games")
        self.ann = self.newcomer("Ann")
        self.ben = self.newcomer("Ben")
        self.chloe = self.newcomer("Chloé")
        self._dead: list[Flipfour] = []
        self.chats: set[int] = set()
        """Channels of the server that are shown to the bot as chats outside of servers."""
        self.untranslated: list[str] = []
        """Texts that people typed, and that tests put into messages, such as names of imported players."""
        self._tapped: dict[int, Mapping[str, Any]] = {}

    # --- the life of the bot -----------------------------------------------------------------------------

    async def start(self) -> None:
        """Connect the bot for the first time."""
        await self.env.start()

    async def restart(self, away: timedelta = timedelta()) -> None:
        """Stop the bot cleanly and start it again."""
        await self._replace(away, courteous=True)

    async def kill(self, away: timedelta = timedelta()) -> None:
        """Start a new bot; the old one cannot finish or close anything."""
        await self._replace(away, courteous=False)

    async def hears(self, event: str) -> None:
        """Discord's gateway tells the bot something of the connection."""
        with self.env._bot_scope():
            self.bot.dispatch(event)
        await self.env.settle()

    async def end(self) -> None:
        """Stop everything, and check what the bot sent all the time and that nothing failed unseen."""
        await self.env.shutdown()
        for bot in (*self._dead, self.bot):
            await bot.close()
        check_everything_sent(self.env.http_requests)
        if language_of("en-US") is PERSON:
            self.check_languages()
        # simcord notes what commands raise, too, before the bot answers it; faults among it are in the log.
        assert [error for error in self.env.errors if not isinstance(error, AppCommandError)] == []

    def check_languages(self) -> None:
        """Check that everything sent was translated, and is in the language of its readers."""
        backend = self.env.backend
        names = [user.global_name or user.name for user in backend.users.values()]
        names += [server.name for server in backend.guilds.values()]
        names += [channel.name or "" for channel in backend.channels.values()]
        check_translated(self.env.http_requests, [*names, *self.untranslated])
        for channel_id, messages in backend.messages.items():
            private_chat = channel_id in self.chats or backend.get_channel(channel_id).guild_id is None
            shown = [
                serializers.message_payload(backend, message)
                for message in messages.values()
                if message.author_id == backend.bot_user.id
            ]
            check_readers(shown, private_chat=private_chat)

    async def pass_time(self, seconds: float) -> None:
        """Advance Discord's time, and finish what the bot then does."""
        await self.env.advance_time(seconds)

    async def leap(self, seconds: float) -> None:
        """Let Discord's time leap: what was due at any moment of it is done once, at its end."""
        self.env.backend.advance_clock(seconds)
        await self.env.settle()

    async def leap_hours(self, hours: int) -> None:
        """Let hours pass in leaps of two. Where clocks run, this needs `slow_beats`, or the bot takes a leap
        for time in which it was away."""
        for _ in range(hours // 2):
            await self.leap(2 * 3600)

    def now(self) -> datetime:
        """The time of day, as the bot has it."""
        return self.env.now() + self._skipped

    def skip(self, pause: timedelta) -> None:
        """Let the time of day leap, by which offers and exhibitions age; timers do not notice."""
        self._skipped += pause

    async def let_go(self) -> None:
        """Let the searches that were held back run, and the bot play what they found."""
        self.searches.let_go()
        await self.env.settle()

    async def _replace(self, away: timedelta, *, courteous: bool) -> None:
        old, self.bot = self.bot, self._new_bot()
        if courteous:
            # Told to stop, a search ends at once; one that has not begun would not know of it.
            self.searches.let_go()
            await old.close()
        else:
            self._dead.append(old)
        self._skipped += away
        await self.env.restart_bot(self.bot)

    def _new_bot(self) -> Flipfour:
        return create_bot(
            self._settings,
            Runtime(
                # Tests tap faster than people.
                double_tap_seconds=0.0,
                run_search=self.searches,
                # The bot is made before the Discord that it is in.
                rest=lambda seconds: self.env.rest(seconds),
                now=self.now,
                monotonic=lambda: time.monotonic() + self._skipped.total_seconds(),
                rng=random.Random(5),
                compiler=NothingToCompile(),
                freeze=self._freeze,
            ),
        )

    def _freeze(self) -> None:
        """The garbage of one test is collected in the next one; only the times are counted."""
        self.frozen += 1

    # --- who is there ------------------------------------------------------------------------------------

    def newcomer(self, name: str) -> Person:
        user = self.env.create_user(name.casefold(), global_name=name)
        return Person(self, self.server.add_member(user))

    def foreigner(self, name: str) -> tuple[Person, ChannelHandle]:
        """Create a person in a channel of another server."""
        there = self.env.create_guild("Another server", preferred_locale="en-GB")
        user = self.env.create_user(name.casefold(), global_name=name)
        return Person(self, there.add_member(user)), there.create_text_channel("elsewhere")

    def manager(self, name: str) -> Person:
        return self._allowed(name, discord.Permissions(manage_guild=True))

    def moderator(self, name: str) -> Person:
        return self._allowed(name, discord.Permissions(manage_messages=True))

    def _allowed(self, name: str, permissions: discord.Permissions) -> Person:
        role = self.server.create_role(f"The role of {name}", permissions=permissions)
        user = self.env.create_user(name.casefold(), global_name=name)
        return Person(self, self.server.add_member(user, roles=[role]))

    def without(self, *permissions: str) -> ChannelHandle:
        """Create a channel in which the bot lacks permissions."""
        denied = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
        return self.server.create_text_channel("closed", overwrites={self.flipfour: denied})

    @property
    def flipfour(self) -> UserHandle:
        """The bot as a user of Discord."""
        return UserHandle(self.env, self.env.backend.bot_user)

    # --- reading messages ---------------------------------------------------------------------------------

    def posts(self, channel: ChannelHandle | None = None) -> list[Seen]:
        return [seen for seen in self.seen(channel or self.channel) if not seen.private]

    def boards(self, game: int = 1, channel: ChannelHandle | None = None) -> list[Seen]:
        """The messages that show a board of the game."""
        pictures = re.compile(rf"[a-z0-9]+-{game}-\d+\.png")
        return [seen for seen in self.posts(channel) if pictures.fullmatch(seen.picture or "")]

    def board(self, game: int = 1, channel: ChannelHandle | None = None) -> Seen:
        boards = self.boards(game, channel)
        assert len(boards) == 1, f"{len(boards)} boards of game {game}"
        return boards[0]

    def offer(self) -> Seen:
        """The latest message of a challenge."""
        return [seen for seen in self.posts() if "challenge" in seen.text or "opponent" in seen.text][-1]

    def seen(self, channel: ChannelHandle, viewer: Person | None = None) -> list[Seen]:
        stored = self.env.backend.messages.get(channel.id, {})
        return [
            Seen(dict(serializers.message_payload(self.env.backend, message)))
            for _, message in sorted(stored.items())
            if viewer is None or message.visible_to(viewer.id)
        ]

    def picture(self, seen: Seen) -> bytes:
        """The picture of a message, as Discord keeps it."""
        (file,) = seen.payload["attachments"]
        return there(self.env.backend.cdn.get(file["url"]))

    async def snapshot(self, game: int = 1) -> GameSnapshot:
        return await self.bot.kit[Referee].snapshot(game)

    async def moves(self, game: int = 1) -> str:
        return " ".join((await self.snapshot(game)).game.moves)

    # --- what is done ------------------------------------------------------------------------------------

    async def sets(self, name: str, value: str | None) -> None:
        """Change a setting of the server."""
        with self.env._bot_scope():
            await self.bot.kit[Preferences].change_server(self.server.id, name, value, manager=True)
        await self.env.settle()

    def delete(self, seen: Seen) -> None:
        """A moderator deletes a message."""
        self.env.backend.delete_message(int(seen.payload["channel_id"]), seen.id)

    async def begin(self, first: Person, second: Person, kind: str = "reversi", **options: Any) -> int:
        """Start a game between two people, `first` to move, and return its number."""
        before = {seen.id for seen in self.posts()}
        await first.types(f"{kind} start", opponent=second, colour="first", **options)
        offer = next(seen for seen in self.posts() if seen.id not in before)
        await second.taps("Accept", offer)
        shown = next(seen for seen in self.posts() if seen.id == offer.id)
        assert shown.picture is not None
        return int(shown.picture.split("-")[1])

    async def play(
        self, moves: str, *people: Person, game: int = 1, channel: ChannelHandle | None = None
    ) -> None:
        """Play moves by taps, each by the one whose turn it is."""
        for move in moves.split():
            board = self.board(game, channel)
            mover = next(person for person in people if f"**{person.mention} to move.**" in board.text)
            await mover.taps(move, board)

    async def together(self, *taps: tuple[Person, Seen, str]) -> list[Answer]:
        """Several people (or one twice) tap buttons at the same moment."""
        sent = [person.send_tap(seen, seen.custom_id(label)) for person, seen, label in taps]
        await self.env.settle()
        return [self.answer(record) for record in sent]

    def record_typed(self, *texts: object) -> None:
        """What people type is shown again as they wrote it, but not names of levels and the like."""
        for text in texts:
            if isinstance(text, str) and not is_translatable(text):
                self.untranslated += [text, " ".join(text.split()), *text.splitlines()]

    def record_tapped(self, record: Interaction, seen: Seen) -> None:
        """A message whose button was tapped belongs to the answer only if it changes."""
        self._tapped[record.id] = seen.payload

    def answer(self, record: Interaction) -> Answer:
        result = InteractionResult(self.env, record)
        found = [message for message in (result.response, *result.followups) if message is not None]
        shown = [Seen(dict(serializers.message_payload(self.env.backend, one._message))) for one in found]
        before = self._tapped.get(record.id)
        return Answer(result.acknowledged, tuple(seen for seen in shown if seen.payload != before))


class Person(Errands):
    """A person who types commands and taps buttons."""

    def __init__(self, world: World, actor: MemberActor) -> None:
        self._world = world
        self.actor = actor
        self.id = actor.id
        self.mention = actor.mention

    async def types(self, command: str, *, channel: ChannelHandle | None = None, **options: Any) -> Answer:
        """Use a slash command; people as options are given as `Person`."""
        given = {name: value.actor if isinstance(value, Person) else value for name, value in options.items()}
        self._world.record_typed(*(value for value in options.values() if isinstance(value, str)))
        result = await self.actor.slash(channel or self._world.channel, command, **given)
        return self._world.answer(result._interaction)

    async def uses_menu_of(self, other: Person | MemberActor, command: str) -> Answer:
        """Choose a command from the menu of a person's name."""
        target = other.actor if isinstance(other, Person) else other
        result = await self.actor.context_menu(self._world.channel, command, target)
        return self._world.answer(result._interaction)

    async def types_privately(self, command: str, **options: Any) -> Answer:
        self._world.record_typed(*options.values())
        result = await self.actor.user.slash(command, **options)
        return self._world.answer(result._interaction)

    async def suggestions(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """The completions offered for an option of a command."""
        self._world.record_typed(typed, *filled.values())
        offered = await self.actor.autocomplete(self._world.channel, command, option, typed, **filled)
        return [plain(str(choice["name"])) for choice in offered]

    async def taps(self, label: str, on: Seen | None = None) -> Answer:
        """Tap a button: the one under `on`, or the latest with this label that can be seen and pressed."""
        if on is None:
            visible = self._world.seen(self._world.channel, self)
            on = next((seen for seen in reversed(visible) if label in seen.labels), None)
            assert on is not None, f"there is no button “{label}”"
        return await self._tap(on, on.custom_id(label))

    async def taps_late(self, label: str, old: Seen, now: Seen) -> Answer:
        """Tap a button of an old board while the message, as Discord passes it on, is the new one already."""
        return await self._tap(now, old.custom_id(label))

    async def taps_gone(self, custom_id: str, now: Seen) -> Answer:
        """Tap a button that was under a message before it became what it is `now`."""
        return await self._tap(now, custom_id)

    async def chooses(self, placeholder: str, value: str) -> Answer:
        """Choose from the latest menu with this placeholder that can be seen."""
        for seen in reversed(self._world.seen(self._world.channel, self)):
            for menu in seen.menus:
                if menu["placeholder"] == placeholder:
                    assert value in [option["value"] for option in menu["options"]]
                    return await self._tap(seen, menu["custom_id"], values=[value])
        raise AssertionError(f"there is no menu “{placeholder}”")

    async def invites(self, other: Person | UserHandle | MemberActor, on: Seen | None = None) -> Answer:
        """Choose a person from the menu of people under a message, the latest that has one."""
        if on is None:
            on = next(s for s in reversed(self._world.seen(self._world.channel, self)) if s.people_menus)
        (menu,) = on.people_menus
        record = self.send_choice_of_person(on, menu["custom_id"], other)
        await self._world.env.settle()
        return self._world.answer(record)

    def send_choice_of_person(
        self, seen: Seen, custom_id: str, other: Person | UserHandle | MemberActor
    ) -> Interaction:
        """Send the choice of a person from a menu of people."""
        resolved: dict[str, dict[str, Any]] = {}
        chosen = other.actor if isinstance(other, Person) else other
        channel_id = int(seen.payload["channel_id"])
        payloads.resolve_handle(self.actor, chosen, resolved, channel_id=channel_id)
        return self.send_tap(seen, custom_id, [str(chosen.id)], resolved=resolved)

    async def chooses_from(
        self, on: Seen, kind: int, placeholder: str, *chosen: ChannelHandle | RoleHandle
    ) -> Answer:
        """Choose channels or roles from a menu of that kind, none included."""
        menu = on.menu_of(kind, placeholder)
        resolved: dict[str, dict[str, Any]] = {"channels" if kind == CHANNEL_SELECT else "roles": {}}
        for one in chosen:
            payloads.resolve_handle(self.actor, one, resolved, channel_id=int(on.payload["channel_id"]))
        record = self.send_tap(on, menu["custom_id"], [str(one.id) for one in chosen], resolved=resolved)
        await self._world.env.settle()
        return self._world.answer(record)

    async def opens(self, label: str) -> Dialog:
        """Tap the latest button with this label, which opens a dialog."""
        on = next(s for s in reversed(self._world.seen(self._world.channel, self)) if label in s.labels)
        record = self.send_tap(on, on.custom_id(label))
        await self._world.env.settle()
        return Dialog(self._world, self, on, InteractionResult(self._world.env, record))

    async def picks(self, move: str, on: Seen, now: Seen | None = None) -> Answer:
        """Choose a move from the menus under a board; `now` is the message as Discord passes it on."""
        for menu in on.menus:
            if move in [option["value"] for option in menu["options"]]:
                return await self._tap(now or on, menu["custom_id"], values=[move])
        raise AssertionError(f"{move} is in none of the menus")

    async def _tap(self, seen: Seen, custom_id: str, values: Sequence[str] | None = None) -> Answer:
        record = self.send_tap(seen, custom_id, values)
        await self._world.env.settle()
        return self._world.answer(record)

    def send_tap(
        self,
        seen: Seen,
        custom_id: str,
        values: Sequence[str] | None = None,
        resolved: Mapping[str, Any] | None = None,
    ) -> Interaction:
        """Have Discord pass a tap on to the bot, without waiting for the result.

        simcord's own clicks are tried against the message as it is now, as a careful person's would be. This
        passes on whatever message the person had before them, so a late tap arrives as it does on Discord.
        """
        env = self._world.env
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(ComponentType.BUTTON)}
        if values is not None:
            data |= {"component_type": int(ComponentType.STRING_SELECT), "values": list(values)}
        if resolved is not None:
            kind = next(menu for menu, what in RESOLVED.items() if what in resolved)
            data |= {"component_type": int(kind), "resolved": resolved}
        channel = env.backend.get_channel(int(seen.payload["channel_id"]))
        record, payload = payloads.base_payload(
            env.backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            user_id=self.id,
            data=data,
        )
        record.source_message_id = seen.id
        self._world.record_tapped(record, seen)
        env.backend.emit("INTERACTION_CREATE", {**payload, "message": dict(seen.payload)})
        return record


class Dialog:
    """A modal open on a person's screen."""

    def __init__(self, world: World, person: Person, on: Seen, shown: InteractionResult) -> None:
        self._world = world
        self._person = person
        self._on = on
        self._shown = shown
        assert shown.modal is not None
        self._fields = [plain(label["component"]) for label in shown.modal["components"]]
        self.values = [str(field.get("value", "")) for field in self._fields]
        """Initial values of its fields."""

    async def send(self, *typed: str) -> Answer:
        """Type into the fields, in their order, and send it off."""
        values = {field["custom_id"]: text for field, text in zip(self._fields, typed, strict=True)}
        self._world.record_typed(*typed)
        result = await self._person.actor.submit_modal(self._shown, values)
        self._world.record_tapped(result._interaction, self._on)
        return self._world.answer(result._interaction)
