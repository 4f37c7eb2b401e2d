"""Exports with local workers and the program of conftest.py."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from conftest import Export, Fake
from ziggurat_dask import clusters
from ziggurat_dask.command_line import main

INCOMPLETE = "export incomplete: the gallery is not written"


def test_all_shards_run_once(fake: Fake, export: Export, capfd: pytest.CaptureFixture[str]) -> None:
    assert export("--layout", "iiif3", "--shards", "5", "--threads", "3", "--progress", "plain") == 0
    assert fake.calls("plan") == [
        ["--shards", "5", "--plan", fake.plan, "--progress", "plain", "scans", "--layout", "iiif3"]
    ]
    runs = sorted(fake.calls("run"), key=lambda words: words[-1])
    assert runs == [["--progress", "none", "--jobs", "3", fake.plan, str(k)] for k in range(1, 6)]
    assert fake.calls("finish") == [[fake.plan]]
    assert "100 %, 5 of 5 shards\n" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("events", "options", "status", "runs", "lines"),
    [
        # A shard that fails once is run again.
        ({2: "crash done"}, "", 0, 4, []),
        ({2: "failed done", 3: "crash done"}, "", 0, 5, []),
        ({2: "failed failed"}, "", 1, 4, ["2.tif: truncated", INCOMPLETE]),
        ({2: "failed failed"}, "--allow-failures", 0, 4, ["2.tif: truncated"]),
        ({2: "failed done"}, "--retries 0", 1, 3, ["2.tif: truncated", INCOMPLETE]),
        ({2: "crash " * 4}, "--retries 3", 1, 6, ["shard 2: HOST: disk full", INCOMPLETE]),
        # A shard without a result cannot be skipped.
        ({2: "crash crash"}, "--allow-failures", 1, 4, ["shard 2: HOST: disk full"]),
        ({2: "signal signal"}, "", 1, 4, ["shard 2: HOST: killed by SIGSEGV", INCOMPLETE]),
        # The shard of a killed worker is run again, even without retries. So are shards whose results
        # the worker held.
        ({1: "kill done", 2: "kill kill done"}, "--retries 0", 0, None, []),
    ],
)
def test_failures(
    fake: Fake,
    export: Export,
    capfd: pytest.CaptureFixture[str],
    events: dict[int, str],
    options: str,
    status: int,
    runs: int | None,
    lines: list[str],
) -> None:
    fake.set_events(events)
    assert export("--shards", "3", "--progress", "none", *options.split()) == status
    assert len(fake.calls("run")) == runs if runs is not None else len(fake.calls("run")) >= 6
    errors = re.findall(r"^ziggurat-dask: (.*)$", capfd.readouterr().err, re.MULTILINE)
    assert [re.sub(r"^(shard \d+): [^:]+:", r"\1: HOST:", line) for line in errors] == lines


def test_the_plan_of_a_complete_export_is_removed_unless_named(fake: Fake) -> None:
    words = ["export", "scans", "--program", fake.path, "--workers", "1", "--shards", "1"]
    assert main([*words, "--output", "public"]) == 0
    assert not os.path.exists("public.plan")
    assert main([*words, "--output", "public", "--plan", "named"]) == 0
    assert os.path.exists("named/plan.json")


def test_an_existing_plan_is_kept_and_continued(
    fake: Fake, export: Export, capfd: pytest.CaptureFixture[str]
) -> None:
    fake.set_events({2: "failed"})
    assert export("--shards", "3", "--retries", "0") == 1
    assert export("--shards", "3") == 1
    hint = capfd.readouterr().err.splitlines()[-1]
    assert hint == f"hint: continue with: ziggurat-dask run --workers 2 --program {fake.path} {fake.plan}"
    assert len(fake.calls("plan")) == 1
    assert main(hint.split()[4:]) == 0
    # Only the shard that failed was run again.
    assert [words[-1] for words in fake.calls("run")].count("2") == 2
    assert len(fake.calls("run")) == 4


@pytest.mark.parametrize(
    ("image", "status", "line"),
    [("broken", 2, ""), ("killed", 137, "ziggurat-dask: ziggurat shard plan: killed by SIGKILL\n")],
)
def test_the_status_of_a_failed_plan_is_passed_on(
    export: Export, capfd: pytest.CaptureFixture[str], image: str, status: int, line: str
) -> None:
    assert export(image) == status
    assert capfd.readouterr().err == line


def test_a_missing_program_is_named(export: Export, capfd: pytest.CaptureFixture[str]) -> None:
    assert export("--program", "/nowhere/ziggurat") == 1
    assert "not found: the program /nowhere/ziggurat" in capfd.readouterr().err


def test_a_scheduler_that_does_not_answer_is_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clusters, "CONNECTION_SECONDS", 0.5)
    words = ["export", "scans", "--program", "true", "--scheduler", "tcp://127.0.0.1:9"]
    assert main(words) == 1
    assert "tcp://127.0.0.1:9" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("number", "sends"), [(signal.SIGINT, os.killpg), (signal.SIGINT, os.kill), (signal.SIGTERM, os.kill)]
)
def test_an_interrupt_ends_the_children(
    fake: Fake, number: signal.Signals, sends: Callable[[int, int], None]
) -> None:
    # A terminal interrupts the whole group of processes.
    fake.set_events({1: "sleep", 2: "sleep"})
    words = ["export", "scans", "--program", fake.path, "--workers", "2", "--plan", fake.plan, "--shards", "4"]
    with taken_port(8787):
        run = subprocess.Popen(
            [sys.executable, "-m", "ziggurat_dask", *words],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        while len(children(fake)) < 2:
            assert run.poll() is None
            time.sleep(0.05)
    sends(run.pid, number)
    _, errors = run.communicate()
    assert run.returncode == 130
    assert errors.splitlines() == [
        "ziggurat-dask: interrupted",
        f"hint: continue with: ziggurat-dask run --workers 2 --program {fake.path} {fake.plan}",
    ]
    assert children(fake) == []


@contextmanager
def taken_port(port: int) -> Iterator[None]:
    """Listens at a port of this machine, unless another process does already."""
    with socket.socket() as listener:
        with suppress(OSError):
            listener.bind(("127.0.0.1", port))
            listener.listen()
        yield


def test_a_killed_run_leaves_no_children(fake: Fake) -> None:
    fake.set_events({1: "sleep"})
    words = ["export", "scans", "--program", fake.path, "--workers", "1", "--plan", fake.plan, "--shards", "1"]
    run = subprocess.Popen(
        [sys.executable, "-m", "ziggurat_dask", *words],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    # The child knows its parent.
    while not (children(fake) and fake.calls("run")):
        assert run.poll() is None
        time.sleep(0.05)
    run.kill()
    run.wait()
    deadline = time.monotonic() + 10
    while children(fake):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def children(fake: Fake) -> list[str]:
    """The command lines of running shards."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if f"{fake.path}\0shard\0run" in line:
            lines.append(line)
    return lines
