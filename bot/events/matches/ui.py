"""`/match`: computer players against each other, to watch or to measure."""

from __future__ import annotations

import asyncio
from typing import Any

from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.events.matches import words
from bot.events.matches.computer_matches import ComputerMatches
from bot.events.matches.strength import (
    MAX_GAMES,
    Announcements,
    MatchOver,
    NewLeader,
    StrengthMeasured,
    StrengthReport,
    StrengthTests,
)
from bot.messages.jobs import Status
from bot.play.games.ids import OfGame, Pause, PlayAgain, Resume, StepMatch, Stop
from bot.ui.component_ids import ASKS, ONCE, ComponentId
from bot.ui.components import button, confirm_view
from bot.ui.layout import BLUE, GOLD, Part, View, card, row
from bot.ui.messenger import Note, Showing, shows
from bot.ui.options import (
    Typed,
    board_options,
    complete_terms,
    game_choices,
    usual_game,
)
from bot.ui.pictures import drawn_part
from bot.ui.publisher import Drawing, Subject
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_press
from bot.ui.slash import is_moderator, place_to_write, slash_command
from bot.ui.words import game_link, message_link
from languages import gettext, pgettext
from renderers.strength_chart import describe_strength, draw_strength


class ConfirmStop(OfGame, action="match_stop_yes", timeless=ONCE):
    """End a match without a winner."""


class CancelStrengthTest(ComponentId, action="strength_cancel", marks="strength test", timeless=ASKS):
    """Ask before a strength test is cancelled."""

    test_id: int


class ConfirmCancelTest(ComponentId, action="strength_cancel_yes", timeless=ONCE):
    test_id: int


@on_press(Pause)
async def pause(request: Request, pressed: Pause) -> None:
    matches, moderator = request.kit[ComputerMatches], is_moderator(request)
    await matches.pause(pressed.game_id, request.person, paused=True, moderator=moderator)
    await request.kit[Publisher].show(pressed.game_id, request)


@on_press(StepMatch)
async def step(request: Request, pressed: StepMatch) -> None:
    kit = request.kit
    await kit[ComputerMatches].step(
        pressed.game_id, request.person, pressed.ply, moderator=is_moderator(request)
    )
    await kit[Publisher].show(pressed.game_id, request)


@on_press(Resume)
async def resume(request: Request, pressed: Resume) -> None:
    matches, moderator = request.kit[ComputerMatches], is_moderator(request)
    snapshot = await matches.pause(pressed.game_id, request.person, paused=False, moderator=moderator)
    await request.kit[Publisher].show(pressed.game_id, request)
    matches.proceed(snapshot, at_once=True)


@on_press(Stop)
async def ask_to_stop(request: Request, pressed: Stop) -> None:
    matches, moderator = request.kit[ComputerMatches], is_moderator(request)
    await matches.require_held(pressed.game_id, request.person, moderator=moderator)
    question, label = gettext(words.STOP_QUESTION), pgettext("button", "Stop")
    await request.send(confirm_view(question, label, ConfirmStop(pressed.game_id)), private=True)


@on_press(ConfirmStop, on_refusal=OnRefusal.REPLACE)
async def stop(request: Request, pressed: ConfirmStop) -> None:
    kit = request.kit
    await kit[ComputerMatches].stop(pressed.game_id, request.person, moderator=is_moderator(request))
    await kit[Publisher].show(pressed.game_id)
    await request.replace(gettext(words.STOPPED))


@on_press(PlayAgain)
async def play_again(request: Request, pressed: PlayAgain) -> None:
    begun = await request.kit[ComputerMatches].again(
        pressed.game_id, request.person, parent_id=request.place.parent_id, moderator=is_moderator(request)
    )
    await post_match(request, *begun)


@on_press(CancelStrengthTest)
async def ask_to_cancel(request: Request, pressed: CancelStrengthTest) -> None:
    tests, moderator = request.kit[StrengthTests], is_moderator(request)
    await tests.require_cancellable(pressed.test_id, request.person, moderator=moderator)
    question, label = gettext(words.CANCEL_QUESTION), pgettext("button", "Cancel the test")
    await request.send(confirm_view(question, label, ConfirmCancelTest(pressed.test_id)), private=True)


@on_press(ConfirmCancelTest, on_refusal=OnRefusal.REPLACE)
async def cancel_strength_test(request: Request, pressed: ConfirmCancelTest) -> None:
    """Cancel a strength test after the question; its message shows that."""
    await request.kit[StrengthTests].cancel(pressed.test_id, request.person, moderator=is_moderator(request))
    await request.replace(gettext(words.CANCELLED))


