#include "TIFF.h"

#include <string.h>
#include <tiffio.h>

// Reads a palette of 16-bit colours; some old writers store 8 bits. Returns the bands of the colours: 1 if
// all colours are grey, 3 otherwise, and 0 without a palette.
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

// Finds the photometric interpretation. If the file does not state it, returns the assumption of libtiff's
// conversion to RGB. With fax compression, 1 is black.
static uint16_t find_photometric(TIFF *file, int colours)
{
    uint16_t photometric, compression;
    if (TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric))
        return photometric == PHOTOMETRIC_MASK ? PHOTOMETRIC_MINISBLACK : photometric;
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    if (compression == COMPRESSION_CCITTRLE || compression == COMPRESSION_CCITTRLEW
        || compression == COMPRESSION_CCITTFAX3 || compression == COMPRESSION_CCITTFAX4)
        return PHOTOMETRIC_MINISWHITE;
    return colours >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
}

// Whether floating-point samples have a size or a layout that libvips does not read.
static int is_unusual_float(int bits, int planes)
{
    return bits != 32 || planes != PLANARCONFIG_CONTIG;
}

// Describes YCbCr that libtiff converts to RGB: without JPEG compression, in old-style JPEG, or in planes of
// equal size.
static int describe_ycbcr(TIFF *file, zig_tiff_image *image, int bits, int planes)
{
    image->kind = ZIG_TIFF_YCBCR;
    // With another orientation, libtiff would turn the converted pixels.
    TIFFSetField(file, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    image->colours = image->colour_samples = image->samples = 3;
    image->alpha_sample = -1;
    image->bits = 8;
    image->sample_bytes = 1;
    image->is_premultiplied = image->is_planar = image->is_usual = image->has_palette = image->is_inverted = 0;
    uint16_t samples, across, down;
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
    return samples == 3 && bits == 8 && zig_tiff_is_plain_ycbcr((zig_tiff *)file)
        && (planes == PLANARCONFIG_CONTIG || (across == 1 && down == 1));
}

zig_tiff_extra_samples zig_tiff_find_extra_samples(zig_tiff *opened)
{
    TIFF *file = (TIFF *)opened;
    uint16_t samples, count = 0, *kinds = NULL;
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &count, &kinds);
    if (kinds == NULL || count >= samples) count = 0;
    int declared = count;
    // Without a photometric interpretation, libtiff assumes one colour sample and treats all other samples as
    // extra samples.
    if (!has_photometric(file) && samples >= 3) count = samples - 3;
    zig_tiff_extra_samples extra = {.count = count, .colours = samples - count, .alpha = -1};
    // Selects the first sample that is declared as alpha. Source: TIFF 6.0, 18.
    for (int i = 0; i < count && i < declared && extra.alpha < 0; i++)
        if (kinds[i] == EXTRASAMPLE_ASSOCALPHA || kinds[i] == EXTRASAMPLE_UNASSALPHA) {
            extra.alpha = extra.colours + i;
            extra.is_premultiplied = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
        }
    return extra;
}

// Whether libvips selects these samples, too. libvips treats the first sample after the colours as alpha.
static int are_usual(const zig_tiff_extra_samples *extra)
{
    return extra->count == 0 || (extra->count == 1 && extra->alpha >= 0) || (extra->alpha < 0 && extra->colours >= 3);
}

