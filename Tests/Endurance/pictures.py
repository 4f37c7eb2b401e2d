"""Image files of all formats, for the series that change or damage files."""

import os
import re
import subprocess

import program

# The options of cjpeg for each kind of JPEG.
JPEG = {
    "jpeg 420": [], "jpeg 444": ["-sample", "1x1"], "jpeg 422": ["-sample", "2x1"], "jpeg grey": ["-grayscale"],
    "jpeg optimised": ["-optimize"], "jpeg restart": ["-restart", "1"], "jpeg restart blocks": ["-restart", "7B"],
    "jpeg progressive": ["-progressive"], "jpeg progressive 444": ["-progressive", "-sample", "1x1"],
    "jpeg progressive restart": ["-progressive", "-restart", "2"], "jpeg scans": ["-scans", "SCANS"],
}

# Files written by libvips: the extension, its options, and an operation on the image before.
VIPS = {
    "tiff none": ("tif", "", ""), "tiff lzw": ("tif", "compression=lzw", ""),
    "tiff deflate": ("tif", "compression=deflate,predictor=horizontal", ""),
    "tiff packbits": ("tif", "compression=packbits", "flat"), "tiff zstd": ("tif", "compression=zstd", ""),
    "tiff jpeg strips": ("tif", "compression=jpeg,Q=90", ""),
    "tiff jpeg tiles": ("tif", "compression=jpeg,Q=90,tile,tile-width=256,tile-height=256", ""),
    "tiff deflate tiles": ("tif", "compression=deflate,tile", ""),
    "tiff g4": ("tif", "compression=ccittfax4,bitdepth=1", "bits"),
    "png": ("png", "", ""), "png palette": ("png", "palette", ""), "png interlaced": ("png", "interlace", ""),
    "webp": ("webp", "Q=85", ""), "webp lossless": ("webp", "lossless", "flat"), "gif": ("gif", "", "flat"),
    "jp2": ("jp2", "Q=60", ""), "jp2 lossless": ("jp2", "lossless", ""),
    "jp2 tiles": ("jp2", "Q=60,tile-width=256,tile-height=256", ""),
    "heic": ("heic", "Q=70", ""), "avif": ("avif", "Q=70,effort=1", ""), "jxl": ("jxl", "Q=85,effort=3", ""),
}

# The options of tiffcp for files that libvips does not write.
TIFFCP = {
    "tiff g3": ["-c", "g3:1d"], "tiff g3 2d": ["-c", "g3:2d"], "tiff g4 strips": ["-c", "g4", "-r", "64"],
    "tiff g3 one strip": ["-c", "g3:2d", "-r", "2000"],
}

# The tools that read a format and report damage. {} stands for the file.
JUDGES = {
    "jpeg": [["djpeg", "-outfile", "/dev/null", "{}"]],
    "tiff": [["tiffcp", "-c", "none", "{}", "OUT.tif"]],
    "png": [["pngcheck", "-q", "{}"]],
    "jp2": [["opj_decompress", "-i", "{}", "-o", "OUT.ppm"]],
}


def run(words, folder):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace")


def drawing(folder, width=700, height=560):
    """Draws an image with noise: as PPM, with few colours, and in black and white."""
    program.succeed(["sample", "--size", f"{width}x{height}", f"{folder}/drawn.png"], folder)
    for words in [
        ["gaussnoise", "noise.v", str(width), str(height), "--sigma", "12", "--seed", "7"],
        ["add", "drawn.png", "noise.v", "sum.v"], ["cast", "sum.v", "cast.v", "uchar"], ["copy", "cast.v", "source.ppm"],
        ["extract_band", "drawn.png", "flat.v", "0"], ["extract_band", "cast.v", "grey.v", "0"],
        ["relational_const", "grey.v", "bits.v", "more", "110"],
    ]:
        subprocess.run(["vips", *words], cwd=folder, check=True, capture_output=True)
    with open(f"{folder}/SCANS", "w") as file: file.write("0;\n1;\n2;\n")


def make(kind, folder):
    """The bytes of an undamaged file of a kind."""
    if kind in JPEG:
        words = ["cjpeg", "-quality", "90", *JPEG[kind], "source.ppm"]
        return subprocess.run(words, cwd=folder, check=True, capture_output=True).stdout
    ending, options, source = VIPS["tiff g4"] if kind in TIFFCP else VIPS[kind]
    source = f"{source}.v" if source else "source.ppm"
    subprocess.run(["vips", "copy", source, f"made.{ending}[{options}]"], cwd=folder, check=True, capture_output=True)
    name = f"made.{ending}"
    if kind in TIFFCP:
        subprocess.run(["tiffcp", *TIFFCP[kind], name, "copied.tif"], cwd=folder, check=True, capture_output=True)
        name = "copied.tif"
    with open(f"{folder}/{name}", "rb") as file: return file.read()


def ending(kind):
    return "jpg" if kind in JPEG else "tif" if kind in TIFFCP else VIPS[kind][0]


def kinds(folder):
    """The kinds of files that the tools of this machine can write, each with its bytes."""
    found = {}
    for kind in [*JPEG, *VIPS, *TIFFCP]:
        try:
            found[kind] = make(kind, folder)
        except (subprocess.CalledProcessError, FileNotFoundError):
            print(f"skipped: {kind}")
    return found


def complaints(path, kind, folder):
    """The reports of the tools for this format on a file, without lines that they print for every file."""
    found = []
    for words in JUDGES.get(kind.split()[0], []):
        try:
            result = run([word.replace("{}", path) for word in words], folder)
        except FileNotFoundError:
            continue
        if result.returncode != 0 or result.stderr.strip() or re.search("ERROR|WARNING", result.stdout):
            found.append(f"{words[0]}: {(result.stderr or result.stdout).strip()[:200]}")
    result = run(["vips", "copy", f"{path}[fail-on=warning]", "OUT.v"], folder)
    # Warnings of libvips about metadata do not fail.
    if result.returncode != 0: found.append(f"vips: {result.stderr.strip()[:200]}")
    return found


def export(path, words=(), wrapper=()):
    """Exports a file as one image. Returns whether the export succeeded, the output, and the image.

    wrapper: the program that runs the export, and its arguments
    """
    folder = os.path.join(os.path.dirname(path), "out")
    program.remove(folder)
    result = program.run(
        ["export", path, "-l", "single", "-f", "png", "--viewer", "none", "--progress", "none", "-o", folder, *words],
        os.path.dirname(path), wrapper)
    image = None
    for place, _, names in os.walk(folder):
        for name in names:
            if re.fullmatch(r"file\.png", name):
                with open(os.path.join(place, name), "rb") as file: image = file.read()
    return result.returncode == 0, result.stderr, image


def set_orientation(path, orientation):
    """Inserts an Exif segment with only an orientation."""
    with open(path, "rb") as file: data = file.read()
    entry = bytes([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0])
    segment = b"\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0" + entry
    with open(path, "wb") as file: file.write(data[:2] + segment + data[2:])
