"""Telling people of their turns: a notice for each turn of those who want it, gone when they have moved.

Whatever happens in a game, what stands and what is due is worked out again from the game and the row of the
notice. So it does not matter what was missed: a restart removes what is left behind, sends what is due, and
says nothing twice. All of it is done aside; no move waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import structlog

from bot.alarm import Alarm
from bot.games.publisher import Publisher
from bot.notices.posts import NoticePosts, Sent
from bot.notices.rules import THERE, Step, Turn, Where, Wish, next_due
from bot.preferences.preferences import Preferences
from bot.process.background import BackgroundTasks, for_each
from bot.runtime import Now, Rest, utc_now
from data import Game, GameState, Notice, Storage

log = structlog.get_logger(__name__)

AT_ONCE = 8
"""Games in which something is told at the same time."""

AGAIN = timedelta(seconds=15)
"""After this long a notice that did not arrive is tried again, after the next failure twice as long …"""
LONGEST = timedelta(minutes=30)
"""… but never longer."""

NOT_SHOWN_YET = timedelta(seconds=10)
"""How long a notice waits for a board that is not shown yet: it is to lead there."""

AFTER_FAULT = timedelta(hours=1)
"""How long a game is left alone in which something of ours failed."""

PAUSE = timedelta(seconds=1)
"""The shortest rest between two looks at what is due."""

REMEMBERED = 10_000
"""So many times that somebody did something in a game are remembered."""

NOTHING = Wish()

NOTICES = "notices"
"""The name of the setting."""


class TurnNotices:
    """Keeps what people are told of their turns as the games stand."""

    def __init__(
        self,
        storage: Storage,
        preferences: Preferences,
        posts: NoticePosts,
        publisher: Publisher,
        background: BackgroundTasks,
        *,
        rest: Rest = asyncio.sleep,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._preferences = preferences
        self._posts = posts
        self._publisher = publisher
        self._background = background
        self._now = now
        self._alarm = Alarm(lambda: background.spawn(self._attend()), rest, now, "notices")
        self._acted: dict[tuple[int, int], datetime] = {}
        self._with_notice: set[int] | None = None
        self._unexplained: dict[int, Notice] = {}
        self._busy: dict[int, bool] = {}
        self._one_at_a_time = asyncio.Lock()
        self._closing = False
        storage.changes.listen(self._note)
        preferences.listen(lambda player_id: background.spawn(self._look_again(player_id)))

    async def look_after(self) -> None:
        """At the start remove what games have left behind, and let whatever is due be told from now on."""
        if self._with_notice is None:
            refused = await self._storage.notices.unexplained()
            self._unexplained |= {notice.player_id: notice for notice in refused}
            self._with_notice = set(await self._storage.notices.games())
            for game_id in await self._storage.notices.out_of_date(NOTICES, Where.NOWHERE):
                self.look_at(game_id)
        await self._attend()

    def close(self) -> None:
        """Tell nothing more: the next start goes on."""
        self._closing = True
        self._alarm.stop()

    def note_acted(self, game_id: int, player_id: int) -> None:
        """Somebody has just done something in a game: they look at it."""
        self._acted.pop((game_id, player_id), None)
        self._acted[game_id, player_id] = self._now()
        if len(self._acted) > REMEMBERED:
            del self._acted[next(iter(self._acted))]

    def look_at(self, game_id: int) -> None:
        """Do what is to be done in a game, aside; once more if it is being done."""
        if game_id in self._busy:
            self._busy[game_id] = True
        else:
            self._busy[game_id] = False
            self._background.spawn(self._work_on(game_id))

    async def withdraw(self, player_id: int) -> None:
        """Remove all that stands for somebody who is to be forgotten."""
        self._unexplained.pop(player_id, None)
        for notice in await self._storage.notices.of_person(player_id):
            await self._remove(notice)
            await self._storage.notices.forget(notice.game_id, player_id)

    async def switch_off(self, player_id: int) -> None:
        """Turn a person's notices off and remove those that are posted."""
        await self._preferences.change_person(player_id, NOTICES, Where.NOWHERE)

    async def take_refusal(self, player_id: int) -> Notice | None:
        """The notice that somebody is to hear of because it was refused; once only."""
        notice = self._unexplained.pop(player_id, None)
        if notice is not None and notice.refused == Where.DIRECT:
            # If they want it again, it is tried again.
            await self._storage.notices.forget(notice.game_id, player_id)
        elif notice is not None:
            await self._storage.notices.explain(notice.game_id, player_id)
        return notice

    async def _look_again(self, player_id: int) -> None:
        """Somebody has changed what they want to be told: of the turns they have now they know."""
        for game_id in await self._storage.notices.games_of(player_id):
            self.note_acted(game_id, player_id)
            self.look_at(game_id)

    def _note(self, game: Game) -> None:
        """A game was stored."""
        if self._closing:
            return
        turn = Turn.in_game(game)
        if self._with_notice is None or game.id in self._with_notice:
            self.look_at(game.id)
        elif turn is not None:
            self._background.spawn(self._note_turn(game, turn.player_id))

    async def _note_turn(self, game: Game, player_id: int) -> None:
        if (await self._wish_of(player_id, game)).where is not Where.NOWHERE:
            self.look_at(game.id)

    async def _attend(self) -> None:
        """Do what is due in every game, and rest until there is more."""
        if self._closing:
            return
        async with self._one_at_a_time:
            following: datetime | None = self._now() + AFTER_FAULT
            try:
                await for_each(self._due(), self._attend_to, at_once=AT_ONCE)
                following = await self._storage.notices.next_due()
            finally:
                if following is not None and not self._closing:
                    self._alarm.set(max(following, self._now() + PAUSE))

    async def _due(self) -> AsyncIterator[int]:
        for game_id in await self._storage.notices.due():
            yield game_id

    async def _attend_to(self, game_id: int) -> None:
        if game_id not in self._busy:
            self._busy[game_id] = False
            await self._work_on(game_id)

    async def _work_on(self, game_id: int) -> None:
        try:
            while True:
                self._busy[game_id] = False
                if not self._closing:
                    await self._settle(game_id)
                if not self._busy[game_id]:
                    return
        except Exception:
            # A fault of ours in this one game; the others must not wait for it.
            log.exception("a turn could not be told", game=game_id)
            await self._storage.notices.put_off(game_id, self._now() + AFTER_FAULT)
        finally:
            del self._busy[game_id]

    async def _settle(self, game_id: int) -> None:
        """Remove the notice of a turn that is over; tell the turn there is, as far as it is due."""
        game = await self._storage.game(game_id)
        turn = None if game is None else Turn.in_game(game)
        wish = NOTHING if game is None or turn is None else await self._wish_of(turn.player_id, game)
        if wish.where is Where.NOWHERE:
            turn = None
        notices = {}
        if self._with_notice is None or game_id in self._with_notice:
            notices = {notice.player_id: notice for notice in await self._storage.notices.of(game_id)}
        for notice in notices.values():
            if turn != (notice.player_id, notice.turn_at) and not await self._withdraw(notice, game):
                return
        if game is None or turn is None:
            self._forget(game_id, notices)
            return
        current = notices.get(turn.player_id)
        if current is None or current.turn_at != turn.since:
            if current is not None and current.refused == wish.where:
                return
            current = Notice(game_id, *turn, told=self._is_there(game, turn.player_id, turn.since))
        if self._with_notice is not None:
            self._with_notice.add(game_id)
        await self._tell(game, current, wish)

    async def _wish_of(self, player_id: int, game: Game) -> Wish:
        settings = await self._preferences.for_person(player_id)
        return Wish(settings.notices, settings.reminders).in_game(game)

    async def _withdraw(self, notice: Notice, game: Game | None) -> bool:
        """Remove what stands of a turn that is over; False when that is to be tried again."""
        if not await self._remove(notice):
            return False
        going = game is not None and game.state is GameState.PLAYING
        if notice.refused is not None and (going or not notice.explained):
            # They may hear of it at this moment: what is noted then must stay.
            await self._storage.notices.take_down(notice.game_id, notice.player_id)
        else:
            await self._storage.notices.forget(notice.game_id, notice.player_id)
        return True

    def _forget(self, game_id: int, notices: Mapping[int, Notice]) -> None:
        """Nothing stands in a game, and nothing is due."""
        if self._with_notice is not None and not any(notice.refused for notice in notices.values()):
            self._with_notice.discard(game_id)

    async def _tell(self, game: Game, notice: Notice, wish: Wish) -> None:
        """Say what is due of a turn, and note when there is more to say."""
        while (due := next_due(game, notice, wish, self._now())) is not None:
            moment = due.moment
            if notice.failures and notice.due_at is not None:
                moment = max(moment, notice.due_at)
            if moment > self._now():
                await self._keep(notice, moment)
                return
            if due.step is Step.TURN and self._is_there(game, notice.player_id, self._now()):
                notice = replace(notice, told=True)
            elif not await self._storage.waiting.is_shown(game):
                await self._keep(notice, self._now() + NOT_SHOWN_YET)
                return
            elif self._closing or not await self._remove(notice):
                return
            else:
                notice = await self._send(game, notice, wish.where, due.step)
        await self._keep(notice, None)

    async def _send(self, game: Game, notice: Notice, where: Where, step: Step) -> Notice:
        """Say one thing; the notice as it then stands."""
        if step is not Step.TURN:
            # The board was shown some time ago: the notice is to link one that exists.
            await self._publisher.restore(game.id)
            game = await self._storage.game(game.id) or game
        sent = await self._posts.send(game, notice, where, step)
        if isinstance(sent, Sent):
            said = replace(
                notice,
                told=True,
                reminded=notice.reminded or step is Step.REMINDER,
                channel_id=sent.channel_id,
                message_id=sent.message_id,
                failures=0,
            )
            await self._keep(said, None)
            return said
        if not sent.permanent:
            return self._later(notice)
        log.info("a turn cannot be told", game=game.id, user=notice.player_id, where=where.value)
        refused = replace(notice, refused=where.value, channel_id=None, message_id=None)
        self._unexplained[notice.player_id] = refused
        await self._keep(refused, None)
        if where is Where.DIRECT:
            await self.switch_off(notice.player_id)
        return refused

    async def _remove(self, notice: Notice) -> bool:
        """Remove the message that stands, if one does; False when that is to be tried again."""
        if notice.channel_id is None or notice.message_id is None:
            return True
        if await self._posts.remove(notice.channel_id, notice.message_id):
            return True
        later = self._later(notice)
        await self._keep(later, later.due_at)
        return False

    def _later(self, notice: Notice) -> Notice:
        """The notice after something did not arrive."""
        wait = min(AGAIN * 2**notice.failures, LONGEST)
        return replace(notice, failures=notice.failures + 1, due_at=self._now() + wait)

    async def _keep(self, notice: Notice, due_at: datetime | None) -> None:
        """Note how a notice stands, and when there is something to do."""
        await self._storage.notices.keep(replace(notice, due_at=due_at))
        if due_at is not None and not self._closing:
            self._alarm.set(due_at)

    def _is_there(self, game: Game, player_id: int, moment: datetime) -> bool:
        """Whether somebody had done something in the game shortly before a moment, or has since."""
        acted = self._acted.get((game.id, player_id))
        if acted is None and game.challenger_id == player_id:
            acted = game.created_at
        return acted is not None and acted >= moment - THERE
