"""Slurm jobs, and a scheduler with workers that do not have this package."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client
from distributed.security import Security

from conftest import Fake
from ziggurat_dask.clusters import Local, Slurm, keys
from ziggurat_dask.command_line import main


def test_the_job_script_has_the_options(tmp_path: Path) -> None:
    backend = Slurm(
        workers=2,
        threads=4,
        partition="main",
        account="museum",
        time="4:00:00",
        memory="8GB",
        interface="lo",
        directives=("--qos=low",),
    )
    with keys(str(tmp_path)) as security, backend.cluster(str(tmp_path), security) as cluster:
        lines = cluster.job_script().splitlines()
    directives = {line.removeprefix("#SBATCH ") for line in lines if line.startswith("#SBATCH ")}
    assert directives >= {
        "-p main",
        "-A museum",
        "-t 4:00:00",
        "--cpus-per-task=4",
        "--mem=8G",
        "--qos=low",
        f"-o {tmp_path}/logs/ziggurat-%J.out",
    }
    assert "--nthreads 1 " in lines[-1]
    # The keys are removed.
    assert not list(tmp_path.glob("keys-*"))


def test_other_users_cannot_use_the_local_scheduler(tmp_path: Path) -> None:
    with Local(1).client(str(tmp_path)) as client:
        address = str(client.scheduler_info()["address"])
        assert address.startswith("tls://127.0.0.1:")
        with pytest.raises(OSError), Client(address, security=Security.temporary(), timeout=2):
            pass
        with pytest.raises(OSError), Client(address.replace("tls:", "tcp:"), timeout=1):
            pass


def test_a_lost_process_is_replaced() -> None:
    with Local(workers=1).client("") as client:
        assert client.cluster is not None
        (nanny,) = client.cluster.workers.values()
        client.sync(nanny.close)
        assert client.submit(int, "7").result() == 7


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """A scheduler with one worker; both can import only Dask."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    path = [folder for folder in sys.path if not folder.endswith(("Distributed/src", "Distributed/tests"))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    (tmp_path / "elsewhere").mkdir()
    commands = [
        ["scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard"],
        ["worker", address, "--nthreads", "2", "--no-dashboard"],
    ]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *command],
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=tmp_path / "elsewhere",
        )
        for command in commands
    ]
    yield address
    for process in reversed(processes):
        process.terminate()
        process.wait()


def test_workers_need_only_dask(fake: Fake, scheduler: str) -> None:
    words = ["export", "scans", "--program", fake.path, "--plan", fake.plan, "--scheduler", scheduler]
    fake.set_events({3: "failed done"})
    assert main(words) == 0
    assert len(fake.calls("run")) == int(fake.calls("plan")[0][1]) + 1


def test_a_worker_without_the_plan_ends_the_run(
    fake: Fake, scheduler: str, capfd: pytest.CaptureFixture[str]
) -> None:
    # The program is found from here, but not from the folder of the worker.
    words = ["export", "scans", "--program", "./ziggurat", "--plan", fake.plan, "--scheduler", scheduler]
    assert main([*words, "--shards", "2"]) == 1
    assert f"ziggurat-dask: {socket.gethostname()}: not found: the program ./ziggurat\n" in capfd.readouterr().err
    assert main(["run", fake.plan, "--program", fake.path, "--scheduler", scheduler]) == 0
