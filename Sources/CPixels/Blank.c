#include "CPixels.h"

#include <string.h>

// The number of bytes that are compared without a branch, so that the compiler vectorises the loop.
enum { BLOCK = 128 };

static int block_is_plain(const uint8_t *row, const uint8_t *pattern, int length, uint8_t tolerance) {
    uint8_t differs = 0;
    for (int i = 0; i < length; i++) {
        uint8_t difference = row[i] > pattern[i] ? row[i] - pattern[i] : pattern[i] - row[i];
        differs |= difference > tolerance;
    }
    return !differs;
}

int zig_row_is_plain(const uint8_t *row, const uint8_t *pattern, int length, int tolerance) {
    int start = 0;
    for (; start + BLOCK <= length; start += BLOCK) {
        if (!block_is_plain(row + start, pattern + start, BLOCK, (uint8_t)tolerance)) return 0;
    }
    return block_is_plain(row + start, pattern + start, length - start, (uint8_t)tolerance);
}

int zig_row_is_plain_wide(const uint8_t *row, const uint8_t *pattern, int length, int tolerance) {
    for (int i = 0; i < length; i++) {
        uint16_t sample, background;
        memcpy(&sample, row + 2 * i, 2);
        memcpy(&background, pattern + 2 * i, 2);
        int difference = sample > background ? sample - background : background - sample;
        if (difference > tolerance * 257) return 0;
    }
    return 1;
}

int zig_row_is_clear(const uint8_t *row, int count, int bytes_per_pixel, int tolerance) {
    for (int i = 1; i <= count; i++) {
        if (row[i * bytes_per_pixel - 1] > tolerance) return 0;
    }
    return 1;
}
