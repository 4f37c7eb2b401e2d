#include "TIFF.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <tiffio.h>

#include "FileReading.h"
#include "TIFFBlocks.h"

// The position of one handle in a file that several handles share.
struct place {
    int descriptor;
    off_t offset;
    zig_tiff_messages *messages;
    zig_tiff_deflate deflate;
};

static tmsize_t file_read(thandle_t handle, void *bytes, tmsize_t count)
{
    struct place *place = handle;
    tmsize_t done = 0;
    while (done < count) {
        ssize_t step = zig_read_at(place->descriptor, (char *)bytes + done, (size_t)(count - done), place->offset);
        if (step < 0)
            return -1;
        if (step == 0)
            break;
        done += step;
        place->offset += step;
    }
    return done;
}

static tmsize_t file_write(thandle_t handle, void *bytes, tmsize_t count)
{
    (void)handle;
    (void)bytes;
    (void)count;
    return -1;
}

static toff_t file_seek(thandle_t handle, toff_t offset, int origin)
{
    struct place *place = handle;
    struct stat status;
    off_t start = 0;
    if (origin == SEEK_CUR)
        start = place->offset;
    else if (origin == SEEK_END && fstat(place->descriptor, &status) == 0)
        start = status.st_size;
    off_t end;
    if (__builtin_add_overflow(start, (off_t)offset, &end) || end < 0)
        return (toff_t)-1;
    place->offset = end;
    return (toff_t)end;
}

static toff_t file_size(thandle_t handle)
{
    struct place *place = handle;
    struct stat status;
    return fstat(place->descriptor, &status) == 0 ? (toff_t)status.st_size : 0;
}

static int file_close(thandle_t handle)
{
    struct place *place = handle;
    zig_tiff_deflate_free(&place->deflate);
    free(place);
    return 0;
}

zig_tiff *zig_tiff_open(int descriptor, const char *path, zig_tiff_messages *messages)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    struct place *place = malloc(sizeof *place);
    TIFF *file = NULL;
    if (options != NULL && place != NULL) {
        *place = (struct place){.descriptor = descriptor, .messages = messages};
        zig_tiff_messages_install(options, messages);
        // Option O: offsets of blocks are read only when needed. A sparse file has millions of offsets.
        file = TIFFClientOpenExt(
            path, "rmO", place, file_read, file_write, file_seek, file_close, file_size, NULL, NULL, options);
    }
    if (file == NULL)
        free(place);
    if (options != NULL)
        TIFFOpenOptionsFree(options);
    return (zig_tiff *)file;
}

void zig_tiff_close(zig_tiff *file)
{
    TIFFClose((TIFF *)file);
}

int zig_tiff_select(zig_tiff *file, uint64_t offset)
{
    return TIFFSetSubDirectory((TIFF *)file, offset);
}

int zig_tiff_unreadable_compression(zig_tiff *file)
{
    uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted((TIFF *)file, TIFFTAG_COMPRESSION, &compression);
    return TIFFIsCODECConfigured(compression) ? 0 : compression;
}

int zig_tiff_compression(zig_tiff *file)
{
    uint16_t compression;
    TIFFGetFieldDefaulted((TIFF *)file, TIFFTAG_COMPRESSION, &compression);
    return compression;
}

int zig_tiff_has_offset(zig_tiff *file, uint32_t number)
{
    // The data of old-style JPEG need not be in the block.
    if (zig_tiff_compression(file) == COMPRESSION_OJPEG) return 1;
    int error = 0;
    uint64_t offset = TIFFGetStrileOffsetWithErr((TIFF *)file, number, &error);
    // A block cannot begin at 0, where the header is. If a sparse file skips a block, offset and byte count
    // are 0.
    return !error && (offset != 0 || TIFFGetStrileByteCount((TIFF *)file, number) == 0);
}

