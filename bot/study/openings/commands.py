"""`/opening`: the explorer, repertoires, and the trainer."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.catalog import GAMES, opening_label
from bot.study.analyses import MAX_TYPED, read_position
from bot.study.openings.explorer import Explorer, OpeningIndex, OpeningNames
from bot.study.openings.lines import study_of
from bot.study.openings.refusals import UnknownOpening
from bot.study.openings.repertoire_ui import learn, train
from bot.study.openings.repertoires import Repertoires, Training
from bot.study.openings.ui import explore
from bot.ui.options import Typed, game_choices, named_choices, option, refuse_with
from bot.ui.request import Request
from bot.ui.slash import completion, slash_command
from data.puzzles.repertoires import TrainingWish
from languages.typed import key_typed

DEFAULT = "reversi"
"""The game without any other choice."""

SIDES = [
    app_commands.Choice(name="First to move", value="first"),
    app_commands.Choice(name="Second to move", value="second"),
]


def opening_group() -> app_commands.Group:
    """Create the commands, with the registered games as choices."""
    group = app_commands.Group(name="opening", description="Openings: explore them, and train your own")

    @slash_command(
        group, name="explore", description="Walk through openings: names, values, and what people play"
    )
    @app_commands.describe(
        game="Which game (default: Reversi)",
        moves="Where to begin: moves such as f5d6c3 or 4455, or the squares (default: the start)",
        public="Post it for everyone in this channel (default: for you alone)",
    )
    @app_commands.choices(game=game_choices())
    async def exploring(
        request: Request,
        game: str | None = None,
        moves: app_commands.Range[str, 1, MAX_TYPED] | None = None,
        public: bool = False,
    ) -> None:
        if moves is not None:
            study = read_position(moves, None if game is None else GAMES[game])
        else:
            study = study_of(GAMES[game or DEFAULT], ())
        await explore(request, study, public=public)

    @slash_command(group, name="train", description="Train your repertoire of openings, a few minutes a day")
    @app_commands.describe(
        game="Which game (default: all)",
        side="Which side (default: both)",
        ahead="Also train moves that aren't due yet (default: no)",
        add="First add this Reversi opening to your repertoire",
    )
    @app_commands.choices(game=game_choices(), side=SIDES)
    async def training(
        request: Request,
        game: str | None = None,
        side: app_commands.Choice[str] | None = None,
        ahead: bool = False,
        add: Typed | None = None,
    ) -> None:
        if add is None:
            await train(request, TrainingWish(game, _side(side), ahead))
            return
        kind = GAMES[DEFAULT]
        refuse_with(option("add"), ahead=ahead, game=game if game != DEFAULT else None)
        opening = key_typed(add, kind.opening_lines(), opening_label)
        if opening is None:
            raise UnknownOpening(add)
        await learn(request, kind, _side(side), opening)

    @completion(training, "add")
    async def names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return named_choices(typed, GAMES[DEFAULT].opening_lines(), opening_label)

    _: Any = exploring, names
    return group


def _side(choice: app_commands.Choice[str] | None) -> int | None:
    return None if choice is None else ["first", "second"].index(choice.value)


FEATURES = (OpeningNames, OpeningIndex, Explorer, Repertoires, Training)

COMMANDS = (opening_group,)
