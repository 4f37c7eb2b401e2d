#!/usr/bin/env python3
"""Makes intact pyramids with the program, libvips and GDAL. `verify` must report no fault.

    clean.py [--count N] [--seed N] [--only TEXT]
"""

import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

import program
import series
from program import Failure

SIZES = ["1x1", "2x3", "1x300", "300x1", "64x64", "255x257", "256x256", "512x512", "513x257",
         "641x479", "700x500", "1000x61", "61x1000", "1025x769"]

# Images with white margins of several tiles, and the corners that the drawings are in.
BLANK = {"upper": "north-west", "lower": "south-east"}

# Layouts whose tiles can have an overlap, and layouts with formats other than JPEG.
OVERLAPPING = ["dzi", "dzi,dzc", "template --naming {name}/{z}/{x}_{y}.{ext}"]
LAYOUTS = ["dzi", "xyz", "tms", "google", "zoomify", "iiif", "iiif3", "legacy", "single",
           "photoscroller", "tilemanager", "jctiled", "ldo", "catiledlayer",
           "template --naming {name}/{z}/{x}_{y}.{ext}", "dzi,xyz,iiif3", "dzi,dzc,iiif3",
           "google --centre", "google --skip-blanks", "zoomify --zoomify-rounding floor", "xyz,tms --scales 1,2"]
PACKED = ["zip -l dzi,iiif3", "zip -l zoomify,xyz", "zip -l tms,google", "zip -l jctiled",
          "szi -l dzi", "pmtiles -l xyz", "mbtiles -l xyz"]
EXTRAS = ["", "", "", "--checksums", "--bag", "--sizes 100,200", "--include-source",
          "--skip-blanks", "--viewer none", "--shared-assets", "--one-file", "--depth tile"]


class Skipped(Exception):
    """The program cannot make this pyramid."""


