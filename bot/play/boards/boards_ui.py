"""Boards: the message of every game, kept up to date with storage.

`Boards.show` loads a game, has it drawn and publishes it, one at a time per game, so that the last message to
arrive is the newest. Storage marks a game as not shown until it is: a failed delivery is retried with
back-off, and `refresh` finds it after a restart. What Discord refuses is not retried until something changes.

These are no `bot.messages.delivery.Posts`: callers wait for a board, which is delivered at once, by
the click that changed it, without debounce; and a board may be reposted, moved, or fall back to words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import final

import discord
import structlog
from cachetools import LRUCache

from bot.computer.computer import Computer, ComputerStatus, SearchProgressed
from bot.core.background import Backoff, KeyedLock, Timers, for_each
from bot.core.people import Place
from bot.core.publisher import Publisher, UserRequest
from bot.core.signals import NamesOutdated, VotesOutdated
from bot.core.snapshot import GameSnapshot, is_computer_match, is_vote_game
from bot.features import Kit
from bot.messages.delivery import Adopted, Delivered, Delivery, MessageAdopted, Undelivered
from bot.play.boards.drawings_ui import BoardDrawings
from bot.play.boards.freshness_ui import Freshness, LeftBoardPosts, shows_board
from bot.play.games.finding import ShownGames
from bot.play.offers_view import is_start_card
from bot.play.questions import Questions
from bot.ui.opponent_menu import LEVELS, page_of
from bot.ui.publisher import MessagePublisher, Subject, clicked, too_old_to_edit, unacceptable
from bot.ui.request import QUIET, Request, mentioning
from bot.ui.threads import DiscordThreads
from data.games.records import Game, GameState


class ProgressEdits:
    """Runs at most one edit per game at a time; `send` reads the newest progress when it is called."""

    def __init__(self, send: Callable[[int], Awaitable[None]]) -> None:
        self._send = send
        self._running: dict[int, asyncio.Task[None]] = {}
        self._news: set[int] = set()

    def ask(self, game_id: int) -> None:
        """Show new progress, after the edit in progress."""
        self._news.add(game_id)
        if game_id not in self._running:
            self._running[game_id] = asyncio.create_task(self._show_news(game_id))

    def drop(self, game_id: int) -> None:
        """Cancel the edit in progress, since the board itself is about to be edited."""
        self._news.discard(game_id)
        if (edit := self._running.pop(game_id, None)) is not None:
            edit.cancel()

    def close(self) -> None:
        for game_id in [*self._running]:
            self.drop(game_id)

    async def _show_news(self, game_id: int) -> None:
        try:
            while game_id in self._news:
                self._news.discard(game_id)
                await self._send(game_id)
        finally:
            if self._running.get(game_id) is asyncio.current_task():
                del self._running[game_id]


log = structlog.get_logger(__name__)

BACKOFF = Backoff(timedelta(seconds=1), timedelta(minutes=15))

AT_ONCE = 16
"""Maximum boards updated concurrently, so that a hanging request delays no others."""

MAX_REQUESTS = 10_000
"""Maximum cached requests, the latest of each game; they show games where the bot is not a member."""


# Final, so that mypy also reports a method of the protocol that is missing here.
@final
class Boards(Publisher):
    def __init__(self, kit: Kit) -> None:
        self._publisher = kit[MessagePublisher]
        self._freshness = kit[Freshness]
        self._threads = kit[DiscordThreads]
        self._left = LeftBoardPosts(kit)
        self._games = kit[ShownGames]
        self._drawings = kit[BoardDrawings]
        self._computer = kit[Computer]
        self._questions = kit[Questions]
        self._votes_outdated = kit[VotesOutdated]
        self._names_outdated = kit[NamesOutdated]
        kit[SearchProgressed].listen(self.show_progress)
        kit[MessageAdopted].listen(self._adopt)
        self._retries = Timers(lambda game_id: kit.background.spawn(self.show(game_id)), kit.rest, BACKOFF)
        self._progress = ProgressEdits(self._send_progress)
        self._thinking: dict[int, tuple[GameSnapshot, Delivered]] = {}
        self._latest_requests: LRUCache[int, Request] = LRUCache(MAX_REQUESTS)
        self._locks = KeyedLock()

    async def show(
        self,
        game_id: int,
        request: UserRequest | None = None,
        *,
        known: GameSnapshot | None = None,
        missed: bool = False,
    ) -> bool:
        """Bring the game's message up to date, which may never have been sent if it was `missed`."""
        assert request is None or isinstance(request, Request)
        self._progress.drop(game_id)
        async with self._locks.hold(game_id):
            game = await self._games.latest(game_id)
            if game is None:
                return False
            if is_vote_game(game):
                self._votes_outdated.tell(game_id)
                return True
            snapshot = known if known is not None and known.game == game else GameSnapshot.of(game)
            place, before = Place.of(game), clicked(request)
            if place.by_clicks:
                if request is None or request.reachable(game.message_id) is None:
                    request = self._latest_request(game.id) or request
                if request is None:
                    # The next click shows it.
                    await self._games.record_shown(game, game.channel_id, game.message_id)
                    return True
            # An invitation is a new message, since an edit pings no one.
            mentions = _pinging(game) if missed else QUIET
            # Spectators follow a match where it began, not at the end of the channel.
            stale = not is_computer_match(game) and await self._freshness.is_stale(game)
            repost = stale or mentions is not QUIET
            shown = await self._publish(snapshot, request, repost=repost, mentions=mentions)
            channel_id = game.channel_id
            if isinstance(shown, Undelivered) and (shown.thread_closed or shown.channel_gone):
                channel_id, shown = await self._out_of_closed_thread(snapshot, shown)
            if isinstance(shown, Undelivered):
                if request is not None:
                    request.board_failed = True
                await self._not_shown(game, shown)
                return not shown.permanent
            await self._shown(snapshot, channel_id, shown, request, before)
            await self._questions.close_lapsed(snapshot)
            return True

    async def post(self, game_id: int, request: UserRequest) -> None:
        assert isinstance(request, Request)
        async with self._locks.hold(game_id):
            snapshot = await self._games.load(game_id)
            game = snapshot.game
            try:
                drawing = await self._drawings.draw(snapshot)
                sent = await self._publisher.answer(request, drawing, _pinging(game), _subject(game))
            except discord.HTTPException as error:
                if not unacceptable(error):
                    raise
                in_words = await self._drawings.draw(snapshot, in_words=True)
                sent = await self._publisher.answer(request, in_words, _pinging(game), _subject(game))
            shown = Delivered(sent.id, sent.channel.id, tuple(sent.attachments))
            await self._shown(snapshot, sent.channel.id, shown, request)

    async def move(self, game_id: int, place: Place, request: UserRequest | None = None) -> bool:
        assert request is None or isinstance(request, Request)
        async with self._locks.hold(game_id):
            snapshot = await self._games.load(game_id)
            shown = await self._publish(_elsewhere(snapshot, place.channel_id), None, repost=False)
            if isinstance(shown, Undelivered):
                return False
            await self._shown(snapshot, place.channel_id, shown, request)
            return True

    async def turn_menu(self, game_id: int, page: str, request: UserRequest) -> None:
        assert isinstance(request, Request)
        async with self._locks.hold(game_id):
            game = await self._games.find(game_id)
            if game is not None and is_start_card(snapshot := GameSnapshot.of(game)):
                view = await self._drawings.draw_menu(snapshot, page_of(page) or LEVELS)
                await self._publisher.in_time(request.replace(view))

    async def freshen(self, game_id: int) -> None:
        await self.restore(game_id)
        async with self._locks.hold(game_id):
            game = await self._games.find(game_id)
            if game is None or not (game.message_id is None or await self._freshness.is_stale(game)):
                return
            snapshot = GameSnapshot.of(game)
            shown = await self._publish(snapshot, None, repost=True)
            if isinstance(shown, Delivered):
                await self._shown(snapshot, game.channel_id, shown, None)

    async def restore(self, game_id: int) -> None:
        try:
            game = await self._games.find(game_id)
            if game is None or game.state is not GameState.PLAYING or is_computer_match(game):
                return
            missing = await self._freshness.missing(game)
            if missing == "channel" or (missing == "message" and game.adjourned_at is None):
                log.info("board deleted", game=game_id, with_channel=missing == "channel")
                await self.show(game_id)
        except Exception:
            # A bug in one game must not stop the caller.
            log.exception("deleted board not reposted", game=game_id)

    async def redirect(self, game_id: int, request: UserRequest) -> None:
        assert isinstance(request, Request)
        if not shows_board(request, game_id):
            return
        if game_id in self._retries and not request.board_failed:
            await self.show(game_id, request)
        game, old = await self._games.find(game_id), clicked(request)
        if game is None or game.by_clicks or None in (old, game.message_id) or old == game.message_id:
            return
        # Votes between two servers, of earlier versions, had a board in another one, which does not see this.
        if request.guild_id == game.guild_id:
            assert old is not None
            await self._left.close(GameSnapshot.of(game), request.channel_id, old, request)

    def show_progress(self, game_id: int) -> None:
        """Edit the progress of the computer's search into the board's text; updates of the board take
        precedence."""
        if game_id in self._thinking and game_id not in self._locks:
            self._progress.ask(game_id)

    async def refresh(self, *, reconnected: bool = False) -> None:
        if reconnected:
            self._retries.reset_all()
        await for_each(self._games.outdated(), self._refresh, at_once=AT_ONCE)
        await self._questions.recover()
        await self._left.close_all()

    async def refresh_channel(self, channel_id: int) -> None:
        for game_id in await self._games.refused_in(channel_id):
            await self._refresh(game_id)

    async def update_names(self) -> None:
        for game_id in await self._games.with_old_names():
            try:
                await self._update_names(game_id)
            except Exception:
                # A bug in one game must not delay the others.
                log.exception("names of a game not changed", game=game_id)
                await self._games.record_names(game_id, updated=False)

    def close(self) -> None:
        self._retries.close()
        self._progress.close()

    async def _adopt(self, adopted: Adopted) -> None:
        """Take a message that a killed process posted for a game's, also for one in which people vote."""
        if adopted.kind == "game":
            message = adopted.message
            old = await self._games.adopt(adopted.number, message.channel_id, message.message_id)
            if old is not None and old.message_id is not None:
                await self._publisher.remove(Place.of(old), old.message_id)

    async def _refresh(self, game_id: int) -> None:
        if game_id in self._locks or game_id in self._retries:
            # It is being shown, or will be soon.
            return
        try:
            await self.show(game_id, missed=True)
        except Exception:
            # A bug in one game must not delay the others.
            log.exception("board not drawn", game=game_id)

    async def _publish(
        self,
        snapshot: GameSnapshot,
        request: Request | None,
        *,
        repost: bool,
        mentions: discord.AllowedMentions = QUIET,
    ) -> Delivery:
        """Show the board as a picture, or in words if Discord refuses the picture."""
        game = snapshot.game
        shown: Delivery = Undelivered(permanent=True)
        for in_words in (False, True):
            shown = await self._publisher.publish(
                partial(self._drawings.draw, snapshot, in_words=in_words),
                Place.of(game),
                game.message_id,
                request,
                # Deleting the message of a match ends it.
                post_if_deleted=not is_computer_match(game),
                repost=repost,
                mentions=mentions,
                subject=_subject(game),
                about={"game": game.id, "version": game.version},
            )
            if isinstance(shown, Delivered) or not shown.unacceptable:
                break
        return shown

    async def _out_of_closed_thread(self, snapshot: GameSnapshot, why: Undelivered) -> tuple[int, Delivery]:
        """Show a game whose thread is closed: there if it can be reopened, otherwise in its parent channel.

        Returns the channel, too.
        """
        game = snapshot.game
        shown: Delivery = why
        parent_id = await self._games.channel_of_thread(game.channel_id)
        if why.thread_closed:
            is_open, thread_parent_id = await self._threads.reopen(game.channel_id)
            parent_id = parent_id or thread_parent_id
            if is_open:
                shown = await self._publish(snapshot, None, repost=False)
        still_closed = isinstance(shown, Undelivered) and (shown.thread_closed or shown.channel_gone)
        if parent_id is None or not still_closed:
            return game.channel_id, shown
        return parent_id, await self._publish(_elsewhere(snapshot, parent_id), None, repost=False)

    async def _shown(
        self,
        snapshot: GameSnapshot,
        channel_id: int,
        shown: Delivered,
        request: Request | None,
        before: int | None = None,
    ) -> None:
        """Record where the game is shown, and replace its abandoned message by a link.

        Where the bot is not a member, that message is deleted, and so is the one `before` the click.
        """
        game = snapshot.game
        self._retries.reset(game.id)
        self._record_thinking(snapshot, shown)
        keeps_places = snapshot.is_computer_match or game.state is GameState.OFFERED
        if request is not None and shown.message_id == clicked(request) and not keeps_places:
            request.record_change()
        await self._games.record_shown(game, channel_id, shown.message_id)
        if game.by_clicks:
            for old in {game.message_id, before} - {shown.message_id, None}:
                assert old is not None
                await self._remove(game, old, request)
            if request is not None:
                self._latest_requests[game.id] = request
            return
        if request is not None and clicked(request) == shown.message_id:
            request.redirected = True
        if game.message_id not in (None, shown.message_id):
            assert game.message_id is not None
            moved = replace(game, channel_id=channel_id, message_id=shown.message_id)
            await self._left.close(replace(snapshot, game=moved), game.channel_id, game.message_id, request)

    async def _update_names(self, game_id: int) -> None:
        async with self._locks.hold(game_id):
            game, done = await self._games.find(game_id), True
            if game is not None and game.message_id is not None and not is_vote_game(game):
                draw = partial(self._drawings.draw, GameSnapshot.of(game))
                shown = await self._publisher.rewrite(
                    draw, Place.of(game), game.message_id, {"game": game_id}
                )
                done = isinstance(shown, Delivered) or shown.permanent
            for updated in self._names_outdated.tell(game_id):
                done = await updated and done
            await self._games.record_names(game_id, updated=done)

    async def _not_shown(self, game: Game, why: Undelivered) -> None:
        self._thinking.pop(game.id, None)
        if why.permanent:
            self._retries.reset(game.id)
            await self._games.record_refused(game, channel_gone=why.channel_gone)
        else:
            self._retries.retry(game.id)

    def _latest_request(self, game_id: int) -> Request | None:
        """Return the last request that can show a game where the bot is not a member."""
        request = self._latest_requests.get(game_id)
        return None if request is None or request.expired else request

    async def _remove(self, game: Game, message_id: int, request: Request | None) -> None:
        """Delete a message that another one has replaced, through the requests whose tokens may reach it."""
        await self._publisher.remove(Place.of(game), message_id, request)
        last = self._latest_request(game.id)
        if last is not None and last is not request:
            await self._publisher.remove(Place.of(game), message_id, last)

    def _record_thinking(self, snapshot: GameSnapshot, shown: Delivered) -> None:
        """Record that a board shows progress while the computer thinks about it."""
        # Where the bot is not a member, it cannot edit the board.
        thinks = not snapshot.game.by_clicks and snapshot.computer_to_move
        if thinks and self._computer.status(snapshot.game.id) is ComputerStatus.THINKING:
            self._thinking[snapshot.game.id] = (snapshot, shown)
        else:
            self._thinking.pop(snapshot.game.id, None)

    async def _send_progress(self, game_id: int) -> None:
        if game_id not in self._thinking:
            return
        snapshot, shown = self._thinking[game_id]
        thinks = self._computer.status(game_id) is ComputerStatus.THINKING
        if thinks and not too_old_to_edit(shown.message_id):
            # A board that Discord accepted only in words has no picture.
            drawing = await self._drawings.draw_progress(snapshot, in_words=not shown.attachments)
            await self._publisher.edit_text(drawing, Place.of(snapshot.game), shown, {"game": game_id})


def _elsewhere(snapshot: GameSnapshot, channel_id: int) -> GameSnapshot:
    """Return the game as if it were in another channel, without a message."""
    return replace(snapshot, game=replace(snapshot.game, channel_id=channel_id, message_id=None))


def _subject(game: Game) -> Subject:
    return Subject("game", game.id)


def _pinging(game: Game) -> discord.AllowedMentions:
    """Allow a challenge to ping its opponent; other boards ping no one."""
    if game.state is GameState.OFFERED and game.opponent_id is not None:
        return mentioning([game.opponent_id])
    return QUIET


FEATURES = (ShownGames, Freshness, BoardDrawings, (Publisher, Boards))
