"""How commands and cards start games."""

from __future__ import annotations

from bot.catalog import GAMES, GameKind
from bot.games.challenges import require_challengeable
from bot.games.terms import Terms
from bot.ui.games import words
from bot.ui.language import gettext
from bot.ui.options import time_option
from bot.ui.refusals import BadRequest
from bot.ui.request import ChosenUser, Request
from bot.ui.words import OTHER_VERSION, mention

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

    `computer` and `time` are what was typed for them; without a time, games between people have the server's
    usual one. `BadRequest` for what does not go together, or not here.
    """
    services, chosen_time = request.services, time_option(time)
    challenged_me = _is_me(request, opponent)
    opponent, computer = await _chosen_opponent(request, kind, opponent, computer)
    place = request.place
    challenger, challenged = request.person, opponent.person if opponent else None
    require_challengeable(challenger, challenged)
    if computer is None and request.answers_are_private:
        raise BadRequest(gettext(words.SEEN_BY_NOBODY))
    player = None
    if computer is not None and terms.rated:
        raise BadRequest(gettext(words.UNRATED_BOARD))
    if computer is not None:
        player = (await services.computer.choices.find(kind, place.guild_id, computer)).spec
    if player is not None:
        snapshot = await services.games.challenges.play_computer(
            kind, place, challenger, player, terms.side, terms.options, chosen_time
        )
    else:
        if time is None:
            chosen_time = (await services.people.preferences.for_server(place.guild_id)).time
        snapshot = await services.games.challenges.challenge(
            kind,
            place,
            challenger,
            challenged,
            terms.side,
            terms.options,
            chosen_time,
            rated=terms.rated,
        )
    await services.games.flow.open(snapshot, request, request.arrived)
    if challenged_me and computer is not None:
        await request.tell(words.level_chosen(kind, computer))


def game_of(key: str) -> GameKind:
    """The game that a button names; refused when this version does not have it."""
    if key not in GAMES:
        raise BadRequest(gettext(OTHER_VERSION))
    return GAMES[key]


async def play_computer(request: Request, kind: GameKind, handle: str | None = None) -> None:
    """Begin a game against the computer player that a handle names, or at the level that suits the person."""
    services, place, who = request.services, request.place, request.person
    if handle is None:
        spec = await services.computer.level_advice.suggested(kind, who.id, place.guild_id)
    else:
        spec = (await services.computer.choices.by_handle(kind, handle)).spec
    snapshot = await services.games.challenges.play_computer(kind, place, who, spec, "random")
    await services.games.flow.open(snapshot, request, request.arrived)


async def _chosen_opponent(
    request: Request, kind: GameKind, opponent: ChosenUser | None, computer: str | None
) -> tuple[ChosenUser | None, str | None]:
    """The person and the computer player that the options mean, at most one of them.

    Who challenges Flipfour itself gets the level that suits them. `BadRequest` for options that do not go
    together, or not here.
    """
    if opponent is not None and computer is not None:
        raise BadRequest(gettext(words.ONE_OPPONENT))
    if _is_me(request, opponent):
        advice = request.services.computer.level_advice
        return None, await advice.suggested(kind, request.user_id, request.guild_id)
    if opponent is not None and opponent.is_bot:
        raise BadRequest(words.bot_opponent(mention(opponent.person.id)))
    if opponent is not None and request.place.is_private_chat:
        raise BadRequest(gettext(words.PRIVATE_CHAT))
    return opponent, computer


def _is_me(request: Request, opponent: ChosenUser | None) -> bool:
    me = request.interaction.client.user
    return opponent is not None and me is not None and opponent.person.id == me.id
