"""The texts of a game's message: players, last moves, whose turn it is, the result."""

from __future__ import annotations

from collections.abc import Sequence

from bot.catalog import GAMES, GameKind, LastMove, opening_label
from bot.computer.computer import ComputerStatus, ThinkingProgress
from bot.computer.opponents.level_advice import LevelStep, lost_to_the_weakest
from bot.computer.opponents.names import level_name
from bot.computer.thoughts import Proof, last_thought, proof_of
from bot.core.compiler import CompileProgress
from bot.core.snapshot import CALLED_OFF_BEFORE, GameSnapshot
from bot.ui.candidates import effort_lines, thinking_list
from bot.ui.opponent_words import level_line
from bot.ui.times import price, rating_facts, time_lines
from bot.ui.words import (
    board_words,
    command_name,
    computer_name,
    mention,
    mover_name,
    name_at,
    opponent_label,
    percent_certain,
    progress_bar,
    seat_name,
    side_name,
)
from data.games.my_games import GameChoice
from data.games.records import Ending
from data.ratings.glicko2 import LISTED_BELOW, games_until
from data.ratings.ratings import RatingChange
from engine.search.position import PASS
from languages import count, gettext, gettext_noop, ngettext, ngettext_noop
from languages.numbers import facts_line, joined, signed
from renderers.figures import rating_text

# Translators: in place of the question “Resign this game?”.
RESIGNED = gettext_noop("You resigned.")
CALLED_OFF = gettext_noop("The game is called off.")
END_QUESTION = gettext_noop("End this game? It has barely started, so it won't count as a loss.")
RESIGN_QUESTION = gettext_noop("Resign this game? It counts as a loss.")
TAKEN_BACK = gettext_noop("Your move is taken back: it is your turn again.")
PRIVATE_CHAT = gettext_noop(
    "No one else can see this chat. Challenge people in a server; here, choose a `bot` level."
)
SEEN_BY_NOBODY = gettext_noop(
    "Only you can see my replies in this channel: it doesn't let external apps post "
    "publicly. Play people elsewhere; here, choose a `bot` level."
)
UNRATED_BOARD = gettext_noop(
    "On other boards, only games between people can be rated: my levels' ratings "
    "are for the standard board. Leave out `rated` or `board`."
)
ALWAYS_RATED = gettext_noop(
    "Games on the standard board are always rated. `rated` is for other boards: see `board`."
)
THINKING = {
    # Translators: below a board while the computer thinks; {move} is its best move so far.
    (False, False): ngettext_noop(
        "-# {bar} thinking {number} move ahead · likes **{move}**",
        "-# {bar} thinking {number} moves ahead · likes **{move}**",
    ),
    # Translators: {percent} is how certain the best move {move} is, such as “95%”.
    (True, False): ngettext_noop(
        "-# {bar} thinking {number} move ahead · likes **{move}**, {percent} certain",
        "-# {bar} thinking {number} moves ahead · likes **{move}**, {percent} certain",
    ),
    (False, True): ngettext_noop(
        "-# {bar} thinking {number} move ahead · likes **{move}**; the outcome is proved",
        "-# {bar} thinking {number} moves ahead · likes **{move}**; the outcome is proved",
    ),
    (True, True): ngettext_noop(
        "-# {bar} thinking {number} move ahead · likes **{move}**, {percent} certain; the outcome is proved",
        "-# {bar} thinking {number} moves ahead · likes **{move}**, {percent} certain; the outcome is proved",
    ),
}
"""The progress of a search, by whether it has a certainty and whether its outcome is proved."""
# Translators: after a game lost to the weakest computer player; 💡 is the button for a hint.
AFTER_LOSS = gettext_noop(
    "🌱 Next time, 💡 under the board shows you where to look. An easy puzzle is good practice, too."
)


def bot_opponent(bot: str) -> str:
    return gettext("{bot} is a bot and can't press buttons. Play me: choose a `bot` level.", bot=bot)


def level_chosen(kind: GameKind, level: str) -> str:
    """Tell a player who challenged Flipfour without a level which one it plays at."""
    return gettext(
        "You challenged me without a level, so I play at **{level}**. For another one: `/{game} start bot:`.",
        level=level_name(level),
        game=command_name(kind.key),
    )


