"""The start of games: their terms, challenges and answers, games against the computer, rematches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from bot.catalog import GameKind
from bot.computer.opponents.choices import opponent, require_player
from bot.core.fields import Frozen
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place, remember
from bot.core.refusals import NotOver, OfferClosed
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games import refusals
from bot.play.games.changes import change, load
from bot.play.games.host_settings import GameSettings
from bot.preferences.preferences import HouseRules, require_no_block
from data.games.explorer import is_set_up, same_board_again
from data.games.offers import OfferStore
from data.games.records import ClosedAs, Game, GameChanged, GameState, NewGame, Seat, SideChoice, WhyUnrated
from data.games.time_control import TimeControl
from data.people.personal import DELETED_PLAYER


class Terms(Frozen):
    """Terms of an offer: the challenger's side, the board, the time (None: no limit), and whether a game on
    an unusual board is rated."""

    side: SideChoice = "random"
    options: str = ""
    time: TimeControl | None = None
    rated: bool = False

    @classmethod
    def of(cls, offer: Game) -> Terms:
        time = offer.clock.control if offer.clock else None
        return cls(offer.side_choice, offer.options, time, chosen_as_rated(offer))


def chosen_as_rated(game: Game) -> bool:
    """Return whether a game on an unusual board was offered as rated, regardless of later changes."""
    if not game.options:
        return False
    return game.rated or (game.unrated is not None and game.unrated.why is not WhyUnrated.BOARD)


def why_unrated(
    kind: GameKind, options: str, spec: str | None = None, *, chosen: bool = False
) -> WhyUnrated | None:
    """Return why a new game is not rated, against the computer player `spec` or (None) between people.

    None means rated. On the usual board a computer player needs a rating; on another board people must have
    `chosen` a rated game. Raises `UnknownPlayer` when `spec` describes no player.
    """
    rating = None if spec is None else require_player(kind, spec).rating
    if options and not (chosen and spec is None and can_be_rated(options)):
        return WhyUnrated.BOARD
    return WhyUnrated.OPPONENT if spec is not None and rating is None else None


def can_be_rated(options: str) -> bool:
    """Return whether players can choose rated games on a board: not on a position set up by hand."""
    return not is_set_up(options)


def computer_rating(snapshot: GameSnapshot) -> int | None:
    """Return the computer's fixed rating in this game; None between people."""
    spec = next((seat.computer for seat in snapshot.game.seats if seat.computer), None)
    return opponent(snapshot.kind, spec).rating if spec is not None else None


OPEN = Seat()

OFFER_LIFETIME = timedelta(hours=24)
"""Lifetime of a challenge that is not answered."""


