"""Writes TIFF files with GDAL, and the pixels that GDAL reads back.

gdal-tiffs.py FOLDER: writes NAME.tif, and NAME-WIDTH.raw for the image and each of its overviews. Prints
"NAME WIDTH HEIGHT BANDS TRANSPARENCY" for each RAW file. NAME-WIDTH.raw has 8 bits a sample: the colours,
then GDAL's mask, 0 or 255. TRANSPARENCY is the source of the mask: none, mask, alpha, nodata. A mask in
another file counts as none. Debian's Python has GDAL's module.
"""
import sys

import numpy
from osgeo import gdal

gdal.UseExceptions()
WIDTH, HEIGHT = 300, 200
TYPES = {"byte": gdal.GDT_Byte, "wide": gdal.GDT_UInt16, "signed": gdal.GDT_Int16, "float": gdal.GDT_Float32}
folder = sys.argv[1]
random = numpy.random.default_rng(23)
TILED = ["TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=48"]


def drawn(bands, is_smooth):
    """Bands of values from 0 to 255."""
    if not is_smooth: return random.integers(0, 256, (bands, HEIGHT, WIDTH))
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    return numpy.stack([(x * (band + 1) // 3 + y) % 200 + 20 for band in range(bands)])


def mask_of():
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    inside = (x - 150) ** 2 + 2 * (y - 100) ** 2 < 18000
    return numpy.where(inside ^ (random.random(inside.shape) < 0.1), 255, 0).astype(numpy.uint8)


def tell(name, dataset, transparency, factor):
    """Writes the pixels of the image and of its overviews as GDAL reads them."""
    colours = dataset.RasterCount - (1 if transparency == "alpha" else 0)
    bands = [dataset.GetRasterBand(i + 1) for i in range(colours)]
    for level in range(-1, bands[0].GetOverviewCount()):
        parts = [band if level < 0 else band.GetOverview(level) for band in bands]
        pixels = [numpy.rint(part.ReadAsArray().astype(float) / factor) for part in parts]
        # A pixel without a value in one band is transparent in all bands.
        mask = numpy.max([part.GetMaskBand().ReadAsArray() for part in parts], axis=0)
        if transparency == "none": mask = numpy.full_like(mask, 255)
        raw = numpy.stack([numpy.clip(part, 0, 255) for part in pixels] + [mask], axis=-1).astype(numpy.uint8)
        raw.tofile(f"{folder}/{name}-{raw.shape[1]}.raw")
        print(name, raw.shape[1], raw.shape[0], raw.shape[2], transparency)


def make(kind, bands, transparency, options, overviews=(), nodata=0, is_cog=False, is_outside=False):
    number = sum(1 for _ in names)
    name = f"{number:02}-{kind}-{bands}-{transparency}"
    names.append(name)
    is_smooth = any("JPEG" in option for option in options)
    values = drawn(bands, is_smooth)
    factor = 257 if kind == "wide" else 1
    path = f"{folder}/{name}.tif"
    gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "NO" if is_outside else "YES")
    driver = gdal.GetDriverByName("MEM" if is_cog else "GTiff")
    dataset = driver.Create("" if is_cog else path, WIDTH, HEIGHT, bands, TYPES[kind], [] if is_cog else options)
    if transparency == "nodata":
        values = numpy.where(mask_of() > 0, values, nodata / factor)
        # If the bands have different nodata values, GDAL keeps the last value.
        for band in range(bands): dataset.GetRasterBand(band + 1).SetNoDataValue(nodata)
    for band in range(bands):
        dataset.GetRasterBand(band + 1).WriteArray((values[band] * factor).astype({
            "byte": numpy.uint8, "wide": numpy.uint16, "signed": numpy.int16, "float": numpy.float32}[kind]))
    if transparency == "mask":
        dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
        dataset.GetRasterBand(1).GetMaskBand().WriteArray(mask_of())
    # By default, GDAL reads three bands of 16 bits as grey and measurements.
    if bands == 3 and is_cog:
        for band in range(3): dataset.GetRasterBand(band + 1).SetColorInterpretation(gdal.GCI_RedBand + band)
    if transparency == "alpha": dataset.GetRasterBand(bands).SetColorInterpretation(gdal.GCI_AlphaBand)
    dataset.FlushCache()
    if is_cog: gdal.GetDriverByName("COG").CreateCopy(path, dataset, 0, options)
    dataset = None
    if overviews:
        dataset = gdal.Open(path, gdal.GA_Update)
        dataset.BuildOverviews("NEAREST", list(overviews))
        dataset = None
    tell(name, gdal.Open(path), "none" if is_outside else transparency, factor)


names = []
LEVELS = (2, 4)
jpeg = ["COMPRESS=JPEG", "PHOTOMETRIC=YCBCR", "JPEG_QUALITY=90"]
for options in [[], TILED]:
    make("byte", 3, "mask", options + ["COMPRESS=DEFLATE"], LEVELS)
    make("byte", 3, "mask", options + jpeg, LEVELS)
    make("byte", 1, "mask", options)
    make("byte", 1, "mask", options + ["COMPRESS=PACKBITS"], LEVELS)
    make("wide", 3, "mask", options + ["COMPRESS=LZW", "PREDICTOR=2", "PHOTOMETRIC=RGB"])
    make("wide", 1, "mask", options + ["COMPRESS=ZSTD"], LEVELS)
    make("signed", 1, "mask", options)
    make("float", 1, "mask", options + ["COMPRESS=DEFLATE", "PREDICTOR=3"], LEVELS)
    make("byte", 3, "mask", options + ["INTERLEAVE=BAND"])
    make("byte", 3, "none", options, LEVELS)
    make("byte", 4, "alpha", options + ["ALPHA=YES", "PHOTOMETRIC=RGB"], LEVELS)
    make("byte", 3, "nodata", options, LEVELS)
    make("byte", 1, "nodata", options, nodata=255)
    make("wide", 1, "nodata", options, nodata=65535)
    make("signed", 1, "nodata", options, nodata=-9999)
    make("float", 1, "nodata", options, nodata=-32767)
make("byte", 3, "mask", TILED, is_outside=True)
make("byte", 3, "mask", ["BIGTIFF=YES"] + TILED, LEVELS)
make("byte", 3, "mask", ["ENDIANNESS=BIG"] + TILED, LEVELS)
cog = ["BLOCKSIZE=128", "OVERVIEWS=IGNORE_EXISTING", "RESAMPLING=NEAREST"]
make("byte", 3, "mask", cog + ["COMPRESS=DEFLATE"], is_cog=True)
make("byte", 3, "mask", cog + ["COMPRESS=JPEG", "QUALITY=90"], is_cog=True)
make("byte", 1, "mask", cog + ["COMPRESS=LZW", "SPARSE_OK=TRUE"], is_cog=True)
make("wide", 3, "none", cog + ["COMPRESS=LZW"], is_cog=True)
make("float", 1, "nodata", cog + ["COMPRESS=DEFLATE"], nodata=-9999, is_cog=True)
