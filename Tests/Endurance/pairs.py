#!/usr/bin/env python3
"""Starts pairs of commands on one destination at the same time. Afterwards, `verify` must find no fault,
and the result of each command with status 0 must be visible.

    pairs.py [--rounds N] [--seed N] [--only TEXT]
"""

import argparse
import itertools
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import program

QUIET = ["--progress", "none"]
OUT = ["-o", "out", "--progress", "none"]

# Errors that are allowed if the other command has removed an input of the command.
AFTER_REMOVAL = ["not found", "no such", "no exports found", "missing, or of another", "not an export"]


def document(path):
    try:
        with open(path, encoding="utf-8") as file: return json.load(file)
    except FileNotFoundError:
        return {}


def layouts(folder, name="photo"):
    bundles = document(f"{folder}/out/{name}/ziggurat.json").get("bundles", [])
    return {bundle["layout"] for bundle in bundles}


def caption(folder, key, path="photo/ziggurat.json"):
    found = document(f"{folder}/out/{path}")
    return (found.get("settings", found).get("caption") or {}).get(key)


def pages(folder, name):
    """The existing pages of a book, and the pages in its record."""
    record = [page["name"] for page in document(f"{folder}/out/{name}/book.json").get("pages", [])]
    return len(record), len([page for page in record if layouts(folder, f"{name}/{page}")])


class Command:
    """words: the arguments
    shows: whether the result is visible; another command may remove the exports in `subject`
    sets: a text that the command sets; the other command may set another value
    """

    def __init__(self, words, shows=lambda folder: True, *, subject="photo", sets=None, removes=None,
                 watches=False):
        self.words = words if isinstance(words, list) else words.split()
        self.shows, self.subject, self.sets = shows, subject, sets
        self.removes, self.watches = removes, watches


def export(words, *rest):
    return ["export", "photo.jpg", *words.split(), *rest, "-o", "out", *QUIET]


COMMANDS = {
    "add xyz": Command(export("-l xyz"), lambda f: "xyz" in layouts(f)),
    "add iiif3": Command(export("-l iiif3"), lambda f: "iiif3" in layouts(f)),
    "quality 50": Command(export("-l dzi -q 50"), lambda f: "dzi" in layouts(f)),
    "png": Command(export("-l dzi -f png"), lambda f: "dzi" in layouts(f)),
    "force": Command(export("-l dzi --force"), lambda f: "dzi" in layouts(f)),
    "metadata": Command(
        ["export", "photo.jpg", "other.jpg", "-l", "dzi", "-q", "45", "--metadata", "list.csv", *OUT],
        lambda f: caption(f, "creator") == "N. N.", sets="title"),
    "watch": Command(["export", "--watch", "scans", "-l", "zoomify", *OUT],
                     lambda f: "zoomify" in layouts(f, "scan"), subject="scan", watches=True),
    "watch photo": Command(["export", "--watch", "watched", "-l", "legacy", *OUT],
                           lambda f: "legacy" in layouts(f), watches=True),
    "describe": Command(["describe", "out", "--title", "Another title"],
                        lambda f: caption(f, "title") == "Another title", sets="title"),
    "credit": Command(["describe", "out", "--attribution", "Ada"],
                      lambda f: caption(f, "attribution") == "Ada"),
    "describe book": Command(["describe", "out", "--metadata", "book.csv"],
                             lambda f: caption(f, "creator", "album/book.json") == "M. M.", subject="album"),
    "repack": Command(["repack", "out/photo", "-l", "dzi", "-c", "szi", "--name", "copy", *OUT],
                      lambda f: os.path.exists(f"{f}/out/copy/copy.szi"), subject="copy"),
    "repack zip": Command(["repack", "out/photo", "-l", "dzi", "-c", "zip", "--name", "copy", *OUT],
                          lambda f: os.path.exists(f"{f}/out/copy/copy-dzi.zip"), subject="copy"),
    "remove": Command("remove photo -o out", removes="photo"),
    "gallery": Command("gallery out"),
    "compare": Command("compare out/photo out/other -o out --name both --replace",
                       lambda f: len(document(f"{f}/out/both/comparison.json").get("pictures", [])) == 2),
    "book": Command(["export", "--book", "leaves", *OUT], lambda f: pages(f, "leaves") == (2, 2),
                    subject="leaves"),
    "book again": Command(["export", "--book", "album", "-q", "60", *OUT],
                          lambda f: pages(f, "album") == (3, 3), subject="album"),
    "remove book": Command("remove album -o out", removes="album"),
    "map": Command(["repack", "out/land.mbtiles", "-c", "pmtiles", "--name", "land", "--replace", *OUT],
                   lambda f: os.path.exists(f"{f}/out/land.pmtiles")),
    "map source": Command(
        ["repack", "second.mbtiles", "-c", "mbtiles", "--name", "land", "--replace", *OUT],
        lambda f: os.path.exists(f"{f}/out/land.mbtiles")),
    "shard finish": Command("shard finish plan"),
    "verify": Command("verify out"),
}


