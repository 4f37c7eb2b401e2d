#include "TIFF.h"

#include <tiffio.h>

// The colours of a palette in 16 bits; some old writers store 8. Returns the bands of the colours, 1 if all are
// grey; 0 without a palette.
static int read_palette(TIFF *file, int bits, uint8_t *table)
{
    uint16_t *samples[3];
    int count = 1 << bits, shift = 0, is_grey = 1;
    if (!TIFFGetField(file, TIFFTAG_COLORMAP, &samples[0], &samples[1], &samples[2]))
        return 0;
    for (int i = 0; i < count; i++)
        for (int band = 0; band < 3; band++)
            if (samples[band][i] > 255) shift = 8;
    for (int i = 0; i < count; i++) {
        uint8_t *colour = table + 4 * i;
        for (int band = 0; band < 3; band++)
            colour[band] = (uint8_t)(samples[band][i] >> shift);
        is_grey &= colour[0] == colour[1] && colour[1] == colour[2];
    }
    return is_grey ? 1 : 3;
}

static int has_photometric(TIFF *file)
{
    uint16_t photometric;
    return TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
}

// The meaning of samples, which some writers leave out: then what libtiff itself assumes.
static uint16_t find_photometric(TIFF *file, int colours)
{
    uint16_t photometric;
    if (TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric)) return photometric;
    return colours >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
}

// Whether samples are floating-point numbers that libvips does not read: of 32 bits, those in tiles of planes.
static int is_unusual_float(TIFF *file, int bits, int planes)
{
    return bits == 16 || bits == 64 || (bits == 32 && planes != PLANARCONFIG_CONTIG && TIFFIsTiled(file));
}

// YCbCr without JPEG compression, which libtiff converts to RGB.
static int describe_ycbcr(TIFF *file, zig_tiff_image *image, int bits, int planes)
{
    image->kind = ZIG_TIFF_YCBCR;
    // libtiff would turn what it converts.
    TIFFSetField(file, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    image->colours = image->samples = 3;
    image->bits = 8;
    image->sample_bytes = 1;
    image->has_alpha = image->is_premultiplied = image->is_planar = image->is_usual = 0;
    return zig_tiff_is_plain_ycbcr((zig_tiff *)file) && bits == 8 && planes == PLANARCONFIG_CONTIG;
}

// The samples of a pixel, and which of them are used. 0 if libvips has to read them.
static int describe_samples(TIFF *file, zig_tiff_image *image)
{
    uint16_t bits, samples, format, planes, compression, extra = 0, *kinds = NULL;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    // Without a stated meaning, libtiff takes all samples but one for extra ones.
    if (!has_photometric(file) && samples >= 3) extra = samples - 3;
    int is_jpeg = compression == COMPRESSION_JPEG;
    int is_surplus = extra > 0 && kinds[0] == EXTRASAMPLE_UNSPECIFIED;
    int is_premultiplied = extra == 1 && kinds[0] == EXTRASAMPLE_ASSOCALPHA;
    int has_alpha = is_premultiplied || (extra == 1 && kinds[0] == EXTRASAMPLE_UNASSALPHA);
    int is_float = format == SAMPLEFORMAT_IEEEFP && is_unusual_float(file, bits, planes) && !is_premultiplied;
    int colours = samples - extra;
    uint16_t photometric = find_photometric(file, colours);
    int is_planar = planes != PLANARCONFIG_CONTIG && samples > 1;
    // Grey of 1, 2 or 4 bits has a table.
    int has_table = samples == 1 && (bits == 1 || bits == 2 || bits == 4);
    // Samples that do not end with bytes.
    int is_packed = !is_float && bits < 16 && bits != 8 && !has_table && !is_planar && !is_jpeg;
    if ((extra > 0 && !is_surplus && !has_alpha) || (format != SAMPLEFORMAT_UINT && !is_float)
        || (bits != 8 && bits != 16 && !is_packed && !has_table && !is_float) || !TIFFIsCODECConfigured(compression)
        || (photometric == PHOTOMETRIC_YCBCR && is_planar))
        return 0;
    // libtiff converts JPEG blocks to RGB.
    if (photometric == PHOTOMETRIC_YCBCR && is_jpeg && samples == 3) {
        TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        photometric = PHOTOMETRIC_RGB;
    }
    if (photometric == PHOTOMETRIC_YCBCR) return describe_ycbcr(file, image, bits, planes);
    image->kind = is_float ? ZIG_TIFF_FLOAT : has_table ? ZIG_TIFF_TABLE : is_packed ? ZIG_TIFF_PACKED : ZIG_TIFF_SAMPLES;
    if (photometric == PHOTOMETRIC_PALETTE && samples == 1 && bits <= 8 && !is_packed) {
        uint8_t table[ZIG_TIFF_TABLE_SIZE];
        image->kind = ZIG_TIFF_TABLE;
        colours = read_palette(file, bits, table);
        if (colours == 0) return 0;
    } else if (photometric == PHOTOMETRIC_MINISWHITE && samples == 1 && !is_packed && !is_float)
        image->kind = bits <= 8 ? ZIG_TIFF_TABLE : ZIG_TIFF_INVERTED;
    else if (!(photometric == PHOTOMETRIC_RGB && colours == 3)
        && !(photometric == PHOTOMETRIC_MINISBLACK && colours == 1 && extra <= 1)
        && !(photometric == PHOTOMETRIC_SEPARATED && colours == 4 && !has_alpha && !is_jpeg && !is_float))
        return 0;
    image->colours = colours;
    image->has_alpha = has_alpha;
    image->is_premultiplied = is_premultiplied;
    image->sample_bytes = is_float ? 4 : bits > 8 ? 2 : 1;
    image->samples = samples;
    image->bits = bits;
    image->is_planar = is_planar;
    image->is_usual = !is_packed && !is_float && !(is_planar && TIFFIsTiled(file)) && !(is_jpeg && extra > 0)
        && has_photometric(file);
    return 1;
}

int zig_tiff_describe(zig_tiff *opened, zig_tiff_image *image)
{
    TIFF *file = (TIFF *)opened;
    if (!describe_samples(file, image)) return 0;
    uint32_t length = 0;
    void *profile = NULL;
    int has_profile = TIFFGetField(file, TIFFTAG_ICCPROFILE, &length, &profile);
    image->profile = has_profile ? profile : NULL;
    image->profile_length = has_profile ? length : 0;
    image->is_tiled = TIFFIsTiled(file);
    if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &image->width)
        || !TIFFGetField(file, TIFFTAG_IMAGELENGTH, &image->height))
        return 0;
    image->block_width = image->width;
    if (!image->is_tiled) {
        TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &image->block_height);
        if (image->block_height > image->height)
            image->block_height = image->height;
    } else if (!TIFFGetField(file, TIFFTAG_TILEWIDTH, &image->block_width)
        || !TIFFGetField(file, TIFFTAG_TILELENGTH, &image->block_height))
        return 0;
    return image->width > 0 && image->height > 0 && image->block_width > 0
        && image->block_height > 0;
}

void zig_tiff_table(zig_tiff *opened, const zig_tiff_image *image, uint8_t *table)
{
    TIFF *file = (TIFF *)opened;
    uint16_t photometric = find_photometric(file, 1);
    if (photometric == PHOTOMETRIC_PALETTE) {
        read_palette(file, image->bits, table);
        return;
    }
    int most = (1 << image->bits) - 1;
    for (int i = 0; i <= most; i++)
        table[4 * i] = (uint8_t)((photometric == PHOTOMETRIC_MINISWHITE ? most - i : i) * 255 / most);
}
