"""The arguments of `ziggurat-dask`."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass

from ziggurat_dask import __version__
from ziggurat_dask.clusters import Backend, Local, Scheduler, Slurm


@dataclass(frozen=True)
class Request:
    """The parsed command line."""

    plan: str
    """The absolute path of the plan's folder."""
    words: tuple[str, ...] | None
    """Images and options for `ziggurat shard plan`; None to continue an existing plan."""
    shards: int | None
    """Number of shards; None for ten per worker."""
    keeps_plan: bool
    """Whether the plan remains when the export is complete."""
    program: str
    backend: Backend
    threads: int
    retries: int
    allows_failures: bool
    progress: str
    options: tuple[str, ...]
    """The options of `ziggurat-dask run` that start the same workers."""


def parse(words: Sequence[str]) -> Request:
    """Parses the arguments. Prints an error and exits with status 2 if they are invalid."""
    parser = _parser()
    # Words after -- are images.
    end = words.index("--") if "--" in words else len(words)
    values, others = parser.parse_known_args(list(words[:end]))
    others += words[end:]
    is_export = values.command == "export"
    if is_export and not others:
        parser.error("missing argument IMAGE")
    if is_export and "--json" in others:
        parser.error("unsupported option --json")
    if not is_export and others:
        parser.error(f"unknown argument {others[0]}; the plan contains the options of the export")
    plan: str = values.plan or os.path.normpath(_destination(others)) + ".plan"
    return Request(
        plan=os.path.abspath(plan),
        words=tuple(others) if is_export else None,
        shards=values.shards if is_export else None,
        keeps_plan=not is_export or values.plan is not None,
        program=values.program,
        backend=_backend(values, parser),
        threads=values.threads,
        retries=values.retries,
        allows_failures=values.allow_failures,
        progress=values.progress,
        options=_worker_options(values),
    )


def _worker_options(values: argparse.Namespace) -> tuple[str, ...]:
    words = ["--slurm"] if values.slurm else []
    for name in ("scheduler", "workers", "partition", "account", "time", "memory", "interface"):
        if getattr(values, name) is not None:
            words += [f"--{name}", str(getattr(values, name))]
    words += [f"--sbatch={option}" for option in values.sbatch]
    if values.threads != 1:
        words += ["--threads", str(values.threads)]
    if values.program != "ziggurat":
        words += ["--program", values.program]
    return tuple(words)


def _destination(words: Sequence[str]) -> str:
    """Returns the value of --output."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-o", "--output", default="Output")
    return str(parser.parse_known_args(list(words))[0].output)


def _backend(values: argparse.Namespace, parser: argparse.ArgumentParser) -> Backend:
    if not values.slurm:
        for name in ("partition", "account", "time", "memory", "interface", "sbatch"):
            if getattr(values, name):
                parser.error(f"--{name} needs --slurm")
    if values.scheduler is not None:
        if values.workers is not None:
            parser.error("--scheduler and --workers cannot be combined: its workers are running")
        return Scheduler(values.scheduler)
    if not values.slurm:
        return Local(values.workers or max(1, len(os.sched_getaffinity(0)) // values.threads))
    if values.workers is None:
        parser.error("--slurm needs --workers, the number of jobs")
    return Slurm(
        workers=values.workers,
        threads=values.threads,
        partition=values.partition,
        account=values.account,
        time=values.time or "1:00:00",
        memory=values.memory or "4GB",
        interface=values.interface,
        directives=tuple(values.sbatch),
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


_positive.__name__ = _count.__name__ = "number"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ziggurat-dask",
        description="Exports many images with Ziggurat on Dask workers.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    common = _common_options()
    export = commands.add_parser(
        "export",
        parents=[common],
        allow_abbrev=False,
        help="plan, run and finish an export",
        usage="%(prog)s [OPTIONS] [EXPORT OPTIONS] IMAGE…",
        description="Plans, runs and finishes an export. All other options belong to "
        "“ziggurat shard plan”, such as --layout, --output and --list.",
    )
    export.add_argument(
        "--plan", metavar="DIR", help="new folder for the plan (default: OUTPUT.plan, removed at the end)"
    )
    export.add_argument(
        "--shards", type=_positive, metavar="N", help="number of shards (default: ten per worker)"
    )
    run = commands.add_parser(
        "run",
        parents=[common],
        allow_abbrev=False,
        help="continue a plan",
        usage="%(prog)s [OPTIONS] PLAN",
        description="Runs the shards of a plan that are not done, and finishes it.",
    )
    run.add_argument("plan", metavar="PLAN", help="folder of the plan")
    return parser


def _common_options() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    where = common.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="running scheduler, such as tcp://host:8786")
    where.add_argument("--slurm", action="store_true", help="submit one Slurm job per worker")
    group = common.add_argument_group("run")
    group.add_argument(
        "--workers", type=_positive, metavar="N", help="local processes (default: processors / --threads), or jobs"
    )
    group.add_argument(
        "--threads", type=_positive, default=1, metavar="N", help="threads of each worker (default 1)"
    )
    group.add_argument(
        "--retries", type=_count, default=1, metavar="N", help="run a failed shard up to N times again (default 1)"
    )
    group.add_argument(
        "--allow-failures", action="store_true", help="finish without the images that failed"
    )
    group.add_argument(
        "--progress", choices=["auto", "bar", "plain", "none"], default="auto",
        help="progress on standard error (default auto)",
    )
    group.add_argument(
        "--program", default="ziggurat", metavar="FILE", help="path of ziggurat on all machines (default: from PATH)"
    )
    slurm = common.add_argument_group("Slurm jobs")
    slurm.add_argument("--partition", metavar="NAME", help="partition")
    slurm.add_argument("--account", metavar="NAME", help="account")
    slurm.add_argument("--time", metavar="H:MM:SS", help="time limit of a job (default 1:00:00)")
    slurm.add_argument("--memory", metavar="SIZE", help="memory of a job (default 4GB)")
    slurm.add_argument("--interface", metavar="NAME", help="network interface of the scheduler and workers")
    slurm.add_argument(
        "--sbatch", action="append", default=[], metavar="OPTION",
        help="further line #SBATCH OPTION, written as --sbatch=OPTION; may be repeated",
    )
    return common
