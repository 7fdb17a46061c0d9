"""Texts of hints, and of handing a side over."""

from __future__ import annotations

from collections.abc import Mapping

from bot.computer.thoughts import last_thought
from bot.core.snapshot import GameSnapshot
from bot.play.assist.hints import Idea, OpponentThinking, idea_of, part_of_board
from bot.ui.candidates import candidate_lines, effort_lines, move_played, value_words
from bot.ui.opponent_words import phase_words
from bot.ui.reason_words import merit_text, why_better
from bot.ui.times import price
from bot.ui.words import computer_name, percent_certain, player_name
from data.games.records import WhyUnrated
from engine import SearchResult
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import enumerated, joined

MAX_IN_LINE = 4
"""Maximum moves whose values are listed in one line."""

# Translators: in place of an answer that is being computed.
THINKING = gettext_noop("Thinking…")
NOTHING_FOUND = gettext_noop(
    "Another game needed me before I could analyse your moves. Please ask again in a moment."
)
OUTCOMES = {
    1: gettext_noop("Proved: you can win."),
    0: gettext_noop("Proved: a draw."),
    -1: gettext_noop("Proved: you lose with best play."),
}


def confirm_hints(snapshot: GameSnapshot) -> str:
    # Translators: {price} is a sentence such as “The game then becomes unrated.”
    return gettext("Shall I show you what I think of your moves? {price}", price=price(snapshot))


def confirm_hint(snapshot: GameSnapshot) -> str:
    # Translators: {price} is a sentence such as “The game then becomes unrated.”
    return gettext("Shall I give you a hint? {price}", price=price(snapshot))


def confirm_handover(snapshot: GameSnapshot, player: str) -> str:
    # Translators: {price} is a sentence such as “The game then becomes unrated.”
    return gettext(
        "Shall {computer} play for you? {price}", computer=computer_name(player), price=price(snapshot)
    )


def handed_over(snapshot: GameSnapshot, player: str) -> str:
    unrated = snapshot.game.unrated
    values = {"computer": computer_name(player)}
    if unrated is not None and unrated.why is WhyUnrated.HANDED_OVER and unrated.lost:
        begins = gettext(
            "{computer} plays for you from now on. The game counts as a loss for you and continues unrated.",
            **values,
        )
    else:
        begins = gettext("{computer} plays for you from now on, and the game is unrated.", **values)
    end = gettext("To make your own moves again, press Take over under the board.")
    return joined([begins, end])


def hints_text(snapshot: GameSnapshot, found: SearchResult) -> str:
    """List the moves with their values, best first, and say if the result is proved."""
    if not found.candidates:
        return gettext(NOTHING_FOUND)
    side = snapshot.kind.sides[snapshot.position.turn]
    # Translators: a heading; {side} is the reader's side, such as “Black”.
    lines = [gettext("**Your moves, {disc} {side}**, best first", disc=side.disc, side=side.name)]
    if found.exact:
        result = snapshot.kind.proved(snapshot.position, round(found.score))
        # Translators: {result} is a result such as “a win by 4” or “a draw”.
        lines.append(gettext("Proved: with best play from both sides, **{result}** for you.", result=result))
    elif found.certainty is not None:
        # Translators: {percent} is a percentage such as “62%”; values of moves follow.
        searched = gettext(
            "Searched to the end of the game, {percent} certain: the higher, the better for you.",
            percent=percent_certain(found.certainty),
        )
        lines.append(with_outcome(searched, found))
    elif found.outcome is not None:
        searched = gettext("Searched to the end of the game: the higher, the better for you.")
        lines.append(with_outcome(searched, found))
    else:
        lines.append(
            ngettext(
                "Estimates, {number} move deep: the higher, the better for you. Nothing is proved.",
                "Estimates, {number} moves deep: the higher, the better for you. Nothing is proved.",
                found.depth,
            )
        )
    lines += candidate_lines(snapshot.kind, snapshot.position, found, sum(map(len, lines)))
    return "\n".join(lines)


