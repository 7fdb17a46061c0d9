"""Who is ahead in a tournament, and by what.

Swiss: points, Buchholz, Sonneborn-Berger, head to head, wins. Round robin: points, head to head,
Sonneborn-Berger, wins. Arena: points, wins, performance. Knockout: how far they came. Who is equal in all of
these shares a rank.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.core.fields import Frozen
from bot.events.tournaments.forms import arena, knockout
from bot.events.tournaments.forms.types import Form, last_round, of_entrant
from data.tournaments.records import Entrant, Pairing, PairingOutcome


class RoundScore(Frozen):
    """An entrant's round: the opponent, if there was one, and the points.

    `available` is False in rounds that they chose not to play: an absence, or a game lost by forfeit.
    """

    points: float
    opponent: int | None = None
    was_played: bool = True
    available: bool = True


ABSENT = RoundScore(0.0, was_played=False, available=False)
BYE = RoundScore(1.0, was_played=False)

Scores = Mapping[int, Sequence[RoundScore]]
"""The rounds of every entrant, without those in progress."""


def round_scores(
    played: Sequence[Pairing], numbers: Collection[int], rounds: int
) -> dict[int, list[RoundScore]]:
    """Return everyone's rounds from the first to `rounds`; who has no pairing in one was absent."""
    scores: dict[int, list[RoundScore | None]] = {number: [ABSENT] * rounds for number in numbers}
    for pairing in played:
        for number in pairing.numbers:
            if number in scores:
                scores[number][pairing.round - 1] = (
                    None if pairing.is_pending else _round_score(pairing, number)
                )
    return {number: [score for score in row if score is not None] for number, row in scores.items()}


def _round_score(one: Pairing, number: int) -> RoundScore:
    if one.second is None:
        return BYE
    points = one.points_of(number)
    was_absent = one.is_forfeit and points == 0.0
    return RoundScore(points, one.opponent(number), not one.is_forfeit, available=not was_absent)


def total(rounds: Sequence[RoundScore]) -> float:
    return sum(score.points for score in rounds)


def adjusted_total(rounds: Sequence[RoundScore]) -> float:
    """Return an entrant's score for others' tie-breaks: rounds after they left are draws (article 16.3)."""
    last = max((number for number, score in enumerate(rounds, 1) if score.available), default=0)
    return total(rounds[:last]) + 0.5 * (len(rounds) - last)


def _worth(scores: Scores, number: int, one: RoundScore) -> float:
    """Return the score of the opponent in a round.

    Unplayed, it is that of a dummy with the entrant's own score, but at most half of the possible points, or
    the score of the opponent who should have played (article 16.4).
    """
    if one.was_played and one.opponent is not None:
        return adjusted_total(scores[one.opponent])
    rounds = scores[number]
    limit = len(rounds) / 2 if one.opponent is None else adjusted_total(scores[one.opponent])
    return min(total(rounds), limit)


def buchholz(scores: Scores, number: int) -> float:
    """Return the sum of the opponents' scores (article 8.1)."""
    return sum(_worth(scores, number, score) for score in scores[number])


def sonneborn_berger(scores: Scores, number: int, *, forfeits_count: bool = False) -> float:
    """Return the sum of the opponents' scores, each times the points won against them (article 9.1).

    `forfeits_count` is for round robins: there, forfeits count like games, and byes not at all.
    """
    if forfeits_count:
        return sum(
            score.points * total(scores[score.opponent])
            for score in scores[number]
            if score.opponent is not None
        )
    return sum(score.points * _worth(scores, number, score) for score in scores[number])


class Encounter(Frozen):
    """A tied entrant's points against those they are tied with, and the number of them they haven't met."""

    won: float
    missing: int


def direct_encounter(
    scores: Scores, group: Collection[int], *, forfeits_count: bool = False
) -> dict[int, Encounter]:
    """Return everyone's games within a group of tied entrants."""
    encounters = {}
    for number in group:
        games = [
            score
            for score in scores[number]
            if score.opponent in group and (score.was_played or forfeits_count)
        ]
        met = {score.opponent for score in games}
        encounters[number] = Encounter(total(games), len(group) - 1 - len(met))
    return encounters


def sure_leader(encounters: Mapping[int, Encounter]) -> int | None:
    """Return who would be ahead alone whatever the outcome of the games that are missing (article 6)."""
    leader = max(encounters, key=lambda number: encounters[number].won)
    most = max(
        (encounter.won + encounter.missing for number, encounter in encounters.items() if number != leader),
        default=0.0,
    )
    return leader if encounters[leader].won > most else None


PERFORMANCE_SPAN = 400.0
"""Rating points by which a clean score exceeds the opponents' average."""


