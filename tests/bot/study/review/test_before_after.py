"""The two boards of an error: which they are, what is written above them, and how both are animated."""

from __future__ import annotations

from collections.abc import Sequence

from bot.catalog import GAMES
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.study.review.before_after_view import alt_of, draw_two_moves, film_of, following_text, two_moves
from bot.study.review.verdicts import Review, judge
from data.jobs.reviews import ReviewedPly
from renderers.themes import CLASSIC, USUAL, Look
from tests.bot.helpers import ANN, BOB, PLACE, play_out

MOVES = ("1", "1", "2", "1", "3", "1", "4")


async def reviewed(challenges: Challenges, referee: Referee) -> tuple[GameSnapshot, Review]:
    """A game in which the sixth move is a mistake: 4 would have kept the draw, and 4 is the answer."""
    offer = await challenges.challenge(GAMES["connect4"], PLACE, ANN, BOB, "first")
    snapshot = await play_out(referee, await challenges.accept(offer.game.id, BOB), MOVES)
    plies = [ReviewedPly(ply, move, 0.0, 0.0, None, 3) for ply, move in enumerate(MOVES)]
    plies[5] = ReviewedPly(5, "4", 0.0, -18.0, None, 1)
    judging, game = snapshot.kind.judging, snapshot.game
    return snapshot, judge(judging, snapshot.positions(), game.moves, plies, game.winner)


async def test_an_error_has_two_boards_with_what_each_leads_to(
    challenges: Challenges, referee: Referee
) -> None:
    snapshot, review = await reviewed(challenges, referee)
    found = two_moves(snapshot, review, 6)
    assert found is not None
    positions = snapshot.positions()
    assert (found.before, found.played.position) == (positions[5], positions[6])
    assert found.better.position == positions[5].play("4")
    assert found.headings == (("Played: column 1", "a loss in 1 move"), ("Better: column 4", "a draw"))
    alt = alt_of(snapshot, found)
    assert alt.startswith(
        "Two boards. Right: Better: column 4, a draw. Left: Played: column 1, a loss in 1 move."
    )
    assert alt.endswith(snapshot.kind.describe(found.played))


async def test_other_moves_have_one_board(challenges: Challenges, referee: Referee) -> None:
    snapshot, review = await reviewed(challenges, referee)
    assert [ply for ply in range(8) if two_moves(snapshot, review, ply) is not None] == [6]


async def test_the_animation_shows_what_follows_both_moves(challenges: Challenges, referee: Referee) -> None:
    snapshot, review = await reviewed(challenges, referee)
    found = two_moves(snapshot, review, 6)
    assert found is not None
    assert found.answer == "4"

    def last(*following: Sequence[str]) -> tuple[bytes, bytes]:
        *_, frame = film_of(snapshot, found, following, Look(CLASSIC)).frames
        width, height = frame.picture.size
        left, right = (frame.picture.crop((x, 0, x + width // 2, height)) for x in (0, width // 2))
        return left.tobytes(), right.tobytes()

    (neither, none), (played, same), (left, better) = last((), ()), last(("4",), ()), last((), ("4", "5"))
    assert (played != neither, same == none) == (True, True)
    assert (left == neither, better != none) == (True, True)
    assert last((), ("4",))[1] not in (none, better)


async def test_what_follows_is_said_with_the_discs(challenges: Challenges, referee: Referee) -> None:
    snapshot, review = await reviewed(challenges, referee)
    found = two_moves(snapshot, review, 6)
    assert found is not None
    assert following_text(snapshot, found, (("4",), ("4", "5"))).split("\n") == [
        "**Played: column 1** · a loss in 1 move",
        "Expected after it: 🔴 4",
        "**Better: column 4** · a draw",
        "Expected after it: 🔴 4, 🟡 5",
        "-# What follows is what a short search expects.",
    ]
    assert "expect" not in following_text(snapshot, found, ((), ()))


async def test_in_words_both_boards_are_written(challenges: Challenges, referee: Referee) -> None:
    snapshot, review = await reviewed(challenges, referee)
    found = two_moves(snapshot, review, 6)
    assert found is not None
    drawn = await draw_two_moves(snapshot, found, Look(USUAL.theme, in_words=True), "x.png")
    assert isinstance(drawn.part, str)
    assert drawn.files == []
    for diagram in (found.played, found.better):
        assert snapshot.kind.write(diagram) in drawn.part
