#!/usr/bin/env python3
"""Changes destinations at random. `verify` must find every change and name the file.

    changes.py [--count N] [--seed N] [--only TEXT]
"""

import collections
import json
import os
import re
import shutil
import sqlite3
import sys
import zipfile

import program
import series
from program import Failure

# The options of each export whose files are changed; other options have their defaults.
EXPORTS = [
    "-l dzi", "-l xyz", "-l tms", "-l google", "-l zoomify", "-l iiif", "-l iiif3", "-l legacy",
    "-l single", "-l photoscroller", "-l tilemanager", "-l jctiled", "-l ldo", "-l catiledlayer",
    "-l template --naming {name}/{z}/{x}_{y}.{ext}", "-l dzi,xyz,iiif3", "-l dzi,dzc,iiif3",
    "-l dzi -f png", "-l xyz -f webp", "-l dzi --checksums", "-l xyz --bag",
    "-l dzi --sizes 100,200 --include-source", "-l xyz --shared-assets",
    "-c zip -l dzi,iiif3", "-c zip -l zoomify,xyz", "-c zip -l jctiled", "-c szi", "-c pmtiles",
    "-c pmtiles -f png", "-c mbtiles", "-c mbtiles -f webp",
]
ARCHIVES = (".zip", ".szi", ".pmtiles", ".mbtiles")


class Skipped(Exception):
    """The change is impossible for the file."""


class Target:
    """A destination with an export. Its files are restored after each change."""

    def __init__(self, folder, chance):
        self.folder, self.chance = folder, chance
        self.files = sorted(
            path for path in program.contents(folder) if not path.endswith("/"))
        # Files outside the exports, also in the folder of shared scripts, may belong to the user.
        self.exported = [
            path for path in self.files if "/" in path and not path.startswith("viewer/")]

    def file(self, fits=lambda path: True):
        files = [path for path in self.files if fits(path)]
        if not files:
            raise Skipped
        return self.chance.choice(files)

    def filled(self):
        """A file that is not empty, and its bytes."""
        path = self.file(lambda path: os.path.getsize(f"{self.folder}/{path}"))
        return path, bytearray(self.read(path))

    def read(self, path):
        with open(f"{self.folder}/{path}", "rb") as file:
            return file.read()

    def write(self, path, data):
        """Writes a new file, because the old file may have other hard links."""
        if os.path.exists(f"{self.folder}/{path}"):
            os.remove(f"{self.folder}/{path}")
        with open(f"{self.folder}/{path}", "wb") as file:
            file.write(data)


def is_tile(path):
    return re.search(r"\d[^/]*\.(jpe?g|png|webp)$", path) or path.endswith("default.jpg")


def is_text(path):
    return path.endswith((".json", ".dzi", ".xml", ".html", ".js", ".css", ".plist", ".txt", ".md",
                          ".sha256", ".dzc"))


# Changes. Each returns the files of which at least one must be named.


def flip(target):
    path, data = target.filled()
    data[target.chance.randrange(len(data))] ^= 1 << target.chance.randrange(8)
    target.write(path, data)
    return [path]


def overwrite(target):
    path, data = target.filled()
    start = target.chance.randrange(len(data))
    count = min(target.chance.randint(1, 400), len(data) - start)
    new = target.chance.randbytes(count)
    if data[start:start + count] == new:
        raise Skipped
    data[start:start + count] = new
    target.write(path, data)
    return [path]


def zero(target):
    """Overwrites a sector with zeros, as a failing disk does."""
    path, data = target.filled()
    start = target.chance.randrange(len(data)) // 512 * 512
    count = min(512, len(data) - start)
    if not any(data[start:start + count]):
        raise Skipped
    data[start:start + count] = bytes(count)
    target.write(path, data)
    return [path]


def truncate(target):
    path, data = target.filled()
    target.write(path, data[:target.chance.randrange(len(data))])
    return [path]


def append(target):
    path = target.file()
    target.write(path, target.read(path) + target.chance.randbytes(target.chance.randint(1, 50)))
    return [path]


def delete(target):
    path = target.file()
    os.remove(f"{target.folder}/{path}")
    return [path]


def delete_folder(target):
    folders = sorted({os.path.dirname(path) for path in target.files} - {""})
    folder = target.chance.choice(folders)
    shutil.rmtree(f"{target.folder}/{folder}")
    return [folder]


def extra_file(target):
    path = os.path.join(os.path.dirname(target.chance.choice(target.exported)), "extra.jpg")
    target.write(path, target.chance.randbytes(30))
    return [path]


def extra_folder(target):
    path = os.path.join(os.path.dirname(target.chance.choice(target.exported)), "extra")
    os.mkdir(f"{target.folder}/{path}")
    return [path]


def delete_export(target):
    name = target.chance.choice(program.exports(target.folder))
    shutil.rmtree(f"{target.folder}/{name}")
    return [name]


def rename_export(target):
    name = target.chance.choice(program.exports(target.folder))
    os.rename(f"{target.folder}/{name}", f"{target.folder}/{name}-old")
    return [name]


def swap(target):
    one, other = target.file(is_tile), target.file(is_tile)
    first, second = target.read(one), target.read(other)
    if first == second:
        raise Skipped
    target.write(one, second)
    target.write(other, first)
    return [one, other]


def replace(target):
    """Replaces a tile by another tile of the export."""
    one, other = target.file(is_tile), target.file(is_tile)
    data = target.read(other)
    if data == target.read(one):
        raise Skipped
    target.write(one, data)
    return [one]