class Challenges:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self.rated_a_day = kit.settings.of(GameSettings).rated_a_day
        """Maximum rated games that two people may begin with each other within a day."""
        self._house_rules = kit[HouseRules]
        self._now = kit.now
        self._rng = kit.runtime.rng

    async def challenge(
        self,
        kind: GameKind,
        place: Place,
        challenger: Person,
        opponent: Person | None,
        side: SideChoice,
        options: str = "",
        time: TimeControl | None = None,
        *,
        rated: bool = False,
    ) -> GameSnapshot:
        """Offer a game to `opponent`, or (None) to everyone; `rated` is their choice for an unusual board."""
        require_challengeable(challenger, opponent)
        if opponent is not None:
            await require_no_block(self._storage, challenger, opponent.id, kind.key)
        await self._house_rules.require_games_here(place)
        unrated = await self._why_unrated(kind, options, place.guild_id, chosen=rated)
        await remember(self._storage, challenger, *([opponent] if opponent else []))
        other = Seat(opponent.id) if opponent else OPEN
        new = self._new(challenger, kind, place, other, side, options, time, unrated)
        return await self._create(new)

    async def play_computer(
        self,
        kind: GameKind,
        place: Place,
        challenger: Person,
        spec: str,
        side: SideChoice,
        options: str = "",
        time: TimeControl | None = None,
    ) -> GameSnapshot:
        """Begin a game against the computer player that `spec` describes, such as a level."""
        spec = require_player(kind, spec).spec
        await self._house_rules.require_games_here(place)
        unrated = await self._why_unrated(kind, options, place.guild_id, spec)
        await remember(self._storage, challenger)
        computer = Seat(computer=spec)
        new = self._new(challenger, kind, place, computer, side, options, time, unrated)
        return await self._create(new)

    async def start_against_computer(self, game_id: int, who: Person, spec: str) -> GameSnapshot:
        """Begin a player's own open offer at once, against the computer player that `spec` describes."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            game = snapshot.game
            _require_own_open(game, who)
            player = require_player(snapshot.kind, spec).spec
            seats = self._seats(game.side_choice, Seat(game.challenger_id), Seat(computer=player))
            unrated = await self._why_unrated(snapshot.kind, game.options, game.guild_id, player)
            with refusing_at_limits(who.id):
                return await self._storage[OfferStore].begin_with_computer(game, seats, unrated)

        return await change(await load(self._storage, game_id), attempt)

    async def own_offer(self, game_id: int, who: Person) -> GameSnapshot:
        """Return a player's own open offer. Refused when there is none."""
        snapshot = await load(self._storage, game_id)
        _require_own_open(snapshot.game, who)
        return snapshot

    async def invite(self, game_id: int, who: Person, opponent: Person) -> GameSnapshot:
        """Turn a player's own open offer into a challenge to `opponent`."""
        require_challengeable(who, opponent)

        async def attempt(snapshot: GameSnapshot) -> Game:
            _require_own_open(snapshot.game, who)
            await require_no_block(self._storage, who, opponent.id, snapshot.game.game)
            await remember(self._storage, opponent)
            return await self._storage[OfferStore].invite(snapshot.game, opponent.id)

        return await change(await load(self._storage, game_id), attempt)

    async def change_offer(
        self, game_id: int, who: Person, changed: Callable[[Terms], Terms]
    ) -> GameSnapshot:
        """Change the terms of a player's own open offer with `changed`."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            game = snapshot.game
            _require_own_open(game, who)
            terms = changed(Terms.of(game))
            if terms == Terms.of(game):
                return game
            options = snapshot.kind.drawn(terms.options, self._rng)
            unrated = await self._why_unrated(snapshot.kind, options, game.guild_id, chosen=terms.rated)
            turn = snapshot.kind.start(options).turn
            return await self._storage[OfferStore].change_terms(
                game, terms.side, options, terms.time, unrated, turn
            )

        return await change(await load(self._storage, game_id), attempt)

    async def accept(self, game_id: int, who: Person, version: int | None = None) -> GameSnapshot:
        """Accept an offered game; random sides are drawn now.

        `version` is the offer's version on the player's screen: refused when it has changed since.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            game = snapshot.game
            _require_open(game)
            if game.challenger_id == who.id:
                raise refusals.OwnOffer
            _require_challenged(game, who)
            if version is not None and version != game.version:
                raise refusals.OfferChanged(game.challenger_id)
            await require_no_block(self._storage, who, game.challenger_id, game.game)
            await remember(self._storage, who)
            seats = self._seats(game.side_choice, Seat(game.challenger_id), Seat(who.id))
            with refusing_at_limits(who.id):
                return await self._storage[OfferStore].accept(game, who.id, seats, max_rated=self.rated_a_day)

        return await change(await load(self._storage, game_id), attempt)

    async def decline(self, game_id: int, who: Person) -> GameSnapshot:
        """Decline a challenge; for the challenger this withdraws it."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            game = snapshot.game
            _require_open(game)
            closed_as: ClosedAs = "declined"
            if game.challenger_id == who.id:
                closed_as = "withdrawn"
            elif game.opponent_id is None:
                raise refusals.NotYourOffer
            else:
                _require_challenged(game, who)
            return await self._storage[OfferStore].close(game, closed_as)

        return await change(await load(self._storage, game_id), attempt)

    async def withdraw(self, game_id: int, who: Person) -> GameSnapshot:
        async def attempt(snapshot: GameSnapshot) -> Game:
            _require_open(snapshot.game)
            if snapshot.game.challenger_id != who.id:
                raise refusals.NotYourOffer
            return await self._storage[OfferStore].close(snapshot.game, "withdrawn")

        return await change(await load(self._storage, game_id), attempt)

    async def expire_offers(self) -> tuple[GameSnapshot, ...]:
        """Close every offer that has been open too long; returns the games closed now."""
        closed = []
        for game in await self._storage[OfferStore].made_before(self._now() - OFFER_LIFETIME):
            try:
                closed.append(GameSnapshot.of(await self._storage[OfferStore].close(game, "expired")))
            except GameChanged:
                # Answered just now.
                continue
        return tuple(closed)

    async def rematch(
        self, game_id: int, who: Person, level: str | None = None, *, parent_id: int | None = None
    ) -> tuple[GameSnapshot, bool]:
        """Begin a rematch with the sides exchanged; the flag is True if this call created the game.

        Against the computer it begins at once, at another `level` if one is given; against a person it is an
        offer to them. If the other player has requested one already, this accepts it. `parent_id` is the
        channel of the thread that they play in.
        """
        snapshot = await load(self._storage, game_id)
        game = snapshot.game
        if snapshot.going or snapshot.adjourned:
            raise NotOver
        side = snapshot.side_of(who.id)
        if side is None:
            raise refusals.Spectator(game.game)
        other = game.seats[1 - side]
        if other.player_id == DELETED_PLAYER:
            raise refusals.PlayerGone(game.game)
        if other.player_id is not None:
            await require_no_block(self._storage, who, other.player_id, game.game)
        if other.computer is not None:
            # In today's form: a stored spec may be longer.
            other = Seat(computer=require_player(snapshot.kind, level or other.computer).spec)
        place = Place.of(game, parent_id)
        await self._house_rules.require_games_here(place)
        unrated = await self._why_unrated(
            snapshot.kind, game.options, game.guild_id, other.computer, chosen=chosen_as_rated(game)
        )
        await remember(self._storage, who)
        side_choice: SideChoice = "second" if side == 0 else "first"
        board, time = same_board_again(game.options), game.clock.control if game.clock is not None else None
        again = self._new(
            who, snapshot.kind, place, other, side_choice, board, time, unrated, rematch_of=game.id
        )
        try:
            with refusing_at_limits(who.id):
                return GameSnapshot.of(await self._storage.create_game(again)), True
        except GameChanged as changed:
            existing = GameSnapshot.of(changed.game)
        if existing.game.state is GameState.OFFERED and existing.game.challenger_id != who.id:
            try:
                existing = await self.accept(existing.game.id, who)
            except OfferClosed:
                # The second half of a double click: the first has accepted.
                existing = await load(self._storage, existing.game.id)
        if existing.game.state is GameState.CLOSED:
            raise OfferClosed(game.game)
        return existing, False

    async def arranged(
        self,
        kind: GameKind,
        place: Place,
        seats: tuple[Seat, Seat],
        options: str,
        time: TimeControl | None,
        *,
        why_unrated: WhyUnrated | None = None,
        organiser_id: int = 0,
    ) -> NewGame:
        """Return a game that a tournament or exhibition begins; one of two computers is `organiser_id`'s.

        It is rated like any other unless there is a reason, `why_unrated`.
        """
        people = [seat.player_id for seat in seats if seat.player_id is not None]
        spec = next((seat.computer for seat in seats if seat.computer is not None), None)
        unrated = why_unrated or await self._why_unrated(kind, options, place.guild_id, spec)
        drawn = kind.drawn(options, self._rng)
        return NewGame(
            game=kind.key,
            options=drawn,
            turn=kind.start(drawn).turn,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            challenger_id=people[0] if people else organiser_id,
            opponent_id=people[1] if len(people) > 1 else None,
            side_choice="first",
            seats=seats,
            state=GameState.PLAYING,
            rated=bool(people) and unrated is None,
            why_unrated=unrated if people else None,
            time=time,
        )

    async def _why_unrated(
        self,
        kind: GameKind,
        options: str,
        guild_id: int | None,
        spec: str | None = None,
        *,
        chosen: bool = False,
    ) -> WhyUnrated | None:
        """Return why a new game is not rated: its board, its opponent or its server."""
        unrated = why_unrated(kind, options, spec, chosen=chosen)
        if unrated is None and not await self._house_rules.rated(guild_id):
            return WhyUnrated.SERVER
        return unrated

    async def _create(self, new: NewGame) -> GameSnapshot:
        with refusing_at_limits(new.challenger_id):
            return GameSnapshot.of(await self._storage.create_game(new))

    def _new(
        self,
        who: Person,
        kind: GameKind,
        place: Place,
        other: Seat,
        side: SideChoice,
        options: str,
        time: TimeControl | None,
        unrated: WhyUnrated | None,
        *,
        rematch_of: int | None = None,
    ) -> NewGame:
        """Return a new game with `other`: begun at once against a computer, else an offer."""
        options = kind.drawn(options, self._rng)
        begins = other.computer is not None
        return NewGame(
            game=kind.key,
            options=options,
            turn=kind.start(options).turn,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            by_clicks=place.by_clicks,
            challenger_id=who.id,
            opponent_id=other.player_id,
            side_choice=side,
            seats=self._seats(side, Seat(who.id), other) if begins else (OPEN, OPEN),
            state=GameState.PLAYING if begins else GameState.OFFERED,
            rated=unrated is None,
            why_unrated=unrated,
            rematch_of=rematch_of,
            time=time,
        )

    def _seats(self, side: SideChoice, challenger: Seat, other: Seat) -> tuple[Seat, Seat]:
        first = self._rng.random() < 0.5 if side == "random" else side == "first"
        return (challenger, other) if first else (other, challenger)


def unrated_game(
    kind: GameKind, place: Place, starter_id: int, seats: tuple[Seat, Seat], options: str
) -> NewGame:
    """Return an unrated game that begins at once, of teams or computers, and of the person who starts it."""
    return NewGame(
        game=kind.key,
        options=options,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        challenger_id=starter_id,
        opponent_id=None,
        side_choice="first",
        seats=seats,
        state=GameState.PLAYING,
        rated=False,
    )


def require_challengeable(challenger: Person, opponent: Person | None) -> None:
    """Refuse a challenge to oneself."""
    if opponent is not None and opponent.id == challenger.id:
        raise refusals.SelfChallenge


def _require_open(game: Game) -> None:
    if game.state is not GameState.OFFERED:
        raise OfferClosed(game.game)


def _require_own_open(game: Game, who: Person) -> None:
    """Refuse to change another person's offer, or one with an invited opponent."""
    _require_open(game)
    if game.challenger_id != who.id:
        raise refusals.OnlyChallenger(game.challenger_id, game.game)
    if game.opponent_id is not None:
        raise refusals.InvitedAlready(game.opponent_id)


def _require_challenged(game: Game, who: Person) -> None:
    if game.opponent_id is not None and game.opponent_id != who.id:
        raise refusals.NotChallenged(game.opponent_id, game.game)