async def post_match(request: Request, snapshot: GameSnapshot, ended: tuple[GameSnapshot, ...]) -> None:
    """Answer with a new match, and update the matches it replaced."""
    kit = request.kit
    await kit[Publisher].post(snapshot.game.id, request)
    kit[ComputerMatches].proceed(snapshot)
    for other in ended:
        await kit[Publisher].show(other.game.id)


def match() -> app_commands.Command[Any, ..., None]:
    @slash_command(
        name="match",
        description="Watch two computer players, or measure which is stronger, and by how much",
        public=True,
    )
    @app_commands.describe(
        first="The one that moves first (default: the level that suits you)",
        second="The other one (default: the level above that)",
        games="Play this many games in the background, and measure the strength",
        game=f"Which game (default: {usual_game().title})",
        board="A board other than the standard one",
    )
    @app_commands.choices(game=game_choices())
    async def command(
        request: Request,
        first: Typed | None = None,
        second: Typed | None = None,
        games: app_commands.Range[int, 2, MAX_GAMES] | None = None,
        game: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
    ) -> None:
        kind = GAMES[game.value] if game else usual_game()
        await start_match(request, kind, first, second, games, board_options(kind, board))

    complete_terms(command)
    return command


async def start_match(
    request: Request,
    kind: GameKind,
    first: str | None = None,
    second: str | None = None,
    games: int | None = None,
    options: str = "",
) -> None:
    """Start a match to watch, or with `games` a strength test.

    Players who are not named are the level that suits the person, and the next one.
    """
    kit = request.kit
    if first is None or second is None:
        suited = await kit[LevelAdvice].suggested(kind, request.user_id, request.guild_id)
        levels = [*kind.levels]
        above = levels[min(levels.index(suited) + 1, len(levels) - 1)]
        first, second = first or suited, second or above
    find, place, moderator = kit[OpponentChoices].find, place_to_write(request), is_moderator(request)
    one, other = await find(kind, request.guild_id, first), await find(kind, request.guild_id, second)
    players = one.spec, other.spec
    if games is None:
        begun = await kit[ComputerMatches].start(
            kind, place, request.person, players, options, moderator=moderator
        )
        await post_match(request, *begun)
        return
    test = await kit[StrengthTests].begin(
        kind, place, request.person, players, games, options, moderator=moderator
    )
    await kit[StrengthTests].start(test, StrengthReport(test), request.place, request)


def strength_view(report: StrengthReport, chart: Part | None) -> View:
    """Draw a strength test; `chart` shows its results, if any."""
    parts: list[Part] = [words.strength_text(report)]
    if chart is not None:
        parts.append(chart)
    running = report.status.in_progress
    if running:
        parts.append(row(button(pgettext("button", "Cancel"), CancelStrengthTest(report.test.id), emoji="✖️")))
    return card(*parts, colour=BLUE if running else GOLD)


@shows(
    StrengthReport,
    lambda report: {"strength_test": report.test.id, "results": len(report.test.results)},
    subject=lambda report: Subject("strength test", report.test.id),
    person=lambda report: report.test.asked.asker_id,
    repost=False,
)
async def draw_strength_test(report: StrengthReport, scene: Showing) -> Drawing:
    """Draw a strength test; with a chart once it has ended with results."""
    test = report.test
    kind = GAMES.get(test.asked.game)
    if report.status.in_progress or kind is None or not test.results:
        return Drawing(strength_view(report, None), [])
    look = await scene.look(test.asked.asker_id)
    players, sides = words.player_names(report), (kind.sides[0].name, kind.sides[1].name)
    png = await asyncio.to_thread(draw_strength, test.results, players, sides, theme=look.theme)
    description = describe_strength(test.results, players, sides)
    chart, files = drawn_part(png, f"strength-{test.id}.png", description, look)
    return Drawing(strength_view(report, chart), files)


@shows(MatchOver, lambda news: {"match over": news.snapshot.game.id})
async def draw_result(news: MatchOver, scene: Showing) -> Note:
    return Note(words.match_over(news.snapshot, game_link(news.snapshot.game)))


@shows(StrengthMeasured, lambda news: {"strength": news.test.id})
async def draw_measured(news: StrengthMeasured, scene: Showing) -> Note:
    """Announce the result of a strength test."""
    asked = news.test.asked
    link = message_link(asked.guild_id, asked.channel_id, news.test.message_id)
    return Note(words.strength_measured(StrengthReport(news.test, Status.DONE), link))


@shows(NewLeader, lambda news: {"leader": news.game.id})
async def draw_new_leader(news: NewLeader, scene: Showing) -> Note:
    """Announce a new leader of one of the server's lists."""
    return Note(words.new_leader(news.rated_in, news.leader, game_link(news.game)))


FEATURES = (Announcements, ComputerMatches, StrengthTests)

COMMANDS = (match,)
