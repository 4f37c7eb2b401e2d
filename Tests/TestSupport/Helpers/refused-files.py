"""Writes intact files in formats that other programs know and Ziggurat rejects, one for each reason.

refused-files.py FOLDER: prints the name of each file. The program vips writes two of them.
"""
import struct
import subprocess
import sys
import zlib

folder = sys.argv[1]
WIDTH, HEIGHT = 64, 48
grey = bytes((x * 3 + y * 4) % 256 for y in range(HEIGHT) for x in range(WIDTH))
rgb = bytes(v for y in range(HEIGHT) for x in range(WIDTH) for v in (x * 3, y * 4, 90))


def write(name, *parts):
    with open(f"{folder}/{name}", "wb") as file:
        file.write(b"".join(parts))
    print(name)


# TIFF: the directory follows the header; values of several numbers and the pixels follow it.
CODES = {1: "B", 3: "H", 4: "I", 13: "I"}


def tiff(name, pixels, *fields):
    directory = {256: (4, [WIDTH]), 257: (4, [HEIGHT]), 258: (3, [8]), 259: (3, [1]), 262: (3, [1]), 273: (4, [0]),
                 277: (3, [1]), 278: (4, [HEIGHT]), 279: (4, [len(pixels)])}
    directory.update({tag: (kind, values) for tag, kind, values in fields})
    # Tiles have other fields for the offsets and lengths of blocks.
    if 324 in directory:
        for tag in (273, 278, 279):
            del directory[tag]
    place = 8 + 2 + 12 * len(directory) + 4
    room = sum(len(values) * struct.calcsize(CODES[kind]) for kind, values in directory.values())
    start = place + room
    entries, heap = b"", b""
    for tag, (kind, values) in sorted(directory.items()):
        # The offsets of blocks are relative to the first pixel.
        values = [start + value if tag in (273, 324) else value for value in values]
        data = struct.pack(f"<{len(values)}{CODES[kind]}", *values)
        if len(data) > 4:
            heap, data = heap + data, struct.pack("<I", place + len(heap))
        entries += struct.pack("<HHI", tag, kind, len(values)) + data.ljust(4, b"\0")
    write(name, b"II*\0", struct.pack("<IH", 8, len(directory)), entries, bytes(4), heap.ljust(room, b"\0"), pixels)


packed = zlib.compress(bytes(4 * len(grey)))
tiff("tiff-predictor.tif", packed, (258, 3, [32]), (259, 3, [8]), (339, 3, [3]), (317, 3, [34_894]))
tiff("tiff-mixed-bits.tif", rgb, (258, 3, [5, 6, 5]), (262, 3, [2]), (277, 3, [3]))
tiff("tiff-64-bits.tif", bytes(8 * len(grey)), (258, 3, [64]))
tiff("tiff-inks.tif", bytes(6 * len(grey)), (258, 3, [8] * 6), (262, 3, [5]), (277, 3, [6]), (332, 3, [2]),
     (334, 3, [6]))
TILES = WIDTH // 16 * HEIGHT // 16 * 3
tiff("tiff-planes.tif", rgb, (258, 3, [8] * 3), (262, 3, [2]), (277, 3, [3]), (284, 3, [2]), (322, 3, [16]),
     (323, 3, [16]), (324, 4, [256 * n for n in range(TILES)]), (325, 4, [256] * TILES), (339, 3, [2] * 3))
tiff("tiff-logluv.tif", 2 * rgb, (258, 3, [16] * 3), (262, 3, [32_845]), (277, 3, [3]))
tiff("tiff-depth-map.tif", grey, (262, 3, [51_177]))
tiff("tiff-jpeg2000.tif", grey, (259, 3, [34_712]))
# The offsets have the type number of directories instead of the type number of integers.
tiff("tiff-offsets.tif", grey, (273, 13, [0]))

# A frame of JPEG-LS (0xF7) and its scan.
write("jpeg-ls.jls", b"\xff\xd8\xff\xf7\0\x0b\x08", struct.pack(">HH", HEIGHT, WIDTH), b"\1\1\x11\0",
      b"\xff\xda\0\x08\1\1\0\0\0\0", bytes(99), b"\xff\xd9")


# PNG.
def chunk(kind, data=b""):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(name, colour, pixels, first=b"", cut=0):
    samples = len(pixels) // WIDTH // HEIGHT
    rows = b"".join(b"\0" + pixels[y * WIDTH * samples:][:WIDTH * samples] for y in range(HEIGHT))
    stream = zlib.compress(rows)
    write(name, b"\x89PNG\r\n\x1a\n", first, chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, colour, 0, 0, 0)),
          chunk(b"IDAT", stream[:len(stream) - cut]), chunk(b"IEND"))


