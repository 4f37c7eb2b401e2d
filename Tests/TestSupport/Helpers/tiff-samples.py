"""Writes TIFF files of many combinations of samples, and the expected pixels of each file.

tiff-samples.py FOLDER: writes NAME.tif, and NAME.raw with 8 bits a sample. Prints "NAME BANDS" for each file.
The pixels of NAME.raw follow from TIFF 6.0: colours come first, the first extra
sample that is declared as alpha is alpha, and samples of no stated meaning are not shown. tifffile reads
back what it can read. CMYK has no NAME.raw: "NAME BANDS PLAIN" names a file with the same inks alone.
numpy and tifffile have to be importable.
"""
import itertools
import struct
import sys

import numpy
import tifffile

WIDTH, HEIGHT = 70, 45
TILE = (32, 48)
STRIP = 16
PHOTOMETRIC = {"white": 0, "black": 1, "rgb": 2, "palette": 3, "cmyk": 5}
COLOURS = {"white": 1, "black": 1, "rgb": 3, "palette": 1, "cmyk": 4}
# Extra samples: 0 has no stated meaning, 1 is associated alpha, 2 is unassociated alpha.
EXTRA = {
    "none": [], "x": [0], "a": [2], "p": [1], "xa": [0, 2], "ax": [2, 0], "xx": [0, 0],
    "xxp": [0, 0, 1], "px": [1, 0],
}
folder = sys.argv[1]
random = numpy.random.default_rng(7)


def blocks(plane, is_tiled):
    """Returns the arrays of rows, columns and samples that are stored as separate blocks."""
    if not is_tiled:
        return [plane[top:top + STRIP] for top in range(0, HEIGHT, STRIP)]
    height, width = TILE
    parts = []
    for top, left in itertools.product(range(0, HEIGHT, height), range(0, WIDTH, width)):
        part = numpy.zeros((height, width, plane.shape[2]), plane.dtype)
        piece = plane[top:top + height, left:left + width]
        part[:piece.shape[0], :piece.shape[1]] = piece
        parts.append(part)
    return parts


def packed(block, bits):
    """Returns the bytes of a block; each row begins at a byte boundary."""
    if bits in (8, 16, 32):
        return block.tobytes()
    rows = block.reshape(block.shape[0], -1)
    digits = (rows[:, :, None] >> numpy.arange(bits - 1, -1, -1)) & 1
    return numpy.packbits(digits.reshape(len(rows), -1).astype(numpy.uint8), axis=1).tobytes()


def write(name, samples, photometric, extra, is_planar, is_tiled, bits, colours):
    """Writes samples, an array of planes, rows and columns."""
    count = len(samples)
    pixels = numpy.moveaxis(samples, 0, -1)
    planes = [pixels[..., i:i + 1] for i in range(count)] if is_planar else [pixels]
    stored = [packed(block, bits) for plane in planes for block in blocks(plane, is_tiled)]
    tags = {
        256: (3, [WIDTH]), 257: (3, [HEIGHT]), 258: (3, [bits] * count), 259: (3, [1]),
        262: (3, [photometric]), 277: (3, [count]), 284: (3, [2 if is_planar else 1]),
        339: (3, [3 if bits == 32 else 1] * count),
    }
    if extra: tags[338] = (3, extra)
    if colours is not None: tags[320] = (3, colours.ravel().tolist())
    if is_tiled: tags |= {322: (3, [TILE[1]]), 323: (3, [TILE[0]])}
    else: tags[278] = (3, [STRIP])
    place = 8
    offsets = [place + sum(map(len, stored[:i])) for i in range(len(stored))]
    tags |= {324 if is_tiled else 273: (4, offsets), 325 if is_tiled else 279: (4, list(map(len, stored)))}
    data = b"".join(stored)
    directory = 8 + len(data)
    values = directory + 2 + 12 * len(tags) + 4
    entries, rest = b"", b""
    for tag, (kind, numbers) in sorted(tags.items()):
        value = struct.pack("<" + "HI"[kind - 3] * len(numbers), *numbers)
        entries += struct.pack("<HHI", tag, kind, len(numbers))
        entries += value.ljust(4, b"\0") if len(value) <= 4 else struct.pack("<I", values + len(rest))
        if len(value) > 4: rest += value
    with open(f"{folder}/{name}.tif", "wb") as file:
        file.write(b"II*\0" + struct.pack("<I", directory) + data)
        file.write(struct.pack("<H", len(tags)) + entries + bytes(4) + rest)


