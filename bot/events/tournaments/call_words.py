"""The texts that call players to their games, and tell them of those lost by absence."""

from __future__ import annotations

from bot.events.tournaments.cards import AreYouThere, GamesBegun, LostByAbsence
from bot.events.tournaments.forms import Form
from bot.events.tournaments.rules import absent_people
from bot.events.tournaments.words import entrant_name, pairing_line, title
from bot.ui.times import countdown
from bot.ui.words import mention, message_link, seat_name
from data.people.personal import DELETED_PLAYER
from languages import gettext, gettext_noop

PAIRED_NO_MORE = {
    False: gettext_noop("After two games without you, you aren't paired any more."),
    True: gettext_noop("You aren't paired any more. To play again, press **Join** on the tournament's card."),
}
"""What dropped players are told, by whether they can join again."""


def players_of(news: GamesBegun) -> list[int]:
    people = [player.player_id for pairing in news.pairings for player in news.record.players(pairing)]
    return [person for person in people if person is not None and person != DELETED_PLAYER]


def games_begun(news: GamesBegun) -> str:
    record = news.record
    head = gettext("⚔️ **{tournament}**: these games begin now.", tournament=title(record.tournament))
    lines = [head, *(f"- {pairing_line(record, pairing, news.boards)}" for pairing in news.pairings)]
    if can_confirm(news):
        rule = gettext("Your opponent moves first? Press **I'm here**: if they don't come, you win.")
        lines.append(f"-# {rule}")
    return "\n".join(lines)


def absentees_of(news: LostByAbsence) -> list[int]:
    absent = [one.player_id for pairing in news.pairings for one in absent_people(news.record, pairing)]
    return [person for person in absent if person is not None]


def lost_by_absence(news: LostByAbsence) -> str:
    record, lines = news.record, list[str]()
    for pairing in news.pairings:
        for absent in absent_people(record, pairing):
            # Translators: {game} is “A – B: 0–1 · by forfeit”.
            text = gettext(
                "⌛ {player}, you weren't there in time, so you lost this game. {game}",
                player=entrant_name(absent),
                game=pairing_line(record, pairing, news.boards),
            )
            if absent.exit == "dropped":
                is_arena = Form(record.tournament.terms.form) is Form.ARENA
                text += "\n-# " + gettext(PAIRED_NO_MORE[is_arena])
            lines.append(text)
    return "\n".join(lines)


def can_confirm(news: GamesBegun) -> bool:
    """Return whether a person waits for the first move of one of the games."""
    return any(news.record.entrant(pairing.second or 0).computer is None for pairing in news.pairings)


def are_you_there(news: AreYouThere) -> str:
    """Ask whether a player is there whose opponent has not moved."""
    game = news.game
    # Translators: {player} is the one who is asked, {opponent} hasn't moved; Discord writes {wait}: “in 30
    # seconds”. “I'm here” is the button.
    text = gettext(
        "⏳ {opponent} hasn't made the first move yet, and it is due {wait}. {player}, are you there? Press "
        "**I'm here** to win if they don't come. If neither of you comes, you both lose this game.",
        player=mention(news.player_id),
        opponent=seat_name(game.seats[game.turn]),
        wait=countdown(news.deadline),
    )
    link = message_link(game.guild_id, game.channel_id, game.message_id)
    to_board = gettext("Go to the board")
    return f"{text}\n[{to_board}]({link})" if link else text
