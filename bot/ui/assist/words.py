"""What is said of hand-over and hints, and the hints themselves."""

from __future__ import annotations

from bot.assist.hints import OpponentThinking
from bot.computer.thoughts import last_thought
from bot.games.snapshot import GameSnapshot
from bot.ui.candidates import candidate_lines
from bot.ui.games.terms_words import price
from bot.ui.language import gettext, gettext_noop, ngettext
from bot.ui.opponents.words import phase_words
from bot.ui.thought_words import effort_lines, move_played
from bot.ui.words import computer_name, percent_certain, player_name
from data import WhyUnrated
from engine import SearchResult

TAKEN_OVER = gettext_noop("You are playing your side yourself again.")
THINKING = gettext_noop("Thinking …")
NOTHING_FOUND = gettext_noop(
    "Another game needed me before I had looked at your moves. Please ask again in a moment."
)
OUTCOMES = {
    1: gettext_noop("Your win is proved."),
    0: gettext_noop("A draw is proved."),
    -1: gettext_noop("Your loss is proved."),
}
STAYS_RATED = gettext_noop("All right, the game stays rated.")


def confirm_hints(snapshot: GameSnapshot) -> str:
    """To the person who asked for hints in a rated game."""
    return gettext("Shall I show you what I think of your moves? {price}", price=price(snapshot))


def confirm_hint(snapshot: GameSnapshot) -> str:
    """To the person who asked for a hint in a rated game."""
    return gettext("Shall I give you a hint? {price}", price=price(snapshot))


def confirm_handover(snapshot: GameSnapshot, player: str) -> str:
    """To the person who wants a computer player to play for them in a rated game."""
    return gettext(
        "Shall {computer} play for you? {price}", computer=computer_name(player), price=price(snapshot)
    )


def handed_over(snapshot: GameSnapshot, player: str) -> str:
    """To the person whose side a computer player plays from now on."""
    unrated = snapshot.game.unrated
    values = {"computer": computer_name(player)}
    if unrated is not None and unrated.why is WhyUnrated.HANDED_OVER and unrated.lost:
        begins = gettext(
            "{computer} plays for you from now on. The game counts as a loss for you and continues unrated.",
            **values,
        )
    else:
        begins = gettext("{computer} plays for you from now on, and the game is unrated.", **values)
    end = gettext("To play yourself again, use `/game takeover` or the button under the board.")
    return f"{begins} {end}"


def hints_text(snapshot: GameSnapshot, found: SearchResult) -> str:
    """The moves with their values, best first, and whether the result is proved."""
    if not found.candidates:
        return gettext(NOTHING_FOUND)
    side = snapshot.kind.sides[snapshot.position.turn]
    lines = [gettext("**Your moves, {disc} {side}**, best first", disc=side.disc, side=side.name)]
    if found.exact:
        result = snapshot.kind.proved(snapshot.position, round(found.score))
        lines.append(gettext("Proved: with best play from both sides, **{result}** for you.", result=result))
    elif found.certainty is not None:
        searched = gettext(
            "Searched to the end of the game, {percent}% certain: the higher, the better for you.",
            percent=percent_certain(found.certainty),
        )
        lines.append(with_outcome(searched, found))
    elif found.outcome is not None:
        searched = gettext("Searched to the end of the game: the higher, the better for you.")
        lines.append(with_outcome(searched, found))
    else:
        lines.append(
            gettext(
                "Estimates, {depth} moves deep: the higher, the better for you. Nothing is proved.",
                depth=found.depth,
            )
        )
    lines += candidate_lines(snapshot.kind, snapshot.position, found, sum(map(len, lines)))
    return "\n".join(lines)


def with_opponent(text: str, snapshot: GameSnapshot, theirs: OpponentThinking | None) -> str:
    """The list of hints, with the opponent's own one and what it thought of its last move below it."""
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
    """The opponent's own list, by its style and its depth, with as many moves as there is room for."""
    values = {"opponent": player_name(theirs.player), "phase": phase_words(theirs.phase)}
    found = theirs.found
    if found is None:
        return [gettext("**{opponent}** plays at random here, so it thinks nothing of them.", **values)]
    if not found.candidates:
        return []
    if theirs.pondered:
        heading = gettext(
            "**{opponent}** ({phase}) has prepared its answers on your time, {depth} moves deep, and values "
            "your moves like this:",
            depth=found.depth,
            **values,
        )
    elif theirs.phase.depth is None:
        heading = gettext(
            "**{opponent}** ({phase}) values your moves like this, {depth} moves deep:",
            depth=found.depth,
            **values,
        )
    else:
        heading = gettext("**{opponent}** ({phase}) values your moves like this:", **values)
    counted = ngettext(
        "-# {number} candidate, {nodes} nodes searched",
        "-# {number} candidates, {nodes} nodes searched",
        len(found.candidates),
        nodes=f"{found.nodes:,}",
    )
    lines = candidate_lines(snapshot.kind, snapshot.position, found, taken + len(heading) + len(counted))
    return [heading, *lines, counted]


def with_outcome(told: str, found: SearchResult) -> str:
    """What is told of a score that is not proved, and who wins where that is."""
    return told if found.outcome is None else f"{told} {gettext(OUTCOMES[found.outcome])}"
