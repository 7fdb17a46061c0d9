"""The door: from a click to its handler, and answers after refusals and faults."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import discord
import pytest
from structlog.testing import capture_logs

from bot.computer.pool import SearchPool
from bot.core import refusals
from bot.core.metrics import Metrics
from bot.core.people import Names
from bot.core.publisher import Publisher
from bot.core.refusals import Refusal
from bot.core.runtime import Runtime
from bot.features import Kit
from bot.preferences.preferences import Languages
from bot.ui.component_ids import ComponentId
from bot.ui.door import Router, _narrow, _typed
from bot.ui.refusals import refusal_text
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, Routes, Use
from bot.ui.words import APOLOGY, CLOSED_THREAD, OTHER_VERSION, STORAGE_APOLOGY
from data import StorageError
from data.db.numbers import NumberStore
from data.db.registry import Registry
from languages import ENGLISH, Language
from tests.bot.ui.discord_errors import refused
from tests.cases import for_each

GAME = 7
Interaction = discord.InteractionType


def test_every_typed_option_is_brought_to_one_width() -> None:
    group: dict[str, Any] = {
        "name": "group",
        "options": [{"name": "text", "value": "Ｆ５"}, {"name": "count", "value": 5}],
    }
    command: dict[str, Any] = {"name": "command", "options": [{"name": "size", "value": "６ｘ６"}, group]}
    _narrow(command)
    assert command["options"][0]["value"] == "6x6"
    assert [option["value"] for option in group["options"]] == ["F5", 5]
    assert _typed({"value": "ｄ３"}) == ["d3"]


class Press(ComponentId, action="press"):
    game_id: int


class Person:
    """A person who uses components, with everything they see."""

    def __init__(self) -> None:
        self.carried_out: list[tuple[object, ...]] = []
        self.fault: Exception | None = None
        self.permissions: Any = None
        self.channel: Any = None
        self.told: list[str] = []
        self.replaced: list[str] = []
        self.redirected: list[int] = []
        """The games to whose boards they were redirected."""
        self.shown: list[tuple[int, bool]] = []
        """The games whose boards were redrawn, and whether through the click."""

    async def handle(self, request: Request, used: Press, *values: object) -> None:
        """What a component does: record its use, or fail."""
        if self.fault is not None:
            raise self.fault
        self.carried_out.append((used, *values))

    def uses(self, custom_id: str, way: Any = None, **data: object) -> Any:
        asked = dict.fromkeys(("for_person", "for_server", "store_client", "store_server"), self._english)
        languages = SimpleNamespace(known=lambda *_: ENGLISH, record_server=lambda *_: None, **asked)
        features: dict[type, object] = {
            Publisher: SimpleNamespace(show=self._show, redirect=self._redirect),
            NumberStore: SimpleNamespace(record_seen=self._never_lost),
            SearchPool: SimpleNamespace(now=lambda: 0.0),
            Names: SimpleNamespace(refresh=self._refresh),
            Languages: languages,
        }
        nothing = cast(Any, None)
        kit = Kit(nothing, Runtime(), cast(Any, Registry()), Metrics())
        for kind, feature in features.items():
            kit[kind] = cast(Any, feature)
        answered: list[str] = []
        duty = asyncio.Event()
        duty.set()

        async def defer() -> None:
            answered.append("acknowledged")

        return SimpleNamespace(
            client=SimpleNamespace(
                kit=kit, duty=duty, clock=SimpleNamespace(observe_interaction=lambda at: None)
            ),
            created_at=None,
            data={"custom_id": custom_id, "component_type": 3 if "values" in data else 2, **data},
            command=None,
            extras={},
            user=SimpleNamespace(id=1001, name="ann", global_name="Ann"),
            channel_id=8001,
            guild_id=7001,
            locale="en-US",
            guild_locale="en-US",
            type=way or (Interaction.modal_submit if "components" in data else Interaction.component),
            app_permissions=self.permissions,
            channel=self.channel,
            message=None,
            response=SimpleNamespace(is_done=lambda: bool(answered), defer=defer, send_message=self._tell),
            followup=SimpleNamespace(send=self._follow_up),
            edit_original_response=self._replace,
        )

    async def _never_lost(self, _table: str, _number: int) -> bool:
        return False

    async def _tell(self, text: str, *, ephemeral: bool, allowed_mentions: object) -> None:
        assert ephemeral
        self.told.append(text)

    async def _follow_up(
        self, *, content: str, files: object, ephemeral: bool, allowed_mentions: object, wait: bool
    ) -> None:
        await self._tell(content, ephemeral=ephemeral, allowed_mentions=allowed_mentions)

    async def _replace(self, *, view: discord.ui.LayoutView, allowed_mentions: object) -> None:
        (part,) = view.children
        assert isinstance(part, discord.ui.TextDisplay)
        self.replaced.append(part.content)

    async def _refresh(self, person: object) -> None:
        pass

    async def _english(self, *_: object) -> Language:
        return ENGLISH

    async def _redirect(self, game_id: int, click: object) -> None:
        self.redirected.append(game_id)

    async def _show(self, game_id: int, click: object = None) -> bool:
        self.shown.append((game_id, click is not None))
        return True


async def use(
    person: Person, declare: Any, custom_id: str = "f4:press:7", options: Any = None, **data: object
) -> list[Any]:
    """Use a component that is declared so; return what was logged."""
    routes = Routes()
    declare(routes, Press, **(options or {}))(person.handle)
    with capture_logs() as logged:
        await Router(routes).receive(person.uses(custom_id, **data))
    return logged


@pytest.fixture
def person() -> Person:
    return Person()


async def refuse_with(
    person: Person, error: Exception, on_refusal: OnRefusal = OnRefusal.TELL
) -> list[dict[str, Any]]:
    """Press a button whose handler fails with `error`."""
    person.fault = error
    return await use(person, Routes.on_press, options={"on_refusal": on_refusal})


async def test_handlers_get_the_typed_id_and_the_values(person: Person) -> None:
    await use(person, Routes.on_press)
    await use(person, Routes.on_choice, values=["d3"])
    typed = [{"component": {"value": "1"}}, {"component": {}}]
    await use(person, Routes.on_dialog, options={"fields": 2}, components=typed)
    await use(person, Routes.on_choices, values=["d3", "c4"])
    texts, moves = ["1", ""], ["d3", "c4"]
    assert person.carried_out == [(Press(7),), (Press(7), "d3"), (Press(7), texts), (Press(7), moves)]


@for_each("custom_id", "f4:release:7", "f4:press", "f4:press:seven")
async def test_an_unknown_button_is_explained(custom_id: str) -> None:
    person = Person()
    await use(person, Routes.on_press, custom_id)
    assert (person.carried_out, person.told) == ([], [OTHER_VERSION])


@for_each("used", Use)
@for_each(
    ("declare", "declared"),
    (Routes.on_press, Use.PRESS),
    (Routes.on_choice, Use.CHOICE),
    (Routes.on_choices, Use.CHOICE),
    (Routes.on_dialog, Use.DIALOG),
)
async def test_components_have_their_own_way(declare: Any, declared: Use, used: Use) -> None:
    """An altered client can send any id as a dialog, and a dialog's as a button."""
    sent: dict[Use, dict[str, Any]] = {
        Use.PRESS: {},
        Use.CHOICE: {"values": ["d3"]},
        Use.DIALOG: {"components": [{"component": {"value": "d3"}}]},
    }
    person = Person()
    await use(person, declare, **sent[used])
    handled = [handled for handled, *_ in person.carried_out]
    assert (handled, person.told) == (([Press(7)], []) if used is declared else ([], [OTHER_VERSION]))


