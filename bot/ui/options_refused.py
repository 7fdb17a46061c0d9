"""Texts about an option of a command that discord.py couldn't convert."""

from __future__ import annotations

from typing import Any

import discord
from discord import AppCommandOptionType, app_commands

from bot.ui.untrusted import safe
from languages import count, gettext, gettext_noop, pgettext
from languages.numbers import enumerated

UNUSABLE = gettext_noop("I can't use {typed} for the option `{option}`. {possible}")
BETWEEN = gettext_noop("It has to be a number from {least} to {most}.")
LENGTH = gettext_noop("It can have {least} to {most} characters.")
CHOOSE = gettext_noop("Please choose one of Discord's suggestions, and try again.")


def unusable_option(interaction: discord.Interaction[Any], error: app_commands.TransformerError) -> str:
    """Name the option whose value can't be used, and say what is possible."""
    names = [pgettext("option", name) for name, value in interaction.namespace if value == error.value]
    return gettext(
        UNUSABLE,
        typed=safe(str(error.value)),
        option=enumerated(names),
        possible=_possible(error),
    )


def _possible(error: app_commands.TransformerError) -> str:
    least, most = error.transformer.min_value, error.transformer.max_value
    if least is None or most is None:
        return gettext(CHOOSE)
    is_text = error.type is AppCommandOptionType.string
    return gettext(LENGTH if is_text else BETWEEN, least=count(int(least)), most=count(int(most)))