def take_back_question(snapshot: GameSnapshot) -> str:
    """Return the question before a move is taken back in a rated game."""
    # Translators: {price} is a sentence, such as “The game then becomes unrated.”
    return gettext("Take your last move back? {price}", price=price(snapshot))


def step_label(step: LevelStep) -> str:
    """Return the label of the button for a game against the computer at another level."""
    if step.up:
        # Translators: a button below a finished game.
        return gettext("One level up: {level}", level=level_name(step.level))
    # Translators: a button below a game that was lost; {level} is a weaker computer player, such as “child”.
    return gettext("Easier: {level}", level=level_name(step.level))


def players_line(snapshot: GameSnapshot) -> str:
    sides = " · ".join(side_name(snapshot, side) for side in (0, 1))
    return f"**{snapshot.kind.title}** · {sides}"


def where_now(link: str | None) -> str:
    """Link to the newest message of a game."""
    return gettext("⏬ The game is now here: {link}", link=link)


def choice_words(game: GameChoice) -> str:
    """Describe a game in a list of the player's own games."""
    return ngettext(
        "{title} #{game} against {opponent}, {number} move played",
        "{title} #{game} against {opponent}, {number} moves played",
        game.moves,
        title=GAMES[game.game].title,
        game=game.id,
        opponent=opponent_label(game.computer, game.opponent_name),
    )


def board_heading(snapshot: GameSnapshot) -> str:
    """Return the two players with their scores, for above the board."""
    players = [side_name(snapshot, side) for side in (0, 1)]
    score = snapshot.kind.score(snapshot.position)
    if score is not None:
        players = [
            # Behind a name that ends in a number, the score would look like a part of it.
            f"{snapshot.kind.sides[side].disc} **{points}** {name_at(snapshot.game.seats, side)}"
            for side, points in enumerate(score)
        ]
    return " · ".join(players)


def board_status(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    changes: Sequence[RatingChange],
    *,
    first_game: bool = False,
) -> str:
    """Return the text below the board: last moves, special facts, and whose turn it is or who won."""
    lines = [*last_moves(snapshot), *_planned(snapshot)]
    if facts := _facts(snapshot):
        lines.append(facts_line(facts))
    if snapshot.is_computer_match:
        if (thought := last_thought(snapshot)) is not None:
            lines += thinking_list(snapshot, thought)
        lines += effort_lines(snapshot)
    if (proof := proof_of(snapshot)) is not None:
        lines.append(proof_line(snapshot, proof))
    if snapshot.going:
        lines += [*time_lines(snapshot), *_turn(snapshot, status, progress)]
    elif snapshot.adjourned:
        lines.append(gettext("💤 **Put aside.** Either player can resume the game."))
    else:
        lines += [result_sentence(snapshot), *map(rating_line, changes)]
        if first_game:
            (person,) = (seat for seat in snapshot.game.seats if seat.player_id is not None)
            lines.append(
                gettext(
                    "🌱 {person} has finished their first game. Next step: an easy puzzle.",
                    person=seat_name(person),
                )
            )
        elif lost_to_the_weakest(snapshot):
            lines.append(gettext(AFTER_LOSS))
    return "\n".join(lines)


def _facts(snapshot: GameSnapshot) -> list[str]:
    """Return what is special about a game: the match's starter, delegates, board, rating, opening, and how
    the computer plays until the player's first move.
    """
    game, facts = snapshot.game, list[str]()
    if snapshot.is_computer_match:
        facts.append(gettext("A match, started by {starter}", starter=mention(game.challenger_id)))
    elif snapshot.going:
        facts += _beginning(snapshot)
    if snapshot.going:
        facts += [
            gettext(
                "🤖 {computer} plays for {person}", computer=computer_name(delegate), person=seat_name(seat)
            )
            for seat, delegate in zip(game.seats, game.delegates, strict=True)
            if delegate is not None
        ]
    if game.options:
        # Translators: {board} is such as “6x6, anti-Reversi”.
        facts.append(gettext("Board: {board}", board=board_words(snapshot)))
    if not snapshot.is_computer_match:
        facts += rating_facts(snapshot)
    if snapshot.opening is not None:
        facts.append(opening_fact(snapshot.opening))
    return facts


def _beginning(snapshot: GameSnapshot) -> list[str]:
    """Return how a computer player plays, until its opponent has moved."""
    return [
        level_line(snapshot.kind, seat.computer)
        for side, seat in enumerate(snapshot.game.seats)
        if seat.computer is not None
        and seat.computer in snapshot.kind.levels
        and snapshot.last_ply_of(1 - side) is None
    ]


