"""Commands that write, each with the commands that prepare its start state."""

import os
import shutil
import subprocess

import program


class Scenario:
    def __init__(self, title, words, before=(), *, source=None, deletes=None, removes=(), watches=False):
        self.title = title
        self.words = words.split()
        self.before = [line.split() for line in before]
        # An image that replaces photo.jpg after the preparing commands.
        self.source = source
        # An export that is deleted by hand after the preparing commands.
        self.deletes = deletes
        # The exports that the command removes.
        self.removes = removes
        # Whether the command waits for further images until it is interrupted.
        self.watches = watches

    def run(self, folder, **options):
        """Runs the command to its end."""
        run = program.run_until_watching if self.watches else program.run
        return run(self.words, folder, **options)

    def succeed(self, folder, **options):
        result = self.run(folder, **options)
        if result.returncode != 0:
            raise program.Failure(f"{self.title}: status {result.returncode}: {result.stderr.strip()}")
        return result

    def prepare(self, folder, images):
        """Fills a folder with the start state of the command."""
        program.copy(f"{images}/.", folder)
        for words in self.before:
            program.succeed(words, folder)
        if self.source:
            os.replace(f"{folder}/{self.source}", f"{folder}/photo.jpg")
        if self.deletes:
            shutil.rmtree(f"{folder}/Output/{self.deletes}")


ALL = [
    Scenario("export to folders", "export photo.jpg -l dzi,xyz,iiif3,zoomify"),
    Scenario("export for iOS", "export photo.jpg -l jctiled,ldo,photoscroller -f jpeg"),
    Scenario("export whole images", "export photo.jpg -l legacy,single --sizes 200,400"),
    Scenario("export to ZIP", "export photo.jpg -l dzi,iiif3 -c zip"),
    Scenario("export to SZI", "export photo.jpg -c szi"),
    Scenario("export to PMTiles", "export photo.jpg -c pmtiles"),
    Scenario("export to MBTiles", "export photo.jpg -c mbtiles"),
    Scenario("export a batch", "export batch -l dzi"),
    Scenario("export a batch to ZIP", "export batch -c zip"),
    Scenario("export with checksums", "export photo.jpg --checksums --include-source"),
    Scenario("export a bag", "export photo.jpg --bag"),
    Scenario("export PNG tiles without blanks", "export drawing.png -l xyz -f png --skip-blanks=8"),
    Scenario("export a format with its own process", "export other.webp drawing.gif --name {stem}-{ext}"),
    Scenario("export turned", "export photo.jpg --rotate 90 --fit 800x800"),
    Scenario("export with shared assets", "export batch --shared-assets",
             before=["export photo.jpg --shared-assets"]),
    Scenario("add to a gallery", "export batch", before=["export photo.jpg"]),
    Scenario("add a layout", "export photo.jpg -l xyz,iiif3",
             before=["export photo.jpg -l dzi,xyz"]),
    Scenario("add a container", "export photo.jpg -c pmtiles",
             before=["export photo.jpg -l xyz"]),
    Scenario("replace by another layout", "export photo.jpg -l xyz,iiif3 --replace",
             before=["export photo.jpg -l dzi,xyz"]),
    Scenario("replace by another container", "export photo.jpg -c pmtiles --replace",
             before=["export photo.jpg -l xyz"]),
    Scenario("replace a ZIP", "export photo.jpg -c zip -q 70", before=["export photo.jpg -c zip"]),
    Scenario("update after a change", "export photo.jpg -l dzi", source="changed.jpg",
             before=["export photo.jpg -l dzi"]),
    Scenario("write again", "export photo.jpg --force", before=["export photo.jpg"]),
    Scenario("export to a collection", "export batch -l dzi,dzc,iiif3",
             before=["export photo.jpg -l dzi,dzc,iiif3"]),
    Scenario("replace in a collection", "export photo.jpg -l dzi,dzc,iiif3 -q 60",
             before=["export photo.jpg batch -l dzi,dzc,iiif3"]),
    Scenario("repack to ZIP", "repack Output/photo -o Packed -c zip",
             before=["export photo.jpg -l dzi"]),
    Scenario("repack from ZIP", "repack Output/photo -o Packed -l xyz,google",
             before=["export photo.jpg -l xyz -c zip"]),
    Scenario("repack over an export", "repack Output/photo -o Packed -c mbtiles",
             before=["export photo.jpg -l xyz", "repack Output/photo -o Packed -c zip"]),
    Scenario("remove", "remove photo", removes=["photo"],
             before=["export photo.jpg batch -l dzi"]),
    Scenario("remove from collections", "remove photo a", removes=["photo", "a"],
             before=["export photo.jpg batch -l dzi,dzc,iiif3"]),
    Scenario("remove the last one", "remove photo", removes=["photo"],
             before=["export photo.jpg -l dzi,dzc,iiif3"]),
    Scenario("export a book", "export --book batch"),
    Scenario("export a book again", "export --book batch -q 60", before=["export --book batch"]),
    Scenario("export a book beside an image", "export --book batch -l dzi,iiif3",
             before=["export photo.jpg"]),
    Scenario("watch a folder", "export --watch batch -l dzi", watches=True),
    Scenario("watch a folder again", "export --watch batch -l dzi,xyz", watches=True,
             before=["export batch -l dzi"]),
    Scenario("compare", "compare Output/a Output/b", before=["export batch -l dzi"]),
    Scenario("remove a book", "remove batch", removes=["batch"],
             before=["export --book batch", "export photo.jpg"]),
    Scenario("draw an image", "sample --size 700x500 drawn.png --replace"),
    Scenario("draw an image in the place of another", "sample --size 700x500 photo.jpg --replace"),
    Scenario("write templates", "templates look --force"),
    Scenario("write templates again", "templates look --force", before=["templates look"]),
    Scenario("write a gallery", "gallery Output", deletes="b",
             before=["export photo.jpg batch -l dzi,dzc,iiif3"]),
]


def images(folder):
    """Draws the images of all scenarios."""
    os.makedirs(f"{folder}/batch")
    program.succeed(["sample", "--size", "1300x900", "photo.jpg"], folder)
    program.succeed(["sample", "--size", "1300x902", "changed.jpg"], folder)
    program.succeed(["sample", "--size", "900x700", "drawing.png"], folder)
    program.succeed(["sample", "--size", "700x500", "batch/a.jpg"], folder)
    program.succeed(["sample", "--size", "600x500", "other.webp"], folder)
    subprocess.run(["vips", "copy", "batch/a.jpg", "drawing.gif"], cwd=folder, check=True)
    for name in ("b", "c", "d"):
        shutil.copy(f"{folder}/batch/a.jpg", f"{folder}/batch/{name}.jpg")
    # `--watch` waits until the files of a folder are older than two seconds.
    for place, _, names in os.walk(folder):
        for name in names:
            os.utime(f"{place}/{name}", (1_600_000_000, 1_600_000_000))
