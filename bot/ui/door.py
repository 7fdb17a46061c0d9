"""The door of the bot: every interaction is admitted here, and everything that goes wrong ends here.

A `Refusal` is what the person caused: they are told privately what to do instead, and an outdated board is
redrawn. A fault of ours is logged with what is needed to find it, and answered with an apology. A lost
connection or interaction is logged in one line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.computer.pool import SearchPool
from bot.core.discord_time import discord_now
from bot.core.masking import described
from bot.core.metrics import Metrics, counter, histogram
from bot.core.people import Names
from bot.core.publisher import Publisher, Taps
from bot.core.refusals import NotAskedForConsent, QuestionClosed, Refusal, Restarting
from bot.core.signals import GameTapped
from bot.preferences.preferences import Languages
from bot.ui.component_ids import ComponentId, action_of
from bot.ui.options import unusable_option
from bot.ui.publisher import THREAD_CLOSED
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.request import CONNECTION_LOST, EXPIRED, QUIET, REQUEST, Request, RequestOutcome, permission_names
from bot.ui.routes import Handled, OnRefusal, Routes, Use
from bot.ui.slash import needed_to_write
from bot.ui.words import (
    APOLOGY,
    CLOSED_THREAD,
    JUST_CHANGED,
    OTHER_COMMAND,
    OTHER_VERSION,
    STORAGE_APOLOGY,
    permission_missing,
)
from data import StorageError
from data.db.numbers import NumberStore
from languages import gettext
from languages.typed import in_one_width

log = structlog.get_logger(__name__)

INTERACTIONS = counter(
    "interactions", "Commands, buttons, menus and dialogs, by outcome.", "command", "outcome"
)
ACKNOWLEDGED = histogram(
    "acknowledge_seconds",
    "From an interaction's arrival to its acknowledgement.",
    # Discord gives up waiting after the last one.
    (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
)
CARRIED_OUT = histogram(
    "interaction_seconds",
    "From an interaction's arrival to its end.",
    (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0),
)

TAKEOVER_SECONDS = 2.5
"""Maximum age of an interaction answered after a take-over; the process before answers older ones."""

_NUMBERS = {
    "game_id": "games",
    "game": "games",
    "here": "games",
    "question": "questions",
    "post": "puzzle_posts",
    "run": "puzzle_runs",
    "race_id": "puzzle_races",
    "test_id": "measurements",
    "import_id": "imports",
    "opponent": "opponents",
}
"""Tables of the numbers in custom ids, by field."""

MISSING_PERMISSIONS = {50001, 50013}
OTHER_VERSIONS = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""Errors of a command that a client shows as another version of the bot had it."""


async def admit(request: Request, *, acknowledge: bool = True) -> bool:
    """Acknowledge a request and record the person's current names; False if it must not be carried out.

    Called by the task that carries it out, which a stopping bot waits for. `acknowledge` is False if the
    answer itself is the acknowledgement: an autocomplete, a dialog.
    """
    request.speak_known()
    if not await _on_duty(request):
        return False
    kit = request.kit
    task = asyncio.current_task()
    assert task is not None
    kit.background.wait_for(task)
    request.arrived = kit[SearchPool].now()
    request.interaction.client.clock.observe_interaction(request.interaction.created_at)
    task.add_done_callback(lambda _: _finish(request))
    if kit.background.closing:
        # After a take-over the other process answers.
        if request.interaction.client.ended is None:
            await _tell_stopping(request)
        return False
    if request.message is not None:
        request.too_soon = kit[Taps].too_soon(request.message.id, request.user_id)
    if acknowledge:
        await request.acknowledge()
        kit[Metrics].observe(ACKNOWLEDGED, kit[SearchPool].now() - request.arrived)
        # The request itself may need no storage.
        with suppress(StorageError):
            await kit[Names].refresh(request.person)
    if acknowledge or request.is_autocomplete:
        # Discord's own choice of languages will do without storage.
        with suppress(StorageError):
            await request.find_languages()
    return True


async def redirect(request: Request) -> None:
    """Point the person to the current board if they used an abandoned one."""
    if request.game_id is not None:
        await request.kit[Publisher].redirect(request.game_id, request)


