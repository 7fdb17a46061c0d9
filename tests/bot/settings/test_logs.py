"""Logs, machines and linked roles."""

from __future__ import annotations

import base64
import errno
import json
import logging
import os
import platform
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import structlog
from pydantic import SecretStr

from bot.core.errors import HostError, SettingsError
from bot.settings.logs import _StorageFailures, configure, counting_errors, recent_warnings, report_errors
from bot.settings.machine import available_cores
from bot.settings.settings import Settings, load
from bot.settings.web import LinkedRolesSetup, complete_setup, encryption_keys, public_address
from data import StorageError
from tests.cases import for_each, there
from tests.extent import VARIABLE

SENTRY = Settings(sentry_dsn=SecretStr("https://key@sentry.example/1"))


def fail() -> None:
    """Fail with a secret in a local variable."""
    token = "MTIz" + ".secret"
    raise RuntimeError(f"broken after {len(token)} signs")


def test_lines_contain_event_and_facts(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="json"))
    structlog.get_logger("ours").info("a move was stored", game=7)
    logging.getLogger("library").warning("%s bytes", 12)
    ours, library = map(json.loads, capsys.readouterr().err.splitlines())
    assert ours.pop("timestamp").endswith("Z")
    assert ours == {"event": "a move was stored", "game": 7, "level": "info", "logger": "ours"}
    assert (library["event"], library["level"], library["logger"]) == ("12 bytes", "warning", "library")
    configure(Settings(log_format="text"))
    structlog.get_logger("ours").info("a move was stored", game=7)
    line = capsys.readouterr().err
    assert "a move was stored" in line
    assert "game=7" in line
    assert "\x1b[" not in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_tracebacks_show_no_local_variables(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings.model_validate({"log_format": form}))
    try:
        fail()
    except RuntimeError:
        structlog.get_logger("ours").exception("it failed", game=7)
    said = capsys.readouterr().err
    assert "broken after 11 signs" in said
    assert "test_logs.py" in said
    assert "MTIz.secret" not in said


def test_the_level_applies_to_all_loggers_but_verbose_ones(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_level="warning"))
    structlog.get_logger("ours").info("quiet")
    logging.getLogger("library").info("quiet")
    logging.getLogger("library").error("loud")
    assert "quiet" not in (said := capsys.readouterr().err)
    assert "loud" in said
    configure(Settings(log_level="debug"))
    logging.getLogger("discord.gateway").info("RESUMED")
    logging.getLogger("library").debug("heard")
    assert "RESUMED" not in (said := capsys.readouterr().err)
    assert "heard" in said


def test_a_reconnect_is_one_line_and_other_failures_have_tracebacks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(Settings(log_format="text"))
    lost = ConnectionResetError("reset by peer")
    logging.getLogger("discord.client").error("Attempting a reconnect in %.2fs", 1.5, exc_info=lost)
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "Attempting a reconnect in 1.50s: ConnectionResetError: reset by peer" in said
    configure(Settings(log_format="text"))
    logging.getLogger("discord.client").error("Ignoring exception", exc_info=RuntimeError("broken"))
    assert "RuntimeError: broken" in capsys.readouterr().err.splitlines()


