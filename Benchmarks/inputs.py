"""The input images: mosaics of photographs from a Debian package."""

import base64
import glob
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import tiles

# The largest number of squares of one size.
MOST_SQUARES = 32
TILED = "tile,tile-width=256,tile-height=256"
# Exif: one directory with one entry, orientation 6, in little-endian numbers.
TURNED = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
PHOTOGRAPHS = "/usr/share/backgrounds/*.jpg"  # Debian's lomiri-wallpapers-16.04


def vips(*arguments):
    subprocess.run(["vips", *arguments], check=True)


def insert_segment(source_path, path, marker, data):
    """Copies a JPEG with one more segment in front."""
    with open(source_path, "rb") as source, open(path, "wb") as file:
        file.write(source.read(2) + bytes([0xFF, marker]) + (len(data) + 2).to_bytes(2, "big") + data)
        shutil.copyfileobj(source, file, 1 << 24)


def photographs():
    paths = sorted(glob.glob(PHOTOGRAPHS))
    if not paths:
        raise SystemExit("bench: photographs not found; run Scripts/bootstrap --bench")
    return paths


class Inputs:
    """Images in a folder, created on first use."""

    def __init__(self, folder, columns, rows):
        self.folder = folder
        self.columns = columns
        self.rows = rows
        os.makedirs(folder, exist_ok=True)

    @property
    def size(self):
        return self.columns * 4000, self.rows * 3000

    @property
    def megapixels(self):
        return self.columns * self.rows * 12

    def _path(self, ending):
        return os.path.join(self.folder, f"mosaic-{self.columns}x{self.rows}{ending}")

    def _made(self, path, make):
        if not os.path.exists(path):
            draft = os.path.join(self.folder, "draft-" + os.path.basename(path))
            make(draft)
            os.rename(draft, path)
        return path

    def _mosaic(self):
        """Photographs side by side, 4,000 × 3,000 pixels each, without compression."""

        def make(draft):
            cells = []
            paths = photographs()
            for number in range(self.columns * self.rows):
                cell = os.path.join(self.folder, f"cell-{number}.v")
                vips("thumbnail", paths[number % len(paths)], cell, "4000", "--height", "3000",
                     "--crop", "centre", "--size", "both")
                cells.append(cell)
            vips("arrayjoin", " ".join(cells), draft, "--across", str(self.columns))
            for cell in cells:
                os.remove(cell)

        return self._made(self._path(".v"), make)

    def _converted(self, ending, options):
        return self._made(
            self._path(ending), lambda draft: vips("copy", self._mosaic(), draft + options))

    def jpeg(self):
        """4:4:4, quality 92, without metadata."""
        return self._converted(".jpg", "[Q=92,subsample_mode=off,strip]")

    def restart_jpeg(self):
        """The JPEG with a restart marker after each row of blocks."""

        def make(draft):
            with open(draft, "wb") as file:
                subprocess.run(["jpegtran", "-restart", "1", "-copy", "none", self.jpeg()], check=True, stdout=file)

        return self._made(self._path("-restart.jpg"), make)

    def tiled_tiff(self):
        """Without compression, common for archive masters."""
        return self._converted("-plain.tif", f"[{TILED},strip]")

    def lzw_tiff(self):
        """With LZW, common for photographers' files."""
        return self._converted(
            "-lzw.tif",
            f"[{TILED},compression=lzw,predictor=horizontal,strip]")

    def strip_tiff(self):
        """In strips with LZW, as many scanners write it."""
        return self._converted("-strips.tif", "[compression=lzw,predictor=horizontal,strip]")

    def png(self):
        return self._converted(".png", "[compression=6,filter=sub,strip]")

    def _p3(self, ending, options, depth="8"):
        """The mosaic in the colours of Display P3."""

        def make(draft):
            vips("icc_transform", self._mosaic(), draft + options, "p3", "--input-profile", "srgb",
                 "--depth", depth)

        return self._made(self._path(ending), make)

    def p3_jpeg(self):
        return self._p3("-p3.jpg", "[Q=92,subsample_mode=off]")

    def p3_tiff(self):
        return self._p3("-p3.tif", f"[{TILED}]")

    def wide_p3_tiff(self):
        return self._p3("-p3-16.tif", f"[{TILED},compression=lzw,predictor=horizontal]", depth="16")

    def wide_tiff(self):
        return self._made(
            self._path("-16.tif"),
            lambda draft: vips("colourspace", self._mosaic(), f"{draft}[{TILED},strip]", "rgb16"))

    def cmyk_jpeg(self):
        """In the press profile of libvips."""
        return self._made(
            self._path("-cmyk.jpg"),
            lambda draft: vips("icc_transform", self._mosaic(), f"{draft}[Q=92]", "cmyk",
                               "--input-profile", "srgb"))

    def alpha_png(self):
        """The green samples of the image are its alpha as well."""

        def make(draft):
            alpha, joined = draft + "-alpha.v", draft + "-joined.v"
            vips("extract_band", self._mosaic(), alpha, "1")
            vips("bandjoin", f"{self._mosaic()} {alpha}", joined)
            vips("copy", joined, draft + "[compression=6,filter=sub,strip]")
            os.remove(alpha)
            os.remove(joined)

        return self._made(self._path("-alpha.png"), make)

    def turned_jpeg(self):
        """The JPEG with Exif orientation 6, which viewers turn by 90° clockwise."""
        return self._made(
            self._path("-turned.jpg"), lambda draft: insert_segment(self.jpeg(), draft, 0xE1, TURNED))

    def progressive_jpeg(self):
        return self._converted("-progressive.jpg", "[Q=92,subsample_mode=off,interlace,strip]")

    def webp(self):
        """At most 8,000 × 6,000 pixels: libwebp cannot encode much larger photographs."""

        def make(draft):
            width, height = min(self.size[0], 8_000), min(self.size[1], 6_000)
            vips("crop", self._mosaic(), f"{draft}[Q=90,strip]", "0", "0", str(width), str(height))

        return self._made(self._path(".webp"), make)

    def jpeg2000(self, is_tiled=False):
        """At most 8,000 × 6,000 pixels, at a ratio of 6.5, in one tile or in tiles of 1,024 pixels."""

        def make(draft):
            crop = draft + ".ppm"
            width, height = min(self.size[0], 8_000), min(self.size[1], 6_000)
            vips("crop", self._mosaic(), crop, "0", "0", str(width), str(height))
            tiling = ["-t", "1024,1024"] if is_tiled else []
            subprocess.run(
                ["opj_compress", "-i", crop, "-o", draft, "-r", "6.5", *tiling], check=True,
                stdout=subprocess.DEVNULL)
            os.remove(crop)

        return self._made(self._path("-tiles.jp2" if is_tiled else ".jp2"), make)

    def slide(self):
        """A slide as Aperio's scanners write it, of 2,220 × 2,967 pixels."""
        width, height = 2220, 2967

        def make(draft):
            crop = draft + ".v"
            vips("crop", self._mosaic(), crop, "100", "0", str(width), str(height))
            vips("tiffsave", crop, draft, "--tile", "--tile-width", "240", "--tile-height", "240",
                 "--pyramid", "--compression", "jpeg", "--Q", "90", "--strip")
            os.remove(crop)
            text = (f"Aperio Image Library v1.0\n{width}x{height} [0,0 {width}x{height}] (240x240) "
                    "JPEG/RGB Q=90|AppMag = 20|MPP = 0.5")
            subprocess.run(["tiffset", "-s", "270", text, draft], check=True)

        return self._made(self._path(".svs"), make)

    def small_p3_jpeg(self):
        return self._made(
            self._path("-small-p3.jpg"),
            lambda draft: vips("crop", self.p3_jpeg(), draft, "0", "0", "360", "280"))

    def squares(self, tiles_a_side):
        """TIFFs with `tiles_a_side` JPEG tiles of 256 × 256 pixels per side. The squares of a small size together
        show each tile of the mosaic once, so all sizes have the same content."""
        width, height = self.size
        whole = (width // 256) * (height // 256)
        count = min(max(1, round(whole / tiles_a_side ** 2)), MOST_SQUARES)
        return [self._square(tiles_a_side, number) for number in range(count)]

    def _square(self, tiles_a_side, number):
        tiled = self._converted(
            "-jpeg.tif", f"[{TILED},compression=jpeg,Q=92,bigtiff,strip]")
        return self._made(
            os.path.join(self.folder, f"square-{tiles_a_side}-{number}.tif"),
            lambda draft: tiles.square(tiled, draft, tiles_a_side, number))

    def square_jpegs(self, tiles_a_side):
        """The same images as JPEG, at most 65,500 pixels per side."""

        def make(tiff):
            return lambda draft: vips("copy", tiff, draft + "[Q=92,subsample_mode=off,strip]")

        return [self._made(tiff.removesuffix("tif") + "jpg", make(tiff)) for tiff in self.squares(tiles_a_side)]

    def many(self, count):
        """A folder of different JPEGs of one megapixel."""
        folder = os.path.join(self.folder, f"many-{count}")

        def make(draft):
            os.makedirs(draft)
            mosaic = self._mosaic()
            width, height = self.size

            def cut(number):
                left = number * 613 % (width - 1200)
                top = number * 397 % (height - 900)
                vips("crop", mosaic, os.path.join(draft, f"{number:05}.jpg[Q=90,strip]"),
                     str(left), str(top), "1200", "900")

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                list(pool.map(cut, range(count)))

        return self._made(folder, make)

    def many_turned(self, count):
        """The same JPEGs with Exif orientation 6."""
        return self._marked(count, "turned", 0xE1, TURNED)

    def many_p3(self, count):
        """The same JPEGs with a Display P3 profile."""
        profile = subprocess.run(
            ["vipsheader", "-f", "icc-profile-data", self.small_p3_jpeg()], capture_output=True, check=True).stdout
        return self._marked(count, "p3", 0xE2, b"ICC_PROFILE\0\x01\x01" + base64.b64decode(profile))

    def _marked(self, count, name, marker, data):
        plain = self.many(count)

        def make(draft):
            os.makedirs(draft)
            for file in os.listdir(plain):
                insert_segment(os.path.join(plain, file), os.path.join(draft, file), marker, data)

        return self._made(os.path.join(self.folder, f"many-{name}-{count}"), make)
