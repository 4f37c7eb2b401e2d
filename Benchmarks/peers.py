"""The other programs and their commands."""

import os
import subprocess
import sys

PYVIPS = "pyvips==3.2.0"
LIBVIPS = "pyvips-binary==8.18.7"

DZSAVE = """
import sys, pyvips
source, target, options = sys.argv[1], sys.argv[2], eval(sys.argv[3])
pyvips.Image.new_from_file(source, access="sequential").dzsave(target, **options)
"""

CONVERT = """
import sys, pyvips
source, target, steps = sys.argv[1], sys.argv[2], eval(sys.argv[3])
turned = any(name == "autorot" for name, _ in steps)
image = pyvips.Image.new_from_file(source, access="random" if turned else "sequential")
for name, options in steps:
    image = getattr(image, name)(*options.pop("arguments", []), **options)
image.dzsave(target, tile_size=254, overlap=1, Q=85)
"""

# The conversions that Ziggurat does by default, as operations of libvips.
TO_SRGB = ("icc_transform", {
    "arguments": ["srgb"], "embedded": True, "intent": "relative", "black_point_compensation": True})
TO_8_BITS = ("colourspace", {"arguments": ["srgb"]})
ON_WHITE = ("flatten", {"background": [255, 255, 255]})
UPRIGHT = ("autorot", {})

LOOP = """
import sys, os, pyvips
folder, target = sys.argv[1:3]
for name in sorted(os.listdir(folder)):
    image = pyvips.Image.new_from_file(os.path.join(folder, name), access="sequential")
    image.dzsave(os.path.join(target, name[:-4]), tile_size=254, overlap=1, Q=85)
"""


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Peers:
    def __init__(self, folder):
        self.python = os.path.join(folder, "venv", "bin", "python")
        if not os.path.exists(self.python):
            subprocess.run([sys.executable, "-m", "venv", os.path.join(folder, "venv")], check=True)
            pip = [self.python, "-m", "pip", "install", "--quiet"]
            # Without pkg-config, pyvips is not built against Debian's libvips.
            subprocess.run(
                [*pip, "--no-binary", "pyvips", "--no-cache-dir", PYVIPS], check=True,
                env={**os.environ, "PKG_CONFIG_LIBDIR": "/nonexistent", "PKG_CONFIG_PATH": ""})
            subprocess.run([*pip, "--force-reinstall", "--no-deps", LIBVIPS], check=True)

    def versions(self):
        return {
            "Debian": said("vips", "--version").split("-")[1].split()[0],
            "newest": said(self.python, "-c",
                           "import pyvips; print(*(pyvips.version(i) for i in range(3)), sep='.')"),
            "gdal2tiles": said("gdalinfo", "--version").split()[1].rstrip(","),
        }

    def newest(self, source, target, **options):
        """libvips from PyPI; JPEG tiles in its direct mode, which needs Q and no suffix."""
        return [self.python, "-c", DZSAVE, source, target, repr(options)]

    def newest_converting(self, source, target, *steps):
        """libvips from PyPI after the operations `steps`: pairs of a name and its options."""
        return [self.python, "-c", CONVERT, source, target, repr(list(steps))]

    def newest_loop(self, folder, target):
        return [self.python, "-c", LOOP, folder, target]

    def debian(self, source, target, suffix, **options):
        words = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), str(value))]
        return ["vips", "dzsave", source, target, "--suffix", suffix, *words]

    def gdal(self, source, target):
        """The raster profile, for images without a map projection; writes PNG on all processors."""
        return ["gdal2tiles.py", "--quiet", "--profile", "raster", "--xyz", "--webviewer", "none",
                "--processes", str(os.cpu_count()), source, target]
