"""Refusals about openings: the explorer, repertoires and their training."""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog.openings import opening_label, opening_names
from bot.core.refusals import Refusal, Sentence, TooMany
from languages import gettext_noop, ngettext_noop
from languages.typed import nearest


@dataclass(eq=False)
class NotExplored(Refusal):
    text = gettext_noop("I have no {title} openings. Choose another game with `/opening explore`.")
    title: str


class NotFromStart(Refusal):
    text = gettext_noop(
        "A repertoire has lines from the start of a game on the standard board. Begin "
        "one with `/opening explore`."
    )


class LineTooLong(TooMany):
    """A line of a repertoire has at most `most` moves."""

    text = ngettext_noop(
        "A line of a repertoire has at most {most} move. Step back, then add it.",
        "A line of a repertoire has at most {most} moves. Step back, then add it.",
    )


class NoMoveOfSide(Refusal):
    text = gettext_noop("That side has no move in this line yet, so I can't add it.")


class RepertoireFull(TooMany):
    """The repertoire has the maximum of `most` moves already."""

    text = ngettext_noop(
        "A repertoire has room for {most} move. Remove some under *My repertoire*, and try again.",
        "A repertoire has room for {most} moves. Remove some under *My repertoire*, and try again.",
    )


@dataclass(eq=False)
class UnknownOpening(Refusal):
    text = gettext_noop(
        "I don't know an opening called “{typed}”. The list that appears while you type has them all."
    )
    # Translators: {near} is an opening that has a similar name.
    meant = gettext_noop("I don't know an opening called “{typed}”. Did you mean “{near}”?")
    typed: str

    def sentence(self) -> Sentence:
        return self.meant if self._near() else self.text

    def values(self) -> dict[str, object]:
        return super().values() | {"near": self._near()}

    def _near(self) -> str | None:
        """Return the opening that was probably meant, in the reader's language or in English."""
        names = opening_names()
        return nearest(self.typed, [*names, *map(opening_label, names)])


class NoRepertoire(Refusal):
    text = gettext_noop(
        "You have nothing to train there yet. The quickest start is to add an opening "
        "by name: `/opening train add:`. With `/opening explore` you can add any line."
    )


class TrainingGone(Refusal):
    text = gettext_noop("This training is over, or continues in another message. To train: `/opening train`.")


class NotYourTraining(Refusal):
    text = gettext_noop("This is someone else's training. For yours: `/opening train`.")


class AllInPlay(Refusal):
    text = gettext_noop(
        "The next position is too close to a game in progress, so it has to wait. Train "
        "again after that game: `/opening train`."
    )