def test_sentry_is_off_or_names_its_package_and_gets_no_personal_data(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    report_errors(Settings())
    with pytest.raises(HostError, match=r"pip install '\.\[sentry\]'"):
        report_errors(SENTRY)
    given: dict[str, Any] = {}
    sentry: Any = ModuleType("sentry_sdk")
    sentry.init = lambda dsn, **options: given.update(options, dsn=dsn)
    utils: Any = SimpleNamespace(BadDsn=ValueError)
    for name, module in (("sentry_sdk", sentry), ("sentry_sdk.utils", utils)):
        monkeypatch.setitem(sys.modules, name, module)
    report_errors(SENTRY)
    private = {"send_default_pii": False, "include_local_variables": False, "max_breadcrumbs": 0}
    assert given.items() >= {"dsn": "https://key@sentry.example/1", **private}.items()


def test_errors_are_counted_but_not_warnings() -> None:
    counted: list[str] = []
    with counting_errors(counted.append):
        logging.getLogger("somewhere").warning("not that bad")
        logging.getLogger("somewhere").error("bad %s", "luck", exc_info=ValueError("private"))
    logging.getLogger("somewhere").error("later")
    assert counted == ["bad %s (ValueError)"]


def full_disk(log: Any) -> None:
    try:
        raise StorageError("the database games.db failed: the disk is full: free some space")
    except StorageError as error:
        log.exception("recovery failed; will retry")
        log.error("the storage failed", error=str(error))


def test_a_disk_that_stays_full_is_reported_every_hour() -> None:
    now = 0.0
    storage_failures = _StorageFailures(lambda: now)
    full = (OSError, OSError(errno.ENOSPC, "full"), None)
    record = logging.makeLogRecord({"msg": "failed", "exc_info": full})
    reported = []
    # It has room for a while before the last one.
    for minute in (*range(125), 174):
        now = minute * 60.0
        if storage_failures.filter(record):
            reported.append(minute)
    assert reported == [0, 60, 120, 174]


def test_failures_of_the_storage_are_one_line_and_a_full_disk_one(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    for _ in range(2):
        try:
            raise StorageError("the database is locked")
        except StorageError:
            structlog.get_logger("ours").exception("recovery failed; will retry")
            logging.getLogger("library").exception("failed")
    lines = capsys.readouterr().err.splitlines()
    assert ["the database is locked" in line for line in lines] == [True] * 4
    configure(Settings(log_format="json"))
    for _ in range(3):
        full_disk(structlog.get_logger("ours"))
    entry = json.loads(capsys.readouterr().err)
    assert "the disk is full" in entry["error"]
    assert "exception" not in entry


def test_remembered_warnings_contain_nothing_personal() -> None:
    configure(Settings())
    structlog.get_logger("ours").warning(
        "a board was refused by 'Ann Smith'", game=7, channel=123456789012345678, name="Ann Smith"
    )
    try:
        raise RuntimeError("Ann Smith")
    except RuntimeError:
        structlog.get_logger("ours").exception("it failed", user="Ann Smith")
    logging.getLogger("library").error("%s is not at %s", "Ann Smith", "/home/ann/secret")
    found = recent_warnings()[-3:]
    assert (found[0]["game"], found[1]["error"]) == (7, "RuntimeError")
    assert "test_logs.py" in found[1]["place"][-1]
    text = str(found)
    assert "Smith" not in text
    assert "1234567890" not in text
    assert "/home" not in text


def machine(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.fixture(autouse=True)
def _eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "process_cpu_count", raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(8)), raising=False)


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({}, 8),
        ({"proc/self/cgroup": "0::/\n"}, 8),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"}, 8),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "200000 100000\n"}, 2),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "350000 100000\n"}, 3),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "50000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "1600000 100000\n"}, 8),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "nonsense"}, 8),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "200000 0"}, 8),
        # The limit of an outer group holds for those inside.
        ({"proc/self/cgroup": "0::/pod/bot\n", "sys/fs/cgroup/pod/cpu.max": "400000 100000\n"}, 4),
        # Seen from inside a container the path is one of the host.
        ({"proc/self/cgroup": "0::/docker/abc\n", "sys/fs/cgroup/cpu.max": "300000 100000\n"}, 3),
        (
            {
                "proc/self/cgroup": "4:cpu,cpuacct:/docker/abc\n1:name=systemd:/\n",
                "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "250000\n",
                "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
            },
            2,
        ),
        (
            {
                "proc/self/cgroup": "1:cpu:/\n0::/\n",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            8,
        ),
    ],
)
def test_quotas_of_cgroups(files: dict[str, str], cores: int, tmp_path: Path) -> None:
    assert available_cores(machine(tmp_path, **files)) == cores


def test_cores_are_those_of_the_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 12)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {5, 7}, raising=False)
    assert available_cores(tmp_path) == 2
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert available_cores(tmp_path) == 12
    monkeypatch.setattr(os, "process_cpu_count", lambda: 3, raising=False)
    assert available_cores(tmp_path) == 3


KEY = base64.b64encode(bytes(range(224, 256))).decode()
URL = "https://flipfour.example.org"


