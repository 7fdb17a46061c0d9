"""Turn notices: one message per turn for players who want it, deleted once they have moved.

After every change, what to send and delete is derived again from the game and the notice's row. So the bot
may restart at any time: it deletes what is left over, sends what is due, and says nothing twice. All of this
runs in the background; no move waits for it.

A notice is no `bot.messages.delivery.Posts`: it is never edited, and its back-off is stored with it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar

import structlog
from cachetools import LRUCache

from bot.core.background import Backoff, Schedule, for_each
from bot.core.fields import Frozen
from bot.core.people import Place
from bot.core.publisher import Publisher
from bot.core.signals import GameTapped, PersonLeaving
from bot.features import Kit
from bot.messages.delivery import Delivered, Messenger, Undelivered
from bot.play.web_links import Activities
from bot.preferences.notices import THERE, NoticeStep, NoticeTurn, Where, Wish, next_due
from bot.preferences.preferences import PersonSettingsChanged, Preferences
from data.db.chores import Chore
from data.games.changes import GameChanges
from data.games.records import Game, GameState
from data.games.waiting import WaitingStore
from data.messages.notices import Notice, NoticeStore, notices_due

log = structlog.get_logger(__name__)

AT_ONCE = 8
"""Maximum games whose notices are handled at a time."""

BACKOFF = Backoff(timedelta(seconds=15), timedelta(minutes=30))

BOARD_DELAY = timedelta(seconds=10)
"""Maximum wait of a notice for the board it links, if that is not shown yet."""

AFTER_FAULT = timedelta(hours=1)
"""Back-off of a game after a fault of ours."""

CACHE_SIZE = 10_000
"""Maximum players' last actions that are remembered."""

NOTICES = "notices"
"""The name of the setting."""


class TurnNotice(Frozen):
    game: Game
    notice: Notice
    step: NoticeStep
    activity: int | None = None
    """The application in whose Activity the board can be opened, if there is one."""


