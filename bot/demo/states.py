"""States of the demo's pages as changes: a page asks twice a second and has nearly all of it already."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcord import SetupError

if TYPE_CHECKING:
    from bot.demo.preview import DemoPreview

VERSIONS_KEPT = 4
"""States of one page that changes can refer to: more than the last one, since an answer can be lost."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """A state that a page was sent, and what it followed from."""

    state: Mapping[str, Any]
    fingerprint: Hashable


class PageStates:
    """The last states that each page was sent, by version."""

    def __init__(self, preview: DemoPreview) -> None:
        self._preview = preview
        self._sent: dict[str, OrderedDict[int, _Sent]] = {}

    def is_current(self, context: str | None, version: int) -> bool:
        """Whether the page's state is still the one with this version."""
        versions = self._sent.get(context or "")
        sent = None if versions is None else versions.get(version)
        return sent is not None and sent.fingerprint == self._fingerprint(context)

    def news(self, context: str, version: int, state: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a page that has `version`: changes, or the whole state where that version is gone."""
        for closed in self._sent.keys() - self._preview._pages.keys():
            del self._sent[closed]
        versions = self._sent.setdefault(context, OrderedDict())
        known = versions.get(version)
        number = next(reversed(versions), 0) + 1
        versions[number] = _Sent(state, self._fingerprint(context))
        while len(versions) > VERSIONS_KEPT:
            versions.popitem(last=False)
        if known is None:
            return {"version": number, "state": state}
        return {"version": number, "changes": changes(known.state, state)}

    def _fingerprint(self, context: str | None) -> Hashable:
        """Everything that a page's state follows from; keeps the page open."""
        try:
            page = self._preview._get_page(context)
        except SetupError:
            return None
        pictures = tuple((name, asset.validated, asset.available) for name, asset in page.assets.items())
        return page.revision, page.status, repr(page.last_action), len(page.activity), pictures


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What makes `new` of `old`: values to set, keys gone, and the same within values that are objects."""
    within = {
        key: {"set": _different(old[key], value), "gone": sorted(old[key].keys() - value.keys())}
        for key, value in new.items()
        if isinstance(value, dict) and isinstance(old.get(key), dict) and value != old[key]
    }
    whole = {key: value for key, value in _different(old, new).items() if key not in within}
    return {"set": whole, "within": within, "gone": sorted(old.keys() - new.keys())}


def _different(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    missing = object()
    return {key: value for key, value in new.items() if old.get(key, missing) != value}
