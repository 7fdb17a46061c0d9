"""The texts of simultaneous exhibitions."""

from __future__ import annotations

from bot.catalog import GAMES, board_label
from bot.events.tournaments.cards import SimulBegins, SimulMessage
from bot.events.tournaments.simul_rules import Board, boards_of, score_of
from bot.events.tournaments.words import places_taken, title
from bot.ui.times import time_name
from bot.ui.untrusted import shortened
from bot.ui.words import command_line, computer_label, computer_name, mention, message_link
from data.games.records import Game
from data.games.time_control import Live
from data.people.personal import DELETED_PLAYER
from data.tournaments.records import PairingOutcome, Tournament, TournamentRecord, TournamentState
from languages import gettext, gettext_noop, ngettext
from languages.numbers import enumerated, facts_line, joined

SIDES = {
    # Translators: which side the exhibitor has, in a list of facts.
    "alternating": gettext_noop("the exhibitor moves first on every other board"),
    # Translators: which side the exhibitor has, in a list of facts.
    "first": gettext_noop("the exhibitor moves first on all boards"),
    # Translators: which side the exhibitor has, in a list of facts.
    "second": gettext_noop("the exhibitor moves second on all boards"),
}

OUTCOMES = {
    # Translators: the result of an opponent, after their name.
    "1-0": gettext_noop("lost"),
    # Translators: the result of an opponent, after their name.
    "draw": gettext_noop("drew"),
    # Translators: the result of an opponent, after their name.
    "0-1": gettext_noop("🏆 **won**"),
    # Translators: the result of an opponent, after their name: the game has no winner.
    "0-0": gettext_noop("called off"),
}
"""Results, which are stored as the exhibitor's, in words about the opponent."""

ENDED = {
    "organiser": gettext_noop("It was ended before all boards were finished."),
    "thread gone": gettext_noop("It ended because its thread was deleted."),
}
CANCELLED = {
    "organiser": gettext_noop("This exhibition was cancelled."),
    "too few": gettext_noop("Nobody joined, so this exhibition was called off."),
    "no thread": gettext_noop(
        "I couldn't open a thread for the boards, so this exhibition was called off. A server manager can "
        "grant me **Create Public Threads** and **Send Messages in Threads** here."
    ),
}

NO_THREADS = gettext_noop(
    "An exhibition needs a thread, which this kind of channel can't have. Please use a text channel."
)


def exhibitor(simul: Tournament) -> str:
    if simul.terms.exhibitor is not None:
        return computer_name(simul.terms.exhibitor)
    return mention(simul.organiser_id)


def simul_text(content: SimulMessage) -> str:
    """Return the text of an exhibition's message."""
    record = content.record
    simul = record.tournament
    reason = simul.reason or "organiser"
    lines = [f"### 🎓 {title(simul)}", _heading(record), _terms_line(simul)]
    match simul.state:
        case TournamentState.OPEN:
            lines += _open(record)
        case TournamentState.CANCELLED:
            lines.append(gettext(CANCELLED[reason]))
        case TournamentState.RUNNING:
            lines += [_score_line(record), *_boards(content)]
        case TournamentState.FINISHED:
            lines.append(_final(record))
            if simul.reason in ENDED:
                lines.append(gettext(ENDED[simul.reason]))
            lines += _boards(content)
    return "\n".join(lines)


def _heading(record: TournamentRecord) -> str:
    simul, size = record.tournament, len(boards_of(record))
    if simul.state is TournamentState.OPEN:
        return ngettext(
            "**{exhibitor}** plays up to {number} opponent at once. Who will take a board?",
            "**{exhibitor}** plays up to {number} opponents at once. Who will take a board?",
            simul.terms.places,
            exhibitor=exhibitor(simul),
        )
    return ngettext(
        "**{exhibitor}** against {number} opponent",
        "**{exhibitor}** against {number} opponents",
        size,
        exhibitor=exhibitor(simul),
    )


def _terms_line(simul: Tournament) -> str:
    terms = simul.terms
    parts = [time_name(terms.time)]
    if terms.options:
        parts.insert(0, board_label(GAMES[terms.game], terms.options))
    side = terms.side or "alternating"
    parts.append(gettext(SIDES[side]))
    # Translators: in a list of facts about games.
    parts.append(gettext("unrated"))
    if terms.invited_only:
        # Translators: only invited people can join, in a list of facts.
        parts.append(gettext("by invitation"))
    if terms.exhibitor is not None:
        # Translators: in a list of facts.
        parts.append(gettext("organised by {person}", person=mention(simul.organiser_id)))
    return facts_line(parts)


