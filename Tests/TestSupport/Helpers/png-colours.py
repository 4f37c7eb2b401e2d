"""Writes PNG files whose chunks state colours in every combination.

    png-colours.py FOLDER

Prints the names of the files, a line each. Each file has one row of the colours in COLOURS.
"""

import pathlib
import struct
import sys
import zlib

COLOURS = [
    (32, 130, 129), (200, 30, 40), (40, 200, 30), (30, 40, 200), (10, 10, 10), (128, 128, 128),
    (240, 240, 240), (255, 0, 0),
]

# The x and y of white, red, green and blue.
SPACES = {
    "srgb": (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06),
    "p3": (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
    "adobe": (0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06),
    "bt2020": (0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046),
    "white5000": (0.3457, 0.3585, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06),
    "flat": (0.3127, 0.329, 0.64, 0.33, 0.64, 0.33, 0.15, 0.06),
    "nought": (0,) * 8,
}


def chunk(kind, data):
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def gamma(value):
    return chunk(b"gAMA", struct.pack(">I", round(value * 100_000)))


def primaries(space):
    return chunk(b"cHRM", struct.pack(">8I", *(round(v * 100_000) for v in SPACES[space])))


def video(*numbers):
    return chunk(b"cICP", bytes(numbers))


SRGB = chunk(b"sRGB", b"\0")
DAMAGED = chunk(b"iCCP", b"x\0\0" + zlib.compress(b"garbage" * 30))


def combinations():
    """Returns the chunks of each combination by its name."""
    found = {"plain": b"", "srgb": SRGB, "srgb-gamma": SRGB + gamma(1)}
    found["srgb-primaries"] = SRGB + primaries("p3")
    for value in (1, 0.7, 0.55556, 0.5, 0.46, 0.45455, 0.45, 0.4, 0.3, 0.2, 0):
        found[f"gamma{value}"] = gamma(value)
    for space in SPACES:
        found[f"primaries-{space}"] = primaries(space)
        for value in (1, 0.55556, 0.45455):
            found[f"gamma{value}-{space}"] = gamma(value) + primaries(space)
    found["damaged"] = DAMAGED
    found["damaged-gamma1"] = DAMAGED + gamma(1)
    for space in (1, 2, 5, 6, 9, 11, 12, 200):
        for transfer in (1, 4, 5, 8, 13, 14, 15, 200):
            found[f"video-{space}-{transfer}"] = video(space, transfer, 0, 1)
    found["video-first"] = video(12, 13, 0, 1) + SRGB + gamma(1)
    found["video-same"] = video(1, 13, 0, 1) + gamma(1)
    found["video-limited"] = video(12, 13, 0, 0) + gamma(1)
    found["video-matrix"] = video(12, 13, 9, 1) + gamma(1)
    found["video-unstated"] = video(2, 2, 0, 1) + gamma(1)
    found["video-short"] = video(12, 13, 0) + gamma(1)
    return found


KINDS = {
    "rgb": (8, 2, lambda c: bytes(c)),
    "rgb16": (16, 2, lambda c: struct.pack(">3H", *(257 * v for v in c))),
    "rgba": (8, 6, lambda c: bytes(c) + b"\xff"),
    "grey": (8, 0, lambda c: bytes([c[1]])),
    "palette": (8, 3, lambda c: bytes([COLOURS.index(c)])),
}


def picture(chunks, kind):
    bits, number, pixel = KINDS[kind]
    header = struct.pack(">IIBBBBB", len(COLOURS), 1, bits, number, 0, 0, 0)
    palette = chunk(b"PLTE", b"".join(map(bytes, COLOURS))) if kind == "palette" else b""
    rows = zlib.compress(b"\0" + b"".join(map(pixel, COLOURS)))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunks + palette + chunk(b"IDAT", rows)
            + chunk(b"IEND", b""))


folder = pathlib.Path(sys.argv[1])
for name, chunks in combinations().items():
    for kind in KINDS:
        # The decoder treats the other kinds of samples alike, so they need fewer combinations.
        if kind in ("rgb", "grey") or not name.startswith(("primaries", "video-1", "video-2")):
            (folder / f"{name}.{kind}.png").write_bytes(picture(chunks, kind))
            print(f"{name}.{kind}")
