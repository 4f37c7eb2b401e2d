"""The tasks: their programs, their number of runs and their targets."""

import os
from dataclasses import dataclass, field

from peers import ON_WHITE, TO_8_BITS, TO_SRGB, UPRIGHT

ZIGGURAT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".build", "release", "ziggurat")
SHARED = ["--tile-size", "256", "--overlap", "0", "--edge", "crop"]
DEEP_ZOOM = {"tile_size": 254, "overlap": 1}


@dataclass
class Work:
    """A row of the table.

    contestants: name -> function from an output folder to a list of commands, run one after the other.
    wanted: the targets: name of a peer -> minimum of its time divided by Ziggurat's; "memory" -> maximum in bytes.
    """

    name: str
    contestants: dict
    rounds: int
    wanted: dict = field(default_factory=dict)
    # Tiles go to the disk, into a new folder for each run: creating files after many were deleted is slow.
    is_on_disk: bool = False


def ours(source, *options):
    """Ziggurat without pages, which the peers do not write either."""
    return lambda out: [[ZIGGURAT, "export", source, "-o", out, "--viewer", "none", *options]]


def against(peers, source, debian_suffix, **direct):
    """The newest libvips, in its direct mode if the tile format has one, and Debian's."""
    return {
        "newest": lambda out: [peers.newest(source, os.path.join(out, "x"), **DEEP_ZOOM, **direct)],
        "Debian": lambda out: [peers.debian(source, os.path.join(out, "x"), debian_suffix, **DEEP_ZOOM)],
    }


def three_layouts(peers, jpeg):
    layouts = [("dz", dict(tile_size=256, overlap=0)), ("google", {}), ("iiif3", dict(tile_size=256))]

    def each(command):
        return lambda out: [command(os.path.join(out, name), name, options) for name, options in layouts]

    return {
        "Ziggurat": ours(jpeg, "--layout", "dzi,xyz,iiif3", *SHARED),
        "newest": each(lambda target, name, options: peers.newest(
            jpeg, target, layout=name, Q=85, **options)),
        "Debian": each(lambda target, name, options: peers.debian(
            jpeg, target, ".jpg[Q=85]", layout=name, **options)),
    }


def main_works(inputs, peers, is_quick):
    jpeg, tiff, lzw, png = inputs.jpeg(), inputs.tiled_tiff(), inputs.lzw_tiff(), inputs.png()
    direct = {"suffix": ".jpg[Q=85]", "Q": 85}

    def rounds(count):
        return min(count, 3) if is_quick else count

    yield Work("JPEG → DZI JPEG", {"Ziggurat": ours(jpeg), **against(peers, jpeg, direct["suffix"], Q=85)},
               rounds(5), {"newest": 1.8, "Debian": 3.8, "memory": 100e6})
    yield Work("JPEG → DZI + XYZ + IIIF 3", three_layouts(peers, jpeg),
               rounds(3), {"newest": 5, "Debian": 10, "memory": 120e6})
    # Less than 1.5 times the time of one layout.
    yield Work("JPEG → DZI + XYZ + TMS + Zoomify + IIIF 2 + IIIF 3",
               {"Ziggurat": ours(jpeg, "--layout", "dzi,xyz,tms,zoomify,iiif,iiif3", *SHARED),
                "alone": ours(jpeg, "--layout", "dzi", *SHARED)},
               rounds(3), {"alone": 1 / 1.5})
    # At most 1.3 times the time of encoded tiles.
    yield Work("JPEG → XYZ, lossless JPEG tiles",
               {"Ziggurat": ours(jpeg, "--layout", "xyz", "--lossless"), "alone": ours(jpeg, "--layout", "xyz")},
               rounds(3), {"alone": 1 / 1.3, "memory": 250e6})
    yield Work("tiled TIFF → DZI JPEG", {"Ziggurat": ours(tiff), **against(peers, tiff, direct["suffix"], Q=85)},
               rounds(5), {"newest": 1.65, "Debian": 2.9, "memory": 160e6})
    yield Work("tiled TIFF, LZW → DZI JPEG",
               {"Ziggurat": ours(lzw), **against(peers, lzw, direct["suffix"], Q=85)},
               # No target for Debian's: most of the time is libtiff's in both programs.
               rounds(3), {"newest": 1.65, "memory": 160e6})
    strips = inputs.strip_tiff()
    yield Work("TIFF in strips, LZW → DZI JPEG",
               {"Ziggurat": ours(strips), **against(peers, strips, direct["suffix"], Q=85)},
               rounds(3), {"newest": 1.65, "memory": 160e6})
    yield Work("PNG → DZI JPEG", {"Ziggurat": ours(png), **against(peers, png, direct["suffix"], Q=85)},
               rounds(3), {"newest": 1.5, "Debian": 1.8, "memory": 140e6})
    yield Work("JPEG → DZI PNG",
               {"Ziggurat": ours(jpeg, "--format", "png"), **against(peers, jpeg, ".png", suffix=".png")},
               1 if is_quick else 3, {"newest": 4, "Debian": 7, "memory": 140e6})
    webp = ".webp[Q=85]"
    yield Work("JPEG → DZI WebP",
               {"Ziggurat": ours(jpeg, "--format", "webp"), **against(peers, jpeg, webp, suffix=webp)},
               1 if is_quick else 3, {"newest": 1.6, "Debian": 1.6})


