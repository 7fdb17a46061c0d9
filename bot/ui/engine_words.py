"""The engine's reasons for refusing what people type: recipes of players, and positions."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.computer.opponents.names import style_name
from bot.ui.untrusted import safe
from engine import EngineError
from languages import gettext, gettext_noop
from languages.numbers import enumerated

RECIPES = {
    # Translators, all below: they follow a colon, and a full stop follows them. Recipes are typed in English:
    # leave positional:4, time, cap, misjudges and other words of recipes as they are.
    gettext_noop("“{style}” cannot be the name of a style"),
    gettext_noop("“{text}” is not a style with a depth, such as positional:4 or patterns:time"),
    # Translators: follows a colon, without a full stop. {styles} are names of styles, as people type them.
    gettext_noop("{game} has no style “{name}”; it has {styles}"),
    # Translators: follows a colon, without a full stop. {known} are words of recipes, such as “cap, seed”.
    gettext_noop("a player has no “{name}”; it may have {known}"),
    gettext_noop("the opening needs a style and a number of moves, not {moves}"),
    gettext_noop("the end needs a style and a number of moves, not {moves}"),
    gettext_noop("the depth must be a whole number, not “{text}”"),
    gettext_noop("the opening moves must be a whole number, not “{text}”"),
    gettext_noop("the end moves must be a whole number, not “{text}”"),
    gettext_noop("the seed must be a whole number, not “{text}”"),
    gettext_noop("depth must be above zero, not {value}"),
    gettext_noop("seconds must be above zero, not {value}"),
    gettext_noop("the cap must be a number, not “{text}”"),
    # Translators: follows a colon. A computer player blunders on purpose in a share of its moves.
    gettext_noop("the share of blunders must be a number, not “{text}”"),
    gettext_noop("blunders must be a share from 0 to 1, not {share}"),
    # Translators: follows a colon. The points that a computer player may lose by a blunder on purpose.
    gettext_noop("the cost of a blunder must be a number, not “{text}”"),
    gettext_noop("the cost of a blunder must be 0 points or more, not {points}"),
    # Translators: follows a colon. The error with which a computer player misjudges moves on purpose.
    gettext_noop("the error must be a number, not “{text}”"),
    gettext_noop("the error must be 0 points or more, not {points}"),
    # Translators: follows a colon. The most points that a computer player gives away by one move.
    gettext_noop("the limit on what is given away must be a number, not “{text}”"),
    gettext_noop("the limit on what is given away must be 0 points or more, not {points}"),
    gettext_noop("the limit on what is given away in a game must be a number, not “{text}”"),
    gettext_noop("the limit on what is given away in a game must be 0 points or more, not {points}"),
    gettext_noop("misjudges and misses need a limit on what may be given away"),
    # Translators: follows a colon. A computer player misses (overlooks) a share of the moves hard to see.
    gettext_noop("the share of moves missed must be a number, not “{text}”"),
    gettext_noop("misses must be a share from 0 to 1, not {share}"),
    gettext_noop(
        "“{name}” is not a style: alignments have five weights, numbers from -{most} to "
        "{most}, and the last may be inf: alignments-0,0.5,4,16,inf"
    ),
    gettext_noop(
        "“{name}” is not a style: vectors have six parameters, numbers from -{most} to "
        "{most}, such as vectors-20,30,1,3,2,1"
    ),
}

POSITIONS = {
    # Translators: follows “No game can reach that position:”, without a full stop. {square} such as d4.
    gettext_noop("{square} is empty: no game leaves a centre square empty"),
    # Translators: follows “No game can reach that position:”. {square} is a square such as d4.
    gettext_noop("the disc on {square} is not connected to the centre"),
    # Translators: follows “No game can reach that position:”. X and O are typed letters for discs.
    gettext_noop("the side to move must be X (black) or O (white), not -"),
    gettext_noop("{columns} × {rows} squares are not those of this board"),
    # Translators: follows “No game can reach that position:”. {crosses} and {noughts} are numbers of discs.
    gettext_noop("{crosses} discs X and {noughts} O: X moves first, it has as many or one more"),
    # Translators: follows “No game can reach that position:”. The disc floats: the square below it is empty.
    gettext_noop("the disc in column {column}, row {row} from the top, floats"),
    # Translators: follows “No game can reach that position:”. {side} is X or O.
    gettext_noop("{side} has a line, but the other side moved after it"),
    # Translators: follows “No game can reach that position:”. {mover} and {side} are X or O.
    gettext_noop("after so many discs it is {mover} to move, not {side}"),
}


def reason_text(error: EngineError) -> str:
    """Return the engine's reason in the reader's language; in English if it is none that people cause."""
    if error.sentence not in RECIPES | POSITIONS:
        return safe(str(error))
    values = {name: safe(str(value)) for name, value in error.values.items()}
    if "game" in values:
        values["game"] = GAMES[str(error.values["game"])].title
    if "known" in values:
        values["known"] = enumerated(str(error.values["known"]).split(", "))
    if "styles" in values:
        styles = str(error.values["styles"]).split(", ")
        values["styles"] = enumerated([*map(style_name, styles)])
    return gettext(error.sentence, **values)
