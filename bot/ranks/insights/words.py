"""The texts of insights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from discord.utils import format_dt

from bot.catalog import GameKind
from bot.catalog.judging import Phase
from bot.ranks.insights.insights import PersonInsights
from bot.ranks.insights.rules import (
    MIN_GAMES,
    ErrorKind,
    Figure,
    Focus,
    KindFigure,
    OpeningFigure,
    OpponentStrength,
    TimeLeft,
    TrendPart,
)
from bot.study.review.words import PHASES
from bot.ui.untrusted import safe
from bot.ui.words import progress_bar
from languages import gettext, gettext_noop, ngettext, pgettext, pgettext_noop
from languages.numbers import capitalized, decimal, percent

Key = TypeVar("Key")

STRENGTHS: Mapping[OpponentStrength, str] = {
    # Translators: opponents by their rating, before figures of games against them.
    OpponentStrength.WEAKER: pgettext_noop("opponents", "weaker"),
    # Translators: opponents by their rating, before figures of games against them.
    OpponentStrength.EQUAL: pgettext_noop("opponents", "about as strong"),
    # Translators: opponents by their rating, before figures of games against them.
    OpponentStrength.STRONGER: pgettext_noop("opponents", "stronger"),
}

TIMES: Mapping[TimeLeft, str] = {
    # Translators: moves by the time that was left on the clock, before figures.
    TimeLeft.PLENTY: pgettext_noop("clock", "half or more left"),
    # Translators: moves by the time that was left on the clock, before figures.
    TimeLeft.SOME: pgettext_noop("clock", "20% to half left"),
    # Translators: moves by the time that was left on the clock, before figures.
    TimeLeft.LITTLE: pgettext_noop("clock", "less than 20% left"),
}

KINDS: Mapping[ErrorKind, str] = {
    # Translators: what errors in Reversi were about, in a list.
    ErrorKind.CORNERS: pgettext_noop("errors", "corners given away"),
    # Translators: what errors in Reversi were about, in a list.
    ErrorKind.EDGES: pgettext_noop("errors", "edges and safe discs"),
    # Translators: what errors in Reversi were about, in a list: too few moves for oneself.
    ErrorKind.MOBILITY: pgettext_noop("errors", "mobility"),
    # Translators: what errors in Reversi were about, in a list: who makes the last move in a region.
    ErrorKind.PARITY: pgettext_noop("errors", "parity"),
    # Translators: what errors in Connect 4 were about, in a list.
    ErrorKind.THREATS: pgettext_noop("errors", "threats missed"),
    # Translators: what errors in Connect 4 were about, in a list.
    ErrorKind.FORCED: pgettext_noop("errors", "double threats and forced wins allowed"),
    # Translators: what errors in Connect 4 were about, in a list.
    ErrorKind.ZUGZWANG: pgettext_noop("errors", "zugzwang and tempo"),
}

NEXT_FOR_KIND: Mapping[ErrorKind, str] = {
    ErrorKind.CORNERS: gettext_noop(
        "Corners cost you most: practise the positions in which you gave one away."
    ),
    ErrorKind.EDGES: gettext_noop(
        "Edges cost you most: practise the positions in which you gave safe discs away."
    ),
    ErrorKind.MOBILITY: gettext_noop(
        "Mobility costs you most: practise the positions in which you ran out of moves."
    ),
    ErrorKind.PARITY: gettext_noop(
        "Parity costs you most: practise the positions in which you lost the last move."
    ),
    ErrorKind.THREATS: gettext_noop(
        "Missed threats cost you most: practise the positions in which you overlooked one."
    ),
    ErrorKind.FORCED: gettext_noop(
        "Forced wins cost you most: practise the positions in which you allowed one."
    ),
    ErrorKind.ZUGZWANG: gettext_noop(
        "Zugzwang costs you most: practise the positions in which you lost control of it."
    ),
}

NEXT_FOR_PHASE: Mapping[Phase, str] = {
    Phase.OPENING: gettext_noop("You lose most in the opening: solve puzzles, and look at your openings."),
    Phase.MIDDLE: gettext_noop("You lose most in the middle game: practise it with puzzles."),
    Phase.ENDGAME: gettext_noop("You lose most in the endgame: practise it with puzzles."),
}


def insights_text(card: PersonInsights, name: str | None = None) -> tuple[str, ...]:
    """Return the parts of a card; `name` is the person's if others read it."""
    insights = card.found
    parts = [_head(card, name)]
    if insights.whole is None:
        parts.append(_too_few(card))
        return tuple(parts)
    parts += filter(
        None,
        (
            _section(
                # Translators: a heading above figures for each phase.
                gettext("**By phase**"),
                _lines("phase", PHASES, insights.phases),
            ),
            # Translators: a heading above figures for each opening.
            _section(gettext("**By opening**"), (_opening(card, opening) for opening in insights.openings)),
            _section(
                # Translators: a heading above figures for each opponent.
                gettext("**By strength of opponent**"),
                _lines("opponents", STRENGTHS, insights.strengths),
            ),
            _section(gettext("**By time on the clock**"), _lines("clock", TIMES, insights.times)),
            _section(
                gettext("**What the errors were about**"),
                (_kind(kind, figure) for kind, figure in insights.kinds.items()),
            ),
            # Translators: a heading above figures of each month.
            _section(gettext("**Over time**"), map(_period, insights.trend)),
        ),
    )
    return tuple(parts)


