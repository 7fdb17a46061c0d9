"""The texts of tournaments, and those that exhibitions share with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.catalog import GAMES, board_label
from bot.events.tournaments.cards import TournamentMessage
from bot.events.tournaments.forms.standings import TournamentStanding
from bot.events.tournaments.forms.swiss import largest_round_robin
from bot.events.tournaments.forms.types import Form, last_round
from bot.events.tournaments.rules import (
    MAX_PAUSE,
    between_computers,
    field,
    following,
    form_of,
    rounds_of,
    standings_of,
    was_played,
)
from bot.ui.times import countdown, time_name
from bot.ui.words import (
    computer_label,
    computer_name,
    form_name,
    mention,
    message_link,
    player_label,
)
from data.games.records import EventKind
from data.games.time_control import Live
from data.tournaments.records import (
    ComputerGames,
    StoredPairing,
    Tournament,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
    TournamentTerms,
)
from languages import gettext, gettext_noop, ngettext, pgettext
from languages.numbers import capitalized, enumerated, facts_line, figure, joined

RESULTS = {"1-0": "1–0", "0-1": "0–1", "draw": "½–½", "0-0": "0–0"}

MAX_STANDINGS = 10
MAX_KNOCKOUT_STANDINGS = 4
MAX_PAIRINGS = 16
"""Maximum rows in the text; the picture shows everyone."""

MAX_TEXT = 3000
"""Maximum characters below the picture; Discord allows 4,000 in all texts of a message."""

TIE_BREAKS = {
    Form.SWISS: gettext_noop(
        "-# In brackets: Buchholz and Sonneborn-Berger, which break ties; after them, "
        "the games between the tied players."
    ),
    Form.ROUND_ROBIN: gettext_noop(
        "-# In brackets: Sonneborn-Berger, which breaks ties after the games between the tied players."
    ),
}

NO_BOTS: Mapping[EventKind, str] = {
    "tournament": gettext_noop(
        "Bots can't be invited. Before the start, a computer player can be chosen on this card."
    ),
    "simul": gettext_noop("Bots can't be invited."),
}
TITLES: Mapping[EventKind, str] = {
    "tournament": gettext_noop("{game} tournament #{number}"),
    "simul": gettext_noop("{game}: simultaneous exhibition #{number}"),
}
REMOVE: Mapping[EventKind, str] = {
    "tournament": gettext_noop(
        "**Remove {player}?** They lose a game in progress, and can only come back by invitation."
    ),
    "simul": gettext_noop(
        "**Remove {player}?** Their board is called off, and they can only come back by invitation."
    ),
}
LEAVE = gettext_noop(
    "**Leave this tournament?** It has begun, so you can't come back. A game in progress continues."
)
NONE_YET = gettext_noop("No tournaments here yet. To create one: `/tournament create`.")
# Translators: something that the reader asked for was done.
DONE = gettext_noop("Done.")
CONFIRMED = gettext_noop("Noted: you're here. If your opponent doesn't come in time, you win the game.")
CANCELLED = {
    "organiser": gettext_noop("This tournament was cancelled."),
    "too few": gettext_noop("There were too few players, so this tournament was called off."),
    "channel": gettext_noop("The channel was deleted, so this tournament was called off."),
}


def title(event: Tournament) -> str:
    """Name a tournament or an exhibition."""
    return gettext(TITLES[event.terms.kind], game=GAMES[event.terms.game].title, number=event.number)


def entrant_name(entrant: TournamentEntrant) -> str:
    """Name an entrant in a message; computer players are told apart by their numbers."""
    if entrant.computer is not None:
        return f"{computer_name(entrant.computer)} #{entrant.number}"
    return mention(entrant.player_id)


def entrant_label(entrant: TournamentEntrant, names: Mapping[int, str]) -> str:
    if entrant.computer is not None:
        return f"{computer_label(entrant.computer)} #{entrant.number}"
    return names.get(entrant.number) or f"#{entrant.number}"


def picture_label(entrant: TournamentEntrant, names: Mapping[int, str]) -> str:
    """Name an entrant in a picture, where the bot's own name would leave no room for the level."""
    if entrant.computer is not None:
        return f"{player_label(entrant.computer)} #{entrant.number}"
    return entrant_label(entrant, names)


