// libtiff for Swift, which cannot call C functions that take a variable number of arguments.
#pragma once
#include <stddef.h>
#include <stdio.h>
#include <tiffio.h>

#define ZIG_TIFF_MESSAGE_SIZE 256

static inline int zig_tiff_keep(TIFF *file, void *message, const char *module, const char *format, va_list values)
{
    vsnprintf((char *)message, ZIG_TIFF_MESSAGE_SIZE, format, values);
    return 1;
}

static inline int zig_tiff_ignore(TIFF *file, void *data, const char *module, const char *format, va_list values)
{
    return 1;
}

// Opens a file to be read through read(2): mapped pages would count as the program's own memory. The last
// complaint is kept in `message`, for as long as the file is open.
static inline TIFF *zig_tiff_open(const char *path, char *message)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL)
        return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, zig_tiff_keep, message);
    TIFFOpenOptionsSetWarningHandlerExtR(options, zig_tiff_ignore, NULL);
    TIFF *file = TIFFOpenExt(path, "rm", options);
    TIFFOpenOptionsFree(options);
    return file;
}

// The first picture of a file: its size, and that of its blocks, which are tiles or strips of its width.
typedef struct {
    uint32_t width, height, block_width, block_height;
    int bands;
    int is_tiled;
} zig_tiff_picture;

// Whether the samples of the first picture can be taken as they are: 8 bits, grey or RGB, side by side.
static inline int zig_tiff_describe(TIFF *file, zig_tiff_picture *picture)
{
    uint16_t bits, samples, format, planes, photometric = 0, compression, extra = 0, *kinds = NULL;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric) || extra != 0 || bits != 8
        || format != SAMPLEFORMAT_UINT || planes != PLANARCONFIG_CONTIG || !TIFFIsCODECConfigured(compression))
        return 0;
    // libtiff turns the colours of JPEG tiles into RGB itself.
    if (photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG && samples == 3) {
        TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        photometric = PHOTOMETRIC_RGB;
    }
    if (!(photometric == PHOTOMETRIC_RGB && samples == 3)
        && !(photometric == PHOTOMETRIC_MINISBLACK && samples == 1))
        return 0;
    picture->bands = samples;
    picture->is_tiled = TIFFIsTiled(file);
    if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &picture->width)
        || !TIFFGetField(file, TIFFTAG_IMAGELENGTH, &picture->height))
        return 0;
    picture->block_width = picture->width;
    if (!picture->is_tiled) {
        TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &picture->block_height);
        if (picture->block_height > picture->height)
            picture->block_height = picture->height;
    } else if (!TIFFGetField(file, TIFFTAG_TILEWIDTH, &picture->block_width)
        || !TIFFGetField(file, TIFFTAG_TILELENGTH, &picture->block_height))
        return 0;
    return picture->width > 0 && picture->height > 0 && picture->block_width > 0 && picture->block_height > 0;
}

// Decodes a block by its number; the bytes that came, or -1.
static inline ptrdiff_t zig_tiff_read(TIFF *file, int is_tiled, uint32_t number, void *buffer, size_t size)
{
    return is_tiled ? TIFFReadEncodedTile(file, number, buffer, (tmsize_t)size)
                    : TIFFReadEncodedStrip(file, number, buffer, (tmsize_t)size);
}
