"""The texts and exit statuses of a run."""

import shlex
import sys
from collections.abc import Mapping, Sequence

from ziggurat_dask.program import Shard

DONE, FAILED, INTERRUPTED = 0, 1, 130


def complain(problem: str, hint: str | None = None) -> None:
    """Prints a problem and what to do."""
    print(f"ziggurat-dask: {problem}", file=sys.stderr)
    if hint is not None:
        print(f"hint: {hint}", file=sys.stderr)


def failures(shards: Sequence[Shard], problems: Mapping[int, str]) -> list[str]:
    """A line for each image that failed, and for each shard that did not end.

    The problems of shards come from their last runs.
    """
    lines: list[str] = []
    for shard in shards:
        if shard.state == "failed":
            lines += [f"{failure.subject}: {failure.problem}" for failure in shard.failures]
        elif shard.state != "done":
            lines.append(f"shard {shard.number}: {problems.get(shard.number, shard.state)}")
    return lines


def way_on(options: Sequence[str], plan: str) -> str:
    """How to go on with a plan that is not complete."""
    return "go on with: " + shlex.join(["ziggurat-dask", "run", *options, plan])