def values_line(snapshot: GameSnapshot, found: SearchResult) -> str:
    """List the values of the best moves in one line, and how far the search looked."""
    kind, position = snapshot.kind, snapshot.position
    values = " · ".join(
        f"{kind.move_name(each.move)} {value_words(kind, position, found, each)}"
        for each in found.candidates[:MAX_IN_LINE]
    )
    if found.exact:
        # Translators: {values} are moves with their values.
        return gettext("-# Proved: {values}", values=values)
    return ngettext(
        "-# Estimates, {number} move deep: {values}",
        "-# Estimates, {number} moves deep: {values}",
        found.depth,
        values=values,
    )


def with_opponent(text: str, snapshot: GameSnapshot, theirs: OpponentThinking | None) -> str:
    """Append the computer opponent's own list and its thoughts about its last move."""
    lines = []
    thought = last_thought(snapshot)
    if thought is not None and snapshot.recent.latest is not None:
        lines.append(move_played(snapshot.kind, snapshot.player_of(snapshot.recent.latest.by) or "", thought))
    if theirs is not None:
        lines += _their_list(snapshot, theirs, len(text))
    lines += effort_lines(snapshot)
    # An empty line ends the first list, so that the second one begins with 1 again.
    return "\n".join([text, "", *lines] if lines else [text])


def _their_list(snapshot: GameSnapshot, theirs: OpponentThinking, taken: int) -> list[str]:
    """List the opponent's values, by its style and depth, as far as there is room."""
    values = {"opponent": player_name(theirs.player), "phase": phase_words(theirs.phase)}
    result = theirs.found
    if result is None:
        return [gettext("**{opponent}** plays at random here, so it has no opinion of your moves.", **values)]
    if not result.candidates:
        return []
    if theirs.pondered:
        # Translators: {opponent} is a computer player, {phase} how it plays: “greedy, 4 moves deep”.
        heading = ngettext(
            "While you think, **{opponent}** ({phase}) looks {number} move ahead. It values "
            "your moves like this:",
            "While you think, **{opponent}** ({phase}) looks {number} moves ahead. It "
            "values your moves like this:",
            result.depth,
            **values,
        )
    elif theirs.phase.depth is None:
        heading = ngettext(
            "**{opponent}** ({phase}) looks {number} move ahead and values your moves like this:",
            "**{opponent}** ({phase}) looks {number} moves ahead and values your moves like this:",
            result.depth,
            **values,
        )
    else:
        heading = gettext("**{opponent}** ({phase}) values your moves like this:", **values)
    counted = ngettext(
        "-# {number} candidate, {nodes} nodes searched",
        "-# {number} candidates, {nodes} nodes searched",
        len(result.candidates),
        nodes=count(result.nodes),
    )
    lines = candidate_lines(snapshot.kind, snapshot.position, result, taken + len(heading) + len(counted))
    return [heading, *lines, counted]


def with_outcome(told: str, found: SearchResult) -> str:
    """Append the winner where that is proved and the score is not."""
    return told if found.outcome is None else joined([told, gettext(OUTCOMES[found.outcome])])


IDEAS: Mapping[Idea, str] = {
    # Translators: a hint at a position, to the player to move.
    Idea.ONLY: gettext_noop("You have only one move."),
    Idea.WINS: gettext_noop("You can win at once."),
    Idea.STOPS: gettext_noop("Your opponent is about to win. Which move stops that?"),
    Idea.KEEPS: gettext_noop("Only one move keeps your result: every other one throws it away."),
    Idea.FEW_REPLIES: gettext_noop("Which move leaves your opponent few replies?"),
    Idea.EQUAL: gettext_noop(
        "There is more than one best move here. Look at what each allows your opponent to do next."
    ),
    Idea.CHOICE: gettext_noop(
        "Nothing forces you here. Look at what each move allows your opponent to do next."
    ),
}
"""Hints at the idea of the best move."""