def next_text(kind: GameKind, focus: Focus) -> str:
    match focus:
        case ErrorKind():
            sentence = gettext(NEXT_FOR_KIND[focus])
        case Phase():
            sentence = gettext(NEXT_FOR_PHASE[focus])
        case OpeningFigure():
            # Translators: {opening} is the name of an opening.
            sentence = gettext(
                "{opening} is your weakest opening: look at where it goes wrong, and train your lines.",
                opening=kind.opening_label(focus.opening),
            )
    return f"🎯 **{sentence}**"


def _head(card: PersonInsights, name: str | None) -> str:
    insights = card.found
    if name is None:
        # Translators: {game} is the name of a game.
        title = gettext("### 📊 Insights · {game}", game=card.kind.title)
    else:
        title = gettext("### 📊 {player} · insights · {game}", player=safe(name), game=card.kind.title)
    if insights.whole is None:
        return title
    whole = ngettext(
        "From the latest {number} reviewed game: {figures}",
        "From the latest {number} reviewed games: {figures}",
        insights.games,
        figures=_figures(insights.whole),
    )
    return f"{title}\n{whole}"


def _too_few(card: PersonInsights) -> str:
    line = ngettext(
        "{number} of your games is reviewed so far. Insights begin with {fewest}.",
        "{number} of your games are reviewed so far. Insights begin with {fewest}.",
        card.found.games,
        fewest=MIN_GAMES,
    )
    how = gettext("`/review` reviews a game, or let me do it in the background.")
    return f"{line}\n{how}"


def _figures(figure: Figure) -> str:
    # Translators: {accuracy} such as 87%; {errors} is a number such as 1.4.
    return gettext(
        "**{accuracy}** accuracy, {errors} errors a game",
        accuracy=percent(figure.accuracy),
        errors=decimal(figure.errors),
    )


def _games(number: int) -> str:
    # Translators: the number of games behind a figure.
    return ngettext("{number} game", "{number} games", number)


def _line(label: str, figure: Figure) -> str:
    # Translators: {figures} such as “87% accuracy, 1.4 errors a game”; {games} such as “32 games”.
    return gettext(
        "{label}: {figures} ({games})", label=label, figures=_figures(figure), games=_games(figure.games)
    )


def _lines(context: str, labels: Mapping[Key, str], figures: Mapping[Key, Figure]) -> Iterable[str]:
    return (_line(capitalized(pgettext(context, labels[key])), figure) for key, figure in figures.items())


def _section(title: str, lines: Iterable[str]) -> str:
    """Return a titled list; "" if it is empty."""
    listed = [*lines]
    return "\n".join([title, *listed]) if listed else ""


def _opening(card: PersonInsights, one: OpeningFigure) -> str:
    line = _line(card.kind.opening_label(one.opening), one.figure)
    if one.place is None:
        return line
    # Translators: the middle one of the first errors in an opening; {games} such as “12 games”.
    place = gettext(
        "-# the first error comes around move {move} ({games})",
        move=one.place.ply + 1,
        games=_games(one.place.games),
    )
    return f"{line}\n{capitalized(place)}"


def _kind(kind: ErrorKind, figure: KindFigure) -> str:
    name = capitalized(pgettext("errors", KINDS[kind]))
    # Translators: {kind} such as “Parity”; {share} such as 12%; {games} such as “32 games”.
    return ngettext(
        "{kind}: {number} error, {share} of what all errors cost ({games})",
        "{kind}: {number} errors, {share} of what all errors cost ({games})",
        figure.errors,
        kind=name,
        share=percent(100 * figure.share),
        games=_games(figure.games),
    )


def _period(period: TrendPart) -> str:
    # Translators: from a date on; {bar} is a bar as long as the accuracy, {figures} as above.
    return gettext(
        "{bar} from {date}: {figures} ({games})",
        bar=progress_bar(period.figure.accuracy / 100),
        date=format_dt(period.since, "d"),
        figures=_figures(period.figure),
        games=_games(period.figure.games),
    )
