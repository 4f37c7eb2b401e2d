"""Writes a PMTiles archive of 349,525 tiles, zooms 0 to 9, each with its own length.

    large-pmtiles.py FILE

The tiles are holes in the file. Prints the lengths of the tiles 9/200/300 and 9/511/511.
"""

import gzip
import random
import struct
import sys

LEAF_ENTRIES = 4096


def varint(number):
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    result.append(number)
    return bytes(result)


def directory(entries):
    """Returns the gzipped directory of entries (number, run length, bytes, offset)."""
    columns = [varint(len(entries))]
    columns += [varint(new[0] - old[0]) for old, new in zip([(0,)] + entries, entries)]
    columns += [varint(entry[1]) for entry in entries]
    columns += [varint(entry[2]) for entry in entries]
    columns += [varint(entry[3] + 1) for entry in entries]
    return gzip.compress(b"".join(columns))


def number(z, x, y):
    """Returns the tile ID of the specification."""
    result = (4**z - 1) // 3
    side = 1 << z
    half = side // 2
    while half:
        right, lower = int(x & half > 0), int(y & half > 0)
        result += half * half * ((3 * right) ^ lower)
        if not lower:
            if right:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        half //= 2
    return result


def main():
    chance = random.Random(1)
    lengths = [chance.randint(600, 20_000) for _ in range((4**10 - 1) // 3)]
    entries = []
    end = 0
    for index, length in enumerate(lengths):
        entries.append((index, 1, length, end))
        end += length
    leaves = b""
    root = []
    for start in range(0, len(entries), LEAF_ENTRIES):
        leaf = directory(entries[start : start + LEAF_ENTRIES])
        root.append((start, 0, len(leaf), len(leaves)))
        leaves += leaf
    root = directory(root)
    metadata = gzip.compress(b"{}")
    places = [127, 127 + len(root), 127 + len(root) + len(metadata)]
    tiles = places[2] + len(leaves)
    header = b"PMTiles\x03"
    for start, length in zip(places + [tiles], [len(root), len(metadata), len(leaves), end]):
        header += struct.pack("<QQ", start, length)
    header += struct.pack("<QQQ", *[len(lengths)] * 3)
    header += bytes([1, 2, 1, 3, 0, 9]) + bytes(25)
    with open(sys.argv[1], "wb") as file:
        file.write(header + root + metadata + leaves)
        file.truncate(tiles + end)
    print(lengths[number(9, 200, 300)], lengths[number(9, 511, 511)])


main()
