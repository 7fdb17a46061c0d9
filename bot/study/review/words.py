"""The texts of reviews."""

from __future__ import annotations

from bot.catalog import judging as thresholds
from bot.catalog.judging import Phase
from bot.core.snapshot import GameSnapshot
from bot.messages.jobs import Status
from bot.play.games.words import opening_fact, players_line
from bot.study.review.reviews import ReviewReport
from bot.study.review.verdicts import ERRORS, JudgedMove, Review, SideVerdict, Verdict, explained
from bot.ui.components import number_of, pass_line, step_title
from bot.ui.reason_words import answer_text, reason_text, why_better
from bot.ui.words import progress_bar, side_name
from engine import Position
from languages import gettext, ngettext, npgettext, pgettext, pgettext_noop
from languages.numbers import capitalized, decimal, enumerated, facts_line, joined, percent

VERDICTS = {
    Verdict.BEST: pgettext_noop("verdict", "✅ the best move"),
    Verdict.BOOK: pgettext_noop("verdict", "📖 a book move"),
    Verdict.GOOD: pgettext_noop("verdict", "👍 a good move"),
    Verdict.INACCURACY: pgettext_noop("verdict", "⚠️ an inaccuracy"),
    Verdict.MISTAKE: pgettext_noop("verdict", "❓ a mistake"),
    Verdict.BLUNDER: pgettext_noop("verdict", "‼️ a blunder"),
    Verdict.UNKNOWN: pgettext_noop("verdict", "not judged"),
}


def progress_text(report: ReviewReport) -> str:
    title = gettext("### 🔍 Review of game #{game}", game=report.snapshot.game.id)
    values = {"done": report.done, "plies": report.plies}
    match report.status:
        case Status.WAITING:
            line = gettext("⏳ Queued: one review runs at a time.")
        case Status.RUNNING:
            bar = progress_bar(report.done / max(1, report.plies))
            # Translators: {bar} is a bar of progress; {done} positions of a game are looked at.
            line = gettext("{bar} **{done} of {plies}** positions", bar=bar, **values)
        case Status.CANCELLED:
            line = gettext("✖️ **Cancelled.** The results so far are kept.")
        case _:
            line = gettext("⚠️ **Ended by an error on my side.** Sorry! It has been logged.")
    lines = [title, players_line(report.snapshot), line]
    if report.status.in_progress:
        lines.append(gettext("-# I work on it in the background, when no one's game needs the time."))
    return "\n".join(lines)


def review_text(snapshot: GameSnapshot, review: Review) -> str:
    """Return a review in words: both sides, opening, turning point, and how much of it is proved."""
    lines = [gettext("### 🔍 Review of game #{game}", game=snapshot.game.id)]
    for side in (0, 1):
        lines += [_side_line(snapshot, review, side), *_phase_lines(review.sides[side])]
    return "\n".join([*lines, *course_lines(snapshot, review)])


def course_lines(snapshot: GameSnapshot, review: Review) -> list[str]:
    """Return what a review says of the game as a whole: opening, turning point, and how much is proved."""
    lines = []
    if snapshot.opening is not None:
        lines.append(f"-# {opening_fact(snapshot.opening)}")
    if review.turning_point is not None:
        lines.append(_turning_line(snapshot, review, review.turning_point))
    lines.append(_certainty_line(snapshot, review))
    return lines


def side_facts(snapshot: GameSnapshot, review: Review, side: int) -> str:
    """Return the errors, missed chances and losses of a side."""
    verdict = review.sides[side]
    facts = [_counts(verdict)]
    if verdict.missed:
        # Translators: errors of the other side that were not made use of.
        facts.append(npgettext("errors", "{number} missed chance", "{number} missed chances", verdict.missed))
    facts += _losses(snapshot, verdict, any_proved=any(move.proved for move in review.moves))
    return " · ".join(facts)