class Maker:
    """Makes a pyramid in an empty folder. Each kind returns the words of its command."""

    def __init__(self, images, folder, chance):
        self.images, self.folder, self.chance = images, folder, chance

    def image(self, sizes=SIZES):
        return drawn(self.images, self.chance.choice(sizes))

    def run(self, words):
        result = subprocess.run(
            words, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if result.returncode != 0:
            raise Skipped
        return words

    def pick(self, *texts):
        return self.chance.choice(texts).split()

    def export(self, words):
        return self.ours(["export", self.image(SIZES + list(BLANK)), "-o", "out", *words])

    def ours(self, words):
        result = program.run(words, self.folder)
        # The options or layouts cannot be combined.
        if result.returncode == 2:
            raise Skipped
        if result.returncode != 0:
            raise Failure(f"{' '.join(words)}: {result.stderr.strip()[-300:]}")
        return words


# Kinds of pyramids.


def layouts(maker):
    words = ["-l", *maker.chance.choice(LAYOUTS).split()]
    return maker.export(words + maker.pick(*EXTRAS))


def tile_sizes(maker):
    layout = maker.chance.choice(["dzi", "xyz", "tms", "google", "zoomify", "iiif", "iiif3"])
    return maker.export(["-l", layout, "-t", str(maker.chance.choice([16, 100, 254, 300, 512]))])


def overlaps(maker):
    layout = maker.chance.choice(OVERLAPPING)
    return maker.export(
        ["-l", *layout.split(), "-t", str(maker.chance.choice([64, 100, 254, 256])),
         "--overlap", str(maker.chance.choice([0, 1, 2, 7, 30]))])


def formats(maker):
    words = maker.pick("-f png", "-f png --palette", "-f png --bits 16", "-f webp",
                       "-f webp --lossless", "-f avif", "-f jpeg --progressive",
                       "-f jpeg --subsampling 444", "-f png --skip-blanks=2")
    return maker.export(
        ["-l", maker.chance.choice(["dzi", "xyz", "tms", "google", "dzi,xyz"]), *words])


def containers(maker):
    words = ["-c", *maker.chance.choice(PACKED).split()]
    return maker.export(words + maker.pick("", "", "-f png", "--checksums", "--skip-blanks"))


def repacked(maker):
    source, target = maker.chance.choice([
        ("xyz", "-c zip"), ("xyz", "-l google"), ("xyz", "-c pmtiles"), ("xyz", "-c mbtiles"),
        ("dzi --overlap 0 -t 256", "-c szi"), ("dzi --overlap 0 -t 256", "-l zoomify"),
        ("iiif3", "-c zip -l iiif"), ("zoomify", "-c zip"), ("tms", "-c zip -l tms")])
    maker.export(["-l", *source.split()])
    name = program.exports(f"{maker.folder}/out")[0]
    return maker.ours(["repack", f"out/{name}", "-o", "packed", *target.split()])


def bundles(maker):
    """A bundle outside its export."""
    words = maker.export(
        ["-l", maker.chance.choice(LAYOUTS[:5] + ["iiif", "iiif3"]),
         *maker.pick("", "-f png")])
    export = f"{maker.folder}/out/{program.exports(f'{maker.folder}/out')[0]}"
    layout = words[words.index("-l") + 1]
    shutil.move(f"{export}/{layout}", f"{maker.folder}/{layout}")
    program.remove(f"{maker.folder}/out")
    return words


def dzsave(maker):
    layout = maker.chance.choice(["dz", "zoomify", "google", "iiif", "iiif3"])
    words = ["--layout", layout]
    words += maker.pick("", "", "--tile-size 256", "--tile-size 100", "--tile-size 512")
    sizes = SIZES
    if "iiif" in layout:
        # For images in one tile, libvips 8.14 lists no scale factors. Level 0 has JPEG tiles.
        sizes = [size for size in SIZES if max(map(int, size.split("x"))) > 512]
    else:
        words += maker.pick("", "--suffix .png", "--suffix .jpg[Q=60]", "--suffix .webp")
    # With other depths, level 0 does not have one pixel, so the Deep Zoom image is invalid.
    if layout == "dz":
        words += ["--overlap", str(maker.chance.choice([0, 1, 2, 5, 20]))]
    if layout == "google":
        words += maker.pick("", "--centre", "--skip-blanks 5", "--skip-blanks 0 --centre")
    if maker.chance.random() < 0.2:
        words += ["--container", "zip"]
    return maker.run(["vips", "dzsave", maker.image(sizes + list(BLANK)), "p", *words])


def raster_tiles(maker):
    words = ["gdal2tiles.py", "-q", "-p", "raster", *maker.pick("", "--xyz"),
             *maker.pick("", "--tilesize 128", "--tilesize 512"),
             *maker.pick("-w none", "-w all"), *maker.pick("-r average", "-r near")]
    # GDAL does not read smaller images at low zooms.
    return maker.run([*words, maker.image(["641x479", "700x500", "513x257", "1025x769"]), "map"])


def georeferenced(maker):
    """A GeoTIFF at a random place. A GeoTIFF in a UTM zone has transparent corners on a map."""
    image = maker.image(["255x257", "641x479", "700x500", "1025x769", *BLANK])
    width = maker.chance.choice([3_000, 40_000, 200_000])
    if maker.chance.random() < 0.5:
        system, x, y = "EPSG:3857", maker.chance.uniform(-9e6, 9e6), maker.chance.uniform(-6e6, 6e6)
    else:
        system, x, y = "EPSG:32632", maker.chance.uniform(3e5, 6e5), maker.chance.uniform(1e6, 8e6)
    corners = [x, y, x + width, y - width * maker.chance.uniform(0.3, 1.5)]
    maker.run(["gdal_translate", "-q", "-a_srs", system, "-a_ullr", *map(str, corners), image,
               "map.tif"])
    return system


def mercator_tiles(maker):
    georeferenced(maker)
    return maker.run(
        ["gdal2tiles.py", "-q", *maker.pick("-p mercator", "-p mercator", "-p geodetic"),
         *maker.pick("", "--xyz"), *maker.pick("", "-x"), *maker.pick("", "--tilesize 512"),
         *maker.pick("-w none", "-w all"), "map.tif", "map"])


def database(maker):
    georeferenced(maker)
    words = ["gdal_translate", "-q", "-of", "MBTILES",
             *maker.pick("", "-co TILE_FORMAT=JPEG", "-co TILE_FORMAT=WEBP",
                         "-co TILE_FORMAT=PNG8"),
             "map.tif", "map.mbtiles"]
    maker.run(["gdalwarp", "-q", "-t_srs", "EPSG:3857", "-dstalpha", "map.tif", "warped.tif"])
    os.replace(f"{maker.folder}/warped.tif", f"{maker.folder}/map.tif")
    maker.run(words)
    maker.run(["gdaladdo", "-q", "-r", *maker.pick("nearest", "average", "cubic", "bilinear"),
               "map.mbtiles", *maker.pick("2", "2 4", "2 4 8")])
    return words


def repacked_maps(maker):
    """A map of another program, and its conversion by `repack`."""
    maker.chance.choice([mercator_tiles, database])(maker)
    source = "map" if os.path.isdir(f"{maker.folder}/map") else "map.mbtiles"
    # A faulty source has faulty results. The other kinds report the faults of sources.
    if program.run(["verify", source], maker.folder).returncode != 0:
        raise Skipped
    for number in range(maker.chance.choice([1, 2, 3])):
        target = maker.chance.choice(["-c mbtiles", "-c pmtiles", "-l xyz", "-l tms", "-l google"])
        words = ["repack", source, "-o", "maps", "--name", str(number), *target.split()]
        result = program.run(words, maker.folder)
        # `repack` rejects geodetic maps.
        if "geodetic" in result.stderr:
            raise Skipped
        if result.returncode != 0:
            raise Failure(f"{' '.join(words)}: {result.stderr.strip()[-300:]}")
        ending = {"-c mbtiles": ".mbtiles", "-c pmtiles": ".pmtiles"}.get(target, "")
        source = f"maps/{number}{ending}"
    os.rename(f"{maker.folder}/{source}", f"{maker.folder}/packed{ending}")
    return words


# Each kind with its share.
KINDS = {layouts: 8, tile_sizes: 4, overlaps: 4, formats: 5, containers: 6, repacked: 3, bundles: 4,
         dzsave: 12, raster_tiles: 3, mercator_tiles: 3, database: 3,
         repacked_maps: 3}


def drawn(folder, name):
    """The path of an image, which is drawn when it is first needed."""
    path = f"{folder}/{name}.png"
    if os.path.exists(path):
        return path
    if name in BLANK:
        drawing = drawn(folder, "513x257")
        subprocess.run(
            ["vips", "gravity", drawing, path, BLANK[name], "1200", "900", "--extend", "white"], check=True)
    else:
        program.succeed(["sample", "--size", name, path], folder)
    return path


def check(maker, words):
    """Verifies the results of a command."""
    places = [name for name in sorted(os.listdir(maker.folder)) if not name.endswith(".tif")]
    place = "." if len(places) > 1 and "out" not in places else places[0]
    place = next((name for name in places if name.startswith("packed")), place)
    result = program.run(["verify", place, "--json"], maker.folder)
    text = " ".join(words).replace(maker.images + "/", "")
    try:
        faults = json.loads(result.stdout)["faults"]
    except (ValueError, KeyError):
        faults = [{"place": place, "message": result.stderr.strip()[-300:]}]
    if result.returncode != 0 or faults:
        raise Failure(f"{text}: status {result.returncode}: {faults[:3]}")
    return len(json.loads(result.stdout)["checked"])


def main():
    options = series.parser(600).parse_args()
    chosen = {kind: share for kind, share in KINDS.items() if options.only in kind.__name__}
    done, skipped, pyramids, alarms = collections.Counter(), 0, 0, 0
    with program.Workplace() as parent:
        images = f"{parent}/images"
        os.mkdir(images)
        for number in range(2 * options.count):
            if sum(done.values()) == options.count:
                break
            chance = program.generator(options.seed, number)
            kind = chance.choices(list(chosen), list(chosen.values()))[0]
            folder = tempfile.mkdtemp(dir=parent)
            maker = Maker(images, folder, chance)
            try:
                pyramids += check(maker, kind(maker))
            except Skipped:
                skipped += 1
                continue
            except Failure as failure:
                alarms += 1
                print(f"{number}: {kind.__name__}: {failure}", flush=True)
            finally:
                program.remove(folder)
            done[kind.__name__] += 1
    print(", ".join(f"{name}: {done[name]}" for name in sorted(done)))
    print(f"{sum(done.values())} runs, {pyramids} pyramids, {skipped} not made, "
          f"{alarms} failures")
    sys.exit(1 if alarms or not pyramids else 0)


if __name__ == "__main__":
    main()