def terms_line(record: TournamentRecord) -> str:
    terms = record.tournament.terms
    kind, form = GAMES[terms.game], form_of(record)
    parts = [form_name(form), time_name(terms.time)]
    if terms.options:
        parts.insert(1, board_label(kind, terms.options))
    if form is Form.ARENA:
        # Translators: an arena, in a list of facts.
        parts.append(ngettext("lasts {number} minute", "lasts {number} minutes", terms.minutes))
    elif terms.rounds and form is Form.SWISS:
        rounds = rounds_of(record) if record.pairings else terms.rounds
        # Translators: in a list of facts about a tournament.
        parts.append(ngettext("{number} round", "{number} rounds", rounds))
    if terms.invited_only:
        parts.append(gettext("by invitation"))
    parts.append(gettext("organised by {person}", person=mention(record.tournament.organiser_id)))
    return facts_line(parts)


def head(record: TournamentRecord) -> str:
    """Return the text of a tournament's message above its picture."""
    tournament = record.tournament
    lines = [f"### 🏆 {title(tournament)}", terms_line(record)]
    match tournament.state:
        case TournamentState.OPEN:
            lines += _open(record)
        case TournamentState.CANCELLED:
            reason = tournament.reason or "organiser"
            lines.append(gettext(CANCELLED[reason]))
        case TournamentState.RUNNING:
            lines += [_progress(record), *_boards(tournament)]
        case TournamentState.FINISHED:
            lines.append(_winners(record))
    return "\n".join(lines)


def rest(content: TournamentMessage) -> str:
    """Return what is below the picture: pairings and standings, "" if there are none."""
    state, lines = content.record.tournament.state, list[str]()
    if state is TournamentState.RUNNING:
        lines = _pairings(content)
    if state in (TournamentState.RUNNING, TournamentState.FINISHED):
        table = _standings(content.record)
        lines += ["", *table] if lines and table else table
    return "\n".join(_fitting(lines))


def _fitting(lines: Sequence[str]) -> list[str]:
    """Return the lines that fit into a message, the last one “…” if there are more."""
    fitting: list[str] = []
    left = MAX_TEXT
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            return [*fitting, "…"]
        fitting.append(line)
    return fitting


def _boards(tournament: Tournament) -> list[str]:
    if tournament.boards_id in (None, tournament.channel_id):
        return []
    # Translators: {thread} is a link to a thread, with its name.
    return [gettext("Boards: {thread}", thread=f"<#{tournament.boards_id}>")]


def places_taken(record: TournamentRecord) -> list[str]:
    """Tell when a tournament or an exhibition begins, and how many have joined."""
    tournament, terms = record.tournament, record.tournament.terms
    wait = countdown(tournament.starts_at)
    if terms.when_full:
        # Translators: {wait} is written by Discord: “in 3 hours”.
        begins = gettext("Begins when all places are taken, at the latest {wait}.", wait=wait)
    else:
        # Translators: {wait} is written by Discord: “in 3 hours”.
        begins = gettext("Begins {wait}.", wait=wait)
    taken = gettext("Places taken: {number} of {total}", number=len(record.entrants), total=terms.places)
    return [begins, f"**{taken}**"]


def _open(record: TournamentRecord) -> list[str]:
    terms, lines = record.tournament.terms, places_taken(record)
    if record.entrants:
        lines.append(joined([entrant_name(entrant) for entrant in record.entrants]))
    if terms.filler is not None:
        lines.append(
            gettext(
                "Empty places go to {player} at the start. The organiser can start at any time.",
                player=computer_name(terms.filler),
            )
        )
        if Form(terms.form) is not Form.ARENA:
            lines.append("-# " + computer_games(terms, terms.computer_games))
    if isinstance(terms.time, Live):
        rule = gettext(
            "Games start here automatically, and I mention you. Make your first move within "
            "a minute, or you lose the game."
        )
    else:
        rule = gettext(
            "Games start here automatically, and I mention you. Make your first move within "
            "a day, or you lose the game."
        )
    return [*lines, *_small_field(record), f"-# {rule}"]


