"""Preparation of local workers."""

import signal
from typing import Any


def dask_setup(_worker: Any) -> None:
    """Ignores Ctrl-C: a terminal sends it to all processes, but the run itself ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
