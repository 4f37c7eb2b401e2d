import Foundation
import TestSupport

/// Judges pyramidal TIFF files by GDAL, libvips, OpenSlide and tifffile.
enum TIFFJudge {
    /// Compares each level of a TIFF file with the tiles of a folder `z/x/y`, pixel by pixel, by GDAL,
    /// libvips and OpenSlide; GDAL's own check says whether the file is cloud optimized.
    ///
    /// - Parameter pairs: the files, each with its folder.
    static func compare(
        _ pairs: [(file: String, folder: String)]
    ) async throws -> CommandResult {
        // Only Debian's Python has GDAL's module.
        try await Shell.run(
            "/usr/bin/python3", ["-B", "-c", pixels] + pairs.flatMap { [$0.file, $0.folder] })
    }

    private static let pixels = """
        import glob, os, subprocess, sys, tempfile
        import numpy
        from osgeo import gdal
        from osgeo_utils.samples import validate_cloud_optimized_geotiff as cog
        gdal.UseExceptions()
        def array(dataset):
            pixels = dataset.ReadAsArray()
            return pixels[None] if pixels.ndim == 2 else pixels
        def tile_array(path, bands):
            pixels = array(gdal.Open(path))
            # An opaque WebP tile has no alpha.
            if len(pixels) == bands - 1:
                pixels = numpy.concatenate([pixels, numpy.full_like(pixels[:1], 255)])
            return pixels
        def run(*words):
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode or "warning" in done.stderr.lower():
                sys.exit(f"{words}: {done.stderr}")
            return done.stdout
        def judge(file, folder):
            errors, warnings, _ = cog.validate(file, full_check=True)
            if errors or warnings: sys.exit(f"{file}: {errors} {warnings}")
            dataset = gdal.Open(file)
            bands = dataset.RasterCount
            compression = dataset.GetMetadata("IMAGE_STRUCTURE").get("COMPRESSION")
            zooms = sorted(int(name) for name in os.listdir(folder) if name.isdigit())
            first = dataset.GetRasterBand(1)
            if first.GetOverviewCount() != len(zooms) - 1: sys.exit(f"{file}: levels")
            for place, zoom in enumerate(reversed(zooms)):
                level = first if place == 0 else first.GetOverview(place - 1)
                width, height = level.XSize, level.YSize
                if place:
                    parts = [dataset.GetRasterBand(b + 1).GetOverview(place - 1).ReadAsArray()
                             for b in range(bands)]
                    found = numpy.stack(parts)
                else:
                    found = array(dataset)
                side, _ = level.GetBlockSize()
                wanted = numpy.zeros_like(found)
                for path in glob.glob(f"{glob.escape(folder)}/{zoom}/*/*"):
                    x, y = int(path.split("/")[-2]) * side, int(path.split("/")[-1].split(".")[0]) * side
                    tile = tile_array(path, bands)
                    part = wanted[:, y:y + side, x:x + side]
                    part[:] = tile[:, :part.shape[1], :part.shape[2]]
                if not numpy.array_equal(found, wanted):
                    sys.exit(f"{file}, zoom {zoom}: GDAL reads other pixels, "
                        f"up to {numpy.abs(found.astype(int) - wanted).max()}")
                with tempfile.TemporaryDirectory() as scratch:
                    raw = f"{scratch}/level.raw"
                    run("vips", "rawsave", f"{file}[page={place}]", raw)
                    pixels = numpy.fromfile(raw, dtype=found.dtype).reshape(height, width, bands)
                    if not numpy.array_equal(pixels.transpose(2, 0, 1), wanted):
                        sys.exit(f"{file}, zoom {zoom}: libvips reads other pixels")
                    # OpenSlide returns colours of 8 bits, multiplied by alpha.
                    if bands != 3 or found.dtype != numpy.uint8: continue
                    # It resamples levels that are not exact halves. Through libtiff, version 3.4
                    # misreads levels smaller than a tile; it decodes JPEG itself.
                    scale = 1 << place
                    if (width * scale, height * scale) != (first.XSize, first.YSize): continue
                    if min(width, height) < side and compression != "YCbCr JPEG": continue
                    png = f"{scratch}/level.png"
                    run("openslide-write-png", file, "0", "0", str(place), str(width), str(height), png)
                    pixels = array(gdal.Open(png))[:3]
                    if not numpy.array_equal(pixels, wanted):
                        sys.exit(f"{file}, zoom {zoom}: OpenSlide reads other pixels")
        for file, folder in zip(sys.argv[1::2], sys.argv[2::2]): judge(file, folder)
        """

    /// Reads a lossless file by tifffile: the sizes of its levels, and the pixels of the first one,
    /// which it compares with a raw file.
    static func tifffile(_ file: String, _ raw: String) async throws -> CommandResult {
        try await Judge.run(
            script: """
                import sys, numpy, tifffile
                file, raw = sys.argv[1:]
                with tifffile.TiffFile(file) as tiff:
                    series, = tiff.series
                    for level in series.levels:
                        page = level.pages[0]
                        if not (page.is_tiled and tiff.is_bigtiff): sys.exit("not tiled")
                        print(page.imagewidth, page.imagelength, page.compression.name)
                    pixels = tiff.pages[0].asarray()
                wanted = numpy.fromfile(raw, dtype=pixels.dtype).reshape(pixels.shape)
                if not numpy.array_equal(pixels, wanted): sys.exit("other pixels")
                """, [file, raw])
    }
}
