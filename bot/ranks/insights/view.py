"""The message of insights."""

from __future__ import annotations

import discord

from bot.catalog import GAMES
from bot.ranks.insights import ids, words
from bot.ranks.insights.insights import LATEST, PersonInsights
from bot.ranks.insights.kinds import ErrorKind
from bot.ranks.insights.pictures import course_of, draw_course
from bot.ranks.insights.rules import Focus, OpeningFigure, focus_of
from bot.study.openings.ids import StartTraining
from bot.ui.components import ComponentItem, button
from bot.ui.layout import GREEN, Part, Row, card, row
from bot.ui.publisher import Drawing
from data.tables.schema import Untrusted
from languages import count, gettext
from renderers.themes import Look


async def draw_shared(found: PersonInsights, name: Untrusted | str, look: Look) -> Drawing:
    """Draw a person's insights for everyone."""
    parts, files = await _sections(found, words.insights_text(found, name), look)
    return Drawing(card(*parts, colour=GREEN), files)


async def draw_own(found: PersonInsights, look: Look) -> Drawing:
    """Draw a person's own insights."""
    parts, files = await _sections(found, words.insights_text(found), look)
    focus = focus_of(found.found, practisable=found.practisable)
    if focus is not None:
        parts += [discord.ui.Separator(), words.next_text(found.kind, focus), row(*_starts(found, focus))]
    return Drawing(card(*parts, *_choices(found), row(*_controls(found)), colour=GREEN), files)


async def _sections(
    found: PersonInsights, texts: tuple[str, ...], look: Look
) -> tuple[list[Part], list[discord.File]]:
    """Return the texts with the picture below the first one; they have all its figures."""
    course = course_of(found.found)
    if course is None or look.in_words:
        return [*texts], []
    picture, files = await draw_course(course, found, look)
    head, *others = texts
    return [head, picture, *others], files


def _starts(found: PersonInsights, focus: Focus) -> list[ComponentItem]:
    """Return the buttons that start what the person is to work on."""
    key, style = found.kind.key, discord.ButtonStyle.primary
    match focus:
        case ErrorKind():
            # Translators: a button; it gives the person's own mistakes of one kind as puzzles.
            label = gettext("Practise these mistakes")
            return [button(label, ids.PractiseKind(key, focus), style=style, emoji="🩹")]
        case OpeningFigure(place=place) if place is not None:
            return [
                # Translators: a button; it shows the place in an opening where it goes wrong.
                button(
                    gettext("Show me where"), ids.SeePlace(place.game_id, place.ply), style=style, emoji="📖"
                ),
                # Translators: a button; it begins to ask one's opening moves.
                button(gettext("Train my lines"), StartTraining(key, place.seat, "any"), emoji="🎓"),
            ]
        case _:
            # Translators: a button; it gives puzzles.
            return [button(gettext("Solve puzzles"), ids.PractisePuzzles(key), style=style, emoji="🧩")]


def _choices(found: PersonInsights) -> list[Row]:
    """Return buttons for the other games, and for other numbers of games where that makes a difference."""
    key, rows = found.kind.key, []
    games = [game for game in GAMES if game in found.counts]
    if set(games) - {key}:
        rows.append(
            row(
                *(
                    button(
                        GAMES[game].title,
                        ids.TurnInsights(game, found.last, "game"),
                        emoji=GAMES[game].sides[0].disc,
                        disabled=game == key,
                    )
                    for game in games
                )
            )
        )
    if found.counts.get(key, 0) > LATEST[0]:
        rows.append(
            row(
                *(
                    button(
                        # Translators: a button; it shows figures from one's last games.
                        gettext("Last {number}", number=count(last)),
                        ids.TurnInsights(key, last, "last"),
                        disabled=last == found.last,
                    )
                    for last in LATEST
                )
            )
        )
    return rows


def _controls(found: PersonInsights) -> list[ComponentItem]:
    key, last = found.kind.key, found.last
    if found.reviewing:
        # Translators: a button; it ends reviews in the background.
        label, to = gettext("Background reviews: on"), "off"
    else:
        # Translators: a button; it begins reviews in the background.
        label, to = gettext("Background reviews: off"), "on"
    return [
        button(
            # Translators: a button; it posts the figures in the channel.
            gettext("Share"),
            ids.ShareInsights(key, last),
            emoji="📣",
            disabled=found.found.whole is None,
        ),
        button(label, ids.SwitchReviews(key, last, "on" if to == "on" else "off"), emoji="🔍"),
    ]