@for_each(
    ("declare", "options", "more"),
    (Routes.on_choice, {}, {"values": []}),
    (Routes.on_choice, {}, {"values": ["d3", "c4"]}),
    (Routes.on_choices, {"least": 2}, {"values": ["d3"]}),
    (Routes.on_dialog, {}, {"components": []}),
    (Routes.on_dialog, {"fields": 2}, {"components": [{"type": 18}]}),
    (Routes.on_dialog, {}, {"components": [{"type": 18}, {"type": 18}]}),
    (Routes.on_dialog, {"files": 1}, {"components": [{"type": 18}] * 3}),
    (Routes.on_choice, {"read": int}, {"values": ["d3"]}),
    (Routes.on_choice, {"read": {"d3": 1}.__getitem__}, {"values": ["c4"]}),
)
async def test_a_menu_or_dialog_with_other_values_than_its_own_is_explained(
    declare: Any, options: dict[str, Any], more: dict[str, Any]
) -> None:
    """An altered client can leave them out, and send others."""
    person = Person()
    logged = await use(person, declare, options=options, **more)
    assert (person.carried_out, person.told, logged) == ([], [OTHER_VERSION], [])


GAME_OVER, CLOSED = refusal_text(refusals.GameOver()), refusal_text(refusals.QuestionClosed())


