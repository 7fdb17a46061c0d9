"""The texts of runs of puzzles, and of races."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord.utils import format_dt

from bot.catalog import GAMES, GameKind
from bot.core.attempts import AttemptEvent
from bot.puzzles.posted import CardStep, DailyCard, DailyResults, SolverCard
from bot.puzzles.runs import (
    BAR_LENGTH,
    MAX_RACERS,
    Placed,
    RecordList,
    RunRecords,
    RunStep,
    bar_length,
    ranked,
)
from bot.puzzles.words import MAX_NAMED, move_number, right_note, task
from bot.ui.words import MEDALS, mention
from data.puzzles.puzzle_posts import Streak
from data.puzzles.races import Racer, RaceReason, RaceRecord, RaceState
from data.puzzles.runs import MAX_MISSES, Best, Run, RunEnding, RunKind
from languages import count, gettext, gettext_noop, ngettext, npgettext
from languages.moments import day_written
from languages.numbers import capitalized

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
    if not streak.current:
        return ""
    lines = [
        ngettext(
            "🔥 {number} daily puzzle in a row solved before its answer came; your best is {best}.",
            "🔥 {number} daily puzzles in a row solved before their answers came; your best is {best}.",
            streak.current,
            best=streak.best,
        )
    ]
    if streak.frozen is not None:
        # Translators: one missed day a month does not end a streak; {day} is such as “31 March 2026”.
        lines.append(gettext("-# 🧊 A freeze kept your streak on {day}.", day=day_written(streak.frozen)))
    if streak.freeze_left:
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
    freeze = gettext("-# 🧊 A freeze kept the server's streak on {day}.", day=day_written(streak.frozen))
    return f"{text}\n{freeze}"


EMOJI: Mapping[RunKind, str] = {RunKind.STREAK: "📈", RunKind.RUSH: "⚡", RunKind.RACE: "🏁"}

TITLES: Mapping[RunKind, str] = {
    RunKind.STREAK: gettext_noop("### 📈 Puzzle streak · {game}"),
    RunKind.RUSH: gettext_noop("### ⚡ Puzzle rush · {game}"),
    RunKind.RACE: gettext_noop("### 🏁 Puzzle race · {game}"),
}
CARD_HEADS: Mapping[RunKind, str] = {
    # Translators: the first line of a text that players paste elsewhere.
    RunKind.STREAK: gettext_noop("Flipfour · puzzle streak · {game}"),
    # Translators: the first line of a text that players paste elsewhere.
    RunKind.RUSH: gettext_noop("Flipfour · puzzle rush · {game}"),
    # Translators: the first line of a text that players paste elsewhere.
    RunKind.RACE: gettext_noop("Flipfour · puzzle race · {game}"),
}
BEGUN: Mapping[RunKind, str] = {
    RunKind.STREAK: gettext_noop("Each puzzle is a little harder; the first miss ends it. Take your time!"),
    RunKind.RUSH: gettext_noop("As many as you can in three minutes; the third miss ends it. Go!"),
    RunKind.RACE: gettext_noop("The race has begun; your third miss ends your run. Go!"),
}
RESUMED: Mapping[RunKind, str] = {
    RunKind.STREAK: gettext_noop("Your streak continues here."),
    RunKind.RUSH: gettext_noop("Your rush is in progress."),
    RunKind.RACE: gettext_noop("Your race is in progress."),
}
ENDINGS: Mapping[RunEnding, str] = {
    RunEnding.MISS: gettext_noop("❌ Missed: the run is over."),
    RunEnding.TIME: gettext_noop("⏰ Time's up!"),
    RunEnding.SUPPLY: gettext_noop("🎉 You've seen every puzzle I had for you. Your score counts!"),
    RunEnding.STOPPED: gettext_noop("🏳️ You stopped here."),
    RunEnding.VOID: gettext_noop("This race was called off, so it has no result."),
}
LISTS: Mapping[RunKind, str] = {
    RunKind.STREAK: gettext_noop("**📈 Puzzle streak**"),
    RunKind.RUSH: gettext_noop("**⚡ Puzzle rush**"),
    RunKind.RACE: gettext_noop("**🏁 Puzzle race**"),
}
RUN_ALONE = gettext_noop(
    "Streaks and rushes are private and have the same rules for everyone: choose "
    "only a game with them, and leave out the other options. Only the records can "
    "be public."
)
SQUARES_IN_ROW = 10
"""Maximum squares in a line of a card."""


def ready_text(kind: GameKind) -> str:
    """Explain a rush before its clock starts."""
    return gettext(
        "### ⚡ Puzzle rush · {game}\nAs many puzzles as you can in three minutes, each a little harder; the "
        "third miss ends it. Ready?",
        game=kind.title,
    )


def run_text(step: RunStep) -> str:
    run, trial = step.run, step.trial
    lines = [gettext(TITLES[run.new.kind], game=trial.kind.title), _note(step), task(trial), _state(run)]
    if trial.moves > 1:
        lines.append(f"-# {move_number(trial)}")
    return "\n".join(filter(None, lines))


def _note(step: RunStep) -> str:
    run, trial, answered = step.run, step.trial, step.answered
    move = trial.kind.move_name(step.move) if step.move else ""
    match step.event:
        case AttemptEvent.BEGUN:
            return gettext(BEGUN[run.new.kind])
        case AttemptEvent.RESUMED:
            return gettext(RESUMED[run.new.kind])
        case AttemptEvent.RIGHT:
            return right_note(trial, move)
        case AttemptEvent.SOLVED:
            # Translators: {move} such as “d3” or “column 6”; another puzzle follows.
            return capitalized(gettext("✅ {move} is right. On to the next one!", move=move))
        case AttemptEvent.MISSED if answered is not None:
            right = trial.kind.move_name(answered.puzzle.line[answered.attempt.ply])
            # Translators: {move} and {right} such as “d3” or “column 6”; another puzzle follows.
            return gettext("❌ Not {move}: it was {right}. On to the next one!", move=move, right=right)
        case AttemptEvent.BACK:
            return gettext(
                "I was offline, so your clock was stopped. It runs again now, with another puzzle."
            )
        case _:
            return right_note(trial, "") if trial.attempt.ply else ""


def _state(run: Run) -> str:
    if run.deadline is None:
        return f"✅ {count(run.score)}"
    # Translators: {when} is written by Discord: “in 3 minutes”; then puzzles solved and missed.
    return gettext(
        "⏱️ It ends {when} · ✅ {score} · ❌ {misses} of {most}",
        when=format_dt(run.deadline, "R"),
        score=count(run.score),
        misses=count(run.misses),
        most=count(MAX_MISSES[run.new.kind]),
    )


def end_text(step: RunStep, records: RunRecords) -> str:
    run, trial = step.run, step.trial
    lines = [gettext(TITLES[run.new.kind], game=trial.kind.title), _end_note(step)]
    solved = ngettext("{number} puzzle solved", "{number} puzzles solved", run.score)
    lines.append(f"**{solved}**")
    lines += _record_lines(run, records)
    lines.append(block(run_card_text(run, trial.kind)))
    return "\n".join(filter(None, lines))


def _end_note(step: RunStep) -> str:
    """Say why a run ended, and what was to be found."""
    run, trial = step.run, step.trial
    right = trial.kind.move_name(trial.puzzle.line[min(trial.attempt.ply, len(trial.puzzle.line) - 1)])
    if step.event is AttemptEvent.LATE:
        # Translators: {right} such as “d3” or “column 6”.
        return gettext(
            "⏰ That was just after the end, so it doesn't count. The right move was {right}.", right=right
        )
    if step.event is AttemptEvent.MISSED and step.answered is not None:
        answered = step.answered
        # Translators: {move} and {right} such as “d3” or “column 6”.
        return gettext(
            "❌ Not {move}: it was {right}.",
            move=trial.kind.move_name(step.move),
            right=trial.kind.move_name(answered.puzzle.line[answered.attempt.ply]),
        )
    assert run.ending is not None
    note = gettext(ENDINGS[run.ending])
    if run.ending is RunEnding.SUPPLY:
        return note
    # Translators: the move that was to be found when the run ended; {right} such as “d3” or “column 6”.
    answer = gettext("The right move was {right}.", right=right)
    return f"{note} {answer}"


def _record_lines(run: Run, records: RunRecords) -> list[str]:
    if run.ending is RunEnding.VOID:
        return []
    lines = []
    own, server = records.own, records.server
    if own is None and run.score:
        lines.append(gettext("🏅 Your first record!"))
    elif own is not None and run.score > own.score:
        lines.append(gettext("🏅 Your new record! The old one was {old}.", old=count(own.score)))
    elif own is not None:
        lines.append(gettext("-# Your record: {score}", score=count(own.score)))
    if run.new.guild_id is None:
        return lines
    if run.score and (server is None or run.score > server.score):
        lines.append(gettext("🏆 It's this server's record, too!"))
    elif server is not None:
        # Translators: {person} is a mention.
        text = gettext(
            "-# This server's record: {score}, by {person}",
            score=count(server.score),
            person=mention(server.player_id),
        )
        lines.append(text)
    return lines


def run_card_text(run: Run, kind: GameKind) -> str:
    """Return the card of a run without any markup, to be pasted anywhere."""
    drawn = "".join(
        SQUARES[CardStep.AT_ONCE if result == "solved" else CardStep.NOT_FOUND]
        for result in run.results
        if result is not None
    )
    rows = [drawn[start : start + SQUARES_IN_ROW] for start in range(0, len(drawn), SQUARES_IN_ROW)]
    head = gettext(CARD_HEADS[run.new.kind], game=kind.title)
    return "\n".join([head, *rows, f"✅ {count(run.score)}"])


def records_text(kind: GameKind, lists: tuple[RecordList, ...], *, in_server: bool, private: bool) -> str:
    """List the records of a server, and below them, in private, the reader's own."""
    lines = [gettext("### 🏅 Puzzle records · {game}", game=kind.title)]
    for records in lists:
        lines.append(gettext(LISTS[records.kind]))
        lines += [_place(place, best) for place, best in enumerate(records.best, start=1)]
        if in_server and not records.best:
            lines.append(gettext("-# No one in this server has a record yet."))
        if private and records.own is not None:
            lines.append(gettext("-# Your record: {score}", score=count(records.own.score)))
        elif private:
            lines.append(gettext("-# You have no record yet."))
    return "\n".join(lines)


