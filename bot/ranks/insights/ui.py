"""`/insights`, the cards of a person's insights and their buttons."""

from __future__ import annotations

import asyncio
from typing import Literal

import discord

from bot.catalog import GAMES
from bot.play.games.ids import AtPly, OpenInsights
from bot.puzzles.puzzles import PuzzleWish
from bot.puzzles.ui import give, give_mistake
from bot.ranks.insights import insights, words
from bot.ranks.insights.insights import LATEST, InsightCards, InsightsDirector, PersonInsights
from bot.ranks.insights.rules import ErrorKind, Focus, Insights, OpeningFigure, focus_of
from bot.ranks.periods.ui import games_row
from bot.ranks.stats.pictures import date_label
from bot.study.analyses import Study
from bot.study.openings.ui import StartTraining, explore
from bot.study.replay_ui import NOT_SEEN
from bot.study.review.words import PHASES
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.layout import GREEN, Part, Row, card, row
from bot.ui.options import game_of
from bot.ui.pictures import drawn_part, look_for_all, own_look
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from languages import count, gettext, pgettext
from languages.numbers import capitalized
from renderers.charts import InsightsCourse, describe_insights, draw_insights
from renderers.themes import Look


def course_of(found: Insights) -> InsightsCourse | None:
    """Return what the picture shows; None without a figure."""
    if not found.phases and not found.trend:
        return None
    dates = ("", "")
    if found.trend:
        begins, ends = found.trend[0].since, found.trend[-1].until
        dates = date_label(begins, ends - begins), date_label(ends, ends - begins)
    return InsightsCourse(
        tuple(
            (capitalized(pgettext("phase", PHASES[phase])), figure.accuracy)
            for phase, figure in found.phases.items()
        ),
        tuple(part.figure.accuracy for part in found.trend),
        dates,
    )


class TurnInsights(ComponentId, action="insights_turn"):
    """Show one's insights into another game, or from another number of games, in the same message."""

    game: str
    last: int
    purpose: Literal["game", "last"]
    """Keeps ids distinct: two buttons of a message may lead to the same."""


class ShareInsights(ComponentId, action="insights_share"):
    """Post one's insights in the channel."""

    game: str
    last: int


class SwitchReviews(ComponentId, action="insights_reviews"):
    """Have one's games reviewed in the background, or no longer."""

    game: str
    last: int
    to: Literal["on", "off"]


class PractiseKind(ComponentId, action="insights_kind"):
    """Give one of the person's own mistakes of a kind as a puzzle."""

    game: str
    kind: ErrorKind


class PractisePuzzles(ComponentId, action="insights_puzzle"):
    game: str


class SeePlace(AtPly, action="insights_place"):
    """Show in the explorer where an opening goes wrong: a game after `ply` moves."""


async def _draw_shared(summary: PersonInsights, name: str, look: Look) -> Drawing:
    """Draw a person's insights for everyone."""
    parts, files = await _sections(summary, words.insights_text(summary, name), look)
    return Drawing(card(*parts, colour=GREEN), files)


async def _draw_own(summary: PersonInsights, look: Look) -> Drawing:
    parts, files = await _sections(summary, words.insights_text(summary), look)
    focus = focus_of(summary.found, practisable=summary.practisable)
    if focus is not None:
        parts += [discord.ui.Separator(), words.next_text(summary.kind, focus), row(*_starts(summary, focus))]
    return Drawing(card(*parts, *_choices(summary), row(*_controls(summary)), colour=GREEN), files)


async def _sections(
    summary: PersonInsights, texts: tuple[str, ...], look: Look
) -> tuple[list[Part], list[discord.File]]:
    """Return the texts with the picture below the first one; they have all its figures."""
    course = course_of(summary.found)
    if course is None or look.in_words:
        return [*texts], []
    png = await asyncio.to_thread(draw_insights, course, theme=look.theme)
    name = f"insights-{summary.kind.key}-{summary.last}.png"
    picture, files = drawn_part(png, name, describe_insights(course), look)
    head, *others = texts
    return [head, picture, *others], files