@for_each(
    ("refusal", "on_refusal", "is_told", "replaced", "shown"),
    (refusals.NotOver(), OnRefusal.TELL, True, [], []),
    (refusals.Outdated(), OnRefusal.TELL, True, [], [(GAME, True)]),
    (refusals.GameOver(), OnRefusal.REPLACE, False, [GAME_OVER], [(GAME, True)]),
    # A public question is closed; the board does not take its place.
    (refusals.GameOver(), OnRefusal.CLOSE, True, [CLOSED], [(GAME, False)]),
    # It stays open for the right person.
    (refusals.NotAskedForConsent(1002), OnRefusal.CLOSE, True, [], []),
)
async def test_a_refusal_is_told_and_what_is_outdated_redrawn_or_closed(
    refusal: Refusal, on_refusal: OnRefusal, is_told: bool, replaced: list[str], shown: list[tuple[int, bool]]
) -> None:
    person = Person()
    await refuse_with(person, refusal, on_refusal)
    assert person.told == [refusal_text(refusal)] * is_told
    assert (person.replaced, person.shown) == (replaced, shown)
    assert person.redirected == [GAME], "to the current board, as by every use"


@for_each(
    ("error", "told", "level"),
    (StorageError("gone"), STORAGE_APOLOGY, "error"),
    (ValueError(), APOLOGY, "error"),
    (refused(400, 50083), CLOSED_THREAD, "info"),
)
async def test_a_fault_is_one_line_and_gets_an_answer(error: Exception, told: str, level: str) -> None:
    person = Person()
    (entry,) = await refuse_with(person, error)
    assert (person.told, entry["log_level"], entry["user"]) == ([told], level, 1001)


@for_each("code", 50001, 50013)
@for_each(
    ("lacking", "in_thread", "named"),
    (["attach_files"], False, "permission **Attach Files**."),
    (["send_messages"], True, "**View Channel**, **Send Messages in Threads**, **Attach Files**"),
    ([], False, "**View Channel**, **Send Messages**, **Attach Files**"),
)
async def test_a_missing_permission_is_named(
    code: int, lacking: list[str], in_thread: bool, named: str
) -> None:
    """Not an apology: it is no fault of ours, and the server can change it."""
    person = Person()
    person.permissions = discord.Permissions.all()
    person.permissions.update(**dict.fromkeys(lacking, False))
    person.channel = MagicMock(spec=discord.Thread if in_thread else discord.TextChannel)
    (entry,) = await refuse_with(person, refused(403, code))
    (told,) = person.told
    assert named in told
    assert (entry["log_level"], "exc_info" in entry) == ("warning", False)


async def test_typed_and_chosen_values_are_not_logged(person: Person) -> None:
    person.fault, typed = ValueError(), [{"component": {"value": "a secret"}}]
    (entry,) = await use(person, Routes.on_dialog, components=typed, values=["a secret"])
    assert entry["used"] == "f4:press:7"
    assert "a secret" not in str(entry)


async def test_a_fault_while_redrawing_gets_an_apology(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(game_id: int, click: object = None) -> bool:
        raise StorageError("gone")

    monkeypatch.setattr(person, "_show", fail)
    await refuse_with(person, refusals.Outdated())
    assert person.told == [refusal_text(refusals.Outdated()), STORAGE_APOLOGY]


@for_each(
    ("custom_id", "kind", "is_ours"),
    ("f4:press:7", Interaction.component, True),
    ("f4:press:7", Interaction.application_command, False),
    ("press:7", Interaction.component, False),
    ("", Interaction.autocomplete, False),
)
async def test_only_our_components_are_handled(custom_id: str, kind: Any, is_ours: bool) -> None:
    person = Person()
    await use(person, Routes.on_press, custom_id, way=kind)
    assert person.carried_out == [(Press(7),)] * is_ours
