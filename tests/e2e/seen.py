"""Messages and answers as a person sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from tests.languages.pseudo import plain

BUTTON, SELECT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT, TEXT, GALLERY = 2, 3, 5, 6, 8, 10, 12
EPHEMERAL, LOADING = 1 << 6, 1 << 7


def walk(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Every component of a message, nested ones included."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


@dataclass(frozen=True)
class Seen:
    """A message at one moment: an edit replaces its parts, and so does not change it."""

    payload: Mapping[str, Any]
    """The message as Discord sends it."""

    @cached_property
    def plain(self) -> Mapping[str, Any]:
        """The message in English: the bot speaks pseudo-languages in these tests."""
        return cast("Mapping[str, Any]", plain(self.payload))

    @property
    def id(self) -> int:
        return int(self.payload["id"])

    @property
    def private(self) -> bool:
        """True if only one person sees it."""
        return bool(self.payload.get("flags", 0) & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """True if it says only that the bot is thinking."""
        return bool(self.payload.get("flags", 0) & LOADING)

    @property
    def text(self) -> str:
        """All text of the message, without pictures and buttons."""
        shown = [self.plain.get("content", "")]
        shown += [part["content"] for part in self._parts(TEXT)]
        return "\n".join(line for line in shown if line)

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [str(part["label"]) for part in self._buttons()]

    @property
    def addresses(self) -> list[str]:
        return [str(part["url"]) for part in self._parts(BUTTON) if "url" in part]

    @property
    def moves(self) -> list[str]:
        """The labels of the move buttons that can be pressed."""
        return [str(part["label"]) for part in self._buttons() if ":move:" in part.get("custom_id", "")]

    @property
    def analysed_moves(self) -> list[str]:
        """Return the labels of the buttons that continue from a position."""
        return [str(part["label"]) for part in self._buttons() if ":an_move:" in part.get("custom_id", "")]

    @property
    def custom_ids(self) -> list[str]:
        parts = walk(self.plain.get("components", ()))
        return [str(part["custom_id"]) for part in parts if "custom_id" in part]

    @property
    def menus(self) -> list[Mapping[str, Any]]:
        return list(self._parts(SELECT))

    @property
    def chosen(self) -> list[str]:
        """Return the selected options of the menus."""
        return [str(one["label"]) for menu in self.menus for one in menu["options"] if one.get("default")]

    @property
    def people_menus(self) -> list[Mapping[str, Any]]:
        return list(self._parts(USER_SELECT))

    def menu_of(self, kind: int, placeholder: str) -> Mapping[str, Any]:
        """The menu of roles or channels with this placeholder."""
        (menu,) = (part for part in self._parts(kind) if part["placeholder"] == placeholder)
        return menu

    @property
    def picture(self) -> str | None:
        """The file name of the picture."""
        files = [str(file["filename"]) for file in self.payload.get("attachments", ())]
        return files[0] if files else None

    @property
    def alt(self) -> str:
        """Return the text that describes the picture."""
        return " ".join(
            item.get("description") or "" for part in self._parts(GALLERY) for item in part["items"]
        )

    def custom_id(self, label: str) -> str:
        """The id of the one button with this label that can be pressed."""
        found = [str(part["custom_id"]) for part in self._buttons() if part["label"] == label]
        assert len(found) == 1, f"{len(found)} buttons “{label}” among {self.labels} under: {self.text}"
        return found[0]

    def _buttons(self) -> Iterator[Mapping[str, Any]]:
        return (part for part in self._parts(BUTTON) if not part.get("disabled"))

    def _parts(self, kind: int) -> Iterator[Mapping[str, Any]]:
        return (part for part in walk(self.plain.get("components", ())) if part["type"] == kind)


@dataclass(frozen=True)
class Answer:
    """The response to a tap or command."""

    acknowledged: bool
    messages: tuple[Seen, ...]
    """The messages that belong to the answer; for a tap that changed its own message, that message."""

    @property
    def private(self) -> str:
        return "\n".join(seen.text for seen in self.messages if seen.private)

    @property
    def public(self) -> str:
        return "\n".join(seen.text for seen in self.messages if not seen.private)
