"""An export on the workers of Dask."""

import os
import shutil
from contextlib import suppress
from typing import NoReturn

from ziggurat_dask import report
from ziggurat_dask.arguments import Request
from ziggurat_dask.clusters import worker_count
from ziggurat_dask.program import Program, ProgramError, Shard
from ziggurat_dask.progress import Progress
from ziggurat_dask.runs import ShardRuns, WorkerError

SHARDS_FOR_EACH_WORKER = 10


class Export:
    """The export that a request asks for."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._plan = request.plan
        self._program = Program(request.program)

    def run(self) -> None:
        """Plans if there is no plan yet, runs the shards that are not done, and finishes.

        Raises ProgramError after the problem was printed, and KeyboardInterrupt.
        """
        if self._request.words is not None:
            self._write_plan(self._request.words)
        shards = self._program.status(self._plan)
        left = [shard for shard in shards if shard.state != "done"]
        problems = self._run(left) if left else {}
        lines = report.failures(self._program.status(self._plan), problems)
        for line in lines:
            report.complain(line)
        if lines and not self._request.allows_failures:
            self._fail("export incomplete: the gallery is not written")
        self._program.finish(self._plan, self._request.allows_failures)
        if not lines and not self._request.keeps_plan:
            shutil.rmtree(self._plan, ignore_errors=True)

    def _write_plan(self, words: tuple[str, ...]) -> None:
        if os.path.exists(os.path.join(self._plan, "plan.json")):
            self._fail(f"{self._plan}: a plan already exists")
        count = self._request.shards
        if count is None:
            try:
                count = worker_count(self._request.place) * SHARDS_FOR_EACH_WORKER
            except OSError as error:
                report.complain(str(error))
                raise ProgramError(report.FAILED) from error
        self._program.plan(["--progress", self._request.progress, *words], count, self._plan)

    def _run(self, shards: list[Shard]) -> dict[int, str]:
        """Returns the problems of the shards that failed."""
        request = self._request
        progress = Progress(request.progress, len(shards), sum(shard.cost for shard in shards))
        problems: dict[int, str] = {}
        try:
            with request.place.client(self._plan) as client:
                runs = ShardRuns(
                    client, request.program, self._plan, request.threads, request.retries
                )
                try:
                    for end in runs.run(shards):
                        progress.end_shard(end.shard.cost)
                        if end.problem is not None:
                            problems[end.shard.number] = end.problem
                except BaseException:
                    # Without a connection, there is nothing to stop.
                    with suppress(OSError):
                        runs.stop()
                    raise
        except KeyboardInterrupt:
            progress.close()
            report.complain("interrupted", self._way_on())
            raise
        except (OSError, WorkerError) as error:
            progress.close()
            self._fail(str(error), error)
        progress.close()
        return problems

    def _fail(self, problem: str, cause: Exception | None = None) -> NoReturn:
        report.complain(problem, self._way_on())
        raise ProgramError(report.FAILED) from cause

    def _way_on(self) -> str:
        return report.way_on(self._request.options, self._plan)
