"""A process ends even while no Python code can run."""

from __future__ import annotations

import asyncio
import faulthandler
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.core.last_resort import notify, signs_of_life

PATIENCE = 60

HOLD_THE_GIL = """
import asyncio, ctypes
from bot.core import last_resort
from bot.hosting import shutdown

def hold_the_gil():
    print("holding", flush=True)
    # Unlike CDLL, PyDLL keeps the GIL; sleep() is called again when a signal interrupts it.
    while True:
        ctypes.PyDLL(None).sleep(1000)
"""

SILENT = """
async def main():
    async with last_resort.signs_of_life(2.0, every=0.01):
        # The loop postpones the end until then.
        for _ in range(20):
            await asyncio.sleep(0.01)
        hold_the_gil()
asyncio.run(main())
"""

STOPPING = """
shutdown.HELD_SECONDS = 0.2
async def main():
    async with last_resort.signs_of_life(1000.0, every=0.01):
        shutdown.ForcedEnd().begin(0.5, 70)
        # Signs of life no longer postpone it.
        await asyncio.sleep(0.05)
        hold_the_gil()
asyncio.run(main())
"""

ABORTED = """
import threading
last_resort.report_crashes()
threading.Timer(0.0, hold_the_gil).start()
"""


def ended(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program that holds the GIL for good, until it ends by itself."""
    command = [sys.executable, "-c", HOLD_THE_GIL + code]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_process_that_holds_the_gil_ends_with_its_stack_in_the_log() -> None:
    over = ended(SILENT)
    assert (over.returncode, over.stdout) == (1, "holding\n")
    assert "in hold_the_gil" in over.stderr


def test_a_process_that_holds_the_gil_while_it_stops_ends_as_well() -> None:
    over = ended(STOPPING)
    assert over.returncode == 1
    assert "in hold_the_gil" in over.stderr


def test_the_service_managers_signal_writes_the_stack() -> None:
    """As systemd's watchdog sends it."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_THE_GIL + ABORTED],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holding\n"
        process.send_signal(6)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == -6
    assert "in hold_the_gil" in err


async def test_the_loop_postpones_the_end_and_cancels_it(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: calls.append("stay"))
    monkeypatch.setattr(
        faulthandler,
        "dump_traceback_later",
        lambda seconds, **_: calls.append(seconds),
    )
    async with signs_of_life(60.0, every=0.0):
        for _ in range(10):
            await asyncio.sleep(0)
    assert set(calls[:-1]) == {60.0}
    assert len(calls) > 4
    assert calls[-1] == "stay"


@pytest.mark.parametrize("abstract", [False, True])
async def test_systemd_hears_the_signs(tmp_path: Path, abstract: bool) -> None:
    name = f"flipfour-{tmp_path.name}-{id(tmp_path)}"
    address = f"\0{name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)
        async with signs_of_life(
            1000.0, every=0.0, environment={"NOTIFY_SOCKET": address.replace("\0", "@")}
        ):
            for _ in range(5):
                await asyncio.sleep(0)
        heard = []
        while True:
            try:
                heard.append(systemd.recv(100))
            except BlockingIOError:
                break
    assert heard[0] == b"READY=1"
    assert heard[-1] == b"STOPPING=1"
    assert set(heard[1:-1]) == {b"WATCHDOG=1"}
    assert len(heard) > 3


def test_without_systemd_nothing_is_sent(tmp_path: Path) -> None:
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")})
