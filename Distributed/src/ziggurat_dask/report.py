"""Messages and exit statuses of a run."""

import shlex
import sys
from collections.abc import Mapping, Sequence

from ziggurat_dask.program import Shard

DONE, FAILED, INTERRUPTED = 0, 1, 130


def print_error(problem: str, hint: str | None = None) -> None:
    """Prints a problem and a hint."""
    print(f"ziggurat-dask: {problem}", file=sys.stderr)
    if hint is not None:
        print(f"hint: {hint}", file=sys.stderr)


def failures(shards: Sequence[Shard], problems: Mapping[int, str]) -> list[str]:
    """Returns a line for each image that failed, and for each shard without a result.

    `problems` has the problems of the last runs, by shard.
    """
    lines: list[str] = []
    for shard in shards:
        if shard.state == "failed":
            lines += [f"{failure.subject}: {failure.problem}" for failure in shard.failures]
        elif shard.state != "done":
            lines.append(f"shard {shard.number}: {problems.get(shard.number, shard.state)}")
    return lines


def resume_hint(options: Sequence[str], plan: str) -> str:
    """Returns the hint for an incomplete plan."""
    return "continue with: " + shlex.join(["ziggurat-dask", "run", *options, plan])
