#define _GNU_SOURCE

#include "TIFF.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// A private tag in the first directory of Hamamatsu slides.
#define HAMAMATSU_FORMAT 65420

// The private tag of GDAL for the “no data” value.
#define GDAL_MISSING_VALUE 42113

const char *zig_tiff_description(zig_tiff *file)
{
    const char *text = NULL;
    return TIFFGetField((TIFF *)file, TIFFTAG_IMAGEDESCRIPTION, &text) ? text : NULL;
}

const char *zig_tiff_missing_value(zig_tiff *file)
{
    uint32_t count = 0;
    const char *text = NULL;
    int has_text = TIFFGetField((TIFF *)file, GDAL_MISSING_VALUE, &count, &text) && text != NULL
        && count > 0 && memchr(text, 0, count) != NULL;
    return has_text ? text : NULL;
}

int zig_tiff_is_tiled(zig_tiff *file)
{
    return TIFFIsTiled((TIFF *)file);
}

static uint32_t block_count(TIFF *file)
{
    return TIFFIsTiled(file) ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file);
}

int zig_tiff_is_complete(zig_tiff *opened)
{
    TIFF *file = (TIFF *)opened;
    uint32_t count = block_count(file);
    for (uint32_t number = 0; number < count; number++)
        if (TIFFGetStrileByteCount(file, number) == 0) return 0;
    return 1;
}

uint64_t zig_tiff_largest_block(zig_tiff *opened)
{
    TIFF *file = (TIFF *)opened;
    uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    if (compression == COMPRESSION_NONE) return 0;
    uint64_t largest = 0;
    uint32_t count = block_count(file);
    for (uint32_t number = 0; number < count; number++) {
        uint64_t size = TIFFGetStrileByteCount(file, number);
        if (size > largest) largest = size;
    }
    return largest;
}

int zig_tiff_has_surplus_samples(zig_tiff *opened)
{
    uint16_t photometric = 0;
    if (!TIFFGetField((TIFF *)opened, TIFFTAG_PHOTOMETRIC, &photometric)) return 0;
    zig_tiff_extra_samples extra = zig_tiff_find_extra_samples(opened);
    if (extra.count == 0 || (extra.count == 1 && extra.alpha >= 0)) return 0;
    return (photometric == PHOTOMETRIC_RGB && extra.colours == 3)
        || (photometric == PHOTOMETRIC_SEPARATED && extra.colours == 4)
        || (photometric <= PHOTOMETRIC_MINISBLACK && extra.colours == 1);
}

int zig_tiff_photometric(zig_tiff *file)
{
    uint16_t photometric;
    return TIFFGetField((TIFF *)file, TIFFTAG_PHOTOMETRIC, &photometric) ? photometric : -1;
}

int zig_tiff_samples(zig_tiff *file)
{
    uint16_t samples;
    TIFFGetFieldDefaulted((TIFF *)file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    return samples;
}

int zig_tiff_bits(zig_tiff *file)
{
    uint16_t bits;
    TIFFGetFieldDefaulted((TIFF *)file, TIFFTAG_BITSPERSAMPLE, &bits);
    return bits;
}

zig_tiff_format zig_tiff_sample_format(zig_tiff *file)
{
    uint16_t format;
    TIFFGetFieldDefaulted((TIFF *)file, TIFFTAG_SAMPLEFORMAT, &format);
    switch (format) {
    case SAMPLEFORMAT_INT: return ZIG_TIFF_SIGNED;
    case SAMPLEFORMAT_IEEEFP: return ZIG_TIFF_REAL;
    case SAMPLEFORMAT_COMPLEXINT:
    case SAMPLEFORMAT_COMPLEXIEEEFP: return ZIG_TIFF_COMPLEX;
    default: return ZIG_TIFF_UNSIGNED;
    }
}

int zig_tiff_other_inks(zig_tiff *opened)
{
    TIFF *file = (TIFF *)opened;
    uint16_t ink_set, count = 0;
    if (zig_tiff_photometric(opened) != PHOTOMETRIC_SEPARATED) return 0;
    TIFFGetFieldDefaulted(file, TIFFTAG_INKSET, &ink_set);
    int colours = zig_tiff_find_extra_samples(opened).colours;
    if (ink_set == INKSET_CMYK && colours == 4) return 0;
    TIFFGetField(file, TIFFTAG_NUMBEROFINKS, &count);
    return count > 0 ? count : colours;
}

int zig_tiff_has_planes(zig_tiff *file)
{
    uint16_t planes;
    TIFFGetFieldDefaulted((TIFF *)file, TIFFTAG_PLANARCONFIG, &planes);
    return planes != PLANARCONFIG_CONTIG && zig_tiff_samples(file) > 1;
}

int zig_tiff_is_plain_ycbcr(zig_tiff *opened)
{
    TIFF *file = (TIFF *)opened;
    uint16_t samples, photometric = 0, compression, planes;
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
    return photometric == PHOTOMETRIC_YCBCR && samples >= 3
        && (compression != COMPRESSION_JPEG || planes != PLANARCONFIG_CONTIG);
}

static int starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

// Whether a slide scanner may have written the file: its tags contain text or private tags of such scanners.
static int may_be_slide(TIFF *file, const uint8_t *xmp, uint32_t xmp_length)
{
    const char *text = NULL;
    uint32_t count = 0;
    const void *data = NULL;
    if (TIFFGetField(file, TIFFTAG_IMAGEDESCRIPTION, &text) && (starts_with(text, "Aperio") || strchr(text, '<')))
        return 1;
    if (TIFFGetField(file, TIFFTAG_SOFTWARE, &text) && (starts_with(text, "Philips") || starts_with(text, "MedScan")))
        return 1;
    if (TIFFGetField(file, HAMAMATSU_FORMAT, &count, &data)) return 1;
    return xmp != NULL && memmem(xmp, xmp_length, "iScan", 5) != NULL;
}

int zig_tiff_read_header(zig_tiff *opened, uint32_t most_iptc, zig_tiff_header *header)
{
    TIFF *file = (TIFF *)opened;
    uint16_t orientation = 1, unit = 0;
    uint32_t length = 0;
    float across = 0, down = 0;
    const void *data = NULL;
    int has_iptc = TIFFGetField(file, TIFFTAG_RICHTIFFIPTC, &length, &data);
    if (has_iptc && length <= most_iptc) return 0;
    header->iptc_length = has_iptc ? length : 0;
    int has_xmp = TIFFGetField(file, TIFFTAG_XMLPACKET, &length, &data);
    header->xmp = has_xmp ? data : NULL;
    header->xmp_length = has_xmp ? length : 0;
    if (may_be_slide(file, header->xmp, header->xmp_length)) return 0;
    TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
    header->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    TIFFGetFieldDefaulted(file, TIFFTAG_RESOLUTIONUNIT, &unit);
    if (!TIFFGetField(file, TIFFTAG_XRESOLUTION, &across) || !TIFFGetField(file, TIFFTAG_YRESOLUTION, &down))
        across = down = 1;
    else if (unit == RESUNIT_INCH) {
        across /= 10.0 * 2.54;
        down /= 10.0 * 2.54;
    } else if (unit == RESUNIT_CENTIMETER) {
        across /= 10.0;
        down /= 10.0;
    }
    header->pixels_across_millimetre = across;
    header->pixels_down_millimetre = down;
    return 1;
}
