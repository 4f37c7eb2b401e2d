"""Dask clients: local processes, Slurm jobs, or a running scheduler."""

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import dask
from distributed import Client, LocalCluster, Status
from distributed.security import Security
from tornado.ioloop import PeriodicCallback

# If more workers than this number are killed during a shard, the shard counts as failed once.
KILLED_WORKERS = 10
CONNECTION_SECONDS = 15
# How often lost processes are replaced.
REPLACEMENT_MILLISECONDS = 1000
# Every scheduler has a web server. At its usual port, a second run would warn that the port is taken.
WEB_SERVER = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}


@dataclass(frozen=True)
class Local:
    """Processes on this machine."""

    workers: int

    @contextmanager
    def client(self, folder: str) -> Iterator[Client]:
        """Starts the processes and ends them; raises OSError if they do not start."""
        with (
            _own_cluster(),
            self._cluster() as cluster,
            _replaced_workers(cluster, self.workers),
            Client(cluster) as client,
        ):
            yield client

    def _cluster(self) -> LocalCluster:
        # Not the error of a process that is killed while it starts: another process replaces it.
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)
        try:
            return LocalCluster(
                n_workers=self.workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                # Without TLS, every user of this machine could run programs through the scheduler.
                security=Security.temporary(),
                protocol="tls://",
                scheduler_kwargs=WEB_SERVER,
                memory_limit=0,
                preload=["ziggurat_dask.local_worker"],
                silence_logs=logging.CRITICAL,
            )
        except RuntimeError as error:
            raise OSError(f"cannot start workers: {error}") from error


@contextmanager
def _replaced_workers(cluster: Any, count: int) -> Iterator[None]:
    """Replaces processes that were killed while they started: Dask does not start them again."""

    def replace() -> None:
        for name, worker in list(cluster.workers.items()):
            if worker.status in (Status.failed, Status.closed):
                del cluster.workers[name]
        cluster.scale(count)

    callback = PeriodicCallback(replace, REPLACEMENT_MILLISECONDS)
    cluster.loop.add_callback(callback.start)
    try:
        yield
    finally:
        cluster.loop.add_callback(callback.stop)


@dataclass(frozen=True)
class Slurm:
    """Slurm jobs, each with one worker."""

    workers: int
    threads: int
    partition: str | None
    account: str | None
    time: str
    memory: str
    interface: str | None
    directives: tuple[str, ...]

    def cluster(self, folder: str, security: Security) -> Any:
        """Returns the jobs; their output goes to `folder`/logs."""
        from dask_jobqueue.slurm import SLURMCluster

        return SLURMCluster(
            queue=self.partition,
            account=self.account,
            walltime=self.time,
            cores=1,
            job_cpu=self.threads,
            processes=1,
            memory=self.memory,
            interface=self.interface,
            security=security,
            protocol="tls://",
            job_name="ziggurat",
            job_extra_directives=list(self.directives),
            log_directory=os.path.join(folder, "logs"),
            scheduler_options=WEB_SERVER,
            silence_logs="critical",
        )

    @contextmanager
    def client(self, folder: str) -> Iterator[Client]:
        """Submits the jobs and replaces those that end early; cancels them at the end.

        The jobs read TLS keys in `folder`, which all machines must see.
        """
        with (
            _own_cluster(),
            keys(folder) as security,
            self.cluster(folder, security) as cluster,
            Client(cluster) as client,
        ):
            cluster.adapt(minimum_jobs=self.workers, maximum_jobs=self.workers)
            yield client


@dataclass(frozen=True)
class Scheduler:
    """A running scheduler, with its workers."""

    address: str

    @contextmanager
    def client(self, folder: str) -> Iterator[Client]:
        """Connects to the scheduler; raises OSError if it does not answer."""
        with Client(self.address, timeout=CONNECTION_SECONDS) as client:
            yield client


Backend = Local | Slurm | Scheduler


def worker_count(backend: Backend) -> int:
    """Returns the number of shards that run at the same time, at least 1."""
    if not isinstance(backend, Scheduler):
        return backend.workers
    with backend.client("") as client:
        threads: dict[str, int] = client.nthreads()
        return max(1, sum(threads.values()))


@contextmanager
def keys(folder: str) -> Iterator[Security]:
    """Creates TLS keys in files that only the user can read; removes them at the end."""
    role = Security.temporary().get_tls_config_for_role("worker")
    with tempfile.TemporaryDirectory(prefix="keys-", dir=folder) as key_folder:
        files = {name: os.path.join(key_folder, f"{name}.pem") for name in ("cert", "key")}
        for name, path in files.items():
            with open(path, "w", encoding="ascii") as file:
                file.write(role[name])
        roles = {
            f"tls_{role}_{name}": path
            for role in ("client", "scheduler", "worker")
            for name, path in files.items()
        }
        yield Security(require_encryption=True, tls_ca_file=files["cert"], **roles)


def _own_cluster() -> Any:
    return dask.config.set(
        {
            "distributed.scheduler.allowed-failures": KILLED_WORKERS,
            # A worker holds only the shard that it runs; the next shard goes to the next free worker.
            "distributed.scheduler.worker-saturation": 1.0,
            "distributed.admin.system-monitor.gil.enabled": False,
        }
    )