class TurnNotices:
    """Sends and deletes the notices of all games."""

    chores: ClassVar[tuple[Chore, ...]] = (notices_due,)

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]
        self._messenger = kit[Messenger]
        self._publisher = kit[Publisher]
        self._activities = kit[Activities]
        self._background = kit.background
        self._now = kit.now
        self._schedule = Schedule(
            "notices", self._do_due, kit, after_fault=AFTER_FAULT, pause=timedelta(seconds=1)
        )
        self._acted: LRUCache[tuple[int, int], datetime] = LRUCache(CACHE_SIZE)
        self._with_notice: set[int] | None = None
        self._unexplained: dict[int, Notice] = {}
        self._busy: dict[int, bool] = {}
        kit[GameChanges].listen(self._note)
        kit[GameTapped].listen(lambda tapped: self.record_activity(*tapped))
        kit[PersonLeaving].listen(self.withdraw)
        kit[PersonSettingsChanged].listen(
            lambda player_id: kit.background.spawn(self._update_all_of(player_id))
        )

    async def on_start(self) -> None:
        """Delete what is left over, and send what is due, from now on."""
        refused = await self._storage[NoticeStore].unexplained()
        self._unexplained |= {notice.player_id: notice for notice in refused}
        self._with_notice = set(await self._storage[NoticeStore].games())
        for game_id in await self._storage[NoticeStore].out_of_date(NOTICES, Where.NOWHERE):
            self.update(game_id)
        await self._schedule.run()

    async def recover(self) -> None:
        """Send what is due."""
        await self._schedule.run()

    def close(self) -> None:
        self._schedule.close()

    def record_activity(self, game_id: int, player_id: int) -> None:
        """Note that a player has just done something in a game, so sees it."""
        self._acted[game_id, player_id] = self._now()

    def update(self, game_id: int) -> None:
        """Update a game's notices in the background; repeat that if an update is in progress."""
        if game_id in self._busy:
            self._busy[game_id] = True
        else:
            self._busy[game_id] = False
            self._background.spawn(self._work_on(game_id))

    async def withdraw(self, player_id: int) -> None:
        """Delete all notices of a player whose data is deleted."""
        self._unexplained.pop(player_id, None)
        for notice in await self._storage[NoticeStore].of_person(player_id):
            await self._remove(notice)
            await self._storage[NoticeStore].forget(notice.game_id, player_id)

    async def switch_off(self, player_id: int) -> None:
        """Turn a player's notices off and delete those that are posted."""
        await self._preferences.change_person(player_id, NOTICES, Where.NOWHERE)

    async def take_refusal(self, player_id: int) -> Notice | None:
        """Return a notice that Discord refused, so that its player is told; once only."""
        notice = self._unexplained.pop(player_id, None)
        if notice is not None and notice.refused == Where.DIRECT:
            # Should they turn it on again, it is tried again.
            await self._storage[NoticeStore].forget(notice.game_id, player_id)
        elif notice is not None:
            await self._storage[NoticeStore].explain(notice.game_id, player_id)
        return notice

    async def _update_all_of(self, player_id: int) -> None:
        """Follow a change of a player's settings; they know of the turns they have now."""
        for game_id in await self._storage[NoticeStore].games_of(player_id):
            self.record_activity(game_id, player_id)
            self.update(game_id)

    def _note(self, game: Game) -> None:
        if self._schedule.closed:
            return
        turn = NoticeTurn.in_game(game)
        if self._with_notice is None or game.id in self._with_notice:
            self.update(game.id)
        elif turn is not None:
            self._background.spawn(self._react_to_turn(game, turn.player_id))

    async def _react_to_turn(self, game: Game, player_id: int) -> None:
        if (await self._wish_of(player_id, game)).where is not Where.NOWHERE:
            self.update(game.id)

    async def _do_due(self) -> datetime | None:
        notices = self._storage[NoticeStore]
        await for_each(await notices.due(), self._update_due, at_once=AT_ONCE)
        return await notices.next_due()

    async def _update_due(self, game_id: int) -> None:
        if game_id not in self._busy:
            self._busy[game_id] = False
            await self._work_on(game_id)

    async def _work_on(self, game_id: int) -> None:
        try:
            while True:
                self._busy[game_id] = False
                if not self._schedule.closed:
                    await self._follow(game_id)
                if not self._busy[game_id]:
                    return
        except Exception:
            # A bug in one game must not stop the rest.
            log.exception("notices not updated", game=game_id)
            await self._storage[NoticeStore].put_off(game_id, self._now() + AFTER_FAULT)
        finally:
            del self._busy[game_id]

    async def _follow(self, game_id: int) -> None:
        """Delete the notice of a turn that is over, and send what is due of the present one."""
        game = await self._storage.game(game_id)
        turn = None if game is None else NoticeTurn.in_game(game)
        wish = Wish() if game is None or turn is None else await self._wish_of(turn.player_id, game)
        if wish.where is Where.NOWHERE:
            turn = None
        notices = {}
        if self._with_notice is None or game_id in self._with_notice:
            notices = {notice.player_id: notice for notice in await self._storage[NoticeStore].of(game_id)}
        for notice in notices.values():
            if turn != (notice.player_id, notice.turn_at) and not await self._withdraw(notice, game):
                return
        if game is None or turn is None:
            if self._with_notice is not None and not any(notice.refused for notice in notices.values()):
                self._with_notice.discard(game_id)
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
        """Delete the notice of a turn that is over; False if that is retried."""
        if not await self._remove(notice):
            return False
        going = game is not None and game.state is GameState.PLAYING
        if notice.refused is not None and (going or not notice.explained):
            # `take_refusal` may be storing the player's knowledge of it right now.
            await self._storage[NoticeStore].take_down(notice.game_id, notice.player_id)
        else:
            await self._storage[NoticeStore].forget(notice.game_id, notice.player_id)
        return True

    async def _tell(self, game: Game, notice: Notice, wish: Wish) -> None:
        while (due := next_due(game, notice, wish, self._now())) is not None:
            moment = due.moment
            if notice.failures and notice.due_at is not None:
                moment = max(moment, notice.due_at)
            if moment > self._now():
                await self._store(notice, moment)
                return
            if due.step is NoticeStep.TURN and self._is_there(game, notice.player_id, self._now()):
                notice = replace(notice, told=True)
            elif not await self._storage[WaitingStore].is_shown(game):
                await self._store(notice, self._now() + BOARD_DELAY)
                return
            elif self._schedule.closed or not await self._remove(notice):
                return
            else:
                notice = await self._send(game, notice, wish.where, due.step)
        await self._store(notice, None)

    async def _send(self, game: Game, notice: Notice, where: Where, step: NoticeStep) -> Notice:
        """Send one message; return the notice after it."""
        if step is not NoticeStep.TURN:
            # The board was shown long ago; the notice must link one that exists.
            await self._publisher.restore(game.id)
            game = await self._storage.game(game.id) or game
        content = TurnNotice(game, notice, step, self._activities.application_id)
        if game.message_id is None or (game.by_clicks and where is Where.CHANNEL):
            sent: Delivered | Undelivered = Undelivered(permanent=True)
        elif where is Where.DIRECT:
            sent = await self._messenger.send_direct(content, notice.player_id)
        else:
            sent = await self._messenger.send(content, Place.of(game))
        if isinstance(sent, Delivered):
            said = replace(
                notice,
                told=True,
                reminded=notice.reminded or step is NoticeStep.REMINDER,
                channel_id=sent.channel_id,
                message_id=sent.message_id,
                failures=0,
            )
            await self._store(said, None)
            return said
        if not sent.permanent:
            return self._later(notice)
        log.info("notice refused", game=game.id, user=notice.player_id, where=where.value)
        refused = replace(notice, refused=where.value, channel_id=None, message_id=None)
        self._unexplained[notice.player_id] = refused
        await self._store(refused, None)
        if where is Where.DIRECT:
            await self.switch_off(notice.player_id)
        return refused

    async def _remove(self, notice: Notice) -> bool:
        """Delete the posted message, if there is one; False if that is retried."""
        if notice.channel_id is None or notice.message_id is None:
            return True
        if await self._messenger.remove(Place(notice.channel_id, None), notice.message_id):
            return True
        later = self._later(notice)
        await self._store(later, later.due_at)
        return False

    def _later(self, notice: Notice) -> Notice:
        failures = notice.failures + 1
        return replace(notice, failures=failures, due_at=self._now() + BACKOFF.after(failures))

    async def _store(self, notice: Notice, due_at: datetime | None) -> None:
        await self._storage[NoticeStore].keep(replace(notice, due_at=due_at))
        if due_at is not None:
            self._schedule.wake_at(due_at)

    def _is_there(self, game: Game, player_id: int, moment: datetime) -> bool:
        """Return whether a player acted in the game shortly before a moment, or since."""
        acted: datetime | None = self._acted.get((game.id, player_id))
        if acted is None and game.challenger_id == player_id:
            acted = game.created_at
        return acted is not None and acted >= moment - THERE
