"""An export on Dask workers."""

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

SHARDS_PER_WORKER = 10


class Export:
    """The export of a request."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._plan = request.plan
        self._program = Program(request.program)

    def run(self) -> None:
        """Writes a new plan, runs the shards that are not done, and finishes.

        Raises ProgramError after it has printed the problem, and KeyboardInterrupt.
        """
        if self._request.words is not None:
            self._write_plan(self._request.words)
        shards = self._program.status(self._plan)
        left = [shard for shard in shards if shard.state != "done"]
        problems = self._run(left) if left else {}
        lines = report.failures(self._program.status(self._plan), problems)
        for line in lines:
            report.print_error(line)
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
                count = worker_count(self._request.backend) * SHARDS_PER_WORKER
            except OSError as error:
                report.print_error(str(error))
                raise ProgramError(report.FAILED) from error
        self._program.plan(["--progress", self._request.progress, *words], count, self._plan)

    def _run(self, shards: list[Shard]) -> dict[int, str]:
        """Returns the problems of the shards that failed."""
        request = self._request
        progress = Progress(request.progress, len(shards), sum(shard.cost for shard in shards))
        problems: dict[int, str] = {}
        try:
            with request.backend.client(self._plan) as client:
                runs = ShardRuns(
                    client, request.program, self._plan, request.threads, request.retries
                )
                try:
                    for end in runs.run(shards):
                        progress.end_shard(end.shard.cost)
                        if end.problem is not None:
                            problems[end.shard.number] = end.problem
                except BaseException:
                    # Fails if the connection is lost.
                    with suppress(OSError):
                        runs.stop()
                    raise
        except KeyboardInterrupt:
            progress.close()
            report.print_error("interrupted", self._resume_hint())
            raise
        except (OSError, WorkerError) as error:
            progress.close()
            self._fail(str(error), error)
        progress.close()
        return problems

    def _fail(self, problem: str, cause: Exception | None = None) -> NoReturn:
        report.print_error(problem, self._resume_hint())
        raise ProgramError(report.FAILED) from cause

    def _resume_hint(self) -> str:
        return report.resume_hint(self._request.options, self._plan)
