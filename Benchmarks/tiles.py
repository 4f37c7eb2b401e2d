"""Builds very large TIFF files from the tiles of a smaller one.

The tiles of a TIFF may be anywhere in the file, and several may share their bytes, so an image of any size is
an index of existing tiles.

Source: TIFF 6.0, sections 2 and 15; for the wide offsets the BigTIFF proposal of libtiff.
"""

import mmap
import struct

WIDTH, LENGTH, TILE_WIDTH, TILE_LENGTH, TILE_OFFSETS, TILE_BYTES = 256, 257, 322, 323, 324, 325
# type -> (bytes, letter of struct); 7 is “undefined”, and a fraction is two numbers.
TYPES = {1: (1, "B"), 2: (1, "B"), 3: (2, "H"), 4: (4, "I"), 5: (8, "2I"), 7: (1, "B"), 16: (8, "Q")}


def read_fields(file):
    """Returns tag -> (type, bytes) of the first image of a BigTIFF."""
    if file[:8] != b"II\x2b\0\x08\0\0\0":
        raise SystemExit("bench: the tiled TIFF is not a little-endian BigTIFF")
    start, = struct.unpack_from("<Q", file, 8)
    count, = struct.unpack_from("<Q", file, start)
    fields = {}
    for number in range(count):
        place = start + 8 + 20 * number
        tag, kind, length = struct.unpack_from("<HHQ", file, place)
        size = TYPES[kind][0] * length
        at = place + 12 if size <= 8 else struct.unpack_from("<Q", file, place + 12)[0]
        fields[tag] = kind, file[at:at + size]
    return fields


def numbers(field):
    kind, data = field
    size, letter = TYPES[kind]
    return struct.unpack(f"<{len(data) // size}{letter}", data)


def square(source, target, tiles_a_side, number):
    """Writes a square of `tiles_a_side`² tiles: the complete tiles of the source in a shuffled order, repeated as
    needed, so that each size shows all photographs. Square `number` begins after the last tile of the one before."""
    with open(source, "rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as file:
        fields = read_fields(file)
        side = numbers(fields[TILE_WIDTH])[0]
        assert numbers(fields[TILE_LENGTH])[0] == side
        width, height = numbers(fields[WIDTH])[0], numbers(fields[LENGTH])[0]
        across = -(-width // side)
        whole = [row * across + column for row in range(height // side) for column in range(width // side)]
        first = number * tiles_a_side ** 2
        chosen = [whole[place * 1009 % len(whole)] for place in range(first, first + tiles_a_side ** 2)]
        offsets, lengths = numbers(fields[TILE_OFFSETS]), numbers(fields[TILE_BYTES])
        with open(target, "wb") as output:
            output.write(struct.pack("<2sHHHQ", b"II", 43, 8, 0, 0))
            places = {}
            for tile in sorted(set(chosen)):
                places[tile] = output.tell()
                output.write(file[offsets[tile]:offsets[tile] + lengths[tile]])
            pixels = struct.pack("<I", tiles_a_side * side)
            fields[WIDTH] = fields[LENGTH] = 4, pixels
            fields[TILE_OFFSETS] = 16, struct.pack(f"<{len(chosen)}Q", *(places[tile] for tile in chosen))
            fields[TILE_BYTES] = 4, struct.pack(f"<{len(chosen)}I", *(lengths[tile] for tile in chosen))
            write_fields(output, fields)


def write_fields(output, fields):
    """Writes the directory at the end, and its offset into the header."""
    values = {}
    for tag, (kind, data) in fields.items():
        if len(data) > 8:
            output.write(b"\0" * (-output.tell() % 8))
            values[tag] = struct.pack("<Q", output.tell())
            output.write(data)
        else:
            values[tag] = data.ljust(8, b"\0")
    output.write(b"\0" * (-output.tell() % 8))
    start = output.tell()
    output.write(struct.pack("<Q", len(fields)))
    for tag in sorted(fields):
        kind, data = fields[tag]
        output.write(struct.pack("<HHQ", tag, kind, len(data) // TYPES[kind][0]) + values[tag])
    output.write(struct.pack("<Q", 0))
    output.seek(8)
    output.write(struct.pack("<Q", start))
