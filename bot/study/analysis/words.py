"""Texts of a position under analysis."""

from __future__ import annotations

from bot.catalog import board_label
from bot.play.games.words import opening_fact
from bot.study.analysis.analyses import AnalysisReport, AnalysisStatus
from bot.study.analysis.study import Study
from bot.ui.candidates import candidate_lines, deciding_line, solved_lines
from bot.ui.untrusted import safe
from bot.ui.words import percent_certain
from engine import SearchResult
from languages import gettext, gettext_noop, ngettext
from languages.numbers import enumerated

OUTCOMES = {
    # Translators: {side} is a side such as “Black”.
    1: gettext_noop("Proved: {side} wins."),
    0: gettext_noop("Proved: a draw."),
    # Translators: {side} is a side such as “Black”.
    -1: gettext_noop("Proved: {side} loses."),
}


def report_text(report: AnalysisReport) -> str:
    """Describe the position, the progress of the search, and its values of the moves."""
    study, found = report.study, report.shown
    lines = [_title(study), *position_facts(study)]
    if study.value:
        # Translators: {value} is from the text that the reader typed, such as “+18”.
        lines.append(gettext("-# The text values it at {value}.", value=safe(study.value)))
    if study.over:
        return "\n".join([*lines, result_line(study)])
    if report.status is AnalysisStatus.RUNNING:
        # Translators: below a position, while the computer searches.
        lines.append(gettext("🔎 Analysing…") if found is None else gettext("🔎 Analysing deeper…"))
    elif report.status is AnalysisStatus.STOPPED:
        # Translators: below a position: the search was stopped.
        lines.append(gettext("⏹️ Stopped."))
    if found is not None and found.candidates:
        lines.append(book_line(study) if report.by_book else certainty_line(study, found))
        taken = sum(len(line) + 1 for line in lines)
        solved = solved_lines(study.kind, study.position, found)
        lines += solved or candidate_lines(study.kind, study.position, found, taken)
    return "\n".join(lines)


def _title(study: Study) -> str:
    kind = study.kind
    game = enumerated([kind.title, board_label(kind, study.board)] if study.board else [kind.title])
    if study.over:
        return f"### 🔬 {game}"
    side = kind.sides[study.position.turn]
    # Translators: a heading; {game} is a game, perhaps with its board: “Reversi, 6x6”.
    return gettext(
        "### 🔬 {game}: {disc} {side} to move",
        game=game,
        disc=side.disc,
        side=side.name,
    )


def position_facts(study: Study) -> list[str]:
    """State the score, the last move and the pass after it, and the opening."""
    kind, sides = study.kind, study.kind.sides
    facts = []
    score = kind.score(study.position)
    if score is not None:
        facts.append(" · ".join(f"{side.disc} {points}" for side, points in zip(sides, score, strict=True)))
    last, passed = study.recent.latest, study.recent.passed
    if last is not None:
        # Translators: {side} is a side such as “Black”.
        played = gettext(
            "{side} played **{move}**.", side=sides[last.by].name, move=kind.move_name(last.move)
        )
        facts.append(played)
    if passed is not None:
        # Translators: {side} is a side such as “White”.
        facts.append(gettext("{side} has no move and **passes**.", side=sides[passed].name))
    lines = [" · ".join(facts)] if facts else []
    return lines if study.opening is None else [*lines, f"-# {opening_fact(study.opening)}"]


def result_line(study: Study) -> str:
    """State the result of the game."""
    result, kind = study.position.result(), study.kind
    assert result is not None
    if result.winner is None:
        # Translators: {result} is the score, such as “32–32”, or “the grid is full”.
        line = kind.draw_line(study.position)
        return gettext("🏁 The game is over: **a draw**, {result}.", result=line)
    side = kind.sides[result.winner]
    # Translators: {result} is a sentence, such as “Black wins 40–24”.
    return gettext(
        "🏁 The game is over: {disc} **{result}**.",
        disc=side.disc,
        result=kind.win_line(study.position, side.name),
    )


def book_line(study: Study) -> str:
    """State that the values are the opening book's."""
    # Translators: values of moves in discs follow; {side} is a side such as “Black”.
    return gettext(
        "The values are my book's estimates for {side}, in discs. Nothing is proved.",
        side=study.kind.sides[study.position.turn].name,
    )


def certainty_line(study: Study, found: SearchResult) -> str:
    """State how reliable the values are."""
    side = study.kind.sides[study.position.turn]
    if found.exact:
        # Translators: {result} is a result such as “a win by 4” or “a draw”.
        proved = gettext(
            "🔒 Proved: with best play from both sides, **{result}** for {side}.",
            result=study.kind.proved(study.position, round(found.score)),
            side=side.name,
        )
        last = deciding_line(study.kind, study.position, round(found.score))
        return proved if last is None else f"{proved} {last}"
    if found.certainty is not None:
        # Translators: {percent} is a percentage such as “62%”; values of moves follow.
        searched = gettext(
            "Searched to the end of the game, {percent} certain: the higher, the better for {side}.",
            percent=percent_certain(found.certainty),
            side=side.name,
        )
    elif found.outcome is not None:
        searched = gettext(
            "Searched to the end of the game: the higher, the better for {side}.", side=side.name
        )
    else:
        return ngettext(
            "Estimates, {number} move deep: the higher, the better for {side}. Nothing is proved.",
            "Estimates, {number} moves deep: the higher, the better for {side}. Nothing is proved.",
            found.depth,
            side=side.name,
        )
    if found.outcome is None:
        return searched
    return f"{searched} 🔒 {gettext(OUTCOMES[found.outcome], side=side.name)}"
