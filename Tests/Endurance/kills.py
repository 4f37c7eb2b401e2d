#!/usr/bin/env python3
"""Stops commands at random moments: kills them at any time or before system calls, or makes system calls
fail. Afterwards, every visible export must be whole, and older exports must exist. A repeat run must
produce the files of an undisturbed run, and no other files.

    kills.py [--count N] [--seed N] [--kinds KIND,…] [--only TEXT]
"""

import collections
import os
import re
import signal
import sys
import tempfile
import time

import program
import scenarios
import series
from program import Failure

# System calls that change the file system, with possible errors.
CALLS = {
    "openat": ["ENOSPC", "EACCES", "EMFILE"], "mkdir": ["ENOSPC", "EDQUOT"],
    "rename": ["EIO", "EACCES"], "renameat": ["EIO"], "renameat2": ["EINVAL", "EIO"],
    "link": ["EPERM", "EMLINK"], "linkat": ["EPERM", "EMLINK"],
    "unlink": ["EIO", "EPERM"], "unlinkat": ["EIO"], "rmdir": ["EBUSY"],
    "write": ["ENOSPC", "EIO"], "writev": ["ENOSPC"], "pwrite64": ["ENOSPC", "EIO"],
    "ftruncate": ["EIO"], "fallocate": ["ENOSPC"], "copy_file_range": ["EIO"],
    "fsync": ["EIO"], "fdatasync": ["EIO"], "syncfs": ["EIO"], "flock": ["ENOLCK"],
    "sync_file_range": ["EIO"],
}
KINDS = ["moment", "call", "error", "exchange"]


class Case:
    """A scenario, its prepared state, and the result of an undisturbed run."""

    def __init__(self, scenario, _, images, parent):
        self.scenario = scenario
        self.start = tempfile.mkdtemp(dir=parent)
        scenario.prepare(self.start, images)
        folder = self.copy(parent)
        self.log = f"{folder}.log"
        begin = time.monotonic()
        scenario.succeed(folder)
        self.seconds = time.monotonic() - begin
        self.expected = program.contents(folder)
        folder = self.copy(parent)
        scenario.succeed(
            folder, wrapper=["strace", "-f", "-o", self.log, "-e", "trace=" + ",".join(CALLS)])
        self.counts = self.count()

    def copy(self, parent):
        folder = tempfile.mkdtemp(dir=parent)
        program.copy(f"{self.start}/.", folder)
        return folder

    def count(self):
        """The number of calls of each system call in an undisturbed run. The count includes files opened
        for reading."""
        counts = collections.Counter()
        with open(self.log, errors="replace") as lines:
            for line in lines:
                call = re.match(r"\d+ +(\w+)\(", line)
                if call and call[1] in CALLS:
                    counts[call[1]] += 1
        return counts


def disturb(case, kind, folder, temporary, chance):
    """Runs the command and stops it. Returns a description of the stop, and whether the status is expected."""
    words = case.scenario.words
    if kind == "moment":
        seconds = chance.uniform(0, case.seconds * 1.05)
        process = program.start(words, folder, temporary)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return f"killed after {seconds * 1000:.1f} ms"
    # Most calls open files for reading, so the kind of call is chosen first, then its number.
    calls = [call for call in case.counts if call != "openat" or kind == "error"]
    call = chance.choice(sorted(calls))
    number = chance.randint(1, case.counts[call])
    strace = ["strace", "-f", "-o", "/dev/null", "-e", "trace=" + ",".join(CALLS)]
    if kind == "call":
        strace += ["-e", f"inject={call}:signal=SIGKILL:when={number}"]
        what = f"killed at {call} {number}"
        # With status 1, the killed process was a decoder.
        allowed = (0, 1, 137, -signal.SIGKILL)
    elif kind == "error":
        error = chance.choice(CALLS[call])
        strace += ["-e", f"inject={call}:error={error}:when={number}"]
        what = f"{error} at {call} {number}"
        # The dynamic loader exits with 127.
        allowed = (0, 1, 127)
    else:
        number = chance.randint(1, max(1, case.counts["rename"] + 2))
        strace += ["-e", "inject=renameat2:error=EINVAL",
                   "-e", f"inject=rename:error=EIO:when={number}"]
        what = f"renameat2 fails, EIO at rename {number}"
        allowed = (0, 1)
    result = case.scenario.run(folder, wrapper=strace, temporary=temporary)
    if result.returncode not in allowed:
        raise Failure(f"{what}: status {result.returncode}: {result.stderr[-400:]}")
    if result.returncode == 1 and not result.stderr.strip():
        raise Failure(f"{what}: status 1 without a message")
    return what


def check_visible(case, before, folder, what):
    """Checks that every visible export is whole, and that older exports exist."""
    for destination in ("Output", "Packed"):
        visible = program.exports(f"{folder}/{destination}")
        lost = set(before[destination]) - set(visible) - set(case.scenario.removes)
        if lost:
            raise Failure(f"{what}: lost {destination}/{min(lost)}")
        for name in visible:
            parts = program.parts(f"{folder}/{destination}", name)
            if parts != [name] and not os.path.exists(f"{folder}/{destination}/{name}/index.html"):
                raise Failure(f"{what}: {destination}/{name} has no page")
            for part in parts:
                place = f"{destination}/{part}"
                result = program.run(["verify", place, "--quick"], folder)
                if result.returncode != 0:
                    raise Failure(f"{what}: {place} is not whole: {result.stderr[-600:]}")


def check_repeated(case, folder, temporary, what):
    """Checks that a repeat run produces the files of an undisturbed run."""
    result = case.scenario.run(folder, temporary=temporary)
    # If the first run has removed the export, the repeat run does not find it.
    if result.returncode != 0 and not case.scenario.removes:
        raise Failure(f"{what}: the repeat run fails: {result.stderr.strip()}")
    different = program.differences(program.contents(folder), case.expected)
    if different:
        raise Failure(f"{what}: differs after a repeat run: {', '.join(different[:6])}")
    if os.listdir(temporary):
        raise Failure(f"{what}: temporary files are left: {os.listdir(temporary)[:3]}")


def check(case, kind, parent, chance):
    folder = case.copy(parent)
    temporary = tempfile.mkdtemp(dir=parent)
    before = {name: program.exports(f"{folder}/{name}") for name in ("Output", "Packed")}
    what = disturb(case, kind, folder, temporary, chance)
    check_visible(case, before, folder, what)
    check_repeated(case, folder, temporary, what)
    program.remove(folder, temporary)


def main():
    options = series.parser(300)
    options.add_argument("--kinds", default=",".join(KINDS))
    options = options.parse_args()
    kinds = options.kinds.split(",")

    def run(case, number, turn, parent, chance):
        kind = kinds[(turn + number) % len(kinds)]
        check(case, kind, parent, chance)
        return kind

    done, commands, failures = series.run(options, scenarios.ALL, Case, run)
    print(", ".join(f"{kind}: {done[kind]}" for kind in kinds if done[kind])
          + f"; {commands} commands; {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
