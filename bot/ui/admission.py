"""The door that every interaction comes through, before anything is done for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.services import Services
from bot.ui.access import Click, note_when_asked, person, services_of
from bot.ui.answers import QUIET
from bot.ui.language import gettext
from bot.ui.outcomes import Outcome, note_outcome, outcome_of, what_was_used
from bot.ui.words import RESTARTING
from data import StorageError

TOO_SOON = "too soon"
"""Where an interaction notes that the buttons changed just before it."""

PATIENCE_SECONDS = 2.5
"""An interaction that has waited so long for another process to give up its place was that one's."""


async def admit(click: Click, acknowledge: Callable[[Click], Awaitable[None]] | None) -> bool:
    """Acknowledge an interaction, and let a bot that is told to stop wait for it; False when it is stopping.

    The names of a player are noted as they are now.

    Called by the task that carries the interaction out. `acknowledge` is None where the answer itself is the
    acknowledgement: the choices for what is being typed, a dialog.
    """
    if not await _on_duty(click):
        return False
    services = services_of(click)
    task = asyncio.current_task()
    assert task is not None
    services.background.wait_for(task)
    arrived = services.computer.pool.now()
    task.add_done_callback(lambda _: _note_done(click, services, arrived))
    if services.background.closing and click.client.ended is not None:
        # The process that takes over answers.
        return False
    if services.background.closing:
        note_outcome(click, Outcome.STOPPING)
        if click.type is not discord.InteractionType.autocomplete:
            await click.response.send_message(gettext(RESTARTING), ephemeral=True, allowed_mentions=QUIET)
        return False
    note_when_asked(click, arrived)
    if click.message is not None and services.games.taps.too_soon(click.message.id, click.user.id):
        click.extras[TOO_SOON] = True
    if acknowledge is not None:
        await acknowledge(click)
        services.hosting.metrics.note_acknowledged(services.computer.pool.now() - arrived)
        # Whatever is asked for may need no storage; if it does, it tells what is wrong itself.
        with suppress(StorageError):
            await services.people.names.refresh(person(click))
    return True


def _note_done(click: Click, services: Services, arrived: float) -> None:
    services.hosting.metrics.note_interaction(
        what_was_used(click), outcome_of(click), services.computer.pool.now() - arrived
    )


async def _on_duty(click: Click) -> bool:
    """Wait until this process is the one to answer, as long as Discord waits for an answer."""
    duty: asyncio.Event = click.client.duty
    if duty.is_set():
        return True
    waited = (discord.utils.utcnow() - click.created_at).total_seconds()
    try:
        await asyncio.wait_for(duty.wait(), max(0.0, PATIENCE_SECONDS - waited))
    except TimeoutError:
        return False
    return True
