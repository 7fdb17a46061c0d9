"""Run tasks on the workers of a Dask scheduler, and locally as soon as one of them is lost.

A separate thread keeps the connection. The caller waits for its task in its own thread, as for a local one,
and never longer than a local run would take: when the scheduler or the worker is gone, silent, late to start
or late to end, the task runs locally with the time that is left, and any later result is dropped.
"""

from __future__ import annotations

import asyncio
import math
import pickle
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import structlog

from engine import StopFlag
from executors import executor
from executors.address import ClusterError, flipfour_version, read_address, required
from executors.executor import Conditions, Executor, Memory, Report, Task

log = structlog.get_logger(__name__)

T = TypeVar("T")

LEAST_SECONDS: Final = 0.1
"""Tasks with less time than this run locally; transit would take half of it."""

MARGIN_SECONDS: Final = 0.5
"""Seconds before the result is needed by which a worker must end; in the second half of them the task runs
locally.
"""

MARGIN_SHARE: Final = 0.2
"""Maximum share of the task's time that this margin takes."""

BEGIN_SECONDS: Final = 1.0
"""Seconds within which a worker must start, or a third of all where a caller waits."""

SILENT_SECONDS: Final = 3.0
"""Seconds of silence after which a worker counts as lost."""

STOP_SECONDS: Final = 1.0
"""Seconds within which a worker must obey a stop flag."""

CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 10.0
"""Seconds without an answer after which a scheduler counts as gone."""

RETRY_SECONDS: Final = 3.0
"""Seconds between attempts to connect."""

LOOK_SECONDS: Final = 5.0
"""Seconds between counts of the workers when none came or went."""

NOTICE_SECONDS: Final = 0.5
"""Seconds after which a lost scheduler is noticed while there is nothing to do; otherwise at once."""

CROWDED_MEGABYTES: Final = 4.0
"""Table size of a lost task that runs locally among many others."""

_REMEMBERED: Final = 256

Waiting: Final = 10
Background: Final = 0


class Lost(Exception):  # noqa: N818 (never leaves this module: the task runs here)
    """A task will not be carried out by the cluster; the message says why."""


class Cancelled(Lost):
    """A task was stopped while queued: no fault of the cluster."""


@dataclass(eq=False, slots=True)
class _Sent:
    """A task that was sent to the cluster, as far as is known here."""

    report: Report | None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    worker: str | None = None
    heard: float = 0.0
    """Time of the worker's last report, by the event loop's clock."""
    lost: str | None = None
    result: tuple[Any] | None = None


