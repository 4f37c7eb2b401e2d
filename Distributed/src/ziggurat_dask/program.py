"""Runs the commands `ziggurat shard plan`, `status` and `finish`."""

import json
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass


class ProgramError(Exception):
    """A command of Ziggurat failed."""

    def __init__(self, status: int, problem: str | None = None) -> None:
        super().__init__(f"exit status {status}")
        self.status = status
        """The exit status for the caller."""
        self.problem = problem
        """The error; None if it is already printed."""


def ending(status: int) -> str:
    """Describes the end of a process; the status is negative after a signal."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


@dataclass(frozen=True)
class Failure:
    """An image that could not be exported."""

    subject: str
    problem: str


@dataclass(frozen=True)
class Shard:
    """A shard and the result of its last run."""

    number: int
    """From 1."""
    state: str
    """done, running, failed or missing"""
    images: int
    cost: float
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True)
class Program:
    """The program, as a path or as a name on PATH."""

    path: str = "ziggurat"

    def plan(self, words: Sequence[str], shards: int, folder: str) -> None:
        """Writes a plan. The words are images and options of `ziggurat export`."""
        self._run("plan", "--shards", str(shards), "--plan", folder, *words)

    def status(self, folder: str) -> list[Shard]:
        """Returns the shards of a plan, in their order."""
        document = json.loads(self._run("status", "--json", folder, captures=True))
        return [
            Shard(
                number=shard["number"],
                state=shard["state"],
                images=shard["images"],
                cost=shard["cost"],
                failures=tuple(
                    Failure(failure["subject"], failure["problem"])
                    for failure in shard.get("failures", [])
                ),
            )
            for shard in document["shards"]
        ]

    def finish(self, folder: str, allows_failures: bool) -> None:
        """Writes the gallery and the collections."""
        self._run("finish", *(["--allow-failures"] if allows_failures else []), folder)

    def _run(self, command: str, *words: str, captures: bool = False) -> str:
        ended = subprocess.run(
            [self.path, "shard", command, *words],
            stdout=subprocess.PIPE if captures else None,
            text=True,
            check=False,
        )
        if ended.returncode < 0:
            # A shell reports the same status.
            raise ProgramError(
                128 - ended.returncode, f"ziggurat shard {command}: {ending(ended.returncode)}"
            )
        if ended.returncode != 0:
            raise ProgramError(ended.returncode)
        return ended.stdout or ""