def _side_line(snapshot: GameSnapshot, review: Review, side: int) -> str:
    verdict, facts = review.sides[side], side_facts(snapshot, review, side)
    player = side_name(snapshot, side)
    if verdict.accuracy is None:
        # Translators: {facts} such as “2 mistakes, 1 blunder · 12 discs lost, proved”.
        return gettext("{player}: not judged · {facts}", player=player, facts=facts)
    # Translators: {accuracy} such as 87%; {facts} such as “2 mistakes, 1 blunder · 12 discs lost, proved”.
    return gettext(
        "{player}: **{accuracy}** accuracy · {facts}",
        player=player,
        accuracy=percent(verdict.accuracy),
        facts=facts,
    )


PHASES = {
    # Translators: a phase of a game, before or after an accuracy such as 87%.
    Phase.OPENING: pgettext_noop("phase", "opening"),
    # Translators: a phase of a game, before or after an accuracy such as 87%.
    Phase.MIDDLE: pgettext_noop("phase", "middle game"),
    # Translators: a phase of a game, before or after an accuracy such as 87%.
    Phase.ENDGAME: pgettext_noop("phase", "endgame"),
}


def _phase_lines(verdict: SideVerdict) -> list[str]:
    figures = [
        # Translators: {phase} such as “endgame”; {accuracy} such as 87%.
        pgettext(
            "phase", "{phase} {accuracy}", phase=pgettext("phase", PHASES[phase]), accuracy=percent(accuracy)
        )
        for phase, accuracy in verdict.phases.items()
        if accuracy is not None
    ]
    return [facts_line(figures)] if figures else []


def _counts(verdict: SideVerdict) -> str:
    inaccuracies, mistakes, blunders = (verdict.errors[error] for error in ERRORS)
    counted = [
        ngettext("{number} inaccuracy", "{number} inaccuracies", inaccuracies) if inaccuracies else "",
        ngettext("{number} mistake", "{number} mistakes", mistakes) if mistakes else "",
        ngettext("{number} blunder", "{number} blunders", blunders) if blunders else "",
    ]
    # Translators: a player made no errors, in a list of facts.
    return enumerated([*filter(None, counted)]) or gettext("no errors")


def _losses(snapshot: GameSnapshot, verdict: SideVerdict, *, any_proved: bool) -> list[str]:
    """Return what a side lost. Proved and estimated losses are never added up; without a proved move, proofs
    are not mentioned.
    """
    if not snapshot.kind.judging.unit:
        return []
    estimated = round(verdict.lost_estimated)
    if not any_proved:
        return [
            ngettext("about {number} disc lost, estimated", "about {number} discs lost, estimated", estimated)
        ]
    losses = [
        ngettext("{number} disc lost, proved", "{number} discs lost, proved", round(verdict.lost_proved))
    ]
    if verdict.lost_estimated >= 0.5:
        losses.append(
            # Translators: discs, before those that are proved to be lost.
            npgettext(
                "discs",
                "about {number} lost before, estimated",
                "about {number} lost before, estimated",
                estimated,
            )
        )
    return losses


def _turning_line(snapshot: GameSnapshot, review: Review, move: JudgedMove) -> str:
    position = snapshot.positions()[move.ply]
    flaws, _, _ = _reasons(snapshot, review, position, move)
    # Translators: {better} is “**d7** was better: …”, perhaps after “It gives White the corner a1.”
    return gettext(
        "🔀 Turning point: move {number}, {disc} **{move}**. {better}",
        number=number_of(snapshot, move.ply),
        disc=snapshot.kind.sides[move.side].disc,
        move=snapshot.kind.move_name(move.move),
        better=joined([*flaws[:1], _better(snapshot, position, move)]),
    )


def _certainty_line(snapshot: GameSnapshot, review: Review) -> str:
    depths = [point.depth for point in review.points if point.depth is not None]
    if not depths:
        return gettext("-# 🔒 Every value is proved.")
    values = {"low": min(depths), "high": max(depths)}
    first = review.proved_from
    if first is None:
        # Translators: {low} and {high} are numbers of moves, such as 9 and 14.
        return gettext("-# Estimates from searches {low} to {high} moves deep.", **values)
    # Translators: {low} and {high} are numbers of moves, such as 9 and 14.
    return gettext(
        "-# 🔒 Proved from move {number} on; before that, estimates from searches {low} to {high} moves "
        "deep.",
        number=number_of(snapshot, first),
        **values,
    )


