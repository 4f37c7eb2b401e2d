#!/usr/bin/env python3
"""Simulates power failures while a command writes, or after it has ended. An ext4 or XFS file system on
a loop device is shut down without writing its log, and is mounted again, so unflushed data is lost. Then
every visible export must be whole. An older export may be missing only if a newer export replaces it. A
repeat run must produce the files of an undisturbed run.

    power_cuts.py [--count N] [--seed N] [--filesystems NAME,…] [--only TEXT] [--no-sync]

Needs root, loop devices, and mkfs.ext4 or mkfs.xfs. Without them, the series ends with status 77. With
--no-sync, commands do not flush, and the series fails if it finds no fault.
"""

import fcntl
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import program
import scenarios
import series
from program import Failure

# EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN: _IOR('X', 125, __u32).
SHUTDOWN = 0x8004587D
WITHOUT_LOG = struct.pack("I", 2)

# The file systems with mount options, including the options that flush least.
FILESYSTEMS = {
    "ext4": ("mkfs.ext4 -q -O ^resize_inode", 160, [
        "defaults", "noauto_da_alloc", "data=writeback,noauto_da_alloc", "nodelalloc", "commit=1"]),
    "xfs": ("mkfs.xfs -q", 320, ["defaults"]),
}
# Commands whose incomplete results are allowed until the next run.
EXPORTING = ("export", "repack")
# Commands that do not flush, because their files can be made again at any time.
UNFLUSHED = ("sample", "templates")


def command(*words):
    result = subprocess.run(words, capture_output=True, text=True)
    if result.returncode != 0:
        raise Failure(f"{' '.join(words)}: {result.stderr.strip()}")


class Disk:
    """A file system in a file."""

    def __init__(self, image, kind, parent):
        self.image, self.kind = image, kind
        self.folder = tempfile.mkdtemp(dir=parent)

    def mount(self, options="defaults"):
        # `nouuid`: copies of one XFS have the same identifier.
        options += ",loop" + (",nouuid" if self.kind == "xfs" else "")
        command("mount", "-t", self.kind, "-o", options, self.image, self.folder)

    def unmount(self):
        command("umount", self.folder)

    def cut(self):
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, SHUTDOWN, WITHOUT_LOG)
        finally:
            os.close(folder)


class Case:
    """A scenario, a disk in its start state, and the result of an undisturbed run."""

    def __init__(self, scenario, kind, images, parent, words):
        self.scenario, self.kind, self.parent, self.words = scenario, kind, parent, words
        maker, megabytes, self.options = FILESYSTEMS[kind]
        self.image = tempfile.mktemp(dir=parent)
        with open(self.image, "wb") as file:
            file.truncate(megabytes << 20)
        command(*maker.split(), self.image)
        disk = Disk(self.image, kind, parent)
        disk.mount()
        os.mkdir(f"{disk.folder}/work")
        scenario.prepare(f"{disk.folder}/work", images)
        disk.unmount()
        disk = self.disk()
        disk.mount()
        begin = time.monotonic()
        program.succeed(words, f"{disk.folder}/work")
        self.seconds = time.monotonic() - begin
        self.expected = program.contents(f"{disk.folder}/work")
        self.discard(disk)

    def disk(self):
        image = tempfile.mktemp(dir=self.parent)
        command("cp", "--sparse=always", self.image, image)
        return Disk(image, self.kind, self.parent)

    def discard(self, disk):
        disk.unmount()
        os.remove(disk.image)
        os.rmdir(disk.folder)


def disturb(case, disk, chance):
    """Runs the command and shuts the file system down. Returns whether the command had succeeded before."""
    process = program.start(case.words, f"{disk.folder}/work", temporary="/tmp")
    # Two thirds of the failures happen during the command, one third within two seconds after it.
    late = chance.random() < 1 / 3
    if late:
        succeeded = process.wait() == 0
        wait = chance.choice([0, chance.uniform(0, 2)])
    else:
        succeeded = False
        wait = chance.uniform(0, case.seconds * 1.05)
    time.sleep(wait)
    if not late:
        succeeded = process.poll() == 0
    disk.cut()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        raise Failure("does not end after the cut")
    moment = "after the end" if late else f"of {case.seconds:.3f} s"
    return succeeded, f"cut {wait:.3f} s {moment}"


