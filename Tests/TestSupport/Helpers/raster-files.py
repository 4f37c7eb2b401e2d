"""Writes an image in each kind of the simple raster formats, and the expected pixels as PNG.

raster-files.py FOLDER: writes NAME and expected-NAME.png to the folder, and prints a line NAME for each pair.
Pillow and numpy have to be importable.
"""
import struct
import sys

import numpy as np
from PIL import Image

WIDTH, HEIGHT = 61, 47
folder = sys.argv[1]
y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
rgb = np.dstack([x * 4, y * 5, (x * 3 + y * 2) % 256]).astype(np.uint8)
rgb[5:15, 5:15] = [255, 0, 0]
rgb[40:, 50:] = 0
grey = ((rgb[..., 0].astype(int) + rgb[..., 1] * 2) % 256).astype(np.uint8)
alpha = np.where((x + y) % 3 == 0, 128, 255).astype(np.uint8)
rgba = np.dstack([rgb, alpha])
bilevel = (grey > 127).astype(np.uint8)
colours = np.array(Image.fromarray(rgb).quantize(16))
palette = np.array(Image.fromarray(rgb).quantize(16).getpalette()[:48], np.uint8).reshape(-1, 3)


def expect(name, samples):
    Image.fromarray(samples).save(f"{folder}/expected-{name}.png")
    print(name)


def write(name, data, samples):
    with open(f"{folder}/{name}", "wb") as file:
        file.write(data)
    expect(name, samples)


def save(name, image, samples, **options):
    image.save(f"{folder}/{name}", **options)
    expect(name, samples)


