"""The command `ziggurat-dask`."""

import logging
import shutil
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from ziggurat_dask.arguments import parse
from ziggurat_dask.export import Export
from ziggurat_dask.program import ProgramError
from ziggurat_dask.report import DONE, FAILED, INTERRUPTED, print_error


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    request = parse(sys.argv[1:] if words is None else words)
    if shutil.which(request.program) is None:
        print_error(f"not found: the program {request.program}", "name it with --program")
        return FAILED
    signal.signal(signal.SIGTERM, _interrupt)
    # This package reports lost workers and connections itself.
    logging.disable(logging.CRITICAL)
    try:
        Export(request).run()
    except ProgramError as error:
        if error.problem is not None:
            print_error(error.problem)
        return error.status
    except KeyboardInterrupt:
        return INTERRUPTED
    return DONE


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
