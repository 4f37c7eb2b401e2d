"""The command line."""

import os

import pytest

from ziggurat_dask.arguments import parse
from ziggurat_dask.clusters import Backend, Local, Scheduler, Slurm

SLURM = Slurm(
    workers=3,
    threads=4,
    partition="main",
    account=None,
    time="1:00:00",
    memory="4GB",
    interface=None,
    directives=("--qos=low", "--exclusive"),
)


@pytest.mark.parametrize(
    ("words", "forwarded"),
    [
        ("scans", "scans"),
        ("scans --layout iiif3 -o public", "scans --layout iiif3 -o public"),
        ("--layout iiif3 --workers 2 scans -q 85", "--layout iiif3 scans -q 85"),
        ("scans --metadata texts.csv --retries 3 maps", "scans --metadata texts.csv maps"),
        ("--crop -5,0,10,10 scans", "--crop -5,0,10,10 scans"),
        ("--workers 2 -- --workers", "-- --workers"),
        ("--list images.txt --by-size", "--list images.txt --by-size"),
    ],
)
def test_export_options_are_passed_on_in_their_order(words: str, forwarded: str) -> None:
    assert parse(["export", *words.split()]).words == tuple(forwarded.split())


@pytest.mark.parametrize(
    ("words", "plan", "keeps"),
    [
        ("scans", "Output.plan", False),
        ("scans --output public/", "public.plan", False),
        ("scans -opublic", "public.plan", False),
        ("scans --output=a/b", "a/b.plan", False),
        ("scans --output public --plan work", "work", True),
    ],
)
def test_the_plan_is_beside_the_output_folder(words: str, plan: str, keeps: bool) -> None:
    request = parse(["export", *words.split()])
    assert (request.plan, request.keeps_plan) == (os.path.abspath(plan), keeps)


@pytest.mark.parametrize(
    ("words", "backend"),
    [
        ("--workers 3", Local(3)),
        ("--scheduler tcp://head:8786", Scheduler("tcp://head:8786")),
        (
            "--slurm --workers 3 --threads 4 --partition main --sbatch=--qos=low --sbatch=--exclusive",
            SLURM,
        ),
    ],
)
def test_backends(words: str, backend: Backend) -> None:
    request = parse(["run", "plan", *words.split()])
    assert request.backend == backend
    # The options that a hint prints start the same workers.
    assert parse(["run", "plan", *request.options]).backend == backend


@pytest.mark.parametrize(
    "words",
    [
        "",
        "export",
        "export --workers 2",
        "export scans --json",
        "export scans --workers 0",
        "export scans --retries -1",
        "export scans --slurm",
        "export scans --partition main",
        "export scans --scheduler tcp://head:8786 --workers 2",
        "export scans --scheduler tcp://head:8786 --slurm --workers 2",
        "run",
        "run plan --layout dzi",
    ],
)
def test_invalid_command_lines_exit_with_status_2(words: str) -> None:
    with pytest.raises(SystemExit) as ending:
        parse(words.split())
    assert ending.value.code == 2
