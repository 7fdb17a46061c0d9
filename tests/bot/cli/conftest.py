"""Commands that are run in the test's process."""

from __future__ import annotations

import pytest

from bot.cli import main


class Run:
    """Runs a command, and returns its standard output; `error` is what the last one said beside it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys, self.error = capsys, ""

    def __call__(self, *arguments: str, code: int = 0) -> str:
        assert main(arguments) == code
        said, self.error = self._capsys.readouterr()
        return said

    def failure(self, *arguments: str, code: int = 78) -> str:
        """Run a command that fails, by default because of a setting; return its one line of error."""
        assert self(*arguments, code=code) == ""
        (line,) = self.error.splitlines()
        assert line.startswith("flipfour: ")
        return line.removeprefix("flipfour: ")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)
