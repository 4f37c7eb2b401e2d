#!/usr/bin/env python3
"""Exports files of all formats under limits of memory, from too little to enough. Each export must fail, or have the
pixels of an export without a limit.

    memory.py [--count N] [--seed N] [--only TEXT]
"""

import os
import random
import sys

import pictures
import program
import series

# The limits in megabytes: the program does not start below the first, and needs no more than the last.
SMALLEST, LARGEST = 80, 4000


def limited(megabytes):
    return ["prlimit", f"--as={int(megabytes * 1_000_000)}"]


def enough(path):
    """The smallest limit with which an export succeeded in a binary search, in megabytes."""
    low, high = SMALLEST, LARGEST
    while high - low > 2:
        middle = (low + high) // 2
        if pictures.export(path, wrapper=limited(middle))[0]:
            high = middle
        else:
            low = middle
    return high


def main():
    options = series.parser(1000).parse_args()
    choice = random.Random(options.seed)
    wrong, succeeded, failed = [], 0, 0
    with program.Workplace() as folder:
        pictures.drawing(folder)
        files = {}
        for kind, content in pictures.kinds(folder).items():
            if options.only not in kind: continue
            path = os.path.join(folder, kind.replace(" ", "-"), f"file.{pictures.ending(kind)}")
            os.mkdir(os.path.dirname(path))
            with open(path, "wb") as file: file.write(content)
            is_exported, errors, image = pictures.export(path)
            if not is_exported: raise program.Failure(f"{kind}: {errors.strip()}")
            files[kind] = path, image, enough(path)
        for number in range(options.count):
            kind = list(files)[number % len(files)]
            path, image, smallest = files[kind]
            megabytes = choice.uniform(0.8, 1.3) * smallest
            is_exported, errors, limited_image = pictures.export(path, wrapper=limited(megabytes))
            succeeded, failed = succeeded + is_exported, failed + (not is_exported)
            label = f"{number}: {kind}, {megabytes:.1f} MB"
            if is_exported and limited_image != image: wrong.append(f"{label}: other pixels")
            if not is_exported and limited_image: wrong.append(f"{label}: {errors.strip()}, but there is an image")
    print(f"{options.count} exports of {len(files)} kinds of files, seed {options.seed}: {succeeded} succeeded, "
          f"{failed} failed, {len(wrong)} wrong")
    for line in wrong: print(line)
    sys.exit(1 if wrong else 0)


main()
