#!/usr/bin/env python3
"""Exports damaged JPEG files and compares with djpeg, which warns of damage: none may be exported without
an error. Whole files with harmless oddities must be exported.

    damage.py [--count N] [--seed N]
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

import program

# Files of each kind, made from one photograph or drawing.
KINDS = {
    "420": [], "444": ["-sample", "1x1"], "progressive": ["-progressive"], "grey": ["-grayscale"],
    "restart": ["-restart", "1"], "optimised": ["-optimize"], "422": ["-sample", "2x1"],
    "restart-blocks": ["-restart", "7B"], "progressive-444": ["-progressive", "-sample", "1x1"],
}


def scan(data):
    """The place of the entropy-coded data of the first scan."""
    place = data.index(b"\xff\xda")
    return place + 2 + int.from_bytes(data[place + 2:place + 4], "big")


def cut(data, choice):
    return data[:scan(data) + (len(data) - scan(data)) // 2] + b"\xff\xd9"


def removed(data, choice):
    start = choice.randint(scan(data), len(data) - 12000)
    return data[:start] + data[start + 10000:]


def zeroed(data, choice):
    start = choice.randint(scan(data), len(data) - 5000)
    return data[:start] + bytes(4096) + data[start + 4096:]


def noise(data, choice):
    start = choice.randint(scan(data), len(data) - 5000)
    return data[:start] + choice.randbytes(4096) + data[start + 4096:]


def taller(data, choice):
    place = re.search(rb"\xff[\xc0-\xc2]", data).start() + 5
    height = int.from_bytes(data[place:place + 2], "big")
    return data[:place] + (height + choice.randint(64, 900)).to_bytes(2, "big") + data[place + 2:]


def flipped(data, choice):
    place = choice.randint(scan(data), len(data) - 3)
    return data[:place] + bytes([data[place] ^ 1 << choice.randrange(8)]) + data[place + 1:]


DAMAGE = [cut, removed, zeroed, noise, taller, flipped]

ODDITIES = {
    "bytes behind the end": lambda data: data + bytes(5000),
    "no end marker": lambda data: data[:-2],
    "padding before the end marker": lambda data: data[:-2] + bytes(900) + data[-2:],
    "fill bytes before the end marker": lambda data: data[:-2] + b"\xff" * 40 + data[-2:],
    "fill bytes before the scan": lambda data: data.replace(b"\xff\xda", b"\xff\xff\xff\xda", 1),
    "a second image behind the first": lambda data: data + data,
    "one stray byte before the tables": lambda data: data.replace(b"\xff\xdb", b"\x00\xff\xdb", 1),
}


def exported(path, words=()):
    result = subprocess.run(
        [program.PROGRAM, "export", path, "-l", "single", "--viewer", "none", "--progress", "none", "--force", "-o",
         os.path.join(os.path.dirname(path), "out"), *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    return result.returncode == 0, result.stderr


def warns(path):
    result = subprocess.run(["djpeg", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return result.returncode != 0 or result.stderr != "", result.stderr.strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choice = random.Random(options.seed)
    silent, refused, unseen, strict, lines = [], [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "source.ppm")
        drawn = os.path.join(folder, "source.png")
        subprocess.run([program.PROGRAM, "sample", "--size", "1100x900", drawn], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["vips", "gaussnoise", f"{folder}/noise.v", "1100", "900", "--sigma", "12"], check=True)
        subprocess.run(["vips", "add", drawn, f"{folder}/noise.v", f"{folder}/sum.v"], check=True)
        subprocess.run(["vips", "cast", f"{folder}/sum.v", f"{folder}/cast.v", "uchar"], check=True)
        subprocess.run(["vips", "copy", f"{folder}/cast.v", source], check=True)
        whole = {}
        for kind, words in KINDS.items():
            whole[kind] = subprocess.run(
                ["cjpeg", "-quality", "90", *words, source], check=True, capture_output=True).stdout
        path = os.path.join(folder, "file.jpg")

        def write(data):
            with open(path, "wb") as file: file.write(data)

        for kind, data in whole.items():
            for name, change in ODDITIES.items():
                # A progressive file without its end may lack scans.
                if name == "no end marker" and kind.startswith("progressive"): continue
                write(change(data))
                for words in [(), ("--fit", "300x300")]:
                    # libvips reads reduced images, and takes these oddities for damage.
                    if words and name in ("no end marker", "padding before the end marker"): continue
                    is_exported, errors = exported(path, words)
                    if not is_exported: refused.append(f"{kind}, {name}, {words}: {errors.strip()}")
        for number in range(options.count):
            kind, damage = choice.choice(list(KINDS)), DAMAGE[number % len(DAMAGE)]
            write(damage(whole[kind], choice))
            is_exported, errors = exported(path)
            is_damaged, warning = warns(path)
            lines += "row" in errors
            if is_exported and is_damaged: silent.append(f"{number}: {kind}, {damage.__name__}: {warning}")
            unseen += is_exported and not is_damaged
            strict += not is_exported and not is_damaged
    print(f"{options.count} damaged files: {len(silent)} exported although djpeg warns, {unseen} without a warning of djpeg exported, "
          f"{strict} refused although djpeg does not warn, {lines} errors name the row")
    print(f"{len(refused)} whole files refused")
    for line in silent + refused: print(line)
    sys.exit(1 if silent or refused else 0)


main()