async def answer_error(request: Request, error: Exception, on_refusal: OnRefusal = OnRefusal.TELL) -> None:
    if isinstance(error, Refusal):
        try:
            await _refuse(request, error, on_refusal)
        except Exception as fault:  # noqa: BLE001 - a fault of ours while refusing
            error = fault
        else:
            request.outcome = RequestOutcome.REFUSED
            return
    request.outcome = RequestOutcome.FAILED
    with request.for_next():
        text = _apology(request, error)
    if text is None:
        return
    try:
        await request.tell(text)
    except (discord.HTTPException, *CONNECTION_LOST) as unheard:
        log.warning("an answer did not arrive", error=described(unheard), user=request.user_id)


class Router:
    def __init__(self, routes: Routes) -> None:
        self._routes = routes

    async def receive(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a use of one of our components or dialogs; ignore anything else.

        The custom id says all: the message may have lost the component, or the bot may have been restarted.
        """
        data: Any = interaction.data or {}
        if action_of(str(data.get("custom_id", ""))) is None:
            return
        if interaction.type is discord.InteractionType.component:
            button = data.get("component_type") == discord.ComponentType.button.value
            use = Use.PRESS if button else Use.CHOICE
            await self.dispatch(interaction, use, list(map(str, data.get("values", ()))))
        elif interaction.type is discord.InteractionType.modal_submit:
            labels = data.get("components", ())
            typed = [text for label in labels for text in _typed(label.get("component") or {})]
            await self.dispatch(interaction, Use.DIALOG, typed)

    async def dispatch(
        self, interaction: discord.Interaction[Any], use: Use, values: Sequence[str] = ()
    ) -> None:
        """Carry out what a custom id says with the `values` that were chosen or typed."""
        request, on_refusal = Request(interaction), OnRefusal.TELL
        try:
            match = self._routes.read(request.custom_id)
            if match is not None and not match[0].takes(use, len(values)):
                # An altered client can send a dialog that it was never shown, or other values.
                match = None
            opens_dialog = match is not None and match[0].opens_dialog
            if not await admit(request, acknowledge=not opens_dialog):
                return
            if request.too_soon:
                assert request.message is not None
                if not request.kit[Taps].is_told(request.message.id, request.user_id):
                    await request.tell(gettext(JUST_CHANGED))
                elif opens_dialog:
                    await request.acknowledge()
                return
            if match is None:
                await request.tell(gettext(OTHER_VERSION))
                return
            route, component_id = match
            on_refusal = route.on_refusal
            request.game_id = getattr(component_id, "game_id", None)
            if not opens_dialog:
                # A dialog must be the acknowledgement.
                await _record_numbers(request, component_id)
            if request.game_id is not None:
                request.kit[GameTapped].tell((request.game_id, request.user_id))
            await route.run(request, component_id, values)
            await redirect(request)
            for following in request.kit[Handled].tell(request):
                await following
        except Exception as error:  # noqa: BLE001 - every fault of ours ends here
            await answer_error(request, error, on_refusal)


class CommandTree(app_commands.CommandTree[Any]):
    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        _narrow(interaction.data or {})
        request = interaction.extras[REQUEST] = Request(interaction)
        try:
            answers_itself = request.is_autocomplete or request.opens_dialog or request.is_entry_point
            admitted = await admit(request, acknowledge=not answers_itself)
            if admitted and request.is_entry_point:
                await request.launch_activity()
            return admitted and not request.is_entry_point
        except Exception as error:  # noqa: BLE001 - discord.py would take it for its own
            await answer_error(request, error)
            return False

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        request = interaction.extras.get(REQUEST) or Request(interaction)
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError) else None
        if isinstance(error, app_commands.TransformerError):
            cause = BadRequest(unusable_option(interaction, error))
        elif isinstance(error, OTHER_VERSIONS):
            log.info("a command of another version was used", error=described(error), guild=request.guild_id)
            if request.is_autocomplete:
                return
            cause = BadRequest(gettext(OTHER_COMMAND))
        await answer_error(request, cause if isinstance(cause, Exception) else error)


async def _on_duty(request: Request) -> bool:
    """Wait until this process is the one to answer, for as long as Discord waits."""
    duty: asyncio.Event = request.interaction.client.duty
    if duty.is_set():
        return True
    waited = (discord_now() - request.interaction.created_at).total_seconds()
    try:
        await asyncio.wait_for(duty.wait(), max(0.0, TAKEOVER_SECONDS - waited))
    except TimeoutError:
        return False
    return True


async def _record_numbers(request: Request, component_id: ComponentId) -> None:
    """Note the numbers in a custom id: one that was never given was lost by restoring a backup."""
    for field in component_id.names:
        number, name = getattr(component_id, field), _NUMBERS.get(field)
        if name is None or not isinstance(number, int):
            continue
        # The request itself may need no storage.
        with suppress(StorageError):
            if await request.kit[NumberStore].record_seen(name, number):
                log.info("a message shows a number from after the restored backup", of=name, number=number)


def _finish(request: Request) -> None:
    kit = request.kit
    if not (request.is_autocomplete or kit.background.closing):
        # By now a person who started their first game is known.
        kit.background.spawn(_store_language(request))
    kit[Metrics].count(INTERACTIONS, request.kind, request.outcome)
    kit[Metrics].observe(CARRIED_OUT, kit[SearchPool].now() - request.arrived)


async def _store_language(request: Request) -> None:
    """Store the languages of the person's client and the server, for what is sent outside of a request."""
    languages = request.kit[Languages]
    with suppress(StorageError):
        await languages.store_client(request.user_id)
        if request.guild_id is not None:
            await languages.store_server(request.guild_id)


async def _tell_stopping(request: Request) -> None:
    request.outcome = RequestOutcome.STOPPING
    if not request.is_autocomplete:
        await request.interaction.response.send_message(
            refusal_text(Restarting()), ephemeral=True, allowed_mentions=QUIET
        )


async def _refuse(request: Request, refusal: Refusal, how: OnRefusal) -> None:
    """Tell the person, and redraw the board they see if it is outdated."""
    if how is OnRefusal.REPLACE:
        with request.for_readers():
            await request.replace(refusal_text(refusal))
    else:
        # A click by the wrong person leaves the question open for the right one.
        if how is OnRefusal.CLOSE and not isinstance(refusal, NotAskedForConsent):
            with request.for_readers():
                await request.replace(refusal_text(QuestionClosed()))
        await request.tell(refusal_text(refusal))
    if refusal.outdated and request.game_id is not None:
        # The message of a question is not a board: showing the board must not replace it.
        shown_by = None if how is OnRefusal.CLOSE else request
        await request.kit[Publisher].show(request.game_id, shown_by)
    await redirect(request)


def _apology(request: Request, error: Exception) -> str | None:
    """Return the answer after a fault of ours, which is logged; None if it cannot arrive."""
    command = request.interaction.command
    where = {
        "user": request.user_id,
        "channel": request.interaction.channel_id,
        "guild": request.guild_id,
        "used": request.custom_id if command is None else command.qualified_name,
    }
    if isinstance(error, discord.HTTPException) and error.code in EXPIRED:
        log.warning("an interaction was gone before it could be answered", code=error.code, **where)
        request.outcome = RequestOutcome.LOST
        return None
    if isinstance(error, discord.Forbidden) and error.code in MISSING_PERMISSIONS:
        log.warning("a permission is missing", code=error.code, **where)
        request.outcome = RequestOutcome.REFUSED
        needed = needed_to_write(request)
        return permission_missing(request.missing_permissions(needed) or permission_names(needed))
    if isinstance(error, discord.HTTPException) and error.code in THREAD_CLOSED:
        log.info("an interaction was in a closed thread", code=error.code, **where)
        request.outcome = RequestOutcome.REFUSED
        return gettext(CLOSED_THREAD)
    if isinstance(error, aiohttp.ClientError):
        log.warning("the connection to Discord was lost", error=described(error), **where)
        request.outcome = RequestOutcome.LOST
        return None
    if isinstance(error, StorageError):
        log.error("the storage failed", error=described(error), **where)
        return gettext(STORAGE_APOLOGY)
    log.error("an interaction failed", exc_info=error, **where)
    return gettext(APOLOGY)


def _typed(field: dict[str, Any]) -> list[str]:
    """Return the text typed into a field of a dialog, or the ids of the files chosen in it: at least one
    text."""
    return [in_one_width(str(value)) for value in field.get("values") or [field.get("value") or ""]]


def _narrow(command: Mapping[str, Any]) -> None:
    """Bring what was typed into the options of a command to one width."""
    for option in command.get("options") or ():
        if isinstance(option.get("value"), str):
            option["value"] = in_one_width(option["value"])
        _narrow(option)