REASONS: Mapping[Idea, str] = {
    # Translators: why a move is best; follows the move and a colon.
    Idea.ONLY: gettext_noop("It is your only move."),
    Idea.WINS: gettext_noop("It wins at once."),
    Idea.STOPS: gettext_noop("It stops your opponent, who wins at once after any other move."),
    Idea.KEEPS: gettext_noop("Only this move keeps your result (proved)."),
    Idea.FEW_REPLIES: gettext_noop("It leaves your opponent fewer replies than your other moves."),
    Idea.EQUAL: gettext_noop("It is one of several equally good moves."),
    Idea.CHOICE: gettext_noop("It comes out ahead of the others when I look further."),
}
"""Reasons for the best move."""

LESS_TELLING = (Idea.KEEPS, Idea.FEW_REPLIES, Idea.CHOICE)
"""Ideas that tell less than what is seen on the board, if anything is."""

LOOK_AT: Mapping[tuple[int, int], str] = {
    # Translators: a part of the board; {moves} is a list such as “c4, d3”.
    (-1, -1): gettext_noop("💡 Look at **the top left**: {moves}."),
    (0, -1): gettext_noop("💡 Look at **the upper part**: {moves}."),
    (1, -1): gettext_noop("💡 Look at **the top right**: {moves}."),
    (-1, 0): gettext_noop("💡 Look at **the left side**: {moves}."),
    (0, 0): gettext_noop("💡 Look at **the middle**: {moves}."),
    (1, 0): gettext_noop("💡 Look at **the right side**: {moves}."),
    (-1, 1): gettext_noop("💡 Look at **the bottom left**: {moves}."),
    (0, 1): gettext_noop("💡 Look at **the lower part**: {moves}."),
    (1, 1): gettext_noop("💡 Look at **the bottom right**: {moves}."),
}
"""Parts of the board: from left to right, then from top to bottom."""


def where(snapshot: GameSnapshot, found: SearchResult, moves: tuple[str, ...], *, turned: bool) -> str:
    """Say where to look, and the idea; `turned` if the player sees the board from the other side."""
    part = part_of_board(snapshot.kind, snapshot.position, moves)
    about = gettext(IDEAS[idea_of(snapshot.kind, snapshot.position, found)])
    if part is None:
        # Translators: {moves} is a list such as “3, 4”.
        look = gettext("Look at {moves}.", moves=enumerated(moves))
        return f"💡 {about}\n{look}"
    as_shown = (-part[0], -part[1]) if turned else part
    named = enumerated([snapshot.kind.move_name(move) for move in moves])
    return f"{gettext(LOOK_AT[as_shown], moves=named)}\n{about}"


def move(snapshot: GameSnapshot, found: SearchResult) -> str:
    best = found.candidates[0]
    kind, position = snapshot.kind, snapshot.position
    if best.proved:
        value = kind.proved(position, round(best.score))
        # Translators: {value} is a result such as “a win by 4” or “a draw”.
        assessment = gettext("Proved: **{value}** with best play from both sides.", value=value)
    else:
        value = kind.estimate(position, best.score)
        estimate = ngettext(
            "I value it at {value}: an estimate, {number} move deep.",
            "I value it at {value}: an estimate, {number} moves deep.",
            found.depth,
            value=value,
        )
        assessment = with_outcome(estimate, found)
    play = gettext("💡 Play **{move}**.", move=kind.move_name(best.move))
    return f"{play}\n{assessment}"


def idea(snapshot: GameSnapshot, found: SearchResult) -> str:
    """Explain in a sentence why the best move is best."""
    kind, position, best = snapshot.kind, snapshot.position, found.candidates[0].move
    general = idea_of(kind, position, found)
    reason, merit = gettext(REASONS[general]), ""
    if general in LESS_TELLING:
        merit = merit_text(kind, position, found, best)
    if merit:
        reason = joined([reason, merit]) if general is Idea.KEEPS else merit
    return why_better(kind, best, reason)


def expected(snapshot: GameSnapshot, moves: tuple[str, ...]) -> str:
    """Return the caption of the board after the principal variation."""
    # Translators: {moves} are moves such as “c4 e3 f4”.
    return gettext("The board after {moves}, as I expect it:", moves=" ".join(moves))
