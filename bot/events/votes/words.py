"""The texts of games in which teams vote for their moves."""

from __future__ import annotations

from collections.abc import Mapping

from discord.utils import format_dt

from bot.core.snapshot import GameSnapshot
from bot.events.votes.boards import VoteBoard, VoterRecord, leaders, tally
from bot.play.games.words import last_moves, result_sentence
from bot.ui.words import mention, name_at, team_name
from languages import count, gettext, gettext_noop, ngettext, pgettext
from languages.numbers import enumerated, separated

MAX_LISTED = 10
"""Maximum people listed in a record, and moves in a tally."""

MIN_TIED = 2
"""Moves with the most votes, from which the lot decides."""

ENDED = gettext_noop("The game is over.")
END_QUESTION = gettext_noop("**End the game for everyone?** No one wins, and it can't be resumed.")


def status(content: VoteBoard) -> str:
    """Return the text below the board: last moves, countdown, votes and hints, or the result."""
    snapshot = content.snapshot
    lines = [*last_moves(snapshot), *_lot(content)]
    if snapshot.adjourned:
        lines.append(
            gettext("💤 **Put aside**, since no one has voted for a while. Anyone can resume the game.")
        )
    elif not snapshot.going:
        lines += [result_sentence(snapshot), *record_lines(content.record)]
        if content.vote.record != "done" and content.ballot.members:
            lines.append(gettext("-# 🎯 I'm reviewing the game to see who voted for the best moves."))
    elif snapshot.computer_to_move:
        lines.append(gettext("I'm thinking about my move. You vote for the next one."))
    else:
        lines += _voting(content)
    return "\n".join(lines)


def _lot(content: VoteBoard) -> list[str]:
    """Say that the last move that was voted for was drawn by lot, if it was."""
    last, moves = content.ballot.last, content.snapshot.game.moves
    if last is None or last.ply >= len(moves):
        return []
    tied = leaders(last.votes)
    if len(tied) < MIN_TIED:
        return []
    name = content.snapshot.kind.move_name
    return [
        # Translators: {moves} is a list of two or more moves, {move} the one of them that was played.
        gettext(
            "-# 🎲 {moves} had the same number of votes, so I picked {move} at random.",
            moves=enumerated([name(move) for move in tied]),
            move=name(moves[last.ply]),
        )
    ]


def _voting(content: VoteBoard) -> list[str]:
    snapshot, vote, ballot = content.snapshot, content.vote, content.ballot
    turn = snapshot.position.turn
    disc, team = snapshot.kind.sides[turn].disc, name_at(snapshot.game.seats, turn)
    if vote.ends_at is None or vote.decided is not None:
        lines = [gettext("{disc} **{team} votes.**", disc=disc, team=team)]
    else:
        end = format_dt(vote.ends_at, "R")
        # Translators: {end} is a time, such as “in 30 seconds”.
        lines = [gettext("{disc} **{team} votes.** The countdown ends {end}.", disc=disc, team=team, end=end)]
    counted = list(tally(ballot.votes).items())[:MAX_LISTED]
    named = [f"{snapshot.kind.move_name(move)} (**{count(number)}**)" for move, number in counted]
    if named:
        lines.append("🗳️ " + " · ".join(named))
    else:
        lines.append(
            gettext("No votes yet: tap the move you want. You can change your vote until the countdown ends.")
        )
    if ballot.hinted:
        people = enumerated([mention(player_id) for player_id in ballot.hinted])
        # Translators: {people} is a list of names, of one or more people.
        lines.append(gettext("💡 Asked for a hint: {people}", people=people))
    if vote.empty:
        lines.append(gettext("-# No one has voted yet, so the countdown has started again."))
    return lines


def described_votes(snapshot: GameSnapshot, counted: Mapping[str, int]) -> str:
    """Describe the votes in a sentence, for people who don't see the board."""
    moves = [
        # Translators: {move} is such as “d3”, in a list of moves with their votes.
        ngettext(
            "{move}, {number} vote", "{move}, {number} votes", number, move=snapshot.kind.move_name(move)
        )
        for move, number in list(counted.items())[:MAX_LISTED]
    ]
    # Translators: {votes} is a list such as “d3, 2 votes; c4, 1 vote”.
    return gettext("Votes so far: {votes}.", votes=separated(moves))


def about(content: VoteBoard) -> str:
    """Return the small line about the form of the game and its teams."""
    snapshot, vote = content.snapshot, content.vote
    starter = mention(snapshot.game.challenger_id)
    if vote.new.form == "computer":
        return gettext("-# 🗳️ This channel votes against me. Started by {person}. Unrated.", person=starter)
    sides = list(content.ballot.members.values())
    return "-# 🗳️ " + " · ".join(_members(side, sides.count(side)) for side in (0, 1))


def _members(side: int, number: int) -> str:
    # Translators: {team} is “Team 1” or “Team 2”.
    return ngettext("{team}: {number} person", "{team}: {number} people", number, team=team_name(side))


def record_lines(record: tuple[VoterRecord, ...]) -> list[str]:
    """Return who voted for the best move most often."""
    if not record:
        return []
    lines = [gettext("🎯 **Votes for the best move**, by the review:")]
    return [*lines, *map(_record_line, record[:MAX_LISTED])]


def _record_line(row: VoterRecord) -> str:
    # Translators: {best} of the person's {number} votes were for the best move.
    return ngettext(
        "{person}: {best} of {number} vote",
        "{person}: {best} of {number} votes",
        row.votes,
        person=mention(row.player_id),
        best=count(row.best),
    )


def hint(snapshot: GameSnapshot, move: str) -> str:
    """Tell a person the move to vote for."""
    return gettext("💡 I would vote for **{move}**.", move=snapshot.kind.move_name(move))


def end_game() -> str:
    """Label the button that ends a game for everyone."""
    return pgettext("button", "End game")
