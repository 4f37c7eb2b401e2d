"""Progress and reports."""

import io

import pytest

from ziggurat_dask.program import Failure, Shard
from ziggurat_dask.progress import Progress
from ziggurat_dask.report import failures, resume_hint


@pytest.mark.parametrize(
    ("style", "costs", "text"),
    [
        ("plain", [1.0, 3.0], "25 %, 1 of 2 shards\n100 %, 2 of 2 shards\n"),
        ("auto", [4.0], "100 %, 1 of 1 shards\n"),
        ("none", [4.0], ""),
        ("plain", [0.0, 0.0], "50 %, 1 of 2 shards\n100 %, 2 of 2 shards\n"),
        # Equal percentages have one line.
        ("plain", [0.001, 0.001, 1000], "0 %, 1 of 3 shards\n100 %, 3 of 3 shards\n"),
    ],
)
def test_lines(style: str, costs: list[float], text: str) -> None:
    stream = io.StringIO()
    progress = Progress(style, len(costs), sum(costs), stream)
    for cost in costs:
        progress.end_shard(cost)
    progress.close()
    assert stream.getvalue() == text


def test_the_bar_is_one_line() -> None:
    stream = io.StringIO()
    progress = Progress("bar", 2, 2, stream)
    progress.end_shard(1)
    progress.end_shard(1)
    progress.close()
    progress.close()
    lines = stream.getvalue().split("\r")
    assert [line.count("█") for line in lines] == [0, 15, 30]
    assert stream.getvalue().count("\n") == 1


def test_each_failed_image_has_a_line() -> None:
    images = (Failure("a.tif", "truncated"), Failure("b.tif", "not found"))
    shards = [
        Shard(1, "done", 5, 1.0),
        Shard(2, "failed", 5, 1.0, images),
        Shard(3, "missing", 5, 1.0),
        Shard(4, "running", 5, 1.0),
    ]
    assert failures(shards, {2: "ignored", 3: "host: disk full"}) == [
        "a.tif: truncated",
        "b.tif: not found",
        "shard 3: host: disk full",
        "shard 4: running",
    ]


def test_the_hint_can_be_pasted_into_a_shell() -> None:
    assert resume_hint(["--workers", "2"], "/a b/plan") == (
        "continue with: ziggurat-dask run --workers 2 '/a b/plan'"
    )