class _OnStop:
    """Stand-in for the words that a stop flag writes to: calls a function."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def __setitem__(self, index: int, value: int) -> None:
        self._call()


class ClusterExecutor(Executor):
    """Carries out tasks on the workers of a scheduler, and here while there are none."""

    def __init__(
        self,
        address: str,
        *,
        own_workers: int = 1,
        record_threads: Callable[[int], object] = lambda threads: None,
        note_lost: Callable[[str], object] = lambda why: None,
    ) -> None:
        """`own_workers` is how many tasks can have tables of the usual size here. `record_threads` is told of
        every change in the number of tasks that the workers can carry out at a time, `note_lost` of every
        lost task whose result a caller waits for, both in another thread. Raises ClusterError without the
        package that it needs, and for an impossible address."""
        self._distributed = required()
        try:
            self._address = read_address(address)
        except ValueError as error:
            raise ClusterError(f"{address} is not possible: {error}") from error
        self._own_workers = own_workers
        self._here = 0
        """Tasks that are carried out here."""
        self._counting = threading.Lock()
        self._note_threads = record_threads
        self._note_lost = note_lost
        self._topic = f"flipfour-{uuid.uuid4().hex}"
        self._client: Any = None
        self._threads: Mapping[str, int] = {}
        self._sent: dict[str, _Sent] = {}
        self._near: OrderedDict[str, str] = OrderedDict()
        """The worker that has the table of a name."""
        self._loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._looking = asyncio.Event()
        self._background: set[asyncio.Future[Any]] = set()
        self._thread = threading.Thread(target=self._work, name="cluster", daemon=True)
        self._thread.start()

    @property
    def threads(self) -> int:
        """The number of tasks the workers can run at a time; 0 without a scheduler."""
        return sum(self._threads.values())

    def run(
        self,
        task: Task[T],
        seconds: float,
        stop: StopFlag,
        report: Report | None = None,
        *,
        waited_for: bool = False,
    ) -> T:
        begun = time.perf_counter()
        if not waited_for or seconds >= LEAST_SECONDS:
            try:
                return self._elsewhere(task, seconds, stop, report, waited_for=waited_for)
            except Lost as lost:
                log.info("a task is carried out here", task=type(task).__name__, why=lost)
                if waited_for and not isinstance(lost, Cancelled):
                    self._note_lost(str(lost))
        if waited_for:
            # A search needs a minimum of time.
            seconds = max(LEAST_SECONDS / 10, seconds - (time.perf_counter() - begun))
        with self._counted_here() as megabytes:
            return task.run(Conditions(seconds, stop, report, megabytes))

    def close(self) -> None:
        """Disconnect; tasks in progress for this process are dropped."""
        self._call(self._closing.set)
        self._thread.join(2 * CONNECT_SECONDS)

    def _call(self, function: Callable[[], object]) -> None:
        """Call a function in the event loop, unless that has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function)

    # --- for the calling thread ---------------------------------------------------------------------------

    def _elsewhere(
        self, task: Task[T], seconds: float, stop: StopFlag, report: Report | None, *, waited_for: bool
    ) -> T:
        if self._client is None:
            raise Lost("there is no connection to the scheduler")
        sent = _Sent(report)
        sending = self._send(task, seconds, stop, sent, waited_for=waited_for)
        words: Any = _OnStop(partial(self._call, sent.changed.set))
        stop.attach(words)
        try:
            try:
                future = asyncio.run_coroutine_threadsafe(sending, self._loop)
            except RuntimeError as error:
                sending.close()
                raise Lost("this process ends") from error
            result: T = future.result()
            return result
        finally:
            stop.detach(words)

    @contextmanager
    def _counted_here(self) -> Iterator[float | None]:
        """Count a task that runs locally; return the maximum size of its table among many.

        A cluster may have had more tasks in progress than this machine has memory for.
        """
        with self._counting:
            self._here += 1
            crowded = self._here > self._own_workers
        try:
            yield CROWDED_MEGABYTES if crowded else None
        finally:
            with self._counting:
                self._here -= 1

    # --- in the event loop --------------------------------------------------------------------------------

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._keep())
        except Exception:
            log.exception("the cluster is not used any more")
        finally:
            self._lose_all("this process ends")
            self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.close()

    async def _keep(self) -> None:
        """Connect, and connect again when the scheduler was gone, until `close`."""
        silent = False
        while not self._closing.is_set():
            try:
                client = await self._distributed.Client(
                    self._address,
                    asynchronous=True,
                    set_as_default=False,
                    timeout=CONNECT_SECONDS,
                    name="flipfour",
                )
            except Exception as error:  # noqa: BLE001 - any error: tasks run here meanwhile
                if not silent:
                    log.warning(
                        "the scheduler cannot be reached: searches run here",
                        address=self._address,
                        error=error,
                    )
                silent = True
                await _until(self._closing, RETRY_SECONDS)
                continue
            silent = False
            log.info("connected to the scheduler", address=self._address)
            try:
                await self._use(client)
            except TimeoutError:
                log.warning("the scheduler does not answer", address=self._address)
            except Exception:
                log.exception("the connection to the scheduler failed")
            finally:
                self._client = None
                self._count({})
                self._lose_all("the scheduler is gone")
                with suppress(Exception):
                    await asyncio.wait_for(client.close(), CONNECT_SECONDS)
            if not self._closing.is_set():
                log.warning("the scheduler is gone: searches run here", address=self._address)

    async def _use(self, client: Any) -> None:
        """Use a connection until it is lost."""
        client.subscribe_topic(self._topic, self._hear)
        client.subscribe_topic("all", self._hear_of_workers)
        gone = asyncio.ensure_future(self._gone(client))
        closing = asyncio.ensure_future(self._closing.wait())
        try:
            self._client = client
            while not gone.done() and not closing.done():
                self._looking.clear()
                self._count(await asyncio.wait_for(client.nthreads(), ANSWER_SECONDS))
                looking = asyncio.ensure_future(self._looking.wait())
                await asyncio.wait(
                    {gone, closing, looking}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                looking.cancel()
        finally:
            gone.cancel()
            closing.cancel()

    async def _gone(self, client: Any) -> None:
        comm = client.scheduler_comm.comm
        # Dask does not report this.
        while client.status == "running" and not comm.closed():  # noqa: ASYNC110
            await asyncio.sleep(NOTICE_SECONDS)

    def _count(self, threads: Mapping[str, int]) -> None:
        """Note the workers, with the number of tasks that each can carry out at a time."""
        before = self.threads
        self._threads = dict(threads)
        for sent in self._sent.values():
            if sent.worker is not None and sent.worker not in self._threads:
                self._lose(sent, "its worker is gone")
        if self.threads != before:
            self._note_threads(self.threads)

    def _hear_of_workers(self, event: tuple[float, dict[str, Any]]) -> None:
        _, message = event
        if message.get("action") in ("add-worker", "remove-worker"):
            self._looking.set()
            if message["action"] == "remove-worker":
                for sent in self._sent.values():
                    if sent.worker == message["worker"]:
                        self._lose(sent, "its worker is gone")

    def _hear(self, event: tuple[float, dict[str, Any]]) -> None:
        _, message = event
        sent = self._sent.get(message["task"])
        if sent is None:
            if "result" not in message:
                # The caller has stopped waiting.
                self._tell_to_stop(message["worker"], message["task"])
            return
        sent.worker, sent.heard = message["worker"], self._loop.time()
        if "result" in message:
            sent.result = (pickle.loads(message["result"]),)  # noqa: S301 (of our own worker)
        elif message.get("news") is not None and sent.report is not None:
            sent.report(pickle.loads(message["news"]))  # noqa: S301
        sent.changed.set()

    async def _send(
        self, task: Task[Any], seconds: float, stop: StopFlag, sent: _Sent, *, waited_for: bool
    ) -> Any:
        """Return the result of a task that the cluster carries out. Raises Lost."""
        client, task_id = self._client, f"{type(task).__name__}-{uuid.uuid4().hex}"
        if client is None or not self.threads:
            raise Lost("there are no workers")
        margin, begin_by, tell_at, end_by = 0.0, math.inf, math.inf, math.inf
        if waited_for:
            now, margin = self._loop.time(), min(MARGIN_SECONDS, MARGIN_SHARE * seconds)
            begin_by, tell_at = now + min(BEGIN_SECONDS, seconds / 3), now + seconds - margin
            end_by = tell_at + margin / 2
        self._sent[task_id] = sent
        future = client.submit(
            executor.carry_out,
            task_id,
            self._topic,
            task,
            seconds - margin,
            key=task_id,
            pure=False,
            priority=Waiting if waited_for else Background,
            **self._place(task.memory),
        )
        outcome = asyncio.ensure_future(self._outcome(future, sent))
        told = False
        try:
            while sent.result is None:
                if sent.lost is not None:
                    raise Lost(sent.lost)
                now = self._loop.time()
                if not told and (stop.is_set() or now >= tell_at):
                    told = True
                    end_by = min(end_by, now + STOP_SECONDS)
                    if sent.worker is None:
                        raise Cancelled("it was stopped before it began")
                    self._tell_to_stop(sent.worker, task_id)
                until = end_by
                if sent.worker is None:
                    until = min(until, begin_by)
                else:
                    until = min(until, sent.heard + SILENT_SECONDS)
                if now >= until:
                    raise Lost("no worker began" if sent.worker is None else "its worker does not answer")
                if not told:
                    until = min(until, tell_at)
                sent.changed.clear()
                await _until(sent.changed, until - now)
        finally:
            del self._sent[task_id]
            outcome.cancel()
            if sent.result is None and client.status == "running":
                self._spawn(future.cancel())
                if sent.worker is not None and not told:
                    self._tell_to_stop(sent.worker, task_id)
        if task.memory is not None and sent.worker is not None:
            self._near[task.memory.name] = sent.worker
            if len(self._near) > _REMEMBERED:
                self._near.popitem(last=False)
        return sent.result[0]

    async def _outcome(self, future: Any, sent: _Sent) -> None:
        """Note how a task has ended, as far as the scheduler knows: its result has come before."""
        try:
            await future
            why = "its result did not arrive"
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is carried out here
            why = f"{type(error).__name__}: {error}"
        self._lose(sent, why)

    def _place(self, memory: Memory | None) -> dict[str, Any]:
        """Choose a worker for a task: the one that has its table, if it has room."""
        worker = self._near.get(memory.name) if memory is not None else None
        busy = sum(sent.worker == worker for sent in self._sent.values())
        if worker is None or busy >= self._threads.get(worker, 0):
            return {}
        return {"workers": [worker], "allow_other_workers": True}

    def _tell_to_stop(self, worker: str, task_id: str) -> None:
        if self._client is not None:
            self._spawn(self._client.run(executor.stop, task_id, workers=[worker], on_error="ignore"))

    def _spawn(self, work: Any) -> None:
        """Run something that no caller waits for."""

        async def do() -> None:
            with suppress(Exception):
                await asyncio.wait_for(work, CONNECT_SECONDS)

        task = asyncio.ensure_future(do())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _lose_all(self, why: str) -> None:
        for sent in self._sent.values():
            self._lose(sent, why)

    @staticmethod
    def _lose(sent: _Sent, why: str) -> None:
        if sent.lost is None:
            sent.lost = why
        sent.changed.set()


async def _until(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, at most `seconds`."""
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(event.wait(), None if seconds == math.inf else max(0.0, seconds))


async def workers_of(address: str, seconds: float = CONNECT_SECONDS) -> dict[str, tuple[int, str]]:
    """Return the workers of a scheduler: how many tasks each can carry out at a time, and its version of
    Flipfour.

    Raises ClusterError when it does not answer.
    """
    distributed = required()
    try:
        async with distributed.Client(
            read_address(address), asynchronous=True, set_as_default=False, timeout=seconds
        ) as client:
            threads = await asyncio.wait_for(client.nthreads(), seconds)
            versions = await asyncio.wait_for(client.run(flipfour_version, on_error="return"), seconds)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"the scheduler does not answer: {error}") from error
    return {worker: (count, str(versions.get(worker, "?"))) for worker, count in threads.items()}