def opening_fact(name: str) -> str:
    """Name the opening that was played, given its English name."""
    # Translators: {name} is the name of an opening.
    return gettext("📖 Opening: {name}", name=opening_label(name))


def _turn(
    snapshot: GameSnapshot, status: ComputerStatus | None, progress: ThinkingProgress | None
) -> list[str]:
    if snapshot.is_computer_match:
        waits = [progress_line(progress)] if isinstance(progress, CompileProgress) else []
        return [match_status(snapshot, status), *waits]
    values = {"disc": snapshot.kind.sides[snapshot.position.turn].disc, "player": mover_name(snapshot)}
    if status is ComputerStatus.THINKING:
        # Translators: {player} is a computer player.
        thinking = gettext("{disc} **{player} is thinking**…", **values)
        return [thinking, progress_line(progress)] if progress is not None else [thinking]
    if status is ComputerStatus.FAILED:
        return [
            gettext(
                "{disc} **Something went wrong** while {player} was thinking. Your move is safe: press Try "
                "again, or wait a minute for another try.",
                **values,
            )
        ]
    return [gettext("{disc} **{player} to move.**", **values)]


def match_status(snapshot: GameSnapshot, status: ComputerStatus | None) -> str:
    """Describe whose turn it is in a match, or what it is waiting for."""
    disc = snapshot.kind.sides[snapshot.position.turn].disc
    mover = f"{disc} {seat_name(snapshot.to_move)}"
    if status is ComputerStatus.FAILED:
        if snapshot.paused:
            return gettext("{mover} **ran into a problem**. Press Step to try again.", mover=mover)
        return gettext("{mover} **ran into a problem**. It will try again in a minute.", mover=mover)
    if snapshot.paused:
        return gettext("⏸️ **Paused**, {mover} to move.", mover=mover)
    return gettext("{mover} to move.", mover=mover)


def progress_line(progress: ThinkingProgress) -> str:
    """Format the progress of a search: the share of the current depth, the depth, the best move so far.

    While the search core is compiling, its progress instead.
    """
    if isinstance(progress, CompileProgress):
        return gettext(
            "-# {bar} Compiling the search core, on the first start only: {done} of {total}",
            bar=progress_bar(progress.done / progress.total if progress.total else 0.0),
            done=progress.done,
            total=progress.total,
        )
    certain = progress.certainty not in (None, 1)
    # The side that wins would give away too much.
    proved = progress.outcome is not None and progress.certainty != 1
    return ngettext(
        *THINKING[certain, proved],
        progress.depth,
        bar=progress_bar(progress.fraction),
        move=progress.move,
        percent=percent_certain(progress.certainty or 0),
    )


def result_sentence(snapshot: GameSnapshot) -> str:
    """Return who won a finished game, and how."""
    game = snapshot.game
    if game.ending is Ending.CALLED_OFF:
        if snapshot.is_computer_match:
            return gettext("⏹️ **Stopped**: no winner.")
        if snapshot.out_of_time is not None:
            late = name_at(game.seats, snapshot.out_of_time)
            return gettext(
                "**Called off**: {late} didn't make a first move in time, so it doesn't count.", late=late
            )
        if game.ply >= CALLED_OFF_BEFORE:
            return gettext(CALLED_OFF)
        return gettext("**Called off** before both sides had made two moves: it doesn't count.")
    if game.ending is Ending.DRAWN:
        return gettext("**A draw**: both players agreed.")
    if game.winner is None:
        # Translators: {result} is the score, such as “32–32”, or “the grid is full”.
        return gettext("**A draw**, {result}.", result=snapshot.kind.draw_line(snapshot.position))
    winner, loser = name_at(game.seats, game.winner), name_at(game.seats, 1 - game.winner)
    if game.ending is Ending.RESIGNED:
        return gettext("🏆 **{winner} wins**: {loser} resigned.", winner=winner, loser=loser)
    if game.ending is Ending.TIME:
        return gettext("🏆 **{winner} wins**: {loser} ran out of time.", winner=winner, loser=loser)
    # Translators: {result} is a sentence, such as “Ann wins 40–24”.
    return gettext("🏆 **{result}**.", result=snapshot.kind.win_line(snapshot.position, winner))