def check(name, samples, extra, is_planar):
    """Checks that tifffile reads the samples, and the meaning of the extra samples."""
    with tifffile.TiffFile(f"{folder}/{name}.tif") as file:
        page = file.pages[0]
        read = page.asarray()
        read = read if is_planar or len(samples) == 1 else numpy.moveaxis(read, -1, 0)
        if not numpy.array_equal(read.reshape(samples.shape), samples): sys.exit(f"{name}: other samples")
        if [int(kind) for kind in page.extrasamples] != extra: sys.exit(f"{name}: other meaning")


def shown(samples, kind, extra, bits, colours):
    """Returns the bands of the image from 0 to 1: the colours, and alpha if the file declares it."""
    most = 1 if bits == 32 else (1 << bits) - 1
    light = samples.astype(float) / most
    count = COLOURS[kind]
    colour = colours[:, samples[0]] / 65535 if colours is not None else light[:count]
    if kind == "white": colour = 1 - colour
    alpha = next((i for i, meaning in enumerate(extra) if meaning > 0), -1)
    if alpha < 0: return list(colour)
    opacity = light[count + alpha]
    if extra[alpha] == 1:
        colour = numpy.divide(colour, opacity, out=numpy.zeros_like(colour), where=opacity > 0)
    return [*numpy.minimum(colour, 1), opacity]


def make(kind, extra_name, is_planar, is_tiled, bits):
    extra, count = EXTRA[extra_name], COLOURS[kind]
    shape = (count + len(extra), HEIGHT, WIDTH)
    if bits == 32:
        samples = random.random(shape).astype(numpy.float32)
    else:
        samples = random.integers(0, 1 << bits, shape).astype(numpy.uint8 if bits <= 8 else numpy.uint16)
    if 1 in extra:
        # Alpha is at least one half, so that colours divided by alpha are exact within one step of 8 bits.
        alpha = samples[count + extra.index(1)]
        most = 1 if bits == 32 else (1 << bits) - 1
        numpy.maximum(alpha, alpha.dtype.type(most / 2 + (0 if bits == 32 else 1)), out=alpha)
        samples[:count] = numpy.minimum(samples[:count], alpha)
    colours = random.integers(0, 65536, (3, 1 << bits)) if kind == "palette" else None
    layout = ("planar" if is_planar else "chunky") + ("-tiles" if is_tiled else "-strips")
    name = f"{kind}-{extra_name}-{layout}-{bits}"
    write(name, samples, PHOTOMETRIC[kind], extra, is_planar, is_tiled, bits, colours)
    if bits in (8, 16, 32): check(name, samples, extra, is_planar)
    bands = shown(samples, kind, extra, bits, colours)
    if kind == "cmyk":
        plain = f"plain-{name}"
        write(plain, samples[:4], 5, [], False, False, bits, None)
        print(name, len(bands) - 1, plain)
        return
    # Floating-point RGB is linear light. Source: IEC 61966-2-1, 5.2.
    if kind == "rgb" and bits == 32:
        bands[:3] = [
            numpy.where(band <= 0.0031308, 12.92 * band, 1.055 * numpy.maximum(band, 1e-6) ** (1 / 2.4) - 0.055)
            for band in bands[:3]]
    raw = numpy.moveaxis(numpy.rint(numpy.array(bands) * 255), 0, -1).astype(numpy.uint8)
    raw.tofile(f"{folder}/{name}.raw")
    print(name, len(bands))


def is_made(kind, extra, is_planar, bits):
    if is_planar and COLOURS[kind] + len(EXTRA[extra]) == 1: return False
    # The meaning of associated alpha with palettes, inks or inverted samples is not defined.
    if 1 in EXTRA[extra] and kind in ("white", "palette", "cmyk"): return False
    if kind == "palette": return bits in (1, 2, 4, 8)
    if kind == "cmyk": return bits in (8, 16)
    return kind != "white" or bits != 32


for kind, extra, is_planar, is_tiled, bits in itertools.product(
        COLOURS, EXTRA, [False, True], [False, True], [1, 2, 4, 8, 12, 16, 32]):
    if is_made(kind, extra, is_planar, bits): make(kind, extra, is_planar, is_tiled, bits)