def _small_field(record: TournamentRecord) -> list[str]:
    """Tell what becomes of a Swiss tournament whose field is too small for its rounds, until it is not."""
    rounds = record.tournament.terms.rounds
    everyone, fewer = largest_round_robin(rounds), 2 * rounds - 2
    is_swiss = Form(record.tournament.terms.form) is Form.SWISS
    if not is_swiss or rounds < 2 or len(field(record)) > max(everyone, fewer):
        return []
    if fewer <= everyone:
        return [gettext("-# Up to {number} players: everyone plays everyone.", number=everyone)]
    return [
        gettext(
            "-# Up to {number} players: everyone plays everyone. Up to {more}: fewer than {rounds} rounds.",
            number=everyone,
            more=fewer,
            rounds=rounds,
        )
    ]


def _progress(record: TournamentRecord) -> str:
    tournament = record.tournament
    if tournament.paused_at is not None:
        # Translators: {wait} is written by Discord: “in 7 days”.
        return gettext(
            "⏸️ **Paused**: games in progress continue, but no new ones begin, and nobody "
            "loses by forfeit. Resumes {wait} at the latest.",
            wait=countdown(tournament.paused_at + MAX_PAUSE),
        )
    if tournament.ends_at is not None:
        # Translators: {wait} is written by Discord: “in 3 minutes”.
        return gettext("**Arena**: pairing ends {wait}.", wait=countdown(tournament.ends_at))
    return gettext(
        "**Round {number} of {total}**",
        number=last_round(record.pairings),
        total=max(rounds_of(record), last_round(record.pairings)),
    )


def _ranked(record: TournamentRecord) -> tuple[TournamentStanding, ...]:
    """Return the standings, none of a tournament that is over without a winner."""
    rows = standings_of(record)
    has_winner = was_played(record) and any(row.rank == 1 for row in rows)
    return rows if has_winner or not record.tournament.is_over else ()


def _winners(record: TournamentRecord) -> str:
    names = [
        entrant_name(record.entrant(standing.number)) for standing in _ranked(record) if standing.rank == 1
    ]
    if not names:
        return gettext("Nobody has won.")
    # Translators: {players} is a name, or a list of names of players who are equal.
    return gettext("🏆 **Won by {players}**", players=enumerated(names))


def _standings(record: TournamentRecord) -> list[str]:
    """List the standings with their tie-breaks; those of a knockout, which its bracket shows, at the end."""
    form = form_of(record)
    if form is Form.KNOCKOUT and not record.tournament.is_over:
        return []
    rows = _ranked(record)
    most = MAX_KNOCKOUT_STANDINGS if form is Form.KNOCKOUT else MAX_STANDINGS
    lines = [_standing(record, row) for row in rows[:most]]
    if len(rows) > most and form is not Form.KNOCKOUT:
        lines.append("…")
    if rows and form in TIE_BREAKS:
        lines.append(gettext(TIE_BREAKS[form]))
    return lines


def _standing(record: TournamentRecord, row: TournamentStanding) -> str:
    name = entrant_name(record.entrant(row.number))
    ties = [figure(value) for value in (row.buchholz, row.sonneborn_berger) if value is not None]
    text = f"{row.rank}\\. {name}"
    # How far each came in a knockout is in its bracket.
    if form_of(record) is not Form.KNOCKOUT:
        text += f" · **{figure(row.points)}**"
    if ties:
        text += f" ({' · '.join(ties)})"
    return f"~~{text}~~" if row.has_left else text


def _pairings(content: TournamentMessage) -> list[str]:
    """List the pairings of the present round, or the latest ones of an arena."""
    record, latest = content.record, last_round(content.record.pairings)
    is_arena = Form(record.tournament.terms.form) is Form.ARENA
    shown = [
        pairing
        for pairing in record.pairings
        if pairing.is_pending or (pairing.round == latest and not is_arena)
    ]
    return [pairing_line(record, pairing, content.boards) for pairing in shown[-MAX_PAIRINGS:]]


