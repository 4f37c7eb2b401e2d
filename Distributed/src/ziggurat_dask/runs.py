"""Runs the shards of a plan on the workers of a client."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import cloudpickle
from distributed import Client, KilledWorker, as_completed

from ziggurat_dask import task
from ziggurat_dask.program import Shard, ending

cloudpickle.register_pickle_by_value(task)


class ByValue:
    """A function of the module `task` that is sent to workers with its code.

    Dask sends only the name of a function that can be imported on the client.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.__name__ = function.__name__

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self._function(*arguments, **options)

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return cloudpickle.loads, (cloudpickle.dumps(self._function),)


class WorkerError(Exception):
    """A worker cannot run shards, or the connection to the scheduler is lost."""


@dataclass(frozen=True)
class ShardEnd:
    """A shard that is done or has finally failed."""

    shard: Shard
    problem: str | None
    """The error of its last run; None if the shard is done."""


@dataclass
class ShardRuns:
    """Runs shards. Failed shards are run again after the others."""

    client: Client
    program: str
    plan: str
    threads: int
    retries: int
    identifier: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    _pending: dict[Any, Shard] = field(default_factory=dict)

    def run(self, shards: Sequence[Shard]) -> Iterator[ShardEnd]:
        """Yields each shard once, when it is done or has failed more often than `retries`.

        Raises WorkerError if a worker cannot run any shard, for example if it has no program.
        """
        attempts = dict.fromkeys((shard.number for shard in shards), 0)
        self._pending = {self._submit(shard, 0): shard for shard in shards}
        futures: Any = as_completed(list(self._pending))
        for future in futures:
            if future.status in ("lost", "pending"):
                # The worker that held the result was killed; another worker runs the shard again.
                futures.add(future)
                continue
            shard = self._pending.pop(future)
            problem = self._problem(future)
            future.release()
            if problem is not None and attempts[shard.number] < self.retries:
                attempts[shard.number] += 1
                again = self._submit(shard, attempts[shard.number])
                self._pending[again] = shard
                futures.add(again)
            else:
                yield ShardEnd(shard, problem)

    def stop(self) -> None:
        """Ends the child processes on all workers."""
        self.client.cancel(list(self._pending))
        self.client.run(ByValue(task.stop), self.identifier, on_error="ignore", wait=True)

    def _submit(self, shard: Shard, attempt: int) -> Any:
        return self.client.submit(
            ByValue(task.run_shard),
            self.identifier,
            self.program,
            self.plan,
            shard.number,
            self.threads,
            key=f"ziggurat-{self.identifier}-{shard.number}-{attempt}",
            pure=False,
            priority=-attempt,
        )

    def _problem(self, future: Any) -> str | None:
        if future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                return "too many killed workers"
            raise WorkerError(f"cannot run shards on the workers: {_summary(error)}")
        if future.status != "finished":
            raise WorkerError("connection lost: scheduler")
        status, host, errors = future.result()
        if status is None:
            raise WorkerError(f"{host}: {errors}")
        return None if status == 0 else f"{host}: {_first_problem(errors) or ending(status)}"


def _summary(error: BaseException) -> str:
    """Returns the type and the first line of an error."""
    lines = str(error).splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"


def _first_problem(errors: str) -> str | None:
    """Returns the first error of a run, without notes and hints."""
    for line in errors.splitlines():
        if line.startswith("ziggurat: ") and not line.startswith("ziggurat: note: "):
            return line.removeprefix("ziggurat: ")
    return None