@for_each(
    ("given", "read"),
    ("", ""),
    (f"{URL}/", URL),
    (f"{URL}/bot", f"{URL}/bot"),
    ("http://localhost:8080", "http://localhost:8080"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    # As browsers send an origin.
    ("HTTPS://FlipFour.Example.ORG:443/Bot/", f"{URL}/Bot"),
    ("http://LocalHost:80", "http://localhost"),
    ("https://flipfour.example.org.:8443", f"{URL}:8443"),
    ("https://Bücher.example", "https://xn--bcher-kva.example"),
    ("https://[2001:DB8::1]:443", "https://[2001:db8::1]"),
)
def test_addresses(given: str, read: str) -> None:
    assert public_address(given) == read


@for_each(
    "given",
    *("flipfour.example.org", "http://flipfour.example.org", "https://"),
    *("https://me:secret@flipfour.example.org", "https://flipfour.example.org?page=1"),
    *("https://flipfour.example.org:0", "https://[::1", "ftp://localhost"),
)
def test_addresses_that_discord_or_a_browser_would_refuse(given: str) -> None:
    with pytest.raises(ValueError, match="use a public address"):
        public_address(given)


def test_keys_in_either_alphabet_are_the_same() -> None:
    assert "/" in KEY or "+" in KEY
    other = KEY.translate(str.maketrans("+/", "-_"))
    assert encryption_keys(f"{KEY}, {other}") == (other, other)


@for_each("given", ["short", KEY[:-4], f"{KEY},", "ü" * 44, f"{KEY} {KEY}"])
def test_wrong_keys_are_not_repeated(given: str) -> None:
    with pytest.raises(ValueError, match="openssl rand -base64 32") as refused:
        encryption_keys(given)
    assert given not in str(refused.value)


def test_linked_roles_are_off_or_complete_and_hide_their_secrets() -> None:
    assert Settings().linked_roles is None
    given = {"linked_roles_url": URL, "discord_client_secret": "s", "linked_roles_keys": KEY}
    setup = there(Settings.model_validate(given).linked_roles)
    assert setup.client_secret == "s"  # noqa: S105
    for name in ("DISCORD_CLIENT_SECRET", "FLIPFOUR_LINKED_ROLES_KEYS"):
        left_out = name.removeprefix("FLIPFOUR_").lower()
        settings = Settings.model_validate({key: one for key, one in given.items() if key != left_out})
        with pytest.raises(SettingsError, match=f"is set, but not {name}"):
            _ = settings.linked_roles
    shown = repr(LinkedRolesSetup(URL, "the secret", (KEY,)))
    assert "secret" not in shown.replace("client_secret", "")
    assert KEY not in shown
    assert complete_setup("", "", "") is None


@pytest.mark.parametrize("pages", ["linked_roles", "web"])
def test_pages_for_people_have_a_port_of_their_own(pages: str) -> None:
    given = {f"{pages}_url": URL, "discord_client_secret": "s", "linked_roles_keys": KEY, "web_port": 8080}
    assert getattr(Settings.model_validate({**given, "health_port": 8081}), pages) is not None
    with pytest.raises(SettingsError, match="FLIPFOUR_HEALTH_PORT and FLIPFOUR_WEB_PORT are both 8080"):
        _ = getattr(Settings.model_validate({**given, "health_port": 8080}), pages)


def test_secrets_of_linked_roles_may_be_files_and_are_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in (("DISCORD_CLIENT_SECRET", "from a file"), ("FLIPFOUR_LINKED_ROLES_KEYS", KEY)):
        path = tmp_path / name
        path.write_text(f"{content.replace(' ', '-')}\n")
        monkeypatch.setenv(f"{name}_FILE", str(path))
    monkeypatch.setenv("FLIPFOUR_LINKED_ROLES_URL", URL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)
    setup = there(load().linked_roles)
    assert setup.client_secret == "from-a-file"  # noqa: S105
    monkeypatch.delenv("FLIPFOUR_LINKED_ROLES_KEYS_FILE")
    monkeypatch.setenv("FLIPFOUR_LINKED_ROLES_KEYS", "my-own-idea-of-a-key")
    with pytest.raises(SettingsError, match=r"^FLIPFOUR_LINKED_ROLES_KEYS is not valid") as refused:
        load()
    assert "my-own-idea" not in str(refused.value)


ARENAS = """
import ctypes, sys, threading
from bot.settings.machine import return_free_memory
if sys.argv[1:]:
    return_free_memory()
libc, together = ctypes.CDLL(None), threading.Barrier(9)
libc.malloc.restype, libc.fdopen.restype = ctypes.c_void_p, ctypes.c_void_p
def work():
    libc.malloc(100)
    together.wait(60)
    together.wait(60)
for _ in range(8):
    threading.Thread(target=work).start()
together.wait(60)
stream = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, stream)
libc.fflush(stream)
together.wait(60)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="about glibc")
def test_threads_share_two_arenas() -> None:
    def arenas(*chosen: str) -> int:
        command = [sys.executable, "-c", ARENAS, *chosen]
        return subprocess.run(command, capture_output=True, check=True).stdout.count(b"<heap nr=")

    assert (arenas("chosen"), arenas() > 2) == (2, True)
