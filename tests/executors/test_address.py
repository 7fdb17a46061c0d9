"""Addresses of clusters, and a machine without the package for them."""

from __future__ import annotations

import sys

import pytest

from executors.address import ClusterError, read_address
from executors.cluster import ClusterExecutor, workers_of
from tests.cases import for_each
from tests.ports import free_port


@for_each(("text", "address"), [
    ("dask://host:8786", "tcp://host:8786"), (" dask://10.0.0.7:99 ", "tcp://10.0.0.7:99"),
    ("dask://host", "tcp://host:8786"), ("dask://[::1]:8786/", "tcp://[::1]:8786"),
])  # fmt: skip
def test_addresses_are_read(text: str, address: str) -> None:
    assert read_address(text) == address


@for_each("text", ["", "host:8786", "tcp://host:8786", "dask://", "dask://h:99999", "dask://h/x"])
def test_others_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as dask://host:8786"):
        read_address(text)


async def test_without_the_package_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"^a cluster needs a package: .* pip install '\.\[cluster\]'$"):
        ClusterExecutor("dask://host")
    with pytest.raises(ClusterError, match="pip install"):
        await workers_of("dask://host")


@pytest.mark.long
async def test_a_scheduler_that_is_not_there_does_not_answer() -> None:
    with pytest.raises(ClusterError, match="does not answer"):
        await workers_of(f"dask://127.0.0.1:{free_port()}", seconds=0.5)
