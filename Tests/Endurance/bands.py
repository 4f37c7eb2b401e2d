#!/usr/bin/env python3
"""Compares JPEGs that all threads decode with JPEGs that one thread decodes.

    bands.py [--count N] [--seed N] [--no-files]

First, JPEGBandTests and JPEGBandScanTests read N undamaged files and N damaged files (2,000) on 1 to 9 threads: in
bands, and in pieces whose index has to equal the index of one scan. They need the tests that
`swift build --build-tests` builds. Then the program exports large images in all orientations and
samplings, with 1 and with 4 to 17 threads. All tiles have to be equal.
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

# The sampling, and other options of cjpeg.
KINDS = ["-sample 2x2", "-sample 1x1", "-sample 2x1 -restart 1", "-sample 2x2 -restart 3B", "-sample 1x2 -optimize",
         "-grayscale", "-rgb -sample 1x1 -restart 2"]
SIZES = [(4003, 2113), (1025, 8193)]
LAYOUTS = ["dzi", "xyz", "single"]


def compare_files(count, seed):
    environment = {**os.environ, "JPEG_BAND_FILES": str(count), "JPEG_BAND_SEED": str(seed)}
    subprocess.run(
        ["swift", "test", "--skip-build", "--filter", "JPEGBandTests|JPEGBandScanTests"], cwd=program.ROOT,
        env=environment, check=True)


def export(folder, name, layout, threads):
    program.succeed(
        ["export", "photo.jpg", "-l", layout, "--viewer", "none", "--progress", "none", "--replace", "--force",
         "--jobs", str(threads), "-o", name], folder)
    return {path: found for path, found in program.contents(os.path.join(folder, name)).items()
            if path.endswith((".jpg", ".jpeg", ".png"))}


def compare_exports(seed):
    choice = random.Random(seed)
    different = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for (width, height), kind in itertools.product(SIZES, KINDS):
            picture = os.path.join(folder, "picture.ppm")
            subprocess.run(
                [program.PROGRAM, "sample", "--size", f"{width}x{height}", "photo.png", "--replace",
                 "--progress", "none"], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            subprocess.run(["vips", "copy", "photo.png", picture], cwd=folder, check=True)
            for orientation in range(1, 9):
                subprocess.run(
                    ["cjpeg", *kind.split(), "-outfile", "photo.jpg", picture], cwd=folder, check=True)
                pictures.set_orientation(os.path.join(folder, "photo.jpg"), orientation)
                layout, threads = choice.choice(LAYOUTS), choice.randint(4, 17)
                one, several = export(folder, "one", layout, 1), export(folder, "several", layout, threads)
                count += 1
                if one == several and one: continue
                different += 1
                print(f"{width}x{height} {kind}, orientation {orientation}, {layout}, {threads} threads: different")
    print(f"{count} exports, {different} different")
    return different


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-files", action="store_true", help="compare only exports")
    options = parser.parse_args()
    if not options.no_files: compare_files(options.count, options.seed)
    sys.exit(1 if compare_exports(options.seed) else 0)


main()