class Run:
    """A running command."""

    def __init__(self, command, folder):
        self.command = command
        self.process = subprocess.Popen(
            [program.PROGRAM, *command.words], cwd=folder, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, errors="replace")

    def finish(self):
        """Waits for the end. A command that watches is stopped when it waits for further images."""
        lines = []
        if self.command.watches:
            for line in self.process.stderr:
                lines.append(line)
                if "watching" in line: break
            self.process.send_signal(signal.SIGINT)
        self.error = "".join(lines) + self.process.communicate(timeout=300)[1]
        self.status = self.process.returncode
        return self


def draw_map(path, zoom, tile):
    """A map of two tiles."""
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        database.execute(
            "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        column, row = (1 << zoom - 1) + 1, (1 << zoom - 1) + 1
        for shift in (0, 1):
            database.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, column + shift, row, tile))
        rows = [("name", "Land"), ("format", "png"), ("type", "overlay")]
        database.executemany("INSERT INTO metadata VALUES (?, ?)", rows)
    database.close()


def prepare(folder):
    """Fills a folder with images, exports, a book, a map and a plan. Returns the seconds of an export."""
    os.makedirs(f"{folder}/scans")
    for name, size in (("photo", "500x400"), ("other", "400x300"), ("scans/scan", "300x200"), ("tile", "256x256")):
        program.succeed(["sample", "--size", size, f"{name}.{'png' if name == 'tile' else 'jpg'}"], folder)
    for book, count in (("album", 3), ("leaves", 2)):
        os.makedirs(f"{folder}/{book}")
        for number in range(count): shutil.copy(f"{folder}/scans/scan.jpg", f"{folder}/{book}/p{number}.jpg")
    os.makedirs(f"{folder}/watched")
    os.link(f"{folder}/photo.jpg", f"{folder}/watched/photo.jpg")
    with open(f"{folder}/tile.png", "rb") as file: tile = file.read()
    draw_map(f"{folder}/first.mbtiles", 6, tile)
    draw_map(f"{folder}/second.mbtiles", 7, tile)
    with open(f"{folder}/list.csv", "w") as file: file.write("file,title,creator\nphoto.jpg,From the list,N. N.\n")
    with open(f"{folder}/book.csv", "w") as file: file.write("file,creator\nalbum,M. M.\n")
    program.succeed(["shard", "plan", "photo.jpg", "other.jpg", "-l", "dzi", "-q", "40", "-o", "out", "--shards",
                     "1", "--plan", "plan"], folder)
    program.succeed(["shard", "run", "plan", "1"], folder)
    program.succeed(["shard", "finish", "plan"], folder)
    program.succeed(["export", "--book", "album", *OUT], folder)
    program.succeed(["repack", "first.mbtiles", "-c", "mbtiles", "--name", "land", *OUT], folder)
    begin = time.monotonic()
    program.succeed(["export", "photo.jpg", "-l", "dzi", "-q", "40", "--force", "-o", "out", *QUIET], folder)
    return time.monotonic() - begin


def check(names, runs, folder):
    """The faults after a pair of commands."""
    removed = {run.command.removes for run in runs} - {None}
    place = " | ".join(names)
    for name, run in zip(names, runs):
        if run.status == 0: continue
        known = ["changed by another process"] + (AFTER_REMOVAL if removed else [])
        # `remove` rejects an export that a comparison shows.
        if name == "remove" and "compare" in names: known.append("in use")
        is_known = run.status == 1 and any(text in run.error for text in known)
        if name == "verify" or not is_known: yield f"{place}: {name}: {run.status}: {run.error.strip()}"
    for path in ("out", "out/land.mbtiles", "out/land.pmtiles"):
        if not os.path.exists(f"{folder}/{path}"): continue
        result = program.run(["verify", path], folder)
        if result.returncode != 0: yield f"{place}: {result.stderr.strip()}"
    hidden = [name for name in os.listdir(f"{folder}/out") if name.startswith(".ziggurat-")]
    if hidden: yield f"{place}: left over: {hidden}"
    for name, run in zip(names, runs):
        other = next(one for one in runs if one is not run).command
        if run.status != 0 or run.command.subject in removed: continue
        if run.command.removes or other.sets and other.sets == run.command.sets: continue
        if name == "compare" and removed: continue
        if not run.command.shows(folder): yield f"{place}: the result of {name} is lost"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    choice = random.Random(options.seed)
    faults, refused, pairs = [], 0, 0
    with tempfile.TemporaryDirectory() as parent:
        # A plan has absolute paths.
        folder, first = f"{parent}/round", f"{parent}/first"
        length = prepare(folder)
        os.rename(folder, first)
        for names in itertools.combinations_with_replacement(COMMANDS, 2):
            if not any(options.only in name for name in names): continue
            pairs += 1
            for _ in range(options.rounds):
                shutil.rmtree(folder, ignore_errors=True)
                subprocess.run(["cp", "-a", first, folder], check=True)
                runs = [Run(COMMANDS[names[0]], folder)]
                time.sleep(choice.uniform(0, length))
                runs.append(Run(COMMANDS[names[1]], folder))
                for run in runs: run.finish()
                refused += sum(run.status != 0 for run in runs)
                for fault in check(names, runs, folder):
                    faults.append(fault)
                    print(fault[:600], flush=True)
    print(f"{pairs} pairs, {options.rounds} rounds each: {len(faults)} faults, {refused} commands refused")
    sys.exit(1 if faults else 0)


main()