def check(case, chance):
    options = chance.choice(case.options)
    disk = case.disk()
    disk.mount(options)
    try:
        folder = f"{disk.folder}/work"
        before = program.exports(f"{folder}/Output") + program.exports(f"{folder}/Packed")
        succeeded, what = disturb(case, disk, chance)
        disk.unmount()
        disk.mount(options)
        what = f"{case.kind} ({options}), {what}"
        check_state(case, before, folder, succeeded, what)
        check_repeated(case, folder, what)
        return succeeded
    finally:
        case.discard(disk)


def check_state(case, before, folder, succeeded, what):
    visible = {}
    for destination in ("Output", "Packed"):
        for name in program.exports(f"{folder}/{destination}"):
            visible[name] = f"{destination}/{name}"
        check_documents(f"{folder}/{destination}", what)
    for place in visible.values():
        result = program.run(["verify", place], folder)
        if result.returncode != 0:
            raise Failure(f"{what}: {place} is not whole: {result.stderr[-600:].strip()}")
    lost = set(before) - visible.keys() - set(case.scenario.removes)
    if lost:
        raise Failure(f"{what}: lost {min(lost)}")
    if succeeded:
        different = [path for path in program.differences(program.contents(folder), case.expected)
                     if "/.ziggurat-" not in path]
        if different:
            raise Failure(f"{what}: differs after success: {', '.join(different[:6])}")


def check_documents(destination, what):
    """Checks that pages and collections of the destination are not empty."""
    for name in ("index.html", "pictures.js", "collection.json", "dzc/collection.dzc"):
        path = f"{destination}/{name}"
        if not os.path.exists(path):
            continue
        with open(path, "rb") as file:
            data = file.read()
        if not data.strip(b"\0 \n"):
            raise Failure(f"{what}: {name} is empty")
        if name.endswith(".json"):
            json.loads(data)


def check_repeated(case, folder, what):
    result = program.run(case.words, folder, temporary="/tmp")
    if result.returncode != 0 and not case.scenario.removes:
        raise Failure(f"{what}: the repeat run fails: {result.stderr.strip()}")
    different = program.differences(program.contents(folder), case.expected)
    if different:
        raise Failure(f"{what}: differs after a repeat run: {', '.join(different[:6])}")


def can_run(kinds):
    """Whether this machine meets the requirements of the series."""
    if os.geteuid() != 0 or not os.path.exists("/dev/loop-control"):
        return False
    if not all(shutil.which(FILESYSTEMS[kind][0].split()[0]) for kind in kinds):
        return False
    return subprocess.run(["losetup", "--find"], capture_output=True).returncode == 0


def main():
    options = series.parser(50)
    options.add_argument("--filesystems", default="ext4")
    options.add_argument("--no-sync", action="store_true")
    options = options.parse_args()
    kinds = options.filesystems.split(",")
    if not can_run(kinds):
        print("power cuts need root, loop devices and mkfs")
        sys.exit(77)
    if os.environ.get("ZIGGURAT_MOUNTS") != "private":
        # The mounts are private, so they end with this process.
        environment = {**os.environ, "ZIGGURAT_MOUNTS": "private"}
        os.execvpe("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable,
                               *sys.argv], environment)

    def make(scenario, kind, images, parent):
        words = scenario.words
        if options.no_sync and words[0] in EXPORTING:
            words = words + ["--no-sync"]
        return Case(scenario, kind, images, parent, words)

    def cut(case, _number, _turn, _parent, chance):
        return "after success" if check(case, chance) else "before success"

    flushed = [one for one in scenarios.ALL if one.words[0] not in UNFLUSHED]
    done, _, failures = series.run(options, flushed, make, cut, kinds)
    print(f"{options.count} cuts on {', '.join(kinds)}: "
          + ", ".join(f"{done[kind]} {kind}" for kind in sorted(done)) + f"; {failures} failures")
    sys.exit(1 if (failures > 0) != options.no_sync else 0)


if __name__ == "__main__":
    main()
