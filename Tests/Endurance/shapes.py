#!/usr/bin/env python3
"""Exports rotated images of many shapes, each with a time limit. No export may hang.

    shapes.py [--count N] [--seed N]

The series begins with all combinations of stored sizes with odd levels, orientations, layouts and formats. Then it
exports large JPEGs in all orientations, which several threads decode in bands; truncated JPEGs, too, for which the
threads wait for one decoder. Then it exports N random combinations (5,000).
"""

import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile

import pictures
import program

SIZES = [(1200, 1800), (600, 1800), (513, 1025), (1031, 3001), (1800, 1200), (257, 2049), (65, 4097)]
LAYOUTS = [("single", "png"), ("single", "webp"), ("single", "jpeg")]
# More than 8 megapixels, and many bands.
BAND_SIZES = [(4003, 2113), (1025, 8193)]
BAND_OPTIONS = ["", "-sample 1x1", "-sample 1x1 -restart 3"]
# The time limit in seconds. An export of these images takes less than one second.
LIMIT = 10


def image(folder, size):
    path = os.path.join(folder, f"{size[0]}x{size[1]}.png")
    if not os.path.exists(path):
        subprocess.run(
            [program.PROGRAM, "sample", "--size", f"{size[0]}x{size[1]}", path, "--progress", "none"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def turned(folder, path, orientation):
    """A TIFF with an orientation tag, which vips writes."""
    new = f"{path[:-4]}-{orientation}.tif"
    if not os.path.exists(new):
        subprocess.run(["vips", "copy", path, f"{new}[tile,compression=deflate]"], check=True)
        subprocess.run(["tiffset", "-s", "274", str(orientation), new], check=True)
    return new


def large_jpegs(folder):
    """JPEGs in all orientations, and how many bytes they lack at the end."""
    path = os.path.join(folder, "large.jpg")
    for size, options in itertools.product(BAND_SIZES, BAND_OPTIONS):
        plain = subprocess.run(["vips", "copy", image(folder, size), ".ppm"], check=True, capture_output=True).stdout
        for orientation, missing in itertools.product(range(1, 9), (0, 30, 20_000)):
            subprocess.run(["cjpeg", *options.split(), "-outfile", path], input=plain, check=True)
            pictures.set_orientation(path, orientation)
            os.truncate(path, os.path.getsize(path) - missing)
            yield path, f"{size} {options}, orientation {orientation}, {missing} bytes missing", missing > 0


def hangs(words, folder, may_fail=False):
    """Runs an export. Returns True after a timeout, and exits if the export fails."""
    process = subprocess.Popen(
        [program.PROGRAM, "export", *words, "--viewer", "none", "--progress", "none", "--force", "--replace", "-o", folder],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _, errors = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    # A layout that does not support the format is rejected with status 2.
    if process.returncode not in (0, 2) and not may_fail: sys.exit(f"{' '.join(words)}: {errors.decode().strip()}")
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        count = 0
        for size, orientation, (layout, format) in itertools.product(SIZES, range(1, 9), LAYOUTS):
            words = [turned(folder, image(folder, size), orientation), "-l", layout, "-f", format]
            count += 1
            if hangs(words, out): failed.append(" ".join(words))
        print(f"{count} combinations, {len(failed)} hang")
        choice = random.Random(options.seed)
        for path, name, may_fail in large_jpegs(folder):
            words = [path, "-l", choice.choice(["single", "dzi", "xyz"]), "--jobs", str(choice.randint(4, 17))]
            if hangs(words, out, may_fail): failed.append(f"{name}: {' '.join(words)}")
        print(f"large JPEGs, {len(failed)} of all hang")
        for _ in range(options.count):
            size = (choice.randint(1, 300), choice.randint(1, choice.choice([300, 1100, 2300])))
            if choice.random() < 0.3: size = size[::-1]
            path = image(folder, size)
            words = [path, "-l", choice.choice(["single", "dzi", "xyz", "legacy", "single,dzi,legacy"]),
                     "-f", choice.choice(["png", "webp", "jpeg"]), "--rotate", choice.choice(["0", "90", "180", "270"]),
                     "--jobs", str(choice.randint(1, 17))]
            if hangs(words, out): failed.append(" ".join(words))
            os.remove(path)
        print(f"{options.count} random exports, {len(failed)} of all hang")
    for words in failed: print(words)
    sys.exit(1 if failed else 0)


main()
