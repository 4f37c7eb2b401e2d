"""Writes files without an image, and damaged or unsupported files, one for each reason.

source-faults.py FOLDER: prints the name of each file. The folder "whole" contains an undamaged image of each
format; the program vips draws them.
"""
import os
import struct
import subprocess
import sys
import zlib

folder = sys.argv[1]
WIDTH, HEIGHT = 96, 64


def write(name, data):
    with open(f"{folder}/{name}", "wb") as file:
        file.write(data)
    print(name)


def whole(name, data):
    with open(f"{folder}/whole/{name}", "wb") as file:
        file.write(data)


def vips(*words):
    subprocess.run(["vips", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


work = f"{folder}/whole"
os.makedirs(work, exist_ok=True)
rows = [[(x * 37 + y * 91 + x * y) % 251 for x in range(WIDTH * 3)] for y in range(HEIGHT)]
with open(f"{work}/whole.ppm", "wb") as file:
    file.write(b"P6\n%d %d\n255\n" % (WIDTH, HEIGHT) + bytes(v for row in rows for v in row))


def image(name, options=""):
    vips("copy", f"{work}/whole.ppm", f"{work}/{name}{options}")
    with open(f"{work}/{name}", "rb") as file:
        return file.read()


def cut(data, part=0.6):
    return data[:int(len(data) * part)]


def changed(data, *changes):
    data = bytearray(data)
    for place, new in changes:
        data[place:place + len(new)] = new
    return bytes(data)


# Files that are not images.
write("empty.jpg", b"")
write("text.jpg", b"not an image\n" * 9)
write("hdf5.h5", b"\x89HDF\r\n\x1a\n" + bytes(200))
write("matlab-7.3.mat", b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(512) + b"\x89HDF\r\n\x1a\n" + bytes(99))
write("netcdf.nc", b"CDF\x01" + bytes(200))
write("postscript.eps", b"%!PS-Adobe-3.0 EPSF-3.0\n")
write("video.mp4", b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + bytes(99))
write("raw.cr3", b"\0\0\0\x18ftypcrx \0\0\0\1crx isom" + bytes(99))
write("dicom.dcm", bytes(128) + b"DICM" + bytes(99))
write("pcx.pcx", b"\x0a\x05\x01\x08" + bytes(200))

# JPEG.
jpeg = image("whole.jpg", "[Q=90]")
scan = jpeg.index(b"\xff\xda")
frame = jpeg.index(b"\xff\xc0")
write("jpeg-cut.jpg", cut(jpeg))
write("jpeg-data.jpg", changed(jpeg, (scan + 600, bytes(500))))
write("jpeg-tables.jpg", changed(jpeg, (jpeg.index(b"\xff\xc4") + 5, b"\xff" * 16)))
write("jpeg-markers.jpg", changed(jpeg, (frame + 1, b"\xe5")))
write("jpeg-components.jpg", changed(jpeg, (frame + 11, b"\x00")))
write("jpeg-lossless.jpg", changed(jpeg, (frame + 1, b"\xc3")))
write("jpeg-12-bits.jpg", changed(jpeg, (frame + 4, b"\x0c")))
progressive = image("progressive.jpg", "[interlace]")
last = progressive.rindex(b"\xff\xda")
write("jpeg-scans.jpg", progressive[:last] + progressive[last:-2] * 250 + progressive[-2:])

# PNG.
png = image("whole.png")


def checked(data):
    """Returns a PNG whose first chunk has the right checksum."""
    return changed(data, (29, struct.pack(">I", zlib.crc32(data[12:29]))))


write("png-cut.png", cut(png))
write("png-data.png", changed(png, (len(png) // 2, bytes(200))))
write("png-text-mode.png", png.replace(b"\r\n", b"\n", 1))
write("png-first-chunk.png", changed(png, (12, b"IDAT")))
write("png-depth.png", checked(changed(png, (24, b"\x05"))))
write("png-checksum.png", changed(png, (29, bytes(4))))
write("png-large.png", checked(changed(png, (16, struct.pack(">II", 200_000, 200_000)))))
write("png-sides.png", checked(changed(png, (16, struct.pack(">II", 2_000_000_000, 1)))))


# TIFF.
def tiff(pixels=None, **changes):
    """Returns a TIFF of one strip. The directory follows the header."""
    pixels = pixels or bytes(WIDTH * HEIGHT)
    tags = {256: WIDTH, 257: HEIGHT, 258: 8, 259: 1, 262: 1, 273: 0, 277: 1, 278: HEIGHT, 279: len(pixels), 339: 1}
    tags.update({int(tag[1:]): value for tag, value in changes.items()})
    tags = {tag: value for tag, value in tags.items() if value is not None}
    start = 8 + 2 + 12 * len(tags) + 4
    if tags.get(273) == 0:
        tags[273] = start
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in sorted(tags.items()))
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4) + pixels


lzw = image("lzw.tif", "[compression=lzw]")
write("tiff-cut.tif", cut(tiff()))
write("tiff-directory.tif", changed(tiff(), (8, b"\0\0")))
write("tiff-field.tif", tiff(t257=None))
write("tiff-data.tif", changed(lzw, (300, bytes(range(200)))))
write("tiff-compression.tif", tiff(t259=65_000))
write("tiff-photometric.tif", tiff(t262=32_803))
write("tiff-samples.tif", tiff(t262=2))
write("tiff-cielab.tif", tiff(bytes(WIDTH * HEIGHT * 12), t258=32, t262=8, t277=3))
write("tiff-24-bits.tif", tiff(bytes(WIDTH * HEIGHT * 3), t258=24))
write("tiff-complex.tif", tiff(bytes(WIDTH * HEIGHT * 8), t258=64, t339=6))
preview = tiff(t254=1)
second = struct.pack("<H", 3) + b"".join(
    struct.pack("<HHII", tag, 4, 1, value) for tag, value in ((254, 1), (256, WIDTH), (257, HEIGHT))) + bytes(4)
directory_end = 10 + 12 * struct.unpack("<H", preview[8:10])[0]
write("tiff-preview.tif", changed(preview, (directory_end, struct.pack("<I", len(preview)))) + second)

# Formats of single libraries.
webp = image("whole.webp")
write("webp-cut.webp", cut(webp))
write("webp-chunks.webp", changed(webp, (12, b"VPXX")))
gif = image("whole.gif")
write("gif-cut.gif", cut(gif))
write("gif-data.gif", changed(gif, (len(gif) // 2, bytes(300))))
heic = image("whole.heic", "[compression=hevc]")
write("heic-cut.heic", cut(heic))
write("heic-boxes.heic", heic.replace(b"pitm", b"pxtm", 1))
write("heic-meta.heic", heic.replace(b"meta", b"mxta", 1))
write("heic-codec.heic", heic.replace(b"hvc1", b"vvc1"))
write("heic-jpeg.heic", heic.replace(b"infe\2\0\0\0\0\1\0\0hvc1", b"infe\2\0\0\0\0\1\0\0jpeg"))
avif = image("whole.avif")
write("avif-data.avif", changed(avif, (avif.index(b"mdat") + 4, b"\xff" * 400)))
jp2 = image("whole.jp2")
codestream = jp2.index(b"\xff\x4f\xff\x51")
write("jp2-cut.jp2", cut(jp2))
write("jp2-size.jp2", changed(jp2, (codestream + 8, bytes(8))))
write("jp2-markers.jp2", changed(jp2, (codestream, b"\xff\x4e")))
jxl = image("whole.jxl")
write("jxl-cut.jxl", cut(jxl))
write("jxl-data.jxl", changed(jxl, (len(jxl) // 2, bytes(40))))
write("radiance-cut.hdr", cut(image("whole.hdr")))


# PDF and SVG.
def pdf(*objects, trailer=""):
    text, table = b"%PDF-1.4\n", b"0000000000 65535 f \n"
    for number, value in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(text)
        text += b"%d 0 obj\n%s\nendobj\n" % (number, value.encode())
    return text + b"xref\n0 %d\n%strailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, table, len(objects) + 1, trailer.encode(), len(text))


page = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>"]
write("pdf-password.pdf", pdf(*page, f"<< /Filter /Standard /V 1 /R 2 /O ({'a' * 32}) /U ({'b' * 32}) /P -4 >>",
                              trailer="/Encrypt 4 0 R /ID [(x)(x)]"))
write("pdf-objects.pdf", b"%PDF-1.4\n" + bytes(500))
write("pdf-pages.pdf", pdf(page[0], "<< /Type /Pages /Kids [] /Count 0 >>"))
whole("whole.pdf", pdf(*page))
whole("whole.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><rect width="9" height="9"/></svg>')
write("svg-xml.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g></svg>')


# FITS.
def cards(*lines):
    return b"".join(line.ljust(80).encode() for line in lines + ("END",)).ljust(2880)


def card(name, value):
    return f"{name:<8}= {value:>20}"


table = cards("XTENSION= 'BINTABLE'", card("BITPIX", 8), card("NAXIS", 2), card("NAXIS1", 4), card("NAXIS2", 10),
              card("PCOUNT", 0), card("GCOUNT", 1), card("TFIELDS", 1), "TFORM1  = 'J       '")
bare = cards(card("SIMPLE", "T"), card("BITPIX", 8), card("NAXIS", 0), card("EXTEND", "T"))
write("fits-table.fits", bare + table + bytes(2880))
write("fits-bare.fits", bare)
write("fits-cut.fits", cut(image("whole.fits"), 0.4))


# MATLAB 5: a text instead of a matrix of numbers.
def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data.ljust((len(data) + 7) // 8 * 8, b"\0")


array = element(6, struct.pack("<II", 4, 0)) + element(5, struct.pack("<ii", 1, 4)) + element(1, b"name") \
    + element(4, "text".encode("utf-16le"))
write("matlab-text.mat", b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 0x0100) + b"IM" + element(14, array))


# OpenEXR, without compression.
def exr(channels=b"G\0" + struct.pack("<iiii", 2, 0, 1, 1) + b"\0"):
    def attribute(name, kind, value):
        return name + b"\0" + kind + b"\0" + struct.pack("<i", len(value)) + value

    box = struct.pack("<iiii", 0, 0, WIDTH - 1, HEIGHT - 1)
    head = b"\x76\x2f\x31\x01" + struct.pack("<i", 2) + attribute(b"channels", b"chlist", channels) \
        + attribute(b"compression", b"compression", b"\0") + attribute(b"dataWindow", b"box2i", box) \
        + attribute(b"displayWindow", b"box2i", box) + attribute(b"lineOrder", b"lineOrder", b"\0") \
        + attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1)) \
        + attribute(b"screenWindowCenter", b"v2f", struct.pack("<ff", 0, 0)) \
        + attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0"
    line = struct.pack("<i", WIDTH * 4) + bytes(WIDTH * 4)
    start, length = len(head) + 8 * HEIGHT, len(line) + 4
    offsets = b"".join(struct.pack("<Q", start + length * y) for y in range(HEIGHT))
    return head + offsets + b"".join(struct.pack("<i", y) + line for y in range(HEIGHT))


whole("whole.exr", exr())
write("openexr-cut.exr", cut(exr(), 0.9))
write("openexr-channels.exr", exr(b"\0"))
write("openexr-layer.exr", exr(b"left.G\0" + struct.pack("<iiii", 2, 0, 1, 1) + b"\0"))

# Formats without a library.
write("bmp-compression.bmp", b"BM" + struct.pack("<IIIIiiHHIIiiII", 154, 0, 54, 40, 5, 5, 1, 24, 77, 100, 0, 0, 0, 0)
      + bytes(100))
write("qoi-cut.qoi", b"qoif" + struct.pack(">II", 9, 9) + b"\3\0" + b"\xfe\1\2\3")
write("pnm-header.ppm", b"P6\n0 0\n255\n" + bytes(99))
write("psd-mode.psd", b"8BPS\0\1" + bytes(6) + struct.pack(">HIIHH", 3, 5, 5, 8, 6) + bytes(12) + b"\0\0" + bytes(75))
write("pmtiles-cut.pmtiles", b"PMTiles\3" + bytes(150))
write("mosaic-empty.json", b'{"mosaic": []}')
write("mosaic-outside.json", b'{"mosaic": [{"file": "../a.tif", "x": 0, "y": 0}]}')
write("mosaic-json.json", b'{"mosaic": [')
