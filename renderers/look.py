"""How somebody wants to see things."""

from dataclasses import dataclass
from typing import Final

from renderers.theme import Theme
from renderers.themes import CLASSIC


@dataclass(frozen=True, slots=True)
class Look:
    """The theme of pictures; whether boards are `turned`, seen from the other side; and whether what there is
    to see is told in words instead."""

    theme: Theme = CLASSIC
    turned: bool = False
    in_words: bool = False


USUAL: Final = Look()
