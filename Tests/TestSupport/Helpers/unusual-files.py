"""Writes images in rare variants of formats, each with a common image of equal pixels.

unusual-files.py FOLDER: prints a line "NAME TWIN PAGE" for each image. Pillow and tifffile read the files
that they can read, and must find the written pixels; numpy is needed, too. The program vips writes JPEG 2000.
"""
import struct
import subprocess
import sys

import numpy as np
import tifffile
from PIL import Image

WIDTH, HEIGHT = 61, 47
folder = sys.argv[1]
y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
grey = ((x * 4 + y * 3) % 256).astype(np.uint8)
rgb = np.dstack([x * 4, y * 5, (x * 3 + y * 2) % 256]).astype(np.uint8)
alpha = np.where((x + y) % 3 == 0, 128, 255).astype(np.uint8)
cmyk = np.dstack([rgb, (x + y).astype(np.uint8)])


def path(name):
    return f"{folder}/{name}"


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data)


def pair(name, twin, page=1):
    print(name, twin, page)


def judged(name, samples):
    """Checks that Pillow finds these samples in the file."""
    assert np.array_equal(np.asarray(Image.open(path(name))), samples), name


def tiff(name, samples, **options):
    tifffile.imwrite(path(name), samples, metadata=None, **options)
    assert np.array_equal(tifffile.imread(path(name)), samples), name


# TGA with fields of a missing palette, and with the bits for interlaced rows.
Image.fromarray(rgb).save(path("rgb.png"))
for name, bits, flags in (("map-fields.tga", 24, 0x20), ("interlaced-bits.tga", 0, 0x60)):
    write(name, struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, bits, 0, 0, WIDTH, HEIGHT, 24, flags)
          + rgb[..., ::-1].tobytes())
    judged(name, rgb)
    pair(name, "rgb.png")

# Signed samples where the least value is white, and the same image where the greatest value is white.
for bits in (8, 16, 32):
    kind = np.dtype(f"int{bits}")
    samples = ((grey.astype(np.int64) - 128) << (bits - 8)).astype(kind)
    tiff(f"white-{bits}.tif", samples, photometric="miniswhite")
    tiff(f"black-{bits}.tif", (-1 - samples.astype(np.int64)).astype(kind), photometric="minisblack")
    pair(f"white-{bits}.tif", f"black-{bits}.tif")

# Floating-point numbers of 16 and 64 bits are shown like the numbers of 32 bits.
light = (grey / np.float32(256)).astype(np.float32)
tiff("single.tif", light, photometric="miniswhite")
for kind in (np.float16, np.float64):
    tiff(f"{kind.__name__}.tif", light.astype(kind), photometric="miniswhite")
    pair(f"{kind.__name__}.tif", "single.tif")

# PAM in CMYK.
tiff("cmyk.tif", cmyk, photometric="separated")
tiff("cmyk-alpha.tif", np.dstack([cmyk, alpha]), photometric="separated", extrasamples=["unassalpha"])
for name, kind, samples in (("cmyk", "CMYK", cmyk), ("cmyk-alpha", "CMYK_ALPHA", np.dstack([cmyk, alpha]))):
    write(f"{name}.pam", f"P7\nWIDTH {WIDTH}\nHEIGHT {HEIGHT}\nDEPTH {samples.shape[2]}\nMAXVAL 255\nTUPLTYPE {kind}\n"
          "ENDHDR\n".encode() + samples.tobytes())
    pair(f"{name}.pam", f"{name}.tif")


# GIF whose frames do not cover the image.
def frame(left, top, samples, disposal=0):
    """Returns a frame whose codes are the samples. Codes that clear the table keep the table empty."""
    bits, count = "", 0
    for value in [4, *samples.ravel(), 5]:
        # Each code has 3 bits, the lowest first. Codes stay at 3 bits if the table is cleared in time.
        if count == 2:
            bits, count = bits + format(4, "03b")[::-1], 0
        bits += format(value, "03b")[::-1]
        count += value < 4
    data = bytes(int(bits[place:place + 8][::-1], 2) for place in range(0, len(bits), 8))
    blocks = b"".join(bytes([len(data[p:p + 255])]) + data[p:p + 255] for p in range(0, len(data), 255))
    height, width = samples.shape
    return bytes([0x21, 0xF9, 4, disposal << 2, 0, 0, 0, 0]) + b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0) \
        + b"\2" + blocks + b"\0"


colours = np.array([[10, 20, 30], [200, 60, 40], [30, 220, 90], [90, 80, 240]], np.uint8)
first, second = (x // 9 % 4)[:20, :30], (y // 7 % 4)[:25, :10]
head = b"GIF89a" + struct.pack("<HHBBB", WIDTH, HEIGHT, 0xF1, 0, 0) + colours.tobytes()
shown = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
shown[4:24, 8:38] = np.dstack([colours[first], np.full(first.shape, 255)])
write("frame.gif", head + frame(8, 4, first) + b";")
assert np.array_equal(np.asarray(Image.open(path("frame.gif")).convert("RGB"))[4:24, 8:38], colours[first])
Image.fromarray(shown).save(path("frame.png"))
pair("frame.gif", "frame.png")
write("frames.gif", head + frame(8, 4, first) + frame(40, 10, second) + b";")
shown[10:35, 40:50] = np.dstack([colours[second], np.full(second.shape, 255)])
Image.fromarray(shown).save(path("frames.png"))
pair("frames.gif", "frames.png", page=2)
# The negative control: a frame that covers the image.
whole = x // 9 % 4
write("whole.gif", head + frame(0, 0, whole) + b";")
Image.fromarray(colours[whole]).save(path("whole.png"))
pair("whole.gif", "whole.png")


# JPEG 2000 without a stated colour space, like OpenJPEG's files of two components.
def vips(*words):
    subprocess.run(["vips", *words], check=True)


Image.fromarray(grey).save(path("grey.png"))
vips("copy", path("grey.png"), path("grey.jp2[lossless]"))
with open(path("grey.jp2"), "rb") as file:
    data = file.read()
space = data.index(b"colr") + 7
assert data[space:space + 4] == struct.pack(">I", 17)
write("unstated.jp2", data[:space] + bytes(4) + data[space + 4:])
judged("unstated.jp2", grey)
pair("unstated.jp2", "grey.png")