png("png-palette.png", 3, bytes(v // 64 for v in grey))
png("png-cgbi.png", 2, rgb, chunk(b"CgBI", b"\x50\0\x20\2"))
png("png-stream.png", 2, rgb, cut=4)

# JPEG 2000, and a copy of the file whose colour space is CIELAB.
ppm = f"{folder}/plain.ppm"
with open(ppm, "wb") as file:
    file.write(b"P6 %d %d 255\n" % (WIDTH, HEIGHT) + rgb)
subprocess.run(["vips", "copy", ppm, f"{folder}/plain.jp2[lossless]"], check=True)
with open(f"{folder}/plain.jp2", "rb") as file:
    jp2 = file.read()
space = jp2.index(b"colr") + 7
write("jp2-lab.jp2", jp2[:space], struct.pack(">I", 14), jp2[space + 4:])


# OpenEXR with a compression of version 3.4.
def attribute(name, kind, value):
    return name + b"\0" + kind + b"\0" + struct.pack("<i", len(value)) + value


box = struct.pack("<iiii", 0, 0, WIDTH - 1, HEIGHT - 1)
write("openexr-compression.exr", b"\x76\x2f\x31\x01" + struct.pack("<i", 2),
      attribute(b"channels", b"chlist", b"Y\0" + struct.pack("<iiii", 1, 0, 1, 1) + b"\0"),
      attribute(b"compression", b"compression", b"\x0a"), attribute(b"dataWindow", b"box2i", box),
      attribute(b"displayWindow", b"box2i", box), attribute(b"lineOrder", b"lineOrder", b"\0"),
      attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1)),
      attribute(b"screenWindowCenter", b"v2f", struct.pack("<ff", 0, 0)),
      attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)), b"\0", bytes(999))


# FITS.
def fits(name, bits, *sides):
    cards = [("SIMPLE", "T"), ("BITPIX", bits), ("NAXIS", len(sides))]
    cards += [(f"NAXIS{number}", side) for number, side in enumerate(sides, 1)]
    header = b"".join(f"{key:<8}= {value:>20}".ljust(80).encode() for key, value in cards) + b"END".ljust(80)
    size = abs(bits) // 8
    for side in sides:
        size *= side
    write(name, header.ljust(2880), bytes(-(-size // 2880) * 2880))


fits("fits-four.fits", 8, WIDTH, HEIGHT, 3, 2)
fits("fits-64-bits.fits", 64, WIDTH, HEIGHT)


# Formats without a library.
def bmp(name, length, bits, compression, data):
    info = struct.pack("<IiiHHIIiiII", length, WIDTH, HEIGHT, 1, bits, compression, len(data), 2835, 2835, 0, 0)
    start = 14 + length
    write(name, b"BM" + struct.pack("<IHHI", start + len(data), 0, 0, start), info.ljust(length, b"\0"), data)


bmp("bmp-jpeg.bmp", 40, 0, 4, b"\xff\xd8\xff\xd9")
bmp("bmp-fax.bmp", 64, 1, 3, bytes(99))
bmp("bmp-64-bits.bmp", 40, 64, 0, bytes(8 * len(grey)))


def psd(name, channels, mode, compression):
    write(name, b"8BPS\0\1", bytes(6), struct.pack(">HIIHH", channels, HEIGHT, WIDTH, 8, mode), bytes(12),
          struct.pack(">H", compression), bytes(channels * len(grey)))


psd("psd-lab.psd", 3, 9, 0)
psd("psd-channels.psd", 3, 7, 0)
psd("psd-zip.psd", 3, 3, 2)
write("radiance-xyz.hdr", b"#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y %d +X %d\n" % (HEIGHT, WIDTH), bytes(4 * len(grey)))
write("cursor.ani", b"RIFF", struct.pack("<I", 48), b"ACONanih", struct.pack("<10I", 36, 36, 1, 1, 0, 0, 0, 0, 10, 1))
write("jpeg-xr.jxr", b"II\xbc\1" + struct.pack("<I", 32), bytes(99))
write("thumbnail.pnm", b"P7 332\n#END_OF_COMMENTS\n%d %d 255\n" % (WIDTH, HEIGHT), grey)
write("pnm-maximum.pgm", b"P5 %d %d 70000\n" % (WIDTH, HEIGHT), grey)
write("sgi.sgi", b"\x01\xda\0\1\0\2", struct.pack(">HHH", WIDTH, HEIGHT, 1), bytes(500), grey)
# The header of a ray tracer's image looks like a table of numbers.
write("ray.mtv", b"%d %d\n" % (WIDTH, HEIGHT), rgb)