// Stores a message if libtiff has not reported damage in a block. `is_end`: whether the last row has been read.
static void check(TIFF *file, uint32_t number, uint32_t row_count, int is_end)
{
    struct place *place = TIFFClientdata(file);
    zig_tiff_check_jpeg(file, number, row_count, place->messages);
    zig_tiff_check_packbits(file, number, is_end, place->messages);
    if (is_end) zig_tiff_check_deflate(file, &place->deflate, number, place->messages);
}

ptrdiff_t zig_tiff_read_ycbcr(
    zig_tiff *opened, const zig_tiff_image *image, uint32_t number, uint8_t *block, uint32_t *raster)
{
    if (!zig_tiff_has_offset(opened, number)) return -1;
    TIFF *file = (TIFF *)opened;
    uint32_t width = image->block_width, rows = image->block_height;
    uint32_t across = (image->width + width - 1) / width;
    uint32_t x = number % across * width, y = number / across * rows;
    if (!image->is_tiled && rows > image->height - y) rows = image->height - y;
    zig_tiff_use_zlib(file);
    int is_read = image->is_tiled ? TIFFReadRGBATileExt(file, x, y, raster, 1)
                                  : TIFFReadRGBAStripExt(file, y, raster, 1);
    if (!is_read) return -1;
    uint32_t count = image->is_tiled ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file);
    // Each plane has the same number of blocks.
    uint32_t step = zig_tiff_has_planes(opened) && count >= 3 ? count / 3 : count;
    for (uint32_t block = number; block < count; block += step) check(file, block, UINT32_MAX, 1);
    // The raster begins with the lowest row.
    for (uint32_t row = rows; row-- > 0;) {
        const uint32_t *line = raster + (size_t)row * width;
        for (uint32_t i = 0; i < width; i++, block += 3) {
            block[0] = (uint8_t)TIFFGetR(line[i]);
            block[1] = (uint8_t)TIFFGetG(line[i]);
            block[2] = (uint8_t)TIFFGetB(line[i]);
        }
    }
    return (ptrdiff_t)rows * width * 3;
}

uint64_t zig_tiff_pixel_bytes(TIFF *file, uint32_t number)
{
    if (TIFFIsTiled(file)) return TIFFTileSize64(file);
    uint32_t height = 0, rows = 0;
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &rows);
    if (height == 0 || rows == 0) return 0;
    uint32_t first = number % ((height - 1) / rows + 1) * rows;
    return TIFFVStripSize64(file, rows < height - first ? rows : height - first);
}

// Whether the byte count of a strip is wrong and the strip is whole. Some writers store wrong byte counts, such as
// copies of the offsets. libtiff ignores the byte counts if the first two differ, except with deferred loading.
// Source: tif_dirread.c, TIFFReadDirectory. libtiff also replaces the byte count of an image in one strip.
static int has_wrong_count(TIFF *file, uint32_t number, uint64_t needed)
{
    uint16_t planes = PLANARCONFIG_CONTIG;
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    uint32_t count = TIFFNumberOfStrips(file);
    if (TIFFIsTiled(file) || planes != PLANARCONFIG_CONTIG || count <= 2) return 0;
    uint64_t first = TIFFGetStrileByteCount(file, 0), second = TIFFGetStrileByteCount(file, 1);
    if (first == 0 || second == 0 || first == second) return 0;
    // In a damaged file, the next strip begins too early.
    return number + 1 >= count
        || TIFFGetStrileOffset(file, number + 1) >= TIFFGetStrileOffset(file, number) + needed;
}

// Returns the number of bytes that can be read from a block, and stores a message if bytes are missing. From an
// uncompressed block, libtiff would read bytes that follow the block.
static size_t readable_bytes(TIFF *file, uint32_t number, size_t size)
{
    if (zig_tiff_compression((zig_tiff *)file) != COMPRESSION_NONE) return size;
    uint64_t needed = zig_tiff_pixel_bytes(file, number), stored = TIFFGetStrileByteCount(file, number);
    if (stored >= needed || has_wrong_count(file, number, needed)) return size;
    uint64_t row = TIFFIsTiled(file) ? TIFFTileRowSize64(file) : TIFFScanlineSize64(file);
    uint64_t rows = row == 0 ? 0 : stored / row;
    const struct place *place = TIFFClientdata(file);
    zig_tiff_note_damage(place->messages, "Not enough data", (int)rows);
    return rows * row < size ? (size_t)(rows * row) : size;
}

