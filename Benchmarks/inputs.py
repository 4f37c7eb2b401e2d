"""The pictures that benchmarks read: mosaics of real photographs from a Debian package."""

import glob
import os
import subprocess

PHOTOGRAPHS = "/usr/share/backgrounds/*.jpg"  # Debian's lomiri-wallpapers-16.04


def vips(*arguments):
    subprocess.run(["vips", *arguments], check=True)


def photographs():
    paths = sorted(glob.glob(PHOTOGRAPHS))
    if not paths:
        raise SystemExit("bench: there are no photographs; run Scripts/bootstrap --tests")
    return paths


class Inputs:
    """Pictures in a folder, made when they are first asked for."""

    def __init__(self, folder, columns, rows):
        self.folder = folder
        self.columns = columns
        self.rows = rows
        os.makedirs(folder, exist_ok=True)

    @property
    def size(self):
        return self.columns * 4000, self.rows * 3000

    def _path(self, ending):
        return os.path.join(self.folder, f"mosaic-{self.columns}x{self.rows}.{ending}")

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

        return self._made(self._path("v"), make)

    def _converted(self, ending, options):
        return self._made(
            self._path(ending), lambda draft: vips("copy", self._mosaic(), draft + options))

    def jpeg(self):
        """4:4:4, quality 92, without metadata."""
        return self._converted("jpg", "[Q=92,subsample_mode=off,strip]")

    def tiled_tiff(self):
        return self._converted("tif", "[tile,tile-width=256,tile-height=256,compression=lzw,predictor=horizontal,strip]")

    def png(self):
        return self._converted("png", "[compression=6,filter=sub,strip]")

    def many(self, count):
        """A folder of JPEGs of one megapixel, no two the same."""
        folder = os.path.join(self.folder, f"many-{count}")

        def make(draft):
            os.makedirs(draft)
            mosaic = self._mosaic()
            width, height = self.size
            for number in range(count):
                left = number * 613 % (width - 1200)
                top = number * 397 % (height - 900)
                vips("crop", mosaic, os.path.join(draft, f"{number:05}.jpg[Q=90,strip]"),
                     str(left), str(top), "1200", "900")

        return self._made(folder, make)