def step_text(snapshot: GameSnapshot, review: Review, ply: int, position: Position) -> str:
    """Describe the position after `ply` moves; `position` is the one before the last of them."""
    title = step_title(snapshot, ply)
    return title if ply == 0 else f"{title}\n{_move_lines(snapshot, review, ply, position)}"


def _move_lines(snapshot: GameSnapshot, review: Review, ply: int, position: Position) -> str:
    side, move = snapshot.kind.sides[position.turn], review.move_at(ply - 1)
    if move is None:
        return pass_line(snapshot, position)
    lines = [
        # Translators: {side} is Black, Red and so on; {verdict} such as “👍 a good move”.
        gettext(
            "{disc} {side} played **{move}**: **{verdict}**.",
            disc=side.disc,
            side=side.name,
            move=snapshot.kind.move_name(move.move),
            verdict=pgettext("verdict", VERDICTS[move.verdict]),
        )
    ]
    flaws, merit, answer = _reasons(snapshot, review, position, move)
    if not flaws and answer:
        flaws = [answer_text(snapshot.kind, answer)]
    if flaws:
        lines.append(joined(flaws))
    if move.better is None:
        value = value_words(snapshot, position, move, move.played)
        # Translators: the move; {value} such as “a win by exactly 4”, “a draw” or “+2.3 discs”.
        lines.append(gettext("It leads to {value}.", value=value))
    lines += _costs(snapshot, move)
    if move.better is not None:
        lines.append(_better(snapshot, position, move))
    if merit:
        lines.append(why_better(snapshot.kind, move.best_move, merit))
    lines.append(_kind_line(move))
    return "\n".join(lines)


def _reasons(
    snapshot: GameSnapshot, review: Review, position: Position, move: JudgedMove
) -> tuple[list[str], str, str | None]:
    """Return up to two sentences on an error, one on the better move ("" without one) and the best answer."""
    reasons = explained(review, position, move)
    if reasons is None:
        return [], "", None
    flaws, merit = reasons
    texts = [reason_text(snapshot.kind, position, flaw, move.best_move) for flaw in flaws]
    better = "" if merit is None else reason_text(snapshot.kind, position, merit, move.best_move)
    return texts, better, review.answer_to(move.ply)


def _better(snapshot: GameSnapshot, position: Position, move: JudgedMove) -> str:
    # Translators: {best} and {played} such as “a win by exactly 4”, “a draw” or “+2.3 discs”.
    text = gettext(
        "**{better}** was better: {best} instead of {played}.",
        better=snapshot.kind.move_name(move.best_move),
        best=value_words(snapshot, position, move, move.best),
        played=value_words(snapshot, position, move, move.played),
    )
    return capitalized(text)


def value_words(snapshot: GameSnapshot, position: Position, move: JudgedMove, score: float) -> str:
    """Return a score in words, such as “a win by exactly 4”, or “+2.3” for an estimate."""
    if move.proved:
        return snapshot.kind.proved(position, round(score))
    estimate = snapshot.kind.estimate(position, score)
    # Translators: {number} is an estimate such as “+2.3” or “−0.4”.
    return gettext("{number} discs", number=estimate) if snapshot.kind.judging.unit else estimate


def _costs(snapshot: GameSnapshot, move: JudgedMove) -> list[str]:
    """Describe the move's loss, and the opponent's error before it."""
    lines = []
    unit = snapshot.kind.judging.unit
    if move.points_lost is not None and move.better is not None:
        if move.points_lost > 0 and unit:
            lines.append(_loss(move, move.points_lost))
        elif move.points_lost == 0 and not unit:
            lines.append(_slower(move))
    if move.missed:
        lines.append(gettext("It **missed the chance** to punish the other side's error on the move before."))
    return lines


def _loss(move: JudgedMove, points: float) -> str:
    """Return the loss of a move; for estimates, the part beyond their noise."""
    lost = decimal(points, 0)
    if move.proved:
        # Translators: the move; {points} of 100.
        return ngettext(
            "It lost {number} disc, {points} points of the expected result.",
            "It lost {number} discs, {points} points of the expected result.",
            round(move.loss),
            points=lost,
        )
    # Translators: the move; {number} such as 7.4, {points} of 100.
    return gettext(
        "It lost at least {number} discs, allowing for the error of both estimates, {points} points of the "
        "expected result.",
        number=decimal(move.loss),
        points=lost,
    )