def converting_works(inputs, peers):
    """Sources whose pixels are converted; the peer does the same conversion."""

    def work(name, source, ratio, *steps, memory=160e6, rounds=5):
        return Work(
            f"{name} → DZI JPEG",
            {"Ziggurat": ours(source),
             "newest": lambda out: [peers.newest_converting(source, os.path.join(out, "x"), *steps)]},
            rounds, {"newest": ratio, "memory": memory})

    yield work("JPEG with a Display P3 profile", inputs.p3_jpeg(), 1.7, TO_SRGB)
    yield work("tiled TIFF with a Display P3 profile", inputs.p3_tiff(), 1.8, TO_SRGB)
    yield work("tiled TIFF, 16 bits", inputs.wide_tiff(), 1.6, TO_8_BITS)
    yield work("tiled TIFF, LZW, 16 bits, Display P3", inputs.wide_p3_tiff(), 1.6, TO_SRGB)
    yield work("CMYK JPEG with a profile", inputs.cmyk_jpeg(), 1.6, TO_SRGB)
    yield work("PNG with alpha", inputs.alpha_png(), 1.6, ON_WHITE)
    # These are held: the image in the order it is stored, or its coefficients.
    yield work("JPEG with Exif orientation 6", inputs.turned_jpeg(), 1.6, UPRIGHT, memory=1e9, rounds=3)
    yield work("progressive JPEG", inputs.progressive_jpeg(), 1.3, memory=2.5e9, rounds=3)
    yield work("WebP", inputs.webp(), 1.3, memory=1e9, rounds=3)
    # The newest libvips from PyPI reads a slide as TIFF.
    slide = inputs.slide()
    yield Work("Aperio slide of 6.6 MP → DZI JPEG",
               {"Ziggurat": ours(slide), **against(peers, slide, ".jpg[Q=85]", Q=85)},
               9, {"newest": 1.5, "memory": 160e6})
    for name, source, wanted in [
            ("JPEG 2000", inputs.jpeg2000(), {"Debian": 1.3}),
            ("JPEG 2000 in tiles", inputs.jpeg2000(is_tiled=True), {"Debian": 1.3, "memory": 160e6})]:
        yield Work(f"{name} of 48 MP → DZI JPEG",
                   {"Ziggurat": ours(source),
                    "Debian": against(peers, source, ".jpg[Q=85]", Q=85)["Debian"]}, 3, wanted)
    yield work("JPEG of 0.1 MP with a profile", inputs.small_p3_jpeg(), 2, TO_SRGB, rounds=15)


def further_works(inputs, small_inputs, peers):
    """The tasks that a quick run skips."""
    jpeg = inputs.jpeg()
    yield Work("JPEG → DZI JPEG, on the disk",
               {"Ziggurat": ours(jpeg), **against(peers, jpeg, ".jpg[Q=85]", Q=85)},
               7, {"newest": 1.8, "Debian": 3.8, "memory": 100e6}, is_on_disk=True)
    folder = inputs.many(2000)
    yield Work("2,000 JPEGs of 1 MP",
               {"Ziggurat": ours(folder), "newest": lambda out: [peers.newest_loop(folder, out)]},
               1, {"newest": 2})
    for name, marked in [("a Display P3 profile", inputs.many_p3), ("Exif orientation 6", inputs.many_turned)]:
        yield Work(f"2,000 JPEGs of 1 MP with {name}",
                   {"Ziggurat": ours(marked(2000)), "without": ours(folder)}, 3, {"without": 1 / 1.05})
    one = os.path.join(folder, "00000.jpg")
    yield Work("one JPEG of 1 MP", {"Ziggurat": ours(one), **against(peers, one, ".jpg[Q=85]", Q=85)},
               15, {"newest": 2, "Debian": 2})
    small = small_inputs.jpeg()
    yield Work(f"JPEG of {small_inputs.megapixels} MP → XYZ PNG",
               {"Ziggurat": ours(small, "--layout", "xyz", "--format", "png"),
                "gdal2tiles": lambda out: [peers.gdal(small, os.path.join(out, "x"))]},
               1)