def _open(record: TournamentRecord) -> list[str]:
    simul, terms = record.tournament, record.tournament.terms
    people = [board.player_id for board in boards_of(record)]
    lines = places_taken(record)
    if people:
        lines.append(joined(map(mention, people)))
    waiting = record.invited.difference(people, [DELETED_PLAYER])
    if waiting:
        lines.append(gettext("Invited: {people}", people=enumerated([*map(mention, sorted(waiting))])))
    if isinstance(terms.time, Live) and simul.exhibitor_id is not None:
        lines.append(gettext("-# The exhibitor gets these minutes multiplied by the number of boards."))
    lines.append(
        gettext(
            "-# All boards are in one thread, and I mention you there when it begins. There "
            "are no hints or takebacks."
        )
    )
    return lines


def score_text(record: TournamentRecord) -> str:
    """Format the score as exhibitions are reported: +wins =draws −losses."""
    score = score_of(record)
    return f"+{score.wins} ={score.draws} −{score.losses}"


def _score_line(record: TournamentRecord) -> str:
    pending = score_of(record).pending
    return ngettext(
        "**{score}** · {number} board in progress",
        "**{score}** · {number} boards in progress",
        pending,
        score=score_text(record),
    )


def _final(record: TournamentRecord) -> str:
    score = score_of(record)
    parts = [
        # Translators: the results of the exhibitor.
        ngettext("{number} win", "{number} wins", score.wins),
        # Translators: the results of the exhibitor.
        ngettext("{number} draw", "{number} draws", score.draws),
        # Translators: the results of the exhibitor.
        ngettext("{number} loss", "{number} losses", score.losses),
    ]
    return gettext(
        "🏁 **Final score: {score}** ({results})", score=score_text(record), results=enumerated(parts)
    )


def _boards(content: SimulMessage) -> list[str]:
    """List the boards with their results, or whose move it is."""
    return [_board(board, content.games.get(board.game_id or 0)) for board in boards_of(content.record)]


def _board(board: Board, game: Game | None) -> str:
    name = f"{board.number}\\. {mention(board.player_id)}"
    if board.outcome is not None:
        state = gettext(OUTCOMES[board.outcome])
    elif game is None:
        # Translators: a board of an exhibition, after the opponent's name.
        state = gettext("begins in a moment")
    elif game.turn == board.exhibitor_side:
        # Translators: a board of an exhibition, after the opponent's name.
        state = gettext("waiting for the exhibitor")
    else:
        # Translators: a board of an exhibition, after the opponent's name.
        state = gettext("▶️ to move")
    link = None if game is None else message_link(game.guild_id, game.channel_id, game.message_id)
    if game is None or link is None:
        return f"{name} · {state}"
    # Translators: the moves made on a board.
    moves = ngettext("{number} move", "{number} moves", game.ply)
    return f"{name} · {state} · [{moves}]({link})"


def called(news: SimulBegins) -> list[int]:
    """Return the people whom the call notifies, which adds them to the thread."""
    people = [news.record.tournament.exhibitor_id, *(board.player_id for board in boards_of(news.record))]
    return [person for person in people if person is not None and person != DELETED_PLAYER]


def begins(news: SimulBegins) -> str:
    """Call the players to their boards."""
    record = news.record
    simul = record.tournament
    lines = [
        gettext(
            "🎓 **{exhibition}** begins: {exhibitor} against {opponents}.",
            exhibition=title(simul),
            exhibitor=exhibitor(simul),
            opponents=enumerated([mention(board.player_id) for board in boards_of(record)]),
        )
    ]
    if simul.exhibitor_id is not None:
        lines.append(
            gettext(
                "{exhibitor}: `{command}` takes you to the next board that waits for you.",
                exhibitor=exhibitor(simul),
                command=command_line("next"),
            )
        )
    return "\n".join(lines)


def results(record: TournamentRecord) -> str:
    simul = record.tournament
    lines = [
        gettext("🏁 **{exhibition}** is over.", exhibition=title(simul)),
        f"{exhibitor(simul)}: **{score_text(record)}**",
    ]
    winners = [
        mention(board.player_id) for board in boards_of(record) if board.outcome is PairingOutcome.SECOND
    ]
    if winners:
        lines.append(gettext("🏆 Won against the exhibitor: {people}", people=enumerated(winners)))
    link = message_link(simul.guild_id, simul.channel_id, simul.message_id)
    if link:
        # Translators: a link to a thread with all boards.
        all_boards = gettext("All boards")
        lines.append(f"[{all_boards}]({link})")
    return "\n".join(lines)


def thread_name(simul: Tournament, name: str) -> str:
    """Name the thread of the boards; `name` is that of a person who exhibits."""
    if not simul.terms.is_simul:
        return title(simul)
    if simul.terms.exhibitor is not None:
        name = computer_label(simul.terms.exhibitor)
    # Translators: the name of a thread; {exhibitor} is a name.
    return gettext("{exhibition} – {exhibitor}", exhibition=title(simul), exhibitor=shortened(name))