class TournamentStanding(Frozen):
    """An entrant's place; `rank` is shared by those who are really tied.

    `wins`, `draws` and `losses` count games, also those decided by absence, but no byes. `points` are matches
    won in a knockout. The tie-breaks are None where they don't belong to the form; `head_to_head` also where
    those tied have not all met and missing games could change the order. `streak` is how many games in a row
    they have won in an arena until now.
    """

    rank: int
    number: int
    points: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    buchholz: float | None = None
    sonneborn_berger: float | None = None
    head_to_head: float | None = None
    performance: float | None = None
    streak: int = 0
    has_left: bool = False


def standings(
    form: Form, entrants: Sequence[Entrant], played: Sequence[Pairing]
) -> tuple[TournamentStanding, ...]:
    """Return everyone's standing, the best first, those who share a rank in order of entry.

    Swiss fields too small for their rounds are ranked as a round robin: pass what `form_played` returns.
    """
    match form:
        case Form.SWISS:
            return _swiss(entrants, played)
        case Form.ROUND_ROBIN:
            return _round_robin(entrants, played)
        case Form.KNOCKOUT:
            return _knockout(entrants, played)
        case Form.ARENA:
            return _arena(entrants, played)


def _counted(entrant: Entrant, played: Sequence[Pairing]) -> TournamentStanding:
    """Return a standing with games counted, but no rank and no points yet."""
    games = [
        pairing
        for pairing in of_entrant(played, entrant.number)
        if pairing.second is not None and not pairing.is_pending
    ]
    results = [pairing.points_of(entrant.number) for pairing in games]
    return TournamentStanding(
        0,
        entrant.number,
        wins=results.count(1.0),
        draws=results.count(0.5),
        losses=results.count(0.0),
        has_left=entrant.left_round is not None,
    )


Key = Callable[[TournamentStanding], object]


def _split(groups: Iterable[list[TournamentStanding]], key: Key) -> list[list[TournamentStanding]]:
    """Divide groups of equals by a key, the highest first."""
    divided = []
    for group in groups:
        values = sorted({key(standing) for standing in group}, reverse=True)  # type: ignore[type-var]
        divided += [[standing for standing in group if key(standing) == value] for value in values]
    return divided


def _split_by_encounter(
    groups: Iterable[list[TournamentStanding]], scores: Scores, *, forfeits_count: bool
) -> list[list[TournamentStanding]]:
    """Divide groups of equals by their games against each other, again and again while that helps."""
    divided = []
    for group in groups:
        parts = _encountered(group, scores, forfeits_count=forfeits_count)
        if len(parts) == 1:
            divided += parts
        else:
            divided += _split_by_encounter(parts, scores, forfeits_count=forfeits_count)
    return divided


def _encountered(
    group: list[TournamentStanding], scores: Scores, *, forfeits_count: bool
) -> list[list[TournamentStanding]]:
    """Divide equals by their games if they have all met; otherwise put a sure leader first."""
    if len(group) == 1:
        return [group]
    numbers = {standing.number for standing in group}
    games = direct_encounter(scores, numbers, forfeits_count=forfeits_count)
    if not any(encounter.missing for encounter in games.values()):
        return _split(
            [[replace(standing, head_to_head=games[standing.number].won) for standing in group]],
            lambda standing: standing.head_to_head,
        )
    leader = sure_leader(games)
    if leader is None:
        return [group]
    first = [
        replace(standing, head_to_head=games[leader].won) for standing in group if standing.number == leader
    ]
    return [first, [standing for standing in group if standing.number != leader]]


def _ranked(groups: Iterable[list[TournamentStanding]], first: int = 1) -> tuple[TournamentStanding, ...]:
    ranked: list[TournamentStanding] = []
    for group in groups:
        rank = first + len(ranked)
        ranked += [
            replace(standing, rank=rank) for standing in sorted(group, key=lambda standing: standing.number)
        ]
    return tuple(ranked)


def _swiss(entrants: Sequence[Entrant], played: Sequence[Pairing]) -> tuple[TournamentStanding, ...]:
    scores = round_scores(played, [entrant.number for entrant in entrants], last_round(played))
    rows = [
        replace(
            _counted(entrant, played),
            points=total(scores[entrant.number]),
            buchholz=buchholz(scores, entrant.number),
            sonneborn_berger=sonneborn_berger(scores, entrant.number),
        )
        for entrant in entrants
    ]
    groups = _split([rows], lambda standing: (standing.points, standing.buchholz, standing.sonneborn_berger))
    groups = _split_by_encounter(groups, scores, forfeits_count=False)
    return _ranked(_split(groups, lambda standing: standing.wins))


