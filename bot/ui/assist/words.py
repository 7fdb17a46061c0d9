"""What questions about hand-over and hints say, and the hints themselves."""

from __future__ import annotations

from typing import Literal

from bot.games.snapshot import GameSnapshot
from bot.ui.games.rating_words import price
from bot.ui.language import gettext, gettext_noop
from bot.ui.words import computer_name, mention
from data import WhyUnrated
from engine import Candidate, SearchResult
from engine.search.position import PASS

MOST_TEXT = 3500
"""Discord takes 4000 characters in all."""

Answer = Literal["agreed", "refused", "withdrawn"]
"""How a question to the other person ended."""

TAKEN_OVER = gettext_noop("You are playing your side yourself again.")
THINKING = gettext_noop("Thinking …")
STAYS_RATED = gettext_noop("All right, the game stays rated.")


def confirm_hints(snapshot: GameSnapshot) -> str:
    """To the person who asked for hints in a rated game."""
    return gettext("Shall I show you what I think of your moves? {price}", price=price(snapshot))


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
            "{computer} plays for you from now on. The game counts as a loss for you, and goes on unrated.",
            **values,
        )
    else:
        begins = gettext("{computer} plays for you from now on, and the game is unrated.", **values)
    end = gettext("To play yourself again, use `/game takeover` or the button under the board.")
    return f"{begins} {end}"


def handover_question(snapshot: GameSnapshot, side: int, player: str | None, answer: Answer | None) -> str:
    """To the other person: may the computer player `player` play for the person on this side?

    None stands for one that has been deleted.
    """
    asker, other = _people(snapshot, side)
    values = {
        "asker": asker,
        "other": other,
        "computer": gettext("a computer player") if player is None else computer_name(player),
        "game": snapshot.kind.title,
    }
    if answer == "agreed":
        return gettext("{other} agreed: {computer} plays for {asker}.", **values)
    if answer is None:
        return gettext(
            "{asker} would like {computer} to play for them in the {game} game against {other}. They may "
            "take over again later. {price}\n{other}, do you agree? The next move makes this question void.",
            price=price(snapshot, asker),
            **values,
        )
    question = gettext(
        "{asker} wanted {computer} to play for them in the {game} game against {other}.", **values
    )
    return f"{question} {_ending(asker, other, answer)}"


def hints_question(snapshot: GameSnapshot, side: int, answer: Answer | None) -> str:
    """To the other person: may both see hints?"""
    asker, other = _people(snapshot, side)
    values = {"asker": asker, "other": other, "game": snapshot.kind.title}
    if answer == "agreed":
        return gettext(
            "{other} agreed. {asker} and {other}, `/game thinking` now shows each of you in private what I "
            "think.",
            **values,
        )
    if answer is None:
        return gettext(
            "{asker} would like to see what I think in the {game} game against {other}. Both of you can ask "
            "for it then. {price}\n{other}, do you agree? The next move makes this question void.",
            price=price(snapshot, asker),
            **values,
        )
    question = gettext("{asker} wanted to see what I think in the {game} game against {other}.", **values)
    return f"{question} {_ending(asker, other, answer)}"


def hints_text(snapshot: GameSnapshot, found: SearchResult) -> str:
    """The moves with their values, best first, and whether the result is proved."""
    if not found.candidates:
        return gettext(
            "Another game needed me before I had looked at your moves. Please ask again in a moment."
        )
    side = snapshot.kind.sides[snapshot.position.turn]
    lines = [gettext("**Your moves, {disc} {side}**, best first", disc=side.disc, side=side.name)]
    if found.exact:
        result = snapshot.kind.proved(snapshot.position, round(found.score))
        lines.append(gettext("Proved: with best play from both sides, **{result}** for you.", result=result))
    else:
        lines.append(
            gettext(
                "Estimates, {depth} plies deep: the higher, the better for you. Nothing is proved.",
                depth=found.depth,
            )
        )
    length = sum(map(len, lines))
    for number, candidate in enumerate(found.candidates, 1):
        line = _candidate(snapshot, number, candidate, exact=found.exact)
        length += len(line) + 1
        if length > MOST_TEXT:
            lines.append(gettext("… and {number} more.", number=len(found.candidates) - number + 1))
            break
        lines.append(line)
    # A search that ended halfway may prefer another move already, whose value is not in the list.
    if len(found.line) > 1 and found.line[0] == found.candidates[0].move:
        lines.append(gettext("-# Expected: {line}", line=" ".join(found.line)))
    return "\n".join(lines)


def _candidate(snapshot: GameSnapshot, number: int, candidate: Candidate, *, exact: bool) -> str:
    """One move: its value, and the best answer to it if that is known."""
    if exact and candidate.bound == "exact":
        value = snapshot.kind.proved(snapshot.position, round(candidate.score))
    else:
        estimate = snapshot.kind.estimate(snapshot.position, candidate.score)
        value = {
            "exact": estimate,
            "at most": gettext("at most {value}", value=estimate),
            "at least": gettext("at least {value}", value=estimate),
        }[candidate.bound]
    if candidate.answer in (None, PASS):
        return f"{number}. **{candidate.move}** {value}"
    return gettext(
        "{number}. **{move}** {value} · then {answer}",
        number=number,
        move=candidate.move,
        value=value,
        answer=candidate.answer,
    )


def _people(snapshot: GameSnapshot, side: int) -> tuple[str, str]:
    seats = snapshot.game.seats
    return mention(seats[side].player_id), mention(seats[1 - side].player_id)


def _ending(asker: str, other: str, answer: Answer) -> str:
    if answer == "refused":
        return gettext("{other} did not agree; the game goes on as it is.", other=other)
    return gettext("{asker} withdrew the question.", asker=asker)
