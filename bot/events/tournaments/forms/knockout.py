"""Knockout: a bracket seeded by rating, with a match for the third place, and replays after draws.

Matches have slots: round 1 has 1 to size / 2, round 2 the next ones, and so on; the final is size − 1, the
match for the third place comes last, in the final's round. Replays swap colours. If the last of them is
drawn, too, the player who moved second in it advances. If both players of a match are absent, neither does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.core.fields import Frozen
from bot.events.tournaments.forms.types import Colours, NextRound, moves_first
from data.tournaments.records import Entrant, Pairing, PairingOutcome

MAX_REPLAYS = 3
"""Maximum replays after draws: who moves second in the last one moved first in the match's first game."""


class Match(Frozen):
    """A match of the bracket.

    `first` and `second` are None while they are not known, and where there is no opponent; `first` is higher
    in the picture. `games` are in order of replays. `winner` is None while it is not decided, and when both
    were absent.
    """

    slot: int
    round: int
    first: int | None = None
    second: int | None = None
    games: tuple[Pairing, ...] = ()
    winner: int | None = None
    is_over: bool = False

    @property
    def loser(self) -> int | None:
        """The one of two players who did not win, None before the end and without a winner."""
        return None if self.winner is None else self.second if self.winner == self.first else self.first


class Bracket(Frozen):
    """All matches of a knockout by round; `third` is the match for the third place."""

    rounds: tuple[tuple[Match, ...], ...]
    third: Match | None = None

    @property
    def final(self) -> Match | None:
        """The final, None without a field."""
        return self.rounds[-1][0] if self.rounds else None

    @property
    def winner(self) -> int | None:
        return self.final.winner if self.final else None


def seeds(entrants: Sequence[Entrant]) -> list[int]:
    """Return the field by seed: by rating, then in order of entry. Late entrants have no place in it."""
    field = [entrant for entrant in entrants if entrant.joined_round <= 1]
    return [
        entrant.number for entrant in sorted(field, key=lambda entrant: (-entrant.rating, entrant.number))
    ]


def bracket_order(size: int) -> list[int]:
    """Return the seeds from 1 to `size`, a power of two, from top to bottom: the best meet late."""
    order = [1]
    while len(order) < size:
        order = [seed for better in order for seed in (better, 2 * len(order) + 1 - better)]
    return order


def round_count(size: int) -> int:
    """Return the number of rounds of a field."""
    return max(0, size - 1).bit_length()


def later_slots(slot: int, size: int) -> list[int]:
    """Return the slots of the matches that depend on a match, in a bracket of `size`, a power of two."""
    first, count = 1, size // 2
    while count > 1:
        if slot < first + count:
            following = first + count + (slot - first) // 2
            # The match for the third place depends on both semifinals.
            return [following, *later_slots(following, size), *([size] if count == 2 else [])]
        first, count = first + count, count // 2
    return []


def slots_after(entrants: Sequence[Entrant], slot: int) -> list[int]:
    """Return the slots of the matches that depend on a match."""
    return later_slots(slot, 2 ** round_count(len(seeds(entrants))))


def bracket(entrants: Sequence[Entrant], played: Sequence[Pairing]) -> Bracket:
    """Return the bracket as it is now: as it was played, even if a result was corrected later."""
    numbers = seeds(entrants)
    if len(numbers) < 2:
        return Bracket(())
    by_number = {entrant.number: entrant for entrant in entrants}
    games: dict[int, list[Pairing]] = {}
    for pairing in sorted(played, key=lambda pairing: pairing.replay):
        games.setdefault(pairing.slot, []).append(pairing)
    count = round_count(len(numbers))
    size = 2**count
    placed = [numbers[seed - 1] if seed <= len(numbers) else None for seed in bracket_order(size)]
    known = [(number, True) for number in placed]
    rounds: list[tuple[Match, ...]] = []
    players = {
        number: {these[0].first, these[0].second} for number, these in games.items() if number > size // 2
    }
    slot = 1
    for number in range(1, count + 1):
        matches = []
        for top, bottom in zip(known[::2], known[1::2], strict=True):
            match = _match(slot, number, (top, bottom), games.get(slot, []), by_number)
            matches.append(_as_played(match, players, size))
            slot += 1
        known = [(match.winner, match.is_over) for match in matches]
        rounds.append(tuple(matches))
    third = None
    if len(numbers) > 2:
        semifinals = rounds[-2]
        losers = tuple((match.loser, match.is_over) for match in semifinals)
        third = _match(size, count, (losers[0], losers[1]), games.get(size, []), by_number)
    return Bracket(tuple(rounds), third)