def _round_robin(entrants: Sequence[Entrant], played: Sequence[Pairing]) -> tuple[TournamentStanding, ...]:
    """Rank a round robin: byes are worth nothing, because everyone has one or nobody.

    The results of a player who left having completed fewer than half of their games are annulled; after that,
    their opponents win the games that are missing.
    """
    field = [entrant for entrant in entrants if entrant.joined_round <= 1]
    annulled = _annulled(field, played)
    counting = [
        pairing for pairing in played if pairing.first not in annulled and pairing.second not in annulled
    ]
    walkovers = _walkovers(field, counting)
    games = [*(pairing for pairing in counting if pairing.second is not None), *walkovers]
    rounds = last_round(games)
    scores = round_scores(games, [entrant.number for entrant in field], rounds)
    rows = [
        replace(
            _counted(entrant, games),
            points=total(scores[entrant.number]),
            sonneborn_berger=sonneborn_berger(scores, entrant.number, forfeits_count=True),
        )
        for entrant in field
    ]
    groups = _split([rows], lambda standing: (standing.points, standing.number not in annulled))
    groups = _split_by_encounter(groups, scores, forfeits_count=True)
    return _ranked(_split(groups, lambda standing: (standing.sonneborn_berger, standing.wins)))


def _annulled(field: Sequence[Entrant], played: Sequence[Pairing]) -> set[int]:
    """Return those who left having completed fewer than half of their games.

    Games decided by absence are not completed (FIDE's General Regulations for Competitions, 6.6).
    """
    return {
        entrant.number
        for entrant in field
        if entrant.left_round is not None
        and 2 * sum(game.is_over_the_board for game in of_entrant(played, entrant.number)) < len(field) - 1
    }


def _walkovers(field: Sequence[Entrant], counting: Sequence[Pairing]) -> list[Pairing]:
    """Return the missing games against those who left after half of theirs, in rounds of their own."""
    met = {frozenset(pairing.numbers) for pairing in counting}
    opponents = {number for pairing in counting for number in pairing.numbers}
    left = [
        entrant.number for entrant in field if entrant.left_round is not None and entrant.number in opponents
    ]
    present = [entrant.number for entrant in field if entrant.left_round is None]
    missing = [(one, other) for one in present for other in left if frozenset((one, other)) not in met]
    first = last_round(counting) + 1
    return [
        Pairing(number, one, other, PairingOutcome.FIRST, forfeit=True)
        for number, (one, other) in enumerate(missing, first)
    ]


def _knockout(entrants: Sequence[Entrant], played: Sequence[Pairing]) -> tuple[TournamentStanding, ...]:
    """Rank a knockout by rounds survived; nobody is first if both finalists were absent."""
    tree = knockout.bracket(entrants, played)
    won = dict.fromkeys(knockout.seeds(entrants), 0)
    out: set[int] = set()
    for match in (match for matches in tree.rounds for match in matches if match.is_over):
        if match.winner is not None:
            won[match.winner] += 1
        out |= {
            number for number in (match.first, match.second) if number is not None and number != match.winner
        }
    third = tree.third.winner if tree.third else None
    field = [entrant for entrant in entrants if entrant.number in won]
    rows = [replace(_counted(entrant, played), points=float(won[entrant.number])) for entrant in field]
    rows_by_depth = _split(
        [rows],
        lambda standing: (
            standing.points,
            standing.number not in out or standing.number == tree.winner,
            standing.number == third,
        ),
    )
    is_vacant = tree.final is not None and tree.final.is_over and tree.winner is None
    return _ranked(rows_by_depth, first=2 if is_vacant else 1)


def _arena(entrants: Sequence[Entrant], played: Sequence[Pairing]) -> tuple[TournamentStanding, ...]:
    ratings = {entrant.number: entrant.rating for entrant in entrants}
    rows = [
        replace(
            _counted(entrant, played),
            points=float(arena.points(played, entrant.number)),
            performance=_performance(entrant.number, played, ratings),
            streak=arena.streak(played, entrant.number),
        )
        for entrant in entrants
    ]
    return _ranked(
        _split([rows], lambda standing: (standing.points, standing.wins, standing.performance or 0.0))
    )


def _performance(number: int, played: Sequence[Pairing], ratings: dict[int, float]) -> float | None:
    """Return the opponents' average rating, up to 400 higher or lower by the score; None without games."""
    games = [pairing for pairing in of_entrant(played, number) if pairing.is_over_the_board]
    if not games:
        return None
    opponents = [ratings[other] for pairing in games if (other := pairing.opponent(number)) is not None]
    score = sum(pairing.points_of(number) for pairing in games) / len(games)
    return sum(opponents) / len(opponents) + PERFORMANCE_SPAN * (2 * score - 1)
