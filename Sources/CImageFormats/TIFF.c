#include "TIFF.h"

#include <stdarg.h>
#include <stdio.h>
#include <tiffio.h>

static int keep(TIFF *file, void *message, const char *module, const char *format, va_list values)
{
    (void)file, (void)module;
    vsnprintf(message, ZIG_TIFF_MESSAGE_SIZE, format, values);
    return 1;
}

static int ignore(TIFF *file, void *data, const char *module, const char *format, va_list values)
{
    (void)file, (void)data, (void)module, (void)format, (void)values;
    return 1;
}

zig_tiff *zig_tiff_open(const char *path, char *message)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL)
        return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, keep, message);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, NULL);
    TIFF *file = TIFFOpenExt(path, "rm", options);
    TIFFOpenOptionsFree(options);
    return (zig_tiff *)file;
}

void zig_tiff_close(zig_tiff *file)
{
    TIFFClose((TIFF *)file);
}

int zig_tiff_describe(zig_tiff *opened, zig_tiff_image *image)
{
    TIFF *file = (TIFF *)opened;
    uint16_t bits, samples, format, planes, photometric = 0, compression, extra = 0, *kinds = NULL;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    // Colours that are multiplied by their alpha are left to libvips.
    if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric) || extra > 1
        || (extra == 1 && kinds[0] == EXTRASAMPLE_ASSOCALPHA) || (bits != 8 && bits != 16)
        || format != SAMPLEFORMAT_UINT || planes != PLANARCONFIG_CONTIG
        || !TIFFIsCODECConfigured(compression))
        return 0;
    // libtiff converts JPEG blocks to RGB.
    if (photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG && samples == 3) {
        TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        photometric = PHOTOMETRIC_RGB;
    }
    int colours = samples - extra;
    if (!(photometric == PHOTOMETRIC_RGB && colours == 3)
        && !(photometric == PHOTOMETRIC_MINISBLACK && colours == 1)
        && !(photometric == PHOTOMETRIC_SEPARATED && colours == 4 && extra == 0
            && compression != COMPRESSION_JPEG))
        return 0;
    image->colours = colours;
    image->has_alpha = extra;
    image->sample_bytes = bits / 8;
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

ptrdiff_t zig_tiff_read(zig_tiff *file, int is_tiled, uint32_t number, void *buffer, size_t size)
{
    return is_tiled ? TIFFReadEncodedTile((TIFF *)file, number, buffer, (tmsize_t)size)
                    : TIFFReadEncodedStrip((TIFF *)file, number, buffer, (tmsize_t)size);
}

const char *zig_tiff_description(zig_tiff *file)
{
    const char *text = NULL;
    return TIFFGetField((TIFF *)file, TIFFTAG_IMAGEDESCRIPTION, &text) ? text : NULL;
}

int zig_tiff_is_complete(zig_tiff *opened)
{
    TIFF *file = (TIFF *)opened;
    uint32_t count = TIFFIsTiled(file) ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file);
    for (uint32_t number = 0; number < count; number++)
        if (TIFFGetStrileByteCount(file, number) == 0) return 0;
    return 1;
}