def rename(target):
    path = target.file()
    os.rename(f"{target.folder}/{path}", f"{target.folder}/{path}.old")
    return [path, f"{path}.old"]


def number(target):
    """Changes a number in a text file, which stays well formed."""
    path = target.file(is_text)
    data = target.read(path)
    places = [match.span() for match in re.finditer(rb"[1-9]\d*", data)]
    if not places:
        raise Skipped
    start, end = target.chance.choice(places)
    target.write(path, data[:start] + str(target.chance.randint(1, 4000)).encode() + data[end:])
    return [path] if target.read(path) != data else []


def word(target):
    """Changes a word in a text file."""
    path = target.file(is_text)
    data = target.read(path)
    places = [match.span() for match in re.finditer(rb"[A-Za-z]{4,}", data)]
    if not places:
        raise Skipped
    start, end = target.chance.choice(places)
    target.write(path, data[:start] + b"other" + data[end:])
    return [path] if target.read(path) != data else []


def archive_entry(target):
    """Changes the bytes of a ZIP entry, with or without correcting its checksum."""
    path = target.file(lambda path: path.endswith((".zip", ".szi")))
    draft = f"{target.folder}/{path}.draft"
    with zipfile.ZipFile(f"{target.folder}/{path}") as old:
        entries = [(entry, old.read(entry)) for entry in old.infolist() if not entry.is_dir()]
    chosen = target.chance.randrange(len(entries))
    removes = target.chance.random() < 0.5
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED) as new:
        for index, (entry, data) in enumerate(entries):
            if index == chosen and removes:
                continue
            if index == chosen:
                data = bytearray(data)
                data[target.chance.randrange(len(data))] ^= 1
            new.writestr(entry, bytes(data))
    os.replace(draft, f"{target.folder}/{path}")
    return [path]


def database_row(target):
    """Changes a row of an MBTiles database."""
    path = target.file(lambda path: path.endswith(".mbtiles"))
    data = target.read(path)
    target.write(path, data)
    with sqlite3.connect(f"{target.folder}/{path}") as database:
        change = target.chance.randrange(4)
        tiles = database.execute("SELECT rowid, tile_data FROM tiles").fetchall()
        one, other = target.chance.sample(tiles, 2)
        if change == 0:
            database.execute("UPDATE tiles SET tile_data = ? WHERE rowid = ?", (other[1], one[0]))
        elif change == 1:
            database.execute("DELETE FROM tiles WHERE rowid = ?", (one[0],))
        else:
            names = [row[0] for row in database.execute("SELECT name FROM metadata")]
            value = target.chance.choice(["9", "png", "0,0,1,1", "x"])
            database.execute("UPDATE metadata SET value = ? WHERE name = ?",
                             (value, target.chance.choice(names)))
    database.close()
    if target.read(path) == data:
        raise Skipped
    return [path]


CHANGES = [flip, flip, overwrite, zero, truncate, append, delete, delete_folder, extra_file,
           extra_folder, delete_export, rename_export, swap, swap, replace, rename, number, number, word, archive_entry,
           database_row]


def named(report, paths, folder):
    """Whether a fault names one of the files, a file in one of them, or the archive with one of them."""
    places = [os.path.normpath(found["place"]) for found in report["faults"]]
    return any(
        place == path or place.startswith(path + "/")
        or (path.endswith(ARCHIVES) and place.startswith(path))
        for place in places for path in (os.path.normpath(f"{folder}/{path}") for path in paths))


def check(change, target, pristine):
    paths = change(target)
    if not paths:
        raise Skipped
    try:
        result = program.run(["verify", "Output", "--json"], os.path.dirname(target.folder))
        if result.returncode not in (0, 1):
            raise Failure(f"{', '.join(paths)}: status {result.returncode}")
        if result.returncode == 0:
            raise Failure(f"{', '.join(paths)}: not found")
        try:
            report = json.loads(result.stdout)
        except ValueError:
            report = {"faults": []}
        if not named(report, paths, "Output") and not any(path in result.stderr for path in paths):
            found = [one["place"] for one in report["faults"]][:3]
            raise Failure(f"{', '.join(paths)}: not named, but {found}")
    finally:
        program.remove(target.folder)
        program.copy(pristine, target.folder)


def main():
    options = series.parser(2000).parse_args()
    chosen = [words for words in EXPORTS if options.only in words]
    done, missed = collections.Counter(), 0
    with program.Workplace() as parent:
        program.succeed(["sample", "--size", "700x500", "photo.jpg"], parent)
        program.succeed(["sample", "--size", "500x300", "other.jpg"], parent)
        places = {}
        number = 0
        while sum(done.values()) < options.count:
            words = chosen[(number + options.seed * 13) % len(chosen)]
            chance = program.generator(options.seed, number)
            number += 1
            if words not in places:
                place = places[words] = f"{parent}/{len(places)}"
                os.mkdir(place)
                program.succeed(["export", "../photo.jpg", "../other.jpg", *words.split()], place)
                program.succeed(["verify", "Output"], place)
                program.copy(f"{place}/Output", f"{place}/pristine")
            place = places[words]
            change = chance.choice(CHANGES)
            try:
                check(change, Target(f"{place}/Output", chance), f"{place}/pristine")
            except Skipped:
                continue
            except Failure as failure:
                missed += 1
                print(f"{number - 1}: {words}: {change.__name__}: {failure}", flush=True)
            done[change.__name__] += 1
    print(", ".join(f"{name}: {done[name]}" for name in sorted(done)))
    print(f"{sum(done.values())} changes in {len(places)} kinds of exports, {missed} missed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