def _slower(move: JudgedMove) -> str:
    """Describe a move that kept the result, but not in the fastest way."""
    slower = round(move.loss)
    if move.best > 0:
        return ngettext(
            "Still winning, {number} move slower.", "Still winning, {number} moves slower.", slower
        )
    return ngettext("Lost anyway, {number} move sooner.", "Lost anyway, {number} moves sooner.", slower)


def _kind_line(move: JudgedMove) -> str:
    if move.depth is None:
        # Translators: the value of a move.
        return gettext("-# 🔒 Proved.")
    # Translators: the value of a move, found by looking {number} moves ahead.
    return ngettext("-# An estimate, {number} move deep.", "-# An estimate, {number} moves deep.", move.depth)


def how_computed() -> str:
    """Explain briefly how the numbers of a review are computed."""
    points, results = thresholds.BY_EXPECTANCY, thresholds.BY_RESULT
    return "\n".join(
        (
            gettext("### How a review is computed"),
            gettext(
                "**Values.** I go through the game from its end to its start. Connect 4 on the "
                "standard grid is solved at every move. Reversi is solved from {empties} empty "
                "squares on, as far as time allows; before that I search as deep as I can, and "
                "call it an estimate. Proved values are never compared with estimates. One "
                "search estimates both the move played and the best one; differences within its "
                "noise don't count.",
                empties=thresholds.REVERSI_SOLVES_FROM,
            ),
            # Translators: *d*, *e* and s are letters of the formula.
            gettext(
                "**Expected result.** How much of a win a position is worth: 100 points are a "
                "win, 50 a draw, 0 a loss. In Connect 4 it is the result with best play. In "
                "Reversi, a lead of *d* discs with *e* empty squares is worth 100 / (1 + exp(−d "
                "/ s)) points, where s = {slope}·e − {offset}, at most {widest}; with fewer "
                "than {few} empty squares it is the result itself.",
                slope=decimal(thresholds.SCALE_PER_EMPTY, 2),
                offset=decimal(-thresholds.SCALE_WITHOUT_EMPTIES, 2),
                widest=decimal(thresholds.MAX_SCALE),
                few=thresholds.RESULT_BELOW,
            ),
            gettext(
                "**Errors.** In Reversi a move that loses {inaccuracy}, {mistake} or {blunder} "
                "points is an inaccuracy, a mistake or a blunder. In Connect 4 losing half a "
                "result ({half} points) is a mistake, and a whole one is a blunder; a slower "
                "win is no error. Book moves are not errors either, nor is the best move "
                "rotated or mirrored. An error right after one by the other side is also a "
                "*missed chance*.",
                inaccuracy=decimal(points.inaccuracy, 0),
                mistake=decimal(points.mistake, 0),
                blunder=decimal(points.blunder, 0),
                half=decimal(results.mistake, 0),
            ),
            # Translators: {discs} is a number; {least} such as 5%.
            gettext(
                "**Accuracy.** How close the moves came to the best ones. In Reversi it is "
                "100·exp(−*g* / {discs})%, where *g* is the number of discs a move gave away on "
                "average. In Connect 4 it is how much of the possible result was kept: a move "
                "counts more if fewer moves keep the result, and winning more slowly costs a "
                "little. It is never below {least}.",
                discs=decimal(thresholds.DISCS_PER_MOVE, 0),
                least=percent(thresholds.MIN_ACCURACY),
            ),
            # Translators: {fewest} is a number of moves.
            gettext(
                "**Phases.** Reversi's opening ends when a third of the board is filled, and its endgame "
                "begins when a third is left. Connect 4's opening ends with the first threat to complete "
                "a row, or when two sevenths are filled; its endgame begins with two thirds, or with half if "
                "a threat is out of reach. A phase has an accuracy from {fewest} judged moves on.",
                fewest=thresholds.MIN_JUDGED,
            ),
            gettext(
                "**Turning point.** The loser's error after which they were behind until the end, though not "
                "before it; if there is none, the largest error."
            ),
        )
    )
