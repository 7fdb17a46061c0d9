"""Refusals of options that would be ignored next to others, or without them."""

from __future__ import annotations

from bot.ui.refusals import BadRequest
from languages import gettext, pgettext


def option(name: str, value: str = "") -> str:
    """Write an option as the reader types it; `value` is in their language."""
    named = pgettext("option", name)
    return f"`{named}:{value}`" if value else f"`{named}`"


def choice(name: str, chosen: str) -> str:
    """Write an option with one of its choices, by the choice's English name."""
    return option(name, pgettext("choice", chosen))


def refuse_with(other: str, **given: object) -> None:
    """Refuse the options that have a value, since `other`, which has one, leaves them without effect."""
    for name in _named(given):
        raise BadRequest(
            # Translators: {option} and {other} are options of a command, as they are typed: `form:Knockout`.
            gettext("{option} has no effect with {other}. Leave one of them out.", option=name, other=other)
        )


def refuse_without(other: str, **given: object) -> None:
    """Refuse the options that have a value, since they have no effect without `other`."""
    for name in _named(given):
        raise BadRequest(
            # Translators: {option} and {other} are options of a command, as they are typed: `form:Arena`.
            gettext(
                "{option} only has an effect with {other}. Add that, or leave it out.",
                option=name,
                other=other,
            )
        )


def _named(given: dict[str, object]) -> list[str]:
    return [option(name) for name, value in given.items() if value is not None and value is not False]
