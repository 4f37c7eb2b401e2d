"""Functions that all series share: run the program and compare folders."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("ZIGGURAT_BINARY") or f"{ROOT}/.build/release/ziggurat"


# In a background job, a shell ignores SIGINT for a series and the programs that the series starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Failure(Exception):
    """An assertion of a series that does not hold."""


def run(words, folder, wrapper=(), temporary=None, timeout=300):
    """Runs the program to its end."""
    return subprocess.run(
        [*wrapper, PROGRAM, *words], cwd=folder, env=environment(temporary), timeout=timeout,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")


def succeed(words, folder, **options):
    result = run(words, folder, **options)
    if result.returncode != 0:
        raise Failure(f"{' '.join(words)}: status {result.returncode}: {result.stderr.strip()}")
    return result


def run_until_watching(words, folder, wrapper=(), temporary=None):
    """Runs a command that watches folders, and interrupts it when it waits for further images."""
    process = subprocess.Popen(
        [*wrapper, PROGRAM, *words], cwd=folder, env=environment(temporary), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        start_new_session=True)
    lines = []
    for line in process.stderr:
        lines.append(line)
        if "watching" in line:
            # strace does not forward the signal, so the signal goes to the process group.
            os.killpg(process.pid, signal.SIGINT)
            break
    rest = process.communicate(timeout=300)[1]
    return subprocess.CompletedProcess(words, process.returncode, "", "".join(lines) + rest)


def start(words, folder, temporary=None):
    return subprocess.Popen(
        [PROGRAM, *words], cwd=folder, env=environment(temporary), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def environment(temporary):
    return {**os.environ, "TMPDIR": temporary} if temporary else None


def contents(folder):
    """The size and checksum of each file below a folder, by relative path. Paths of folders end with a
    slash."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            short = os.path.relpath(path, folder)
            if os.path.islink(path):
                found[short] = os.readlink(path)
            elif os.path.isdir(path):
                found[short + "/"] = None
            else:
                with open(path, "rb") as file:
                    data = file.read()
                found[short] = (len(data), zlib.crc32(data))
    return found


def differences(found, expected):
    """The paths that exist in only one folder, or whose contents differ."""
    return sorted(
        path for path in found.keys() | expected.keys()
        if path not in found or path not in expected or found[path] != expected[path])


def exports(destination):
    """The visible exports of a destination, including damaged exports."""
    try:
        names = sorted(os.listdir(destination))
    except FileNotFoundError:
        return []
    return [
        name for name in names
        if not name.startswith(".")
        and any(os.path.exists(f"{destination}/{name}/{mark}")
                for mark in ("ziggurat.json", "ziggurat.hashes", "comparison.json")
                ) or is_folder_of_pages(f"{destination}/{name}")]


def parts(destination, name):
    """The units that are replaced as a whole: an export, or each page of a book."""
    folder = f"{destination}/{name}"
    if not os.path.exists(f"{folder}/book.json"):
        return [name]
    return [f"{name}/{page}" for page in sorted(os.listdir(folder))
            if os.path.exists(f"{folder}/{page}/ziggurat.json")]


def is_folder_of_pages(folder):
    """Whether a visible folder is a book or the rest of a book."""
    name = os.path.basename(folder)
    return not name.startswith(".") and name != "viewer" and os.path.isdir(folder) and (
        os.path.exists(f"{folder}/book.json")
        or any(os.path.exists(f"{folder}/{page}/ziggurat.json") for page in os.listdir(folder)))


def copy(source, target):
    """Copies a folder with its times and hard links."""
    subprocess.run(["cp", "-a", source, target], check=True)


def remove(*folders):
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


class Workplace:
    """A temporary folder that is removed at the end."""

    def __init__(self, parent=None):
        self.folder = tempfile.mkdtemp(prefix="ziggurat-endurance-", dir=parent)

    def __enter__(self):
        return self.folder

    def __exit__(self, *_):
        remove(self.folder)


def generator(seed, *names):
    """A random number generator that depends only on the seed and the names."""
    return random.Random("/".join([str(seed), *map(str, names)]))
