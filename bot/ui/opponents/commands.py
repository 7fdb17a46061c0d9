"""`/opponent …`: computer players of a server's own."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.opponents.choices import styles_of
from bot.opponents.saved import first_draft, read_recipe
from bot.opponents.specs import MAX_DESCRIPTION
from bot.refusals import RecipeTooLong
from bot.ui.component_ids import ComponentIdError
from bot.ui.opponents import words
from bot.ui.opponents.opponent_view import Draft, draft_view, list_view
from bot.ui.options import Typed, choices
from bot.ui.request import Request
from bot.ui.slash import completion, slash_command


def opponent_group() -> app_commands.Group:
    """The command group, with the games there are to choose from."""
    kinds = [kind for kind in GAMES.values() if styles_of(kind)]
    group = app_commands.Group(
        name="opponent",
        description="This server's own computer players",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    )

    @slash_command(
        group, name="create", description="Make a computer player that everyone in this server can play"
    )
    @app_commands.describe(
        name="What it is called",
        game=f"The game it plays; {kinds[0].title} if you leave it out",
        recipe="The whole player in one line, as /opponent list shows it; you can still change it with menus",
    )
    @app_commands.choices(game=[app_commands.Choice(name=kind.title, value=kind.key) for kind in kinds])
    async def create(
        request: Request,
        name: Typed,
        game: app_commands.Choice[str] | None = None,
        recipe: app_commands.Range[str, 1, MAX_DESCRIPTION] | None = None,
    ) -> None:
        kind = GAMES[game.value] if game else kinds[0]
        free = await request.services.computer.saved_opponents.require_free(request.own_server(), name)
        player = first_draft(kind) if recipe is None else read_recipe(kind, recipe)
        await request.send(_view(Draft(free, kind, player)), private=True)

    @slash_command(group, name="list", description="The computer players that this server has made")
    async def show(request: Request) -> None:
        saved = await request.services.computer.saved_opponents.of_guild(request.own_server())
        await request.send(list_view(saved, 0), private=True)

    @slash_command(group, name="delete", description="Delete one of this server's computer players")
    @app_commands.describe(name="Which one; you can delete those you have made")
    async def delete(request: Request, name: Typed) -> None:
        deleted = await request.services.computer.saved_opponents.delete(
            request.own_server(), request.person, name, manager=_manages(request)
        )
        await request.tell(words.deleted_text(deleted))

    @completion(delete, "name")
    async def names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        found = await request.services.computer.saved_opponents.deletable(
            request.own_server(), request.person, manager=_manages(request)
        )
        return choices(typed, ((opponent.name, opponent.name) for opponent in found))

    return group


def _view(draft: Draft) -> discord.ui.LayoutView:
    try:
        return draft_view(draft)
    except ComponentIdError as error:
        # Its parts have to fit into custom ids.
        raise RecipeTooLong from error


def _manages(request: Request) -> bool:
    return request.interaction.permissions.manage_guild
