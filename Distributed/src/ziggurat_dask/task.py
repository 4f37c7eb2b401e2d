"""The functions that workers run.

They are sent to the workers with their code, so a worker needs Dask but not this package. They use only
the standard library and distributed, and return only built-in types.
"""

import os
import shutil
import socket
import subprocess
from typing import Any

from distributed import get_worker

Outcome = tuple[int | None, str, str]
"""The exit status, the name of the host, and the errors.

The exit status is negative after a signal, and None if the worker cannot run shards.
"""


def run_shard(run: str, program: str, plan: str, number: int, threads: int) -> Outcome:
    """Runs a shard in a child process and waits for its end. The child ends if the worker is killed."""
    host = socket.gethostname()
    if shutil.which(program) is None:
        return None, host, f"not found: the program {program}"
    if not os.path.isfile(os.path.join(plan, "plan.json")):
        return None, host, f"not found: the plan {plan}; all workers must see it"
    command = [program, "shard", "run", "--progress", "none", "--jobs", str(threads), plan, str(number)]
    state = _state(get_worker())
    if run in state["stopped"]:
        return 130, host, "stopped"
    # In a new session, so that Ctrl-C does not reach the child: `stop` ends it.
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        return 126, host, f"ziggurat: {error}"
    state["children"][child.pid] = (run, child)
    try:
        if run in state["stopped"]:
            child.terminate()
        _, errors = child.communicate()
        return child.returncode, host, errors
    finally:
        del state["children"][child.pid]


def stop(run: str, dask_worker: Any = None) -> None:
    """Ends the children of a run on this worker, and prevents further children."""
    state = _state(dask_worker)
    state["stopped"].add(run)
    for owner, child in list(state["children"].values()):
        if owner == run:
            child.terminate()


def _state(worker: Any) -> dict[str, Any]:
    """Returns the state that the functions share on a worker; each can have its own copy of this module."""
    state: dict[str, Any] = worker.__dict__.setdefault("ziggurat", {"stopped": set(), "children": {}})
    return state