def _place(place: int, best: Best) -> str:
    facts = [f"**{count(best.score)}**", mention(best.player_id), format_dt(best.begun_at, "d")]
    return f"{place}. {' · '.join(facts)}"


def profile_line(scores: Mapping[tuple[str, RunKind], int]) -> str:
    """Return a person's records in one line; "" without any."""
    told = [
        f"{EMOJI[kind]} {GAMES[game].title} **{count(score)}**"
        for (game, kind), score in sorted(scores.items())
        if game in GAMES
    ]
    # Translators: {records} such as “📈 Reversi 14 · ⚡ Connect 4 12”, of puzzle streaks and rushes.
    return gettext("Puzzle records: {records}", records=" · ".join(told)) if told else ""


CANCELLED: Mapping[RaceReason, str] = {
    "few": gettext_noop("Too few people joined, so this race was called off."),
    "absence": gettext_noop("I was offline, so this race was called off. It has no result."),
    "gone": gettext_noop("This race was called off."),
    "puzzles": gettext_noop(
        "There are too few puzzles that none of you has seen in the last 30 days, so this race was called "
        "off."
    ),
}


def race_text(record: RaceRecord) -> str:
    race = record.race
    lines = [gettext("### 🏁 Puzzle race · {game}", game=GAMES[race.game].title)]
    match race.state:
        case RaceState.OPEN:
            lines += _lobby(record)
        case RaceState.RUNNING:
            assert race.begins_at is not None
            assert race.deadline is not None
            # Translators: both times are written by Discord: “10 seconds ago”, “in 3 minutes”.
            times = gettext(
                "🚦 Start: {start} · ⏱️ End: {end}",
                start=format_dt(race.begins_at, "R"),
                end=format_dt(race.deadline, "R"),
            )
            best = max((racer.score for racer in record.racers), default=0)
            lines += [times, *(_course_line(racer, best) for _, racer in ranked(record.racers))]
        case RaceState.FINISHED:
            lines += map(_result_line, ranked(record.racers))
            if not any(racer.score for racer in record.racers):
                lines.append(gettext("No one solved a puzzle this time."))
            lines.append(
                gettext(
                    "-# With equal scores, fewer misses decide, then who solved their last puzzle earlier."
                )
            )
        case RaceState.CANCELLED:
            lines.append(gettext(CANCELLED.get(race.reason or "gone", CANCELLED["gone"])))
    return "\n".join(filter(None, lines))


