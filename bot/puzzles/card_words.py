"""The texts of the daily puzzle's card, and of how others did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.catalog import GAMES
from bot.puzzles.posted import CardStep, DailyCard, DailyResults, SolverCard
from bot.puzzles.words import MAX_NAMED
from bot.ui.words import mention
from data.puzzles.puzzle_posts import Streak
from languages import gettext, ngettext, npgettext
from languages.moments import day_written

SQUARES: Mapping[CardStep, str] = {
    CardStep.AT_ONCE: "🟩",
    CardStep.AFTER_MISSES: "🟨",
    CardStep.WITH_HINT: "🟦",
    CardStep.NOT_FOUND: "🟥",
}
"""A square for each move to find; emoji of one code point look alike on phones and computers."""


def card_note(card: DailyCard) -> str:
    """Show a card to copy, in a block with Discord's button for that, and tell the streak."""
    return f"{block(card_text(card))}{streak_note(card.streak)}"


def card_text(card: DailyCard) -> str:
    """Return a card without any markup, to be pasted anywhere."""
    # Translators: the first line of a text that players paste elsewhere; {day} is such as “31 March 2026”.
    head = gettext(
        "Flipfour · daily {game} puzzle · {day}", game=GAMES[card.game].title, day=day_written(card.day)
    )
    facts = []
    if card.tries:
        # Translators: how many moves a player tried in a puzzle.
        facts.append(npgettext("puzzle card", "{number} try", "{number} tries", card.tries))
    if card.seconds is not None:
        facts.append(f"⏱️ {clock_text(card.seconds)}")
    facts.append(f"🔥 {card.streak.current}")
    return f"{head}\n{squares(card.steps)}\n{' · '.join(facts)}"


def squares(steps: Sequence[CardStep]) -> str:
    """Draw how moves were found."""
    return "".join(SQUARES[step] for step in steps)


def clock_text(seconds: int) -> str:
    """Format a duration: 0:48, 12:05 or 1:02:03."""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def block(text: str) -> str:
    """Put a text into a block, which Discord copies with one tap."""
    return f"```\n{text}\n```"


def streak_note(streak: Streak) -> str:
    """Tell a player their streak, and what its freeze did."""
    lines = []
    if streak.current:
        lines.append(
            ngettext(
                "🔥 {number} daily puzzle in a row solved before its answer came; your best is {best}.",
                "🔥 {number} daily puzzles in a row solved before their answers came; your best is {best}.",
                streak.current,
                best=streak.best,
            )
        )
    if streak.current and streak.frozen is not None:
        # Translators: one missed day a month does not end a streak; {day} is such as “31 March 2026”.
        lines.append(gettext("-# 🧊 A freeze kept your streak on {day}.", day=day_written(streak.frozen)))
    if streak.current and streak.freeze_left:
        lines.append(gettext("-# 🧊 You can miss one day this month: your freeze is unused."))
    return "\n".join(lines)


def results_text(results: DailyResults) -> str:
    """Tell a player how others did at a daily puzzle; how is hidden until they tap it."""
    kind, day = GAMES[results.puzzle.game], results.post.new.day
    assert day is not None
    lines = [gettext("### 📊 Daily {game} puzzle · {day}", game=kind.title, day=day_written(day))]
    lines += [_solver(solver) for solver in results.solvers[:MAX_NAMED]]
    more = len(results.solvers) - MAX_NAMED
    if more > 0:
        others = npgettext("people", "{number} more", "{number} more", more)
        lines.append(f"-# {others}")
    if not results.solvers:
        lines.append(gettext("No one has solved it yet."))
    lines.append(
        # Translators: people who tried the daily puzzle; {solved} of them solved it.
        ngettext(
            "-# {number} person tried it, {solved} solved it",
            "-# {number} people tried it, {solved} solved it",
            results.tried,
            solved=len(results.solvers),
        )
    )
    if results.streak.current:
        lines.append(_server_streak(results.streak))
    if results.own is not None:
        lines.append(card_note(results.own))
    return "\n".join(lines)


def _solver(solver: SolverCard) -> str:
    """Name a solver; the squares are behind Discord's spoiler bars."""
    name = mention(solver.player_id)
    if not solver.tries:
        return f"{name} ||{squares(solver.steps)}||"
    tries = npgettext("puzzle card", "{number} try", "{number} tries", solver.tries)
    return f"{name} ||{squares(solver.steps)} {tries}||"


def _server_streak(streak: Streak) -> str:
    # Translators: days in a row on which at least one person of the server solved the daily puzzle.
    text = ngettext(
        "🔥 This server: {number} daily puzzle in a row solved; the best was {best}.",
        "🔥 This server: {number} daily puzzles in a row solved; the best was {best}.",
        streak.current,
        best=streak.best,
    )
    if streak.frozen is None:
        return text
    # Translators: one missed day a month does not end a streak; {day} is such as “31 March 2026”.
    kept = gettext("-# 🧊 A freeze kept the server's streak on {day}.", day=day_written(streak.frozen))
    return f"{text}\n{kept}"
