"""Runs one command for a test and lets nothing of it outlive that test.

    guardian.py REPORT SECONDS SCRATCH FOLDER COMMAND [ARGUMENT ...]

Standard input is the test's hold on the command. Each line that arrives is the name of a signal
for the command ("SIGINT"). When the stream ends, because the test is done with the command or
because the test process died, the command and everything that it started are killed; so they are
after SECONDS, and so are processes that the command itself left behind when it ended.

REPORT receives one JSON object: status (or null), signal (or null), maxrss in kilobytes,
timed_out; where the test process is gone, the folder it is in is removed instead. The command
runs in FOLDER. With SCRATCH "yes" it gets a temporary folder of its own (TMPDIR and
XDG_CONFIG_HOME), removed at the end.

A process inherits the peak memory of the one that starts it until it has replaced itself, so the
peak of a command started from a large test process would be that of the test. This script is
small: the peak that it reports is right above some 15 MB.
"""

import ctypes
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36


def direct_children():
    """The processes whose parent this one is; as the subreaper it adopts every orphan."""
    me = os.getpid()
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    # The name of a program may hold blanks and parentheses: count from its end.
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == me:
                yield int(entry)


def kill_descendants():
    """Kills generation after generation: the children of a dead process become ours."""
    while True:
        for child in direct_children():
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def reap_orphans(command):
    """Lets go of adopted processes that have ended, which would stay as zombies."""
    for child in direct_children():
        if child != command.pid:
            try:
                os.waitpid(child, os.WNOHANG)
            except ChildProcessError:
                # Another signal came during this one and was faster.
                pass


def watch(command, seconds):
    """Waits for the command, the end of the test's hold or the deadline: (ended, timed out)."""
    deadline = time.monotonic() + seconds
    watched = selectors.DefaultSelector()
    watched.register(0, selectors.EVENT_READ)
    watched.register(os.pidfd_open(command.pid), selectors.EVENT_READ)
    pending = b""
    while True:
        ready = watched.select(deadline - time.monotonic())
        if not ready:
            return False, True
        if any(key.fd != 0 for key, _ in ready):
            return True, False
        received = os.read(0, 4096)
        if not received:
            return False, False
        *lines, pending = (pending + received).split(b"\n")
        for line in lines:
            os.kill(command.pid, signal.Signals[line.decode()])


def main():
    report, seconds, scratch, working_folder, *arguments = sys.argv[1:]
    parent = os.getppid()
    # Whatever else the test process has open must not be kept open from here.
    os.closerange(3, 4096)
    # An interrupt typed at the terminal goes to the test process: its end is the signal here.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    environment = dict(os.environ)
    folder = None
    if scratch == "yes":
        folder = tempfile.mkdtemp(prefix="ziggurat-scratch-")
        environment["TMPDIR"] = environment["XDG_CONFIG_HOME"] = folder
    outcome = {"status": None, "signal": None, "maxrss": 0, "timed_out": False}
    try:
        command = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            env=environment,
            cwd=working_folder,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        signal.signal(signal.SIGCHLD, lambda *_: reap_orphans(command))
        ended, outcome["timed_out"] = watch(command, float(seconds))
        if not ended:
            command.kill()
        _, status, usage = os.wait4(command.pid, 0)
        outcome["maxrss"] = usage.ru_maxrss
        if os.WIFSIGNALED(status):
            outcome["signal"] = os.WTERMSIG(status)
        else:
            outcome["status"] = os.WEXITSTATUS(status)
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        kill_descendants()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
        with open(report, "w", encoding="utf-8") as file:
            json.dump(outcome, file)
        if os.getppid() != parent:
            # The test process is gone: nobody will read this, nor take the folder away.
            shutil.rmtree(os.path.dirname(report), ignore_errors=True)


main()