// Describes the samples of a pixel, and selects the used samples. Returns 0 if libvips has to read the
// samples.
static int describe_samples(TIFF *file, zig_tiff_image *image)
{
    uint16_t bits, samples, format, planes, compression;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    zig_tiff_extra_samples extra = zig_tiff_find_extra_samples((zig_tiff *)file);
    int is_jpeg = compression == COMPRESSION_JPEG;
    int is_planar = planes != PLANARCONFIG_CONTIG && samples > 1;
    int is_float = format == SAMPLEFORMAT_IEEEFP && (bits == 16 || bits == 32 || bits == 64);
    int is_number = is_float || (format == SAMPLEFORMAT_INT && (bits == 16 || bits == 32))
        || (format == SAMPLEFORMAT_UINT && bits == 32);
    // libvips can divide colours only by an alpha from 0 to 255.
    int is_usual_number = is_number && !extra.is_premultiplied
        && !(is_float && (is_unusual_float(bits, planes) || !are_usual(&extra)));
    int colours = extra.colours;
    uint16_t photometric = find_photometric(file, colours);
    // Grey with 1, 2 or 4 bits is converted by a table.
    int has_table = samples == 1 && (bits == 1 || bits == 2 || bits == 4);
    // Packed samples cross byte boundaries.
    int is_packed = !is_number && bits < 16 && bits != 8 && !has_table && !is_jpeg;
    if ((format != SAMPLEFORMAT_UINT && !is_number)
        || (bits != 8 && bits != 16 && !is_packed && !has_table && !is_number) || !TIFFIsCODECConfigured(compression))
        return 0;
    // libvips converts numbers with alpha, and guesses the colours of numbers without a photometric
    // interpretation.
    if (is_usual_number && (extra.alpha >= 0 || is_jpeg || !has_photometric(file)
            || zig_tiff_photometric((zig_tiff *)file) == PHOTOMETRIC_MASK))
        return 0;
    // libtiff converts JPEG blocks to RGB.
    if (photometric == PHOTOMETRIC_YCBCR && is_jpeg && samples == 3 && !is_planar) {
        TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        photometric = PHOTOMETRIC_RGB;
    }
    if (zig_tiff_other_inks((zig_tiff *)file)) return 0;
    if (photometric == PHOTOMETRIC_YCBCR) return describe_ycbcr(file, image, bits, planes);
    // libvips reads CIELAB in the encoding of TIFF 6.0 only without planes and further samples, and rounds L of
    // 8 bits.
    int is_lab = photometric == PHOTOMETRIC_ICCLAB
        || (photometric == PHOTOMETRIC_CIELAB && (bits == 8 || samples > 3 || is_planar));
    // Samples of no stated meaning are not colours.
    if (is_lab && colours > 3) colours = 3;
    image->kind = is_number ? ZIG_TIFF_NUMBER : has_table ? ZIG_TIFF_TABLE : is_packed ? ZIG_TIFF_PACKED : ZIG_TIFF_SAMPLES;
    image->colour_samples = colours;
    image->has_palette = image->is_inverted = 0;
    if (photometric == PHOTOMETRIC_PALETTE && colours == 1 && !is_number
        && (bits == 1 || bits == 2 || bits == 4 || bits == 8)) {
        uint8_t table[ZIG_TIFF_TABLE_SIZE];
        image->has_palette = samples > 1;
        if (samples == 1) image->kind = ZIG_TIFF_TABLE;
        colours = read_palette(file, bits, table);
        if (colours == 0) return 0;
    } else if (photometric == PHOTOMETRIC_MINISWHITE && colours == 1 && !is_number) {
        if (samples == 1 && bits == 8) image->kind = ZIG_TIFF_TABLE;
        image->is_inverted = image->kind != ZIG_TIFF_TABLE;
    } else if (!(photometric == PHOTOMETRIC_RGB && colours == 3)
        && !(photometric == PHOTOMETRIC_MINISBLACK && colours == 1)
        && !(is_lab && colours == 3 && !extra.is_premultiplied && !is_packed && !is_number)
        // Floating-point samples have no maximum value that could be black.
        && !(photometric == PHOTOMETRIC_MINISWHITE && colours == 1 && is_float)
        && !(photometric == PHOTOMETRIC_SEPARATED && colours == 4 && !is_jpeg && !is_number))
        return 0;
    image->colours = colours;
    image->alpha_sample = extra.alpha;
    image->is_premultiplied = extra.is_premultiplied;
    image->sample_bytes = is_number ? 4 : bits > 8 ? 2 : 1;
    image->samples = samples;
    image->bits = bits;
    image->is_planar = is_planar;
    image->format = zig_tiff_sample_format((zig_tiff *)file);
    image->is_usual = is_number ? is_usual_number
        : !is_packed && !is_lab && !(colours == 4 && extra.is_premultiplied) && are_usual(&extra) && !(is_planar && TIFFIsTiled(file))
            && !(is_jpeg && extra.count > 0) && !(image->is_inverted && samples > 1) && !image->has_palette
            && has_photometric(file) && zig_tiff_photometric((zig_tiff *)file) != PHOTOMETRIC_MASK;
    return 1;
}

int zig_tiff_describe(zig_tiff *opened, zig_tiff_image *image)
{
    TIFF *file = (TIFF *)opened;
    if (!zig_tiff_has_offset(opened, 0) || !describe_samples(file, image)) return 0;
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
        // Samples with fewer than 8 bits are scaled to 8 bits before the table lookup.
        if (image->has_palette && image->bits < 8)
            for (int i = (1 << image->bits) - 1; i >= 0; i--)
                memmove(table + 4 * (i * 255 / ((1 << image->bits) - 1)), table + 4 * i, 4);
        return;
    }
    int most = (1 << image->bits) - 1;
    for (int i = 0; i <= most; i++)
        table[4 * i] = (uint8_t)((photometric == PHOTOMETRIC_MINISWHITE ? most - i : i) * 255 / most);
}
