"""The sources of `Benchmarks/shards`, and the costs of formats."""

import os
import subprocess

import tiles
from inputs import photographs

TILE = 512
# Name -> the file that libvips writes.
DECODED = {
    "JPEG": "x.jpg[Q=90]",
    "PNG": "x.png",
    "TIFF, LZW, tiles": "x-tiles.tif[tile,tile-width=256,tile-height=256,compression=lzw,predictor=horizontal]",
    "TIFF, strips": "x-strips.tif",
    "WebP": "x.webp[Q=90]",
    "HEIF": "x.avif[Q=60,effort=2]",
    "JPEG 2000": "x.jp2[Q=90]",
    "JPEG XL": "x.jxl[Q=90,effort=3]",
    "PPM": "x.ppm",
    "GIF (other formats)": "x.gif",
}
ENCODED = ["jpeg", "png", "webp", "avif", "jxl"]
SIDE = 3000


def run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def terapixel(program, folder, image, side):
    """Writes a tiled BigTIFF of side² pixels. It refers many times to the tiles of a small drawing."""
    drawing, source = os.path.join(folder, "drawing.png"), os.path.join(folder, "drawing.tif")
    run(program, "sample", "--size", f"{16 * TILE}x{16 * TILE}", drawing)
    run("vips", "tiffsave", drawing, source, "--tile", "--tile-width", str(TILE), "--tile-height", str(TILE),
        "--bigtiff", "--compression", "deflate")
    tiles.square(source, image, -(-side // TILE), 0)


def list_of_images(folder, count):
    """Writes small files with 100 sizes, and a list of their paths; returns the path of the list.

    The files of a folder are hard links of one file."""
    names = os.path.join(folder, "names.txt")
    with open(names, "w", encoding="ascii") as file:
        for first in range(0, count, 10_000):
            group = os.path.join(folder, "scans", f"{first // 10_000:03}")
            os.makedirs(group)
            source = os.path.join(group, "source")
            with open(source, "wb") as content:
                content.write(b"x" * (1000 + first // 100))
            for number in range(first, min(first + 10_000, count)):
                path = os.path.join(group, f"scan-{number:07}.jpg")
                os.link(source, path)
                file.write(f"{path}\n")
    return names


def images(program, folder, count):
    """Writes small images of different sizes."""
    os.makedirs(folder)
    drawing = os.path.join(folder, "drawing.png")
    run(program, "sample", "--size", "1600x1200", drawing)
    for number in range(count):
        ending = ("jpg", "png", "tif")[number % 3]
        run("vips", "resize", drawing, os.path.join(folder, f"image-{number:03}.{ending}"), str(0.3 + number % 7 / 10))
    os.remove(drawing)


def decoding_costs(bench):
    """Returns the processor seconds to decode a megapixel, by format. The export encodes only small levels; the
    time to halve is included."""
    photograph = _photograph(bench)
    costs = {}
    for name, file in DECODED.items():
        path = bench.path(file)
        run("vips", "copy", photograph, path)
        costs[name] = _seconds(bench, path.partition("[")[0], "--max-level", "8")
    return costs


def encoding_costs(bench):
    """Returns the processor seconds to encode tiles of a megapixel, by format."""
    photograph = _photograph(bench)
    image = bench.path("source.ppm")
    run("vips", "copy", photograph, image)
    base = _seconds(bench, image, "--max-level", "8")
    # All levels have a third more pixels than the image.
    return {name: (_seconds(bench, image, "--format", name) - base) * 3 / 4 for name in ENCODED}


def _photograph(bench):
    """A photograph that all runs share."""
    path = bench.path("photograph.v")
    if not os.path.exists(path):
        run("vips", "thumbnail", photographs()[0], path, str(SIDE), "--height", str(SIDE), "--crop", "centre",
            "--size", "both")
    return path


def _seconds(bench, path, *options):
    """The processor seconds of an export for a megapixel, less the seconds for a tiny image; the best of three."""
    tiny = bench.path("tiny.ppm")
    if not os.path.exists(tiny):
        run("vips", "black", tiny, "16", "16")

    def best(image):
        words = ["export", image, "--output", bench.path("out"), "--no-sync", "--force", "--replace", *options]
        return min(bench(*words)[1] for _ in range(3))

    return max(0.0, best(path) - best(tiny)) / (SIDE * SIDE / 1e6)
