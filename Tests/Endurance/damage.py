#!/usr/bin/env python3
"""Exports damaged files of all formats and compares with tools that report damage: djpeg, tiffcp, pngcheck,
opj_decompress and libvips. If a tool reports damage, the export must fail.

    damage.py [--count N] [--seed N] [--only TEXT]
"""

import os
import random
import re
import sys

import pictures
import program
import series


def data(content, kind):
    """The approximate start and end of the pixels in a file."""
    start, end = len(content) // 5, len(content) - 2
    if kind.startswith("jpeg"):
        place = content.index(b"\xff\xda")
        start = place + 2 + int.from_bytes(content[place + 2:place + 4], "big")
    elif kind.startswith("tiff"):
        # libtiff writes the directory behind the pixels; libvips writes it before or behind them.
        place = int.from_bytes(content[4:8], "little")
        if place > len(content) // 2: start, end = 8, place
    return start, end


def cut(content, kind, choice):
    start, end = data(content, kind)
    place = choice.randint(start, end - 1)
    return content[:place] + (b"\xff\xd9" if kind.startswith("jpeg") else b"")


def removed(content, kind, choice):
    start, end = data(content, kind)
    count = min(10000, (end - start) // 3)
    place = choice.randint(start, end - count)
    return content[:place] + content[place + count:]


def overwritten(content, kind, choice, bytes_of):
    start, end = data(content, kind)
    count = min(4096, (end - start) // 3)
    place = choice.randint(start, end - count)
    return content[:place] + bytes_of(count) + content[place + count:]


def zeroed(content, kind, choice):
    return overwritten(content, kind, choice, bytes)


def noise(content, kind, choice):
    return overwritten(content, kind, choice, choice.randbytes)


def flipped(content, kind, choice):
    start, end = data(content, kind)
    place = choice.randint(start, end - 1)
    return content[:place] + bytes([content[place] ^ 1 << choice.randrange(8)]) + content[place + 1:]


def truncated(content, kind, choice):
    return content[:choice.randint(len(content) // 5, len(content) - 3)]


def taller(content, kind, choice):
    found = re.search(rb"\xff[\xc0-\xc2]", content) if kind.startswith("jpeg") else None
    if not found: return flipped(content, kind, choice)
    place = found.start() + 5
    height = int.from_bytes(content[place:place + 2], "big")
    return content[:place] + (height + choice.randint(64, 900)).to_bytes(2, "big") + content[place + 2:]


DAMAGE = [cut, removed, zeroed, noise, flipped, truncated, taller]


def main():
    options = series.parser(1000).parse_args()
    choice = random.Random(options.seed)
    silent, unnamed = [], []
    unseen = strict = rows = refused = 0
    with program.Workplace() as folder:
        pictures.drawing(folder)
        whole = {kind: content for kind, content in pictures.kinds(folder).items() if options.only in kind}
        usual = {}
        for kind, content in whole.items():
            path = os.path.join(folder, f"file.{pictures.ending(kind)}")
            with open(path, "wb") as file: file.write(content)
            usual[kind] = pictures.complaints(path, kind, folder)
            is_exported, errors, _ = pictures.export(path)
            if not is_exported: silent.append(f"whole {kind} refused: {errors.strip()}")
            if usual[kind]: print(f"of whole {kind}: {usual[kind]}")
        for number in range(options.count):
            kind, damage = list(whole)[number % len(whole)], choice.choice(DAMAGE)
            path = os.path.join(folder, f"file.{pictures.ending(kind)}")
            content = damage(whole[kind], kind, choice)
            if content == whole[kind]: continue
            with open(path, "wb") as file: file.write(content)
            words = ["--fit", "300x300"] if choice.randrange(4) == 0 else []
            is_exported, errors, _ = pictures.export(path, words)
            complaints = [one for one in pictures.complaints(path, kind, folder) if one not in usual[kind]]
            refused += not is_exported
            rows += not is_exported and re.search(r"\brow\b", errors) is not None
            if not is_exported and f"file.{pictures.ending(kind)}" not in errors: unnamed.append(errors.strip())
            label = f"{number}: {kind}, {damage.__name__}, {words}"
            if is_exported and complaints: silent.append(f"{label}: {complaints}")
            unseen += is_exported and not complaints
            strict += not is_exported and not complaints
            if not is_exported and not complaints and os.environ.get("SHOW_STRICT"): print(f"{label}: {errors.strip()}")
    print(f"{options.count} damaged files of {len(whole)} kinds, seed {options.seed}: {refused} refused, of which {rows} "
          f"errors name a row; {len(silent)} exported although a tool reports damage; {unseen} exported and {strict} "
          f"refused without a report of a tool; {len(unnamed)} errors do not name the file")
    for line in silent + unnamed: print(line)
    sys.exit(1 if silent or unnamed else 0)


main()