Contestant = tuple[int | None, bool]
"""An entrant, or None, and whether that is certain."""


def _match(
    slot: int,
    round_number: int,
    contestants: tuple[Contestant, Contestant],
    games: Sequence[Pairing],
    entrants: Mapping[int, Entrant],
) -> Match:
    (first, first_known), (second, second_known) = contestants
    if games and games[0].second is not None and {games[0].first, games[0].second} != {first, second}:
        # It was paired when an earlier result was another one: what was played counts.
        first, second, first_known, second_known = games[0].first, games[0].second, True, True
    base = Match(slot, round_number, first, second, tuple(games))
    if not (first_known and second_known):
        return base
    if games and games[-1].is_pending:
        return base
    decided, winner = _decision(games)
    if not decided:
        there = [
            number
            for number in (first, second)
            # Who leaves in a match plays no replay of it.
            if number is not None and entrants[number].plays(round_number + bool(games))
        ]
        if len(there) == 2:
            return base
        winner = there[0] if there else None
    return Match(slot, round_number, first, second, tuple(games), winner, is_over=True)


def _as_played(match: Match, players: Mapping[int, Collection[int | None]], size: int) -> Match:
    """Return the match with the winner who has played the next one; `players` by slot."""
    later = later_slots(match.slot, size)
    if match.first is None or match.second is None or not later:
        return match
    pair = {match.first, match.second}
    advanced = pair & set(players.get(later[0], ()))
    if not advanced and len(later) == 2 and size in players:
        # A semifinal: the loser plays for the third place.
        advanced = pair - set(players[size])
    if len(advanced) != 1:
        return match
    (winner,) = advanced
    return replace(match, winner=winner, is_over=True)


def _decision(games: Sequence[Pairing]) -> tuple[bool, int | None]:
    """Return whether the games decided a match, and its winner."""
    if not games:
        return False, None
    last = games[-1]
    match last.outcome:
        case _ if last.second is None:
            return True, last.first
        case PairingOutcome.FIRST:
            return True, last.first
        case PairingOutcome.SECOND:
            return True, last.second
        case PairingOutcome.DOUBLE_LOSS:
            return True, None
        case _:
            return last.replay >= MAX_REPLAYS, last.second


def next_round(entrants: Sequence[Entrant], played: Sequence[Pairing], seed: int) -> NextRound:
    """Return the replays due in the current round, else the next round when all its matches are known.

    Entrants without an opponent have a bye once, in their first round; later they advance in silence.
    """
    tree = bracket(entrants, played)
    last = tree.rounds[-1] if tree.rounds else ()
    current = [*tree.rounds[:-1], ((tree.third, *last) if tree.third else last)]
    for number, matches in enumerate(current, 1):
        due = [match for match in matches if _is_due(match)]
        pairings = [_pairing(match, played, entrants, seed) for match in due]
        if number == 1:
            pairings += [
                Pairing(number, match.winner, None, slot=match.slot)
                for match in matches
                if match.winner is not None and not match.games
            ]
        if pairings and (due or not any(pairing.round == number for pairing in played)):
            return tuple(pairings)
        if not all(match.is_over for match in matches):
            return ()
    return None


def _is_due(match: Match) -> bool:
    """Return whether a match's next game can begin."""
    if match.is_over or match.first is None or match.second is None:
        return False
    return not match.games or not match.games[-1].is_pending


def _pairing(match: Match, played: Sequence[Pairing], entrants: Sequence[Entrant], seed: int) -> Pairing:
    assert match.first is not None
    assert match.second is not None
    if match.games:
        last = match.games[-1]
        assert last.second is not None
        return Pairing(match.round, last.second, last.first, replay=last.replay + 1, slot=match.slot)
    order = seeds(entrants)
    higher, lower = sorted((match.first, match.second), key=order.index)
    colours = {number: Colours(played, number) for number in (higher, lower)}
    first = moves_first(higher, lower, colours, otherwise=(seed + match.slot) % 2 == 0)
    return Pairing(match.round, *((higher, lower) if first else (lower, higher)), slot=match.slot)