def scaled(values, largest):
    return ((values.astype(int) * 255 + largest // 2) // largest).astype(np.uint8)


# Bitmaps.
def bitmap(name, samples, bits, rows, compression=0, masks=(), length=40, colours=(), height=HEIGHT, bare=False):
    after = b"".join(struct.pack("<I", mask) for mask in masks)
    table = b"".join(bytes([b, g, r]) + b"\0" * (length > 12) for r, g, b in colours)
    start = 14 + length + (len(after) if length == 40 else 0) + len(table)
    if length == 12:
        header = struct.pack("<IHHHH", 12, WIDTH, height, 1, bits)
    else:
        header = struct.pack(
            "<IiiHHIIiiII", length, WIDTH, height, 1, bits, compression, len(rows), 0, 0, len(colours), 0)
    if length > 40:
        header += after.ljust(length - 40, b"\0")
        after = b""
    head = b"" if bare else b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start)
    write(name, head + header + after + table + rows, samples)


def padded(rows):
    return b"".join(row.tobytes() + b"\0" * (-row.nbytes % 4) for row in rows[::-1])


def packed(values, bits):
    planes = [(values >> bit & 1).astype(np.uint8) for bit in range(bits - 1, -1, -1)]
    return np.packbits(np.dstack(planes).reshape(HEIGHT, -1), axis=1)


high = (rgb >> 3).astype(int)
five = high[..., 0] << 10 | high[..., 1] << 5 | high[..., 2]
opaque = (alpha > 128).astype(int)
rgb5 = scaled(rgb >> 3, 31)
rgba5 = np.dstack([rgb5, (opaque * 255).astype(np.uint8)])
rgb565 = np.dstack([scaled(rgb[..., 0] >> 3, 31), scaled(rgb[..., 1] >> 2, 63), scaled(rgb[..., 2] >> 3, 31)])
six = high[..., 0] << 11 | (rgb[..., 1].astype(int) >> 2) << 5 | high[..., 2]
shown = palette[colours]
save("24.bmp", Image.fromarray(rgb), rgb)
save("grey.bmp", Image.fromarray(grey), grey)
save("palette.bmp", Image.fromarray(rgb).quantize(200), np.array(Image.fromarray(rgb).quantize(200).convert("RGB")))
bitmap("1.bmp", np.array([[250, 10, 10], [9, 80, 200]], np.uint8)[bilevel], 1, padded(packed(bilevel, 1)),
       colours=[(250, 10, 10), (9, 80, 200)])
bitmap("4.bmp", shown, 4, padded(packed(colours, 4)), colours=palette)
bitmap("core.bmp", shown, 4, padded(packed(colours, 4)), colours=palette, length=12)
bitmap("bare-core.bmp", shown, 4, padded(packed(colours, 4)), colours=palette, length=12, bare=True)
bitmap("bare-core-24.bmp", rgb, 24, padded(rgb[..., ::-1]), length=12, bare=True)
bitmap("555.bmp", rgb5, 16, padded(five.astype("<u2")))
bitmap("5551.bmp", rgba5, 16, padded((five | opaque << 15).astype("<u2")), 3, (0x7C00, 0x3E0, 0x1F, 0x8000), 108)
bitmap("565.bmp", rgb565, 16, padded(six.astype("<u2")), 3, (0xF800, 0x7E0, 0x1F))
bitmap("32.bmp", rgb, 32, padded(np.dstack([rgb[..., ::-1], alpha * 0])))
bitmap("32-alpha.bmp", rgba, 32, padded(np.dstack([rgb[..., ::-1], alpha])), 3,
       (0xFF0000, 0xFF00, 0xFF, 0xFF000000), 124)
bitmap("from-top.bmp", rgb, 24, padded(rgb[::-1, :, ::-1]), height=-HEIGHT)


def runs(values, bits):
    data = b""
    for row in values[::-1]:
        position = 0
        while position < WIDTH:
            length = 1
            while position + length < WIDTH and row[position + length] == row[position]:
                length += 1
            value = int(row[position])
            if length == 1 and position + 5 < WIDTH:
                part = [int(v) for v in row[position:position + 5]]
                literal = part if bits == 8 else [part[0] << 4 | part[1], part[2] << 4 | part[3], part[4] << 4]
                data += bytes([0, 5] + literal) + b"\0" * (len(literal) % 2)
                length = 5
            else:
                data += bytes([length, value if bits == 8 else value << 4 | value])
            position += length
        data += b"\0\0"
    return data + b"\0\1"


bitmap("runs-8.bmp", shown, 8, runs(colours, 8), 1, colours=palette)
bitmap("runs-4.bmp", shown, 4, runs(colours, 4), 2, colours=palette)

# TGA.
def tga(name, samples, kind, bits, rows, descriptor, table=b"", table_bits=0):
    count = len(table) * 8 // table_bits if table else 0
    head = struct.pack(
        "<BBBHHBHHHHBB", 0, count > 0, kind, 0, count, table_bits, 0, 0, WIDTH, HEIGHT, bits, descriptor)
    write(name, head + table + rows, samples)


save("24.tga", Image.fromarray(rgb), rgb)
save("runs.tga", Image.fromarray(rgb), rgb, compression="tga_rle")
save("grey.tga", Image.fromarray(grey), grey)
save("grey-runs.tga", Image.fromarray(grey), grey, compression="tga_rle")
save("32.tga", Image.fromarray(rgba), rgba)
save("palette.tga", Image.fromarray(rgb).quantize(64), np.array(Image.fromarray(rgb).quantize(64).convert("RGB")))
tga("16.tga", rgb5, 2, 16, five.astype("<u2").tobytes(), 0x20)
tga("16-alpha.tga", rgba5, 2, 16, (five | opaque << 15).astype("<u2").tobytes(), 0x21)
tga("mirrored.tga", rgb, 2, 24, rgb[::-1, ::-1, ::-1].tobytes(), 0x10)
tga("32-without-alpha.tga", rgb, 2, 32, np.dstack([rgb[..., ::-1], alpha * 0]).tobytes(), 0x20)
# The colours of a palette have alpha if the descriptor states attribute bits.
shares = (np.arange(len(palette)) * 16 + 15).astype(np.uint8)
table = np.hstack([palette[:, ::-1], shares[:, None]]).tobytes()
tga("palette-32.tga", shown, 1, 8, colours.tobytes(), 0x20, table, 32)
tga("palette-32-alpha.tga", np.dstack([shown, shares[colours]]), 1, 8, colours.tobytes(), 0x28, table, 32)
parts = (palette >> 3).astype(int)
odd = np.arange(len(palette)) % 2
table = (odd << 15 | parts[:, 0] << 10 | parts[:, 1] << 5 | parts[:, 2]).astype("<u2").tobytes()
tga("palette-16-alpha.tga", np.dstack([scaled(shown >> 3, 31), (odd * 255).astype(np.uint8)[colours]]), 1, 8,
    colours.tobytes(), 0x21, table, 16)

# Netpbm.
size = b"%d %d" % (WIDTH, HEIGHT)


def text(values):
    return b"\n".join(b" ".join(b"%d" % value for value in row) for row in values.reshape(HEIGHT, -1))


white = bilevel * 255
write("1.pbm", b"P1\n" + size + b"\n" + b"".join(b"%d" % value for value in (1 - bilevel).ravel()), white)
write("4.pbm", b"P4\n" + size + b"\n" + np.packbits(1 - bilevel, axis=1).tobytes(), white)
write("text.pgm", b"P2\n" + size + b" 100\n# text\n" + text(scaled(grey, 255).astype(int) * 100 // 255),
      scaled(grey.astype(int) * 100 // 255, 100))
write("text.ppm", b"P3 " + size + b" 255 " + text(rgb), rgb)
write("comments.ppm", b"P6\n# one\n# two\n" + size + b"\n# three\n# four\n255\n" + rgb.tobytes(), rgb)
write("31.ppm", b"P6 " + size + b" 31\n" + (rgb >> 3).tobytes(), rgb5)
write("16.ppm", b"P6 " + size + b" 65535\n" + (rgb.astype(">u2") * 257).astype(">u2").tobytes(), rgb)
write("1023.pgm", b"P5 " + size + b" 1023\n" + (grey.astype(int) * 1023 // 255).astype(">u2").tobytes(), grey)
write("alpha.pam", b"P7\nWIDTH %d\nHEIGHT %d\n# text\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % (WIDTH, HEIGHT)
      + rgba.tobytes(), rgba)

# Photoshop.
def psd(name, samples, mode, planes, depth=8, packs=False, large=False, colours=b"", layers=b""):
    length = ">Q" if large else ">I"
    data = b"8BPS" + struct.pack(">H6xHIIHH", 1 + large, len(planes), HEIGHT, WIDTH, depth, mode)
    data += struct.pack(">I", len(colours)) + colours + struct.pack(">I", 0)
    data += struct.pack(length, len(layers)) + layers + struct.pack(">H", packs)
    rows = [row.tobytes() for plane in planes for row in plane]
    if packs:
        # Each packed row consists of literal bytes and a run at its end.
        rows = [bytes([len(row) - 4]) + row[:-3] + b"".join(bytes([0, value]) for value in row[-3:]) for row in rows]
        data += b"".join(struct.pack(">I" if large else ">H", len(row)) for row in rows)
    write(name, data + b"".join(rows), samples)


def planes(samples):
    return [np.ascontiguousarray(samples[..., band]) for band in range(samples.shape[2])]


# The composite of an image with transparency is mixed with white.
share = alpha[..., None] / 255
mixed = np.rint(rgb * share + 255 * (1 - share)).astype(np.uint8)
transparent = struct.pack(">Ihh", 4, -1, 0)
psd("rgb.psd", rgb, 3, planes(rgb))
psd("packed.psd", rgb, 3, planes(rgb), packs=True)
psd("large.psb", rgb, 3, planes(rgb), packs=True, large=True)
psd("grey.psd", grey, 1, [grey])
psd("duotone.psd", grey, 8, [grey], colours=b"duotone")
psd("16.psd", rgb, 3, [(plane.astype(">u2") * 257).astype(">u2") for plane in planes(rgb)], 16)
psd("selection.psd", rgb, 3, planes(rgba))
psd("transparent.psd", rgba, 3, planes(mixed) + [alpha], layers=transparent)
psd("indexed.psd", shown, 2, [colours], colours=np.vstack([palette, np.zeros((240, 3), np.uint8)]).T.tobytes())
psd("bitmap.psd", white, 0, [np.packbits(1 - bilevel, axis=1)], 1)

# Others.
save("plain.qoi", Image.fromarray(rgb), rgb)
save("alpha.qoi", Image.fromarray(rgba), rgba)
small = Image.fromarray(rgba)


def icon(name, images, samples, kind=1):
    data = struct.pack("<HHH", 0, kind, len(images))
    place = 6 + 16 * len(images)
    for image, content in images:
        data += struct.pack("<BBBBHHII", image.shape[1], image.shape[0], 0, 0, 1, 32, len(content), place)
        place += len(content)
    write(name, data + b"".join(content for _, content in images), samples)


def bits32(image):
    header = struct.pack("<IiiHHIIiiII", 40, image.shape[1], 2 * image.shape[0], 1, 32, 0, 0, 0, 0, 0, 0)
    return header + image[::-1, :, [2, 1, 0, 3]].tobytes() + b"\0" * (image.shape[0] * ((image.shape[1] + 31) // 32 * 4))


def masked(image):
    header = struct.pack("<IiiHHIIiiII", 40, image.shape[1], 2 * image.shape[0], 1, 24, 0, 0, 0, 0, 0, 0)
    return header + padded(image[..., 2::-1]) + padded(np.packbits(image[..., 3] < 255, axis=1))


little = np.ascontiguousarray(rgba[:16, :16])
icon("32.ico", [(little, bits32(little)), (rgba, bits32(rgba)), (little, bits32(little))], rgba)
cut = np.dstack([rgb, np.where(alpha < 255, 0, 255).astype(np.uint8)])
icon("mask.cur", [(little, bits32(little)), (cut, masked(cut))], cut, 2)
Image.fromarray(rgba).save(f"{folder}/icon.png")
icon("png.ico", [(little, bits32(little)), (rgba, open(f"{folder}/icon.png", "rb").read())], rgba)