def pairing_line(
    record: TournamentRecord, pairing: StoredPairing, boards: Mapping[int, tuple[int, int | None]]
) -> str:
    """Describe a pairing with its result, or a link to its board."""
    first, *others = record.players(pairing)
    if not others:
        return gettext("{player} has a bye.", player=entrant_name(first))
    (second,) = others
    pair = f"{entrant_name(first)} – {entrant_name(second)}"
    board = boards.get(pairing.game_id or 0)
    link = None
    if board is not None:
        link = message_link(record.tournament.guild_id, *board)
    if pairing.outcome is None:
        to_board = gettext("Go to the board")
        return f"{pair}: [{to_board}]({link})" if link else f"{pair}: …"
    result = RESULTS[pairing.outcome]
    text = f"{pair}: **[{result}]({link})**" if link else f"{pair}: **{result}**"
    notes = []
    if between_computers(record, pairing):
        match record.tournament.terms.computer_games:
            case "lot":
                # Translators: how a game was decided: the winner was drawn at random; beside a result.
                notes.append(gettext("by lot"))
            case "skip":
                # Translators: a game between two computers was left out; beside the result that counts.
                notes.append(gettext("not played"))
    if pairing.forfeit:
        # Translators: how a game was decided: a player did not come; beside a result.
        notes.append(gettext("by forfeit"))
    if pairing.corrected_by is not None:
        # Translators: beside a result.
        notes.append(gettext("corrected by {person}", person=mention(pairing.corrected_by)))
    return f"{text} · {' · '.join(notes)}" if notes else text


def results(record: TournamentRecord) -> str:
    tournament = record.tournament
    first = gettext("🏁 **{tournament}** is over.", tournament=title(tournament))
    if tournament.corrected_at is not None:
        first = gettext("✏️ A result of **{tournament}** was corrected.", tournament=title(tournament))
    link = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    rows = [_standing(record, row) for row in _ranked(record)[:3]]
    # Translators: a link to a thread with all results.
    all_results = gettext("All results")
    more = [f"[{all_results}]({link})"] if link else []
    return "\n".join([first, _winners(record), *rows, *more])


def list_text(tournaments: Sequence[Tournament]) -> str:
    return "\n".join(_listed(one) for one in tournaments) or gettext(NONE_YET)


def _listed(tournament: Tournament) -> str:
    link = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    name = f"**[{title(tournament)}]({link})**" if link else f"**{title(tournament)}**"
    match tournament.state:
        case TournamentState.OPEN:
            # Translators: {wait} is written by Discord: “in 3 hours”.
            state = gettext("begins {wait}", wait=countdown(tournament.starts_at))
        case TournamentState.RUNNING:
            # Translators: a tournament, in a list.
            state = gettext("in progress")
        case TournamentState.FINISHED:
            # Translators: a tournament, in a list.
            state = gettext("over")
        case _:
            # Translators: a tournament, in a list.
            state = gettext("cancelled")
    return f"{name} · {capitalized(form_name(tournament.terms.form))} · {state}"


def computer_games(terms: TournamentTerms, choice: ComputerGames) -> str:
    """Tell what becomes of games between computers."""
    if choice == "play":
        return gettext("Games between computers are played, one after another.")
    if Form(terms.form) is Form.KNOCKOUT:
        return gettext("Games between computers are left out: the higher seed advances.")
    return gettext("Games between computers are left out: half a point each.")


def cancel_question(event: Tournament) -> str:
    """Ask whether to cancel an event, or to end an exhibition in progress."""
    if not event.terms.is_simul:
        return gettext(
            "**Cancel {tournament}?** It ends without a winner and can't be resumed. "
            "Games in progress continue.",
            tournament=title(event),
        )
    if event.state is TournamentState.OPEN:
        return gettext("**Cancel this exhibition?** Everyone who has joined loses their place.")
    return gettext("**End this exhibition?** All boards in progress are called off, for good.")


def cancel_label(event: Tournament) -> str:
    """Label the button that cancels an event, or ends an exhibition in progress."""
    if not event.terms.is_simul:
        return pgettext("button", "Cancel tournament")
    is_open = event.state is TournamentState.OPEN
    return pgettext("button", "Cancel exhibition") if is_open else pgettext("button", "End exhibition")


def correct_text(record: TournamentRecord, pairing: StoredPairing) -> str:
    """Ask for the right result."""
    first, second = record.players(pairing)
    text = gettext(
        "What is the correct result of {first} against {second}?",
        first=entrant_name(first),
        second=entrant_name(second),
    )
    if following(record, pairing):
        text += "\n-# " + gettext("Games that depend on this result and have no moves yet are called off.")
    return text
