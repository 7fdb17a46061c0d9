"""The use-cases of a game: start, accept, decline, withdraw, move, resign, rematch.

Each checks who asks and whether it is possible now, stores the change in one transaction, and returns the
game as it then stands. A `Refusal` means that nothing was changed. Nothing here knows Discord: buttons,
commands, timers and tests all come in by the same door.
"""

from __future__ import annotations

import random
from datetime import timedelta

from bot import refusals
from bot.catalog import GameKind
from bot.games.people import Person, Place
from bot.games.snapshot import GameSnapshot
from bot.opponents.specs import opponent, require_player
from bot.runtime import Now, utc_now
from data import (
    ClosedAs,
    Colour,
    Ending,
    Game,
    GameChanged,
    GameState,
    NewGame,
    NewMove,
    Outcome,
    Seat,
    Storage,
)
from engine import IllegalMove, Position
from engine.search.position import PASS

CALLED_OFF_BEFORE = 2
"""A game given up before so many plies were played has no winner and is not rated."""


class Referee:
    """Lets people and the computer do what the rules of the house allow."""

    def __init__(
        self,
        storage: Storage,
        *,
        offer_lifetime: timedelta,
        now: Now = utc_now,
        rng: random.Random | None = None,
    ) -> None:
        self._storage = storage
        self._offer_lifetime = offer_lifetime
        self._now = now
        self._rng = rng or random.Random()

    # --- how games begin ---------------------------------------------------------------------------------

    async def challenge(
        self,
        kind: GameKind,
        place: Place,
        challenger: Person,
        opponent: Person | None,
        colour: Colour,
        options: str = "",
    ) -> GameSnapshot:
        """Offer a game to `opponent`, or to anybody when None."""
        require_challengeable(challenger, opponent)
        await self._remember(challenger, *([opponent] if opponent else []))
        return GameSnapshot.of(
            await self._storage.create_game(
                NewGame(
                    game=kind.key,
                    options=options,
                    guild_id=place.guild_id,
                    channel_id=place.channel_id,
                    challenger_id=challenger.id,
                    opponent_id=opponent.id if opponent else None,
                    computer=None,
                    colour=colour,
                    seats=(Seat(None, None), Seat(None, None)),
                    state=GameState.OFFERED,
                    rated=is_rated(kind, options),
                )
            )
        )

    async def play_computer(
        self,
        kind: GameKind,
        place: Place,
        challenger: Person,
        computer: str,
        colour: Colour,
        options: str = "",
    ) -> GameSnapshot:
        """Begin a game against the computer player that the text `computer` describes, such as a level."""
        rated = is_rated(kind, options, computer)
        await self._remember(challenger)
        return GameSnapshot.of(
            await self._storage.create_game(
                NewGame(
                    game=kind.key,
                    options=options,
                    guild_id=place.guild_id,
                    channel_id=place.channel_id,
                    challenger_id=challenger.id,
                    opponent_id=None,
                    computer=computer,
                    colour=colour,
                    seats=self._seats(colour, Seat(challenger.id, None), Seat(None, computer)),
                    state=GameState.PLAYING,
                    rated=rated,
                )
            )
        )

    async def accept(self, game_id: int, who: Person) -> GameSnapshot:
        """Take up an offered game; the colours are drawn now."""
        game = await self._open_offer(game_id)
        if game.challenger_id == who.id:
            raise refusals.OwnOffer
        self._require_challenged(game, who)
        await self._remember(who)
        seats = self._seats(game.colour, Seat(game.challenger_id, None), Seat(who.id, None))
        try:
            return GameSnapshot.of(await self._storage.accept(game_id, who.id, seats))
        except GameChanged as changed:
            raise refusals.OfferClosed(changed.game.game) from changed

    async def decline(self, game_id: int, who: Person) -> GameSnapshot:
        """Say no to a challenge; the challenger himself withdraws it."""
        game = await self._open_offer(game_id)
        if game.challenger_id == who.id:
            return await self._close(game, "withdrawn")
        if game.opponent_id is None:
            raise refusals.NotYourOffer
        self._require_challenged(game, who)
        return await self._close(game, "declined")

    async def expire_offers(self) -> tuple[GameSnapshot, ...]:
        """Close every offer that has been open too long; returns those closed now."""
        closed = []
        for game in await self._storage.open_offers(self._now() - self._offer_lifetime):
            try:
                closed.append(GameSnapshot.of(await self._storage.close_offer(game.id, "expired")))
            except GameChanged:
                continue
        return tuple(closed)

    # --- how games go on ---------------------------------------------------------------------------------

    async def snapshot(self, game_id: int) -> GameSnapshot:
        """The game as it stands."""
        game = await self._storage.game(game_id)
        if game is None:
            raise refusals.UnknownGame
        return GameSnapshot.of(game)

    async def move(self, game_id: int, who: Person, ply: int, move: str) -> GameSnapshot:
        """Play a person's `move`, meant for the position at `ply`."""
        snapshot = await self.snapshot(game_id)
        self._require_going(snapshot)
        seat = snapshot.seat_of(who.id)
        if seat is None:
            raise refusals.Spectator(snapshot.game.game)
        if seat != snapshot.position.turn:
            if snapshot.player_to_move is not None:
                raise refusals.ComputerThinks
            other = snapshot.to_move.player_id
            assert other is not None
            if ply != snapshot.game.ply:
                # The board they clicked on was not brought up to date after their own move.
                raise refusals.MovedAlready(other)
            raise refusals.WaitingForOther(other)
        if snapshot.player_to_move is not None:
            raise refusals.HandedOver
        if ply != snapshot.game.ply:
            raise refusals.Outdated
        return await self.play(snapshot, move)

    async def play(
        self, snapshot: GameSnapshot, move: str, seconds: float | None = None, proved: int | None = None
    ) -> GameSnapshot:
        """Store `move` for the side to move, with the passes and the ending it brings, in one transaction.

        `seconds` is the thinking time; the time since the side got its turn when left out. `proved` is the
        final score, from the first player's point of view, if the search for the move proved one.
        """
        try:
            position = snapshot.position.play(move)
        except IllegalMove as error:
            raise refusals.IllegalHere(move) from error
        if seconds is None:
            seconds = max(0.0, (self._now() - snapshot.thinking_since()).total_seconds())
        moves = [NewMove(move, snapshot.position.turn, seconds, proved)]
        while position.legal_moves() == (PASS,):
            moves.append(NewMove(PASS, position.turn, 0.0))
            position = position.play(PASS)
        try:
            stored = await self._storage.add_moves(
                snapshot.game.id,
                snapshot.game.ply,
                moves,
                _outcome(position),
                computer_rating=computer_rating(snapshot),
                last_move=snapshot.game.moves[-1] if snapshot.game.moves else None,
            )
        except GameChanged as changed:
            if changed.game.state is not GameState.PLAYING:
                raise refusals.GameOver from changed
            raise refusals.Outdated from changed
        return GameSnapshot.of(stored.game)

    async def require_stoppable(self, game_id: int, who: Person) -> GameSnapshot:
        """The game, if `who` plays in it and the computer is to move: he may hurry it."""
        snapshot = await self.require_playing(game_id, who)
        if not snapshot.computer_to_move:
            raise refusals.NothingToStop
        if snapshot.to_move.player_id not in (None, who.id):
            raise refusals.PlaysForAnother(snapshot.to_move.player_id)
        return snapshot

    async def require_take_back(self, game_id: int, who: Person) -> tuple[GameSnapshot, int]:
        """The game and the ply of the last move of `who`, if he may take it back now."""
        snapshot = await self.require_stoppable(game_id, who)
        if snapshot.delegated:
            raise refusals.HandedOver
        seat = snapshot.seat_of(who.id)
        ply = max((ply for ply, by in enumerate(snapshot.movers) if by == seat), default=None)
        if ply is None:
            raise refusals.NothingToTakeBack
        return snapshot, ply

    async def take_back(self, game_id: int, who: Person) -> GameSnapshot:
        """Take back a person's last move, which the computer has not answered; the game is unrated then.

        The computer's search must have been abandoned before: its answer would be one to another position.
        """
        snapshot, ply = await self.require_take_back(game_id, who)
        try:
            return GameSnapshot.of(await self._storage.take_back(game_id, snapshot.game.ply, ply))
        except GameChanged as changed:
            raise refusals.Outdated from changed

    async def require_playing(self, game_id: int, who: Person) -> GameSnapshot:
        """The game, if `who` could resign it now."""
        snapshot = await self.snapshot(game_id)
        self._require_going(snapshot)
        if snapshot.seat_of(who.id) is None:
            raise refusals.Spectator(snapshot.game.game)
        return snapshot

    async def resign(self, game_id: int, who: Person, *, as_loss: bool = True) -> GameSnapshot:
        """Give the game up; before both sides have moved it is called off instead, and nobody has lost.

        With `as_loss` false it is only called off, and a game that has gone on is left as it is.
        """
        snapshot = await self.require_playing(game_id, who)
        seat = snapshot.seat_of(who.id)
        assert seat is not None
        if resigning_calls_off(snapshot):
            # Only at this very ply: a move that comes between makes it a resignation.
            ply, outcome = snapshot.game.ply, Outcome(winner=None, score=None, ending=Ending.CALLED_OFF)
        elif not as_loss:
            raise refusals.WouldLose
        else:
            ply, outcome = None, Outcome(winner=1 - seat, score=None, ending=Ending.RESIGNED)
        try:
            stored = await self._storage.finish(
                game_id, ply, outcome, computer_rating=computer_rating(snapshot)
            )
        except GameChanged as changed:
            if changed.game.state is GameState.PLAYING:
                return await self.resign(game_id, who, as_loss=as_loss)
            raise refusals.GameOver from changed
        return GameSnapshot.of(stored.game)

    async def rematch(self, game_id: int, who: Person) -> tuple[GameSnapshot, bool]:
        """The same two again with swapped colours; the flag tells whether this call made the game.

        Against the computer it begins at once; against a person it is an offer to him. When the other one
        has asked already, asking means accepting.
        """
        snapshot = await self.snapshot(game_id)
        game = snapshot.game
        if snapshot.going:
            raise refusals.NotOver
        seat = snapshot.seat_of(who.id)
        if seat is None:
            raise refusals.Spectator(game.game)
        other = game.seats[1 - seat]
        await self._remember(who)
        colour: Colour = "second" if seat == 0 else "first"
        again = NewGame(
            game=game.game,
            options=game.options,
            guild_id=game.guild_id,
            channel_id=game.channel_id,
            challenger_id=who.id,
            opponent_id=other.player_id,
            computer=other.computer,
            colour=colour,
            seats=(game.seats[1], game.seats[0]) if other.computer else (Seat(None, None), Seat(None, None)),
            state=GameState.PLAYING if other.computer else GameState.OFFERED,
            rated=is_rated(snapshot.kind, game.options, other.computer),
            rematch_of=game.id,
        )
        try:
            return GameSnapshot.of(await self._storage.create_rematch(game.id, again)), True
        except GameChanged as changed:
            existing = GameSnapshot.of(changed.game)
        if existing.game.state is GameState.OFFERED and existing.game.challenger_id != who.id:
            try:
                existing = await self.accept(existing.game.id, who)
            except refusals.OfferClosed:
                # The second half of a double click: the first has accepted, and the game is there.
                existing = await self.snapshot(existing.game.id)
        if existing.game.state is GameState.CLOSED:
            raise refusals.OfferClosed(game.game)
        return existing, False

    # --- checks ------------------------------------------------------------------------------------------

    async def _open_offer(self, game_id: int) -> Game:
        game = await self._storage.game(game_id)
        if game is None:
            raise refusals.UnknownGame
        if game.state is not GameState.OFFERED:
            raise refusals.OfferClosed(game.game)
        return game

    @staticmethod
    def _require_challenged(game: Game, who: Person) -> None:
        if game.opponent_id is not None and game.opponent_id != who.id:
            raise refusals.NotChallenged(game.opponent_id, game.game)

    async def _close(self, game: Game, closed_as: ClosedAs) -> GameSnapshot:
        try:
            return GameSnapshot.of(await self._storage.close_offer(game.id, closed_as))
        except GameChanged as changed:
            raise refusals.OfferClosed(game.game) from changed

    @staticmethod
    def _require_going(snapshot: GameSnapshot) -> None:
        if snapshot.game.state is GameState.OFFERED:
            raise refusals.NotBegun
        if snapshot.game.state is GameState.CLOSED:
            raise refusals.OfferClosed(snapshot.game.game)
        if not snapshot.going:
            raise refusals.GameOver

    # --- small things ------------------------------------------------------------------------------------

    async def _remember(self, *people: Person) -> None:
        for person in people:
            await self._storage.remember_player(person.id, person.name)

    def _seats(self, colour: str, challenger: Seat, other: Seat) -> tuple[Seat, Seat]:
        first = self._rng.random() < 0.5 if colour == "random" else colour == "first"
        return (challenger, other) if first else (other, challenger)