ptrdiff_t zig_tiff_read(zig_tiff *opened, int is_tiled, uint32_t number, void *buffer, size_t size)
{
    // Without an offset, libtiff reads the beginning of the file.
    if (!zig_tiff_has_offset(opened, number)) return -1;
    TIFF *file = (TIFF *)opened;
    size = readable_bytes(file, number, size);
    if (size == 0) return -1;
    if (zig_tiff_has_deflate(file)) {
        struct place *place = TIFFClientdata(file);
        return zig_tiff_read_deflate(file, &place->deflate, number, buffer, size, place->messages);
    }
    ptrdiff_t count = is_tiled ? TIFFReadEncodedTile(file, number, buffer, (tmsize_t)size)
                               : TIFFReadEncodedStrip(file, number, buffer, (tmsize_t)size);
    check(file, number, UINT32_MAX, 1);
    return count;
}

int zig_tiff_take_predictor(zig_tiff *opened, const zig_tiff_image *image)
{
    TIFF *file = (TIFF *)opened;
    uint16_t predictor, compression;
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    // Without a predictor, libtiff would swap the bytes of numbers that are still divided into bytes.
    if (image->kind != ZIG_TIFF_NUMBER || image->format != ZIG_TIFF_REAL || TIFFIsByteSwapped(file)
        || TIFFIsBigEndian(file)
        // Other codecs have no predictor.
        || (compression != COMPRESSION_LZW && compression != COMPRESSION_ADOBE_DEFLATE
            && compression != COMPRESSION_DEFLATE && compression != COMPRESSION_ZSTD)
        || !TIFFGetField(file, TIFFTAG_PREDICTOR, &predictor) || predictor != PREDICTOR_FLOATINGPOINT)
        return 0;
    return TIFFSetField(file, TIFFTAG_PREDICTOR, PREDICTOR_NONE);
}

int zig_tiff_has_block(zig_tiff *file, uint32_t number)
{
    if (zig_tiff_compression(file) == COMPRESSION_OJPEG) return 1;
    // If the offset or the byte count cannot be read, reading the block fails later.
    int count_error = 0, offset_error = 0;
    uint64_t count = TIFFGetStrileByteCountWithErr((TIFF *)file, number, &count_error);
    uint64_t offset = TIFFGetStrileOffsetWithErr((TIFF *)file, number, &offset_error);
    return count != 0 || offset != 0 || count_error || offset_error;
}

void zig_tiff_mark_blocks(
    const uint8_t *counts, size_t count, int width, size_t first, size_t period, uint64_t *marks)
{
    for (size_t i = 0; i < count; i++, counts += width) {
        int is_stored = 0;
        for (int byte = 0; byte < width; byte++) is_stored |= counts[byte];
        size_t place = (first + i) % period;
        if (is_stored) marks[place / 64] |= (uint64_t)1 << place % 64;
    }
}

size_t zig_tiff_row_size(zig_tiff *file)
{
    tmsize_t size = TIFFScanlineSize((TIFF *)file);
    return size > 0 ? (size_t)size : 0;
}

int zig_tiff_read_row(zig_tiff *opened, uint32_t row, int plane, void *buffer)
{
    TIFF *file = (TIFF *)opened;
    uint32_t strip = TIFFComputeStrip(file, row, (uint16_t)plane), height = 0, rows = 0;
    if (!zig_tiff_has_offset(opened, strip)) return -1;
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &rows);
    int is_start = rows == 0 ? row == 0 : row % rows == 0;
    if (is_start) zig_tiff_use_zlib(file);
    int status = TIFFReadScanline(file, buffer, row, (uint16_t)plane);
    // If the JPEG has too few rows, libtiff reports the first missing row.
    check(file, strip, 1, row + 1 >= height || (rows > 0 && (row + 1) % rows == 0));
    return status;
}