def _lobby(record: RaceRecord) -> list[str]:
    race = record.race
    rules = gettext(
        "The same puzzles for everyone, each a little harder. Three minutes; your third miss ends your run. "
        "Who solves most?"
    )
    named = [f"{number}. {mention(one.player_id)}" for number, one in enumerate(record.racers, 1)]
    # Translators: {number} of {most} people have joined a race.
    places = gettext(
        "**{number} of {most}** have joined", number=count(len(record.racers)), most=count(MAX_RACERS)
    )
    # Translators: {when} is written by Discord: “in 10 minutes”.
    begins = gettext(
        "-# It starts automatically {when} if at least two people have joined.",
        when=format_dt(race.expires_at, "R"),
    )
    return [rules, places, *named, begins]


def _course_line(racer: Racer, best: int) -> str:
    """Return a racer's line while the race is in progress, in which `best` is the highest score."""
    filled = bar_length(racer.score, best)
    bar = "▰" * filled + "▱" * (BAR_LENGTH - filled)
    parts = [f"{bar} **{count(racer.score)}** {mention(racer.player_id)}", *_misses(racer.misses)]
    if racer.ending is RunEnding.STOPPED:
        # Translators: after the name of a person who has given up in a race.
        parts.append(gettext("gave up"))
    elif racer.ending is not None:
        # Translators: after the name of a person whose race is over, by misses or without puzzles left.
        parts.append(gettext("done"))
    return " · ".join(parts)


def _result_line(placed: Placed) -> str:
    place, racer = placed
    medal = MEDALS.get(place, f"{count(place)}\\.") if racer.score else "–"
    solved = ngettext("**{number}** puzzle", "**{number}** puzzles", racer.score)
    return " · ".join([f"{medal} {mention(racer.player_id)}", solved, *_misses(racer.misses)])


def _misses(misses: int) -> list[str]:
    return [f"❌ {count(misses)}"] if misses else []


def waiting_text(record: RaceRecord) -> str:
    """Tell a person privately that they are in a race."""
    text = gettext(
        "🏁 You're in! Your board appears here when the race begins. You have three minutes, and your third "
        "miss ends your run."
    )
    begins_at = record.race.begins_at
    if begins_at is None:
        return text
    # Translators: {when} is written by Discord: “in 8 seconds”.
    begins = gettext("🚦 Start: {when}", when=format_dt(begins_at, "R"))
    return f"{text}\n{begins}"
