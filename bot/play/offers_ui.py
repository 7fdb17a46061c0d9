"""Starting games by commands and cards, and the buttons of an offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import discord
from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.publisher import Publisher
from bot.play.games import ids, words
from bot.play.games.challenges import Challenges, Terms, require_challengeable
from bot.play.games.flow import GameFlow
from bot.play.games.referee import Referee
from bot.preferences.preferences import Preferences
from bot.ui.opponent_menu import page_of
from bot.ui.options import Typed, board_options, complete_terms, time_option
from bot.ui.refusals import BadRequest
from bot.ui.request import ChosenUser, Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command, user_menu
from bot.ui.words import mention
from data.games.explorer import is_set_up
from data.games.records import SideChoice
from languages import gettext

USUAL_TERMS = Terms()


async def start_game(
    request: Request,
    kind: GameKind,
    opponent: ChosenUser | None,
    computer: str | None,
    terms: Terms = USUAL_TERMS,
    time: str | None = None,
) -> None:
    """Begin against a computer player, challenge a person, or without either post a card to start from.

    `computer` and `time` are typed texts; without a time, games between people have the server's usual one.
    Raises `BadRequest` for options that conflict, or are not possible here.
    """
    kit, chosen_time = request.kit, time_option(time)
    challenged_me = _is_me(request, opponent)
    opponent, computer = await _chosen_opponent(request, kind, opponent, computer)
    place, challenger = request.place, request.person
    challenged = opponent.person if opponent else None
    require_challengeable(challenger, challenged)
    side, options = terms.side, terms.options
    if computer is not None:
        if terms.rated:
            raise BadRequest(gettext(words.UNRATED_BOARD))
        spec = (await kit[OpponentChoices].find(kind, place.guild_id, computer)).spec
        snapshot = await kit[Challenges].play_computer(
            kind, place, challenger, spec, side, options, chosen_time
        )
    else:
        if request.answers_are_private:
            raise BadRequest(gettext(words.SEEN_BY_NOBODY))
        if time is None:
            chosen_time = (await kit[Preferences].for_server(place.guild_id)).time
        snapshot = await kit[Challenges].challenge(
            kind, place, challenger, challenged, side, options, chosen_time, rated=terms.rated
        )
    await kit[GameFlow].open(snapshot, request, request.arrived)
    if challenged_me and computer is not None:
        await request.tell(words.level_chosen(kind, computer))


async def play_computer(request: Request, kind: GameKind, handle: str | None = None) -> None:
    """Begin a game against the computer player that a handle names, or at the level that suits the person."""
    kit, place, who = request.kit, request.place, request.person
    if handle is None:
        spec = await kit[LevelAdvice].suggested(kind, who.id, place.guild_id)
    else:
        spec = (await kit[OpponentChoices].by_handle(kind, handle)).spec
    snapshot = await kit[Challenges].play_computer(kind, place, who, spec, "random")
    await kit[GameFlow].open(snapshot, request, request.arrived)


async def _chosen_opponent(
    request: Request, kind: GameKind, opponent: ChosenUser | None, computer: str | None
) -> tuple[ChosenUser | None, str | None]:
    """Return the person or the computer player that the options mean.

    A challenge to Flipfour itself means the level that suits the challenger. Raises `BadRequest` for options
    that conflict, or are not possible here.
    """
    if opponent is not None and computer is not None:
        raise BadRequest(gettext("Choose either an `opponent` or a `bot` level, not both."))
    if _is_me(request, opponent):
        advice = request.kit[LevelAdvice]
        return None, await advice.suggested(kind, request.user_id, request.guild_id)
    if opponent is not None and opponent.is_bot:
        raise BadRequest(words.bot_opponent(mention(opponent.person.id)))
    if opponent is not None and request.place.is_private_chat:
        raise BadRequest(gettext(words.PRIVATE_CHAT))
    return opponent, computer


def _is_me(request: Request, opponent: ChosenUser | None) -> bool:
    me = request.interaction.client.user
    return opponent is not None and opponent.person.id == me.id


SIDES: dict[str, SideChoice] = {"random": "random", "first": "first", "second": "second"}


@on_press(ids.Join, ids.Accept)
async def accept(request: Request, pressed: ids.OfGame) -> None:
    kit = request.kit
    version = pressed.version if isinstance(pressed, ids.Join) else None
    snapshot = await kit[Challenges].accept(pressed.game_id, request.person, version)
    await kit[GameFlow].begin(snapshot, request, request.arrived)


@on_press(ids.Decline, ids.Withdraw)
async def close(request: Request, pressed: ids.OfGame) -> None:
    kit = request.kit
    challenges = kit[Challenges]
    end = challenges.decline if isinstance(pressed, ids.Decline) else challenges.withdraw
    await end(pressed.game_id, request.person)
    await kit[Publisher].show(pressed.game_id, request)


@on_press(ids.PlayLevel)
async def play_level(request: Request, pressed: ids.PlayLevel) -> None:
    await _start_against_computer(request, pressed.game_id, pressed.level)


async def choose_player(request: Request, menu: ids.ChooseLevel | ids.ChooseOther, chosen: str) -> None:
    """Play the chosen computer player instead, or turn to another part of the menu."""
    kit = request.kit
    snapshot = await kit[Challenges].own_offer(menu.game_id, request.person)
    if page_of(chosen) is not None:
        await kit[Publisher].turn_menu(menu.game_id, chosen, request)
        return
    choice = await kit[OpponentChoices].by_handle(snapshot.kind, chosen)
    await _start_against_computer(request, menu.game_id, choice.spec)


@on_choice(ids.Invite)
async def invite(request: Request, menu: ids.Invite, user_id: str) -> None:
    """Turn the card into a challenge, in a new message, since an edit does not notify anyone."""
    kit, chosen = request.kit, request.chosen_user(user_id)
    if chosen.person.id == request.interaction.client.user.id:
        snapshot = await kit[Referee].snapshot(menu.game_id)
        level = await kit[LevelAdvice].suggested(snapshot.kind, request.user_id, request.guild_id)
        await _start_against_computer(request, menu.game_id, level)
        await request.tell(words.level_chosen(snapshot.kind, level))
        return
    if chosen.is_bot:
        raise BadRequest(words.bot_opponent(mention(chosen.person.id)))
    await kit[Challenges].invite(menu.game_id, request.person, chosen.person)
    await kit[Publisher].post(menu.game_id, request)


@on_choice(ids.ChooseBoard)
async def choose_board(request: Request, menu: ids.ChooseBoard, board: str) -> None:
    kit = request.kit
    snapshot = await kit[Referee].snapshot(menu.game_id)
    if is_set_up(board):
        # The one it has already.
        await kit[Publisher].show(menu.game_id, request)
        return
    options = board_options(snapshot.kind, board)
    await _change(request, menu.game_id, lambda terms: replace(terms, options=options))


@on_press(ids.ChooseRated)
async def choose_rated(request: Request, pressed: ids.ChooseRated) -> None:
    await _change(request, pressed.game_id, lambda terms: replace(terms, rated=pressed.choice == "yes"))


@on_choice(ids.ChooseSide, SIDES.__getitem__)
async def choose_side(request: Request, menu: ids.ChooseSide, side: SideChoice) -> None:
    await _change(request, menu.game_id, lambda terms: replace(terms, side=side))


@on_choice(ids.ChooseTime)
async def choose_time(request: Request, menu: ids.ChooseTime, time: str) -> None:
    control = time_option(time)
    await _change(request, menu.game_id, lambda terms: replace(terms, time=control))


async def _change(request: Request, game_id: int, changed: Callable[[Terms], Terms]) -> None:
    kit = request.kit
    await kit[Challenges].change_offer(game_id, request.person, changed)
    await kit[Publisher].show(game_id, request)


async def _start_against_computer(request: Request, game_id: int, spec: str) -> None:
    kit = request.kit
    snapshot = await kit[Challenges].start_against_computer(game_id, request.person, spec)
    await kit[GameFlow].begin(snapshot, request, request.arrived)


on_choice(ids.ChooseLevel)(choose_player)
on_choice(ids.ChooseOther)(choose_player)


def game_group(kind: GameKind) -> app_commands.Group:
    group = app_commands.Group(name=kind.key, description=kind.summary)
    colours = [
        app_commands.Choice(name=f"{kind.sides[0].name} (moves first)", value="first"),
        app_commands.Choice(name=kind.sides[1].name, value="second"),
        app_commands.Choice(name="Random", value="random"),
    ]

    @slash_command(
        group,
        name="start",
        description=f"Start a game of {kind.title} against a friend, anyone, or the computer",
        public=True,
    )
    @app_commands.describe(
        opponent="The person you challenge; leave empty for a card that anyone in this channel can join",
        bot="Play the computer: a level, a style, or a custom opponent",
        colour="Your side (default: random)",
        board="A board other than the standard one",
        rated="On another board: count the game for that board's own rating (default: no)",
        time="Time per game (5+5) or per move (3 days); default: this server's usual time",
    )
    @app_commands.choices(colour=colours)
    async def start(
        request: Request,
        opponent: discord.User | None = None,
        bot: Typed | None = None,
        colour: app_commands.Choice[str] | None = None,
        board: Typed | None = None,
        time: Typed | None = None,
        rated: bool | None = None,
    ) -> None:
        options = board_options(kind, board)
        if rated is not None and not options:
            raise BadRequest(gettext(words.ALWAYS_RATED))
        terms = Terms(SIDES[colour.value] if colour else "random", options, rated=bool(rated))
        chosen = None if opponent is None else ChosenUser.of(opponent)
        await start_game(request, kind, chosen, bot, terms, time)

    complete_terms(start, kind)
    return group


def challenge_menu(kind: GameKind) -> app_commands.ContextMenu:
    """Create the entry in a user's menu that challenges them to one game; for Flipfour, a start card."""

    async def challenge(request: Request, user: discord.User) -> None:
        chosen = None if user == request.interaction.client.user else ChosenUser.of(user)
        await start_game(request, kind, chosen, None)

    return user_menu(f"Challenge to {kind.title}", challenge)


def commands() -> Iterator[app_commands.Group | app_commands.ContextMenu]:
    for kind in GAMES.values():
        yield game_group(kind)
        yield challenge_menu(kind)


COMMANDS = (commands,)
