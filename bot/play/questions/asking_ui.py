"""Post a question to the opponent."""

from __future__ import annotations

import discord

from bot.core.people import Place
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.play.questions.questions import QuestionEnding, Questions
from bot.play.questions.view import question_view
from bot.ui.request import Request, mentioning
from data.games.records import QuestionKind


async def post_question(
    request: Request, game_id: int, kind: QuestionKind, player: str | None = None
) -> None:
    """Ask the opponent in public; an earlier question of the same player is closed."""
    questions = request.kit[Questions]
    await request.kit[Publisher].restore(game_id)
    asked = await questions.ask(game_id, request.person, kind, player)
    snapshot, question = asked.snapshot, asked.question
    with request.publicly():
        shown, void = question_view(snapshot, question), question_view(snapshot, question, "void")
    try:
        sent = await request.send(shown, private=False, mentions=_pinging(snapshot, 1 - question.side))
    except Exception:
        await questions.not_sent(question)
        raise
    place = Place(sent.channel.id, snapshot.game.guild_id)
    if not await questions.record_message(question, place, sent.id):
        # The game has moved on, or another question has replaced it, while it was being sent.
        await sent.edit(view=void)
    if asked.replaced is not None:
        ending: QuestionEnding = "withdrawn" if asked.replaced.ply == question.ply else "void"
        await questions.show_ending(snapshot, asked.replaced, ending)


def _pinging(snapshot: GameSnapshot, side: int) -> discord.AllowedMentions:
    """Notify the opponent alone."""
    asked = snapshot.game.seats[side].player_id
    assert asked is not None
    return mentioning([asked])