def _starts(summary: PersonInsights, focus: Focus) -> list[ComponentItem]:
    key, style = summary.kind.key, discord.ButtonStyle.primary
    match focus:
        case ErrorKind():
            # Translators: a button; it gives the person's own mistakes of one kind as puzzles.
            label = gettext("Practise these mistakes")
            return [button(label, PractiseKind(key, focus), style=style, emoji="🩹")]
        case OpeningFigure(place=place) if place is not None:
            return [
                # Translators: a button; it shows the place in an opening where it goes wrong.
                button(gettext("Show me where"), SeePlace(place.game_id, place.ply), style=style, emoji="📖"),
                # Translators: a button; it begins to ask one's opening moves.
                button(gettext("Train my lines"), StartTraining(key, place.seat, "any"), emoji="🎓"),
            ]
        case _:
            # Translators: a button; it gives puzzles.
            return [button(gettext("Solve puzzles"), PractisePuzzles(key), style=style, emoji="🧩")]


def _choices(summary: PersonInsights) -> list[Row]:
    """Return buttons for the other games, and for other numbers of games where that makes a difference."""
    key, games = summary.kind.key, [game for game in GAMES if game in summary.counts]
    rows = games_row(games, key, lambda game: TurnInsights(game, summary.last, "game"))
    if summary.counts.get(key, 0) > LATEST[0]:
        rows.append(
            row(
                *(
                    button(
                        # Translators: a button; it shows figures from one's last games.
                        gettext("Last {number}", number=count(last)),
                        TurnInsights(key, last, "last"),
                        disabled=last == summary.last,
                    )
                    for last in LATEST
                )
            )
        )
    return rows


def _controls(summary: PersonInsights) -> list[ComponentItem]:
    key, last = summary.kind.key, summary.last
    if summary.reviewing:
        # Translators: a button; it ends reviews in the background.
        label, to = gettext("Background reviews: on"), "off"
    else:
        # Translators: a button; it begins reviews in the background.
        label, to = gettext("Background reviews: off"), "on"
    return [
        button(
            # Translators: a button; it posts the figures in the channel.
            gettext("Share"),
            ShareInsights(key, last),
            emoji="📣",
            disabled=summary.found.whole is None,
        ),
        button(label, SwitchReviews(key, last, "on" if to == "on" else "off"), emoji="🔍"),
    ]


@on_press(OpenInsights)
async def open_insights(request: Request, pressed: OpenInsights) -> None:
    if pressed.player_id != request.user_id:
        raise insights.NotYourInsights(pressed.player_id)
    summary = await request.kit[InsightCards].load(request.user_id, pressed.game or None)
    await request.send(await _draw_own(summary, await own_look(request)), private=True)


@on_press(TurnInsights)
async def turn(request: Request, pressed: TurnInsights) -> None:
    await _show(request, pressed.game, pressed.last)


@on_press(ShareInsights)
async def share(request: Request, pressed: ShareInsights) -> None:
    if request.answers_are_private:
        raise BadRequest(gettext(NOT_SEEN))
    summary = await request.kit[InsightCards].load(request.user_id, pressed.game, pressed.last)
    name = request.interaction.user.display_name
    look = await look_for_all(request)
    await request.show_publicly(_draw_shared(summary, name, look), new=True)


@on_press(SwitchReviews)
async def switch(request: Request, pressed: SwitchReviews) -> None:
    await request.kit[InsightCards].switch(request.person, on=pressed.to == "on")
    await _show(request, pressed.game, pressed.last)


@on_press(PractiseKind)
async def practise_kind(request: Request, pressed: PractiseKind) -> None:
    errors = await request.kit[InsightCards].errors_of(request.person, pressed.game, pressed.kind)
    await give_mistake(request, errors)


@on_press(PractisePuzzles)
async def practise(request: Request, pressed: PractisePuzzles) -> None:
    await give(request, game_of(pressed.game), PuzzleWish())


@on_press(SeePlace)
async def see_place(request: Request, pressed: SeePlace) -> None:
    snapshot = await request.kit[InsightCards].line_to(request.person, pressed.game_id, pressed.ply)
    moves = snapshot.game.moves[: pressed.ply]
    await explore(request, Study.of(snapshot.kind, snapshot.positions()[0], moves))


async def _show(request: Request, game: str, last: int) -> None:
    summary = await request.kit[InsightCards].load(request.user_id, game, last)
    await request.replace(await _draw_own(summary, await own_look(request)))


FEATURES = (InsightCards, InsightsDirector)
