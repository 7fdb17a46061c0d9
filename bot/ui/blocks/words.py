"""What `/block` says."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.language import gettext
from bot.ui.words import mention


def added(person: str) -> str:
    """To somebody who has blocked a person."""
    return gettext(
        "{person} can't challenge you any more, and you can't join each other's games. They are not "
        "told. Your current games with each other continue. To undo this: `/block remove`.",
        person=person,
    )


def removed(person: str) -> str:
    """To somebody who has taken that back."""
    return gettext("{person} can challenge you again.", person=person)


def blocked(people: Sequence[int]) -> str:
    """Whom somebody blocks."""
    if not people:
        return gettext("You haven't blocked anyone.")
    return gettext("You have blocked {people}.", people=", ".join(map(mention, people)))


def never_challenges(bot: str) -> str:
    """To somebody who wants to block a bot."""
    return gettext("{bot} is a bot and never challenges anyone.", bot=bot)
