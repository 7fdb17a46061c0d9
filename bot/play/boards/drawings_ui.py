"""Drawings of games: boards, and offers with the menu of computer players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.computer.computer import Computer
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelAdvice, LevelStep
from bot.core.people import Names
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.features import Kit
from bot.play.games.finding import ShownGames
from bot.play.games.ui import BoardFacts, board_view
from bot.play.offers_view import is_start_card, offer_view
from bot.play.web_links import Activities
from bot.preferences.preferences import Languages, Looks
from bot.ui.layout import View
from bot.ui.opponent_menu import LEVELS, Menu, Page
from bot.ui.pictures import board_files, board_part
from bot.ui.publisher import Drawing
from data.games.explorer import is_set_up
from data.games.records import GameState
from data.ratings.ratings import RatingChange
from languages import speaking
from renderers.themes import Look

MAX_AHEAD = 6
"""Maximum boards drawn ahead at a start: the parts of their pictures take time and memory."""


class BoardDrawings:
    """Draws games in the look and the language of their readers."""

    def __init__(self, kit: Kit) -> None:
        self._on_web = bool(kit.settings.web_url)
        self._background = kit.background
        self._games = kit[ShownGames]
        self._names = kit[Names]
        self._computer = kit[Computer]
        self._levels = kit[LevelAdvice]
        self._choices = kit[OpponentChoices]
        self._activities = kit[Activities]
        self._looks = kit[Looks]
        self._languages = kit[Languages]

    async def on_start(self) -> None:
        """Draw boards in play ahead, so that the first taps do not wait for the parts of pictures."""
        self._background.spawn(self._draw_ahead(await self._games.typical(MAX_AHEAD)))

    async def _draw_ahead(self, game_ids: Iterable[int]) -> None:
        for game_id in game_ids:
            game = await self._games.find(game_id)
            if game is not None and not is_vote_game(game):
                await self.draw(GameSnapshot.of(game))

    async def draw(self, snapshot: GameSnapshot, *, in_words: bool = False) -> Drawing:
        """Draw the message of a game, with a picture unless it is to be `in_words`."""
        game = snapshot.game
        with speaking(await self._languages.for_game(game)):
            look = await self._look(snapshot, in_words)
            if game.state in {GameState.OFFERED, GameState.CLOSED}:
                set_up = game.state is GameState.OFFERED and is_set_up(game.options)
                files = await board_files(self._names, snapshot, look, game.guild_id) if set_up else []
                return Drawing(await self._offer(snapshot, look), files)
            files = await board_files(self._names, snapshot, look, game.guild_id)
            changes = await self._games.rating_changes(game)
            step, first = await self._levels.step(snapshot), await self._levels.is_first_game(snapshot)
            return Drawing(self._board(snapshot, look, changes, step, first_game=first), files)

    async def draw_progress(self, snapshot: GameSnapshot, *, in_words: bool) -> Drawing:
        """Draw the text of a board about which the computer thinks, without its files."""
        look = await self._look(snapshot, in_words)
        with speaking(await self._languages.for_game(snapshot.game)):
            return Drawing(self._board(snapshot, look), [])

    async def draw_menu(self, snapshot: GameSnapshot, page: Page) -> View:
        look = await self._look(snapshot)
        with speaking(await self._languages.for_game(snapshot.game)):
            return await self._offer(snapshot, look, page)

    def _board(
        self,
        snapshot: GameSnapshot,
        look: Look,
        changes: Sequence[RatingChange] = (),
        step: LevelStep | None = None,
        *,
        first_game: bool = False,
    ) -> View:
        game_id = snapshot.game.id
        facts = BoardFacts(
            self._computer.status(game_id),
            self._computer.progress(game_id),
            changes,
            step,
            first_game,
            self._activities.enabled,
            self._on_web,
        )
        return board_view(snapshot, board_part(snapshot, look), facts)

    async def _look(self, snapshot: GameSnapshot, in_words: bool = False) -> Look:
        look = await self._looks.for_game(snapshot.game)
        return replace(look, in_words=True) if in_words else look

    async def _offer(self, snapshot: GameSnapshot, look: Look, page: Page = LEVELS) -> View:
        game, kind, menu = snapshot.game, snapshot.kind, None
        if is_start_card(snapshot):
            players = await self._choices.choices(kind, game.guild_id)
            suited = await self._levels.suggested(kind, game.challenger_id, game.guild_id)
            menu = Menu(kind, players, suited, page)
        return offer_view(snapshot, menu, board_part(snapshot, look) if is_set_up(game.options) else None)