def rating_line(change: RatingChange) -> str:
    before, after = round(change.before.value), round(change.after.value)
    provisional = change.after.deviation >= LISTED_BELOW
    values = {
        "person": mention(change.player_id),
        "before": rating_text(before, change.before.deviation >= LISTED_BELOW),
        "after": rating_text(after, provisional),
        "change": signed(after - before),
    }
    if provisional and change.number:
        # A change of hundreds of points would say nothing about the game.
        left = games_until(change.after, LISTED_BELOW)
        # Translators: before a player has a sure rating; {number} counts their games, {all} is an estimate.
        return gettext(
            "{person}: placement game {number} of about {all}",
            person=values["person"],
            number=count(change.number),
            all=count(change.number + max(1, left)),
        )
    return gettext("{person} {before} → **{after}** ({change})", **values)


def proof_line(snapshot: GameSnapshot, proof: Proof) -> str:
    """Return a proved result, and since when it was known if the game is over."""
    side = snapshot.kind.sides[proof.position.turn]
    values = {
        "result": snapshot.kind.proved(proof.position, proof.score),
        "disc": side.disc,
        "side": side.name,
    }
    if snapshot.going:
        # Translators: {result} is such as “a win by exactly 4”, “a loss in 3 moves” or “a draw”.
        return gettext("-# 🔒 Proved: with best play from both sides, {result} for {disc} {side}.", **values)
    # Translators: {result} is such as “a win by exactly 4”, “a loss in 3 moves” or “a draw”.
    return gettext(
        "-# 🔒 Proved at move {move}: with best play from both sides, {result} for {disc} {side}.",
        # Players don't count passes.
        move=sum(move != PASS for move in snapshot.game.moves[: proof.ply + 1]),
        **values,
    )


def last_moves(snapshot: GameSnapshot) -> list[str]:
    """Return the last moves of both sides, with the passes between and after them; none before the first."""
    recent = snapshot.recent
    if not recent.last:
        return []
    if len(recent.last) > 1:
        sentences = [] if recent.before is None else [_single(snapshot, recent.before)]
        sentences.append(_several(snapshot, recent.last))
    elif recent.before is None:
        sentences = [_single(snapshot, recent.last[0])]
    else:
        sentences = [_answer(snapshot, recent.before, recent.last[0])]
    if recent.passed is not None:
        sentences.append(gettext("{side} has no move and **passes**.", side=_side(snapshot, recent.passed)))
    return [joined(sentences)]


def _side(snapshot: GameSnapshot, side: int) -> str:
    return snapshot.kind.sides[side].name


def _single(snapshot: GameSnapshot, made: LastMove) -> str:
    side, move = _side(snapshot, made.by), snapshot.kind.move_name(made.move)
    return gettext("{side} played **{move}**.", side=side, move=move)


def _answer(snapshot: GameSnapshot, first: LastMove, reply: LastMove) -> str:
    return gettext(
        "{side} played **{move}**, {other} answered **{reply}**.",
        side=_side(snapshot, first.by),
        move=snapshot.kind.move_name(first.move),
        other=_side(snapshot, reply.by),
        reply=snapshot.kind.move_name(reply.move),
    )


def _several(snapshot: GameSnapshot, made: Sequence[LastMove]) -> str:
    """Join moves of one side in a row, between which the other one had to pass."""
    by = made[0].by
    moves = f"**{snapshot.kind.move_name(made[0].move)}**"
    for one in made[1:]:
        # Translators: a list of moves of one side in a row, such as “**c4**, then **d3**”.
        moves = gettext("{moves}, then **{move}**", moves=moves, move=snapshot.kind.move_name(one.move))
    # Translators: {moves} is a list of moves, such as “**c4**, then **d3**”.
    return gettext(
        "{other} had no move: {side} played {moves}.",
        side=_side(snapshot, by),
        other=_side(snapshot, 1 - by),
        moves=moves,
    )


def _planned(snapshot: GameSnapshot) -> list[str]:
    """Say if the last move was a conditional one."""
    game = snapshot.game
    if game.conditional_from is None or not 0 < game.conditional_from < game.ply:
        return []
    before = snapshot.kind.move_name([move for move in game.moves if move != PASS][-2])
    return [gettext("-# 🔮 Planned as the answer to **{move}**, and played at once.", move=before)]