def require_challengeable(challenger: Person, opponent: Person | None) -> None:
    """Refuse a challenge to oneself."""
    if opponent is not None and opponent.id == challenger.id:
        raise refusals.SelfChallenge


def is_rated(kind: GameKind, options: str, computer: str | None = None) -> bool:
    """Whether a game counts: on the usual board, between people or against a level with a known rating.

    Raises `UnknownPlayer` when `computer` describes no player.
    """
    if computer is not None:
        return require_player(kind, computer).rating is not None and options == ""
    return options == ""


def resigning_calls_off(snapshot: GameSnapshot) -> bool:
    """Whether giving up now ends the game without a loser."""
    return snapshot.game.ply < CALLED_OFF_BEFORE


def computer_rating(snapshot: GameSnapshot) -> int | None:
    """The fixed rating of the computer in this game; None between people."""
    seat = next((seat.computer for seat in snapshot.game.seats if seat.computer), None)
    return opponent(snapshot.kind, seat).rating if seat is not None else None


def _outcome(position: Position) -> Outcome | None:
    result = position.result()
    if result is None:
        return None
    # The engine's score is that of the side to move; the stored one is the first player's.
    score = result.score if position.turn == 0 else -result.score
    return Outcome(winner=result.winner, score=score, ending=Ending.PLAYED)
