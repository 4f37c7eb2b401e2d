#include <stdlib.h>

#include "TIFFBlocks.h"

// Returns the number of bytes that PackBits data has after decompression. Source: TIFF 6.0, section 9.
static uint64_t unpacked_bytes(const uint8_t *bytes, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count;) {
        int8_t length = (int8_t)bytes[i++];
        if (length == INT8_MIN) continue;
        size_t run = length < 0 ? (size_t)(1 - length) : (size_t)length + 1;
        i += length < 0 ? 1 : run;
        if (i > count) break;
        sum += run;
    }
    return sum;
}

// Whether a strip has the bytes of all rows of a strip, although the image ends within the strip.
static int is_padded(TIFF *file, uint32_t number)
{
    if (TIFFIsTiled(file)) return 0;
    uint64_t size = TIFFGetStrileByteCount(file, number), full = TIFFStripSize64(file);
    // PackBits adds at most one byte to each byte.
    if (zig_tiff_pixel_bytes(file, number) >= full || size > 2 * full) return 0;
    uint8_t *bytes = malloc(size);
    if (bytes == NULL) return 0;
    int is_whole = TIFFReadRawStrip(file, number, bytes, (tmsize_t)size) == (tmsize_t)size
        && unpacked_bytes(bytes, size) == full;
    free(bytes);
    return is_whole;
}

void zig_tiff_check_packbits(TIFF *file, uint32_t number, int is_end, zig_tiff_messages *messages)
{
    if (!zig_tiff_has_discarded_bytes(messages) || (is_end && is_padded(file, number))) return;
    zig_tiff_note_damage(messages, "Discarding bytes to avoid buffer overrun", -1);
}
