#include "CPixels.h"
#include <string.h>

// The compiler turns copies of constant length into single moves.
#define COPY_PIXEL(BYTES) \
    case BYTES: \
        for (int y = 0; y < height; y++) { \
            const uint8_t *line = strip + (is_mirrored ? height - 1 - y : y) * stride + first * BYTES; \
            for (int i = 0; i < count; i++) \
                memcpy(rows[i] + y * (ptrdiff_t)BYTES, line + i * (ptrdiff_t)step * BYTES, BYTES); \
        } \
        break;

void zig_columns_to_rows(
    const uint8_t *strip, ptrdiff_t stride, int height, int bytes_per_pixel, int first, int step, int is_mirrored,
    uint8_t *const *rows, int count)
{
    switch (bytes_per_pixel) {
        COPY_PIXEL(1)
        COPY_PIXEL(2)
        COPY_PIXEL(3)
        COPY_PIXEL(4)
        COPY_PIXEL(6)
        COPY_PIXEL(8)
    }
}

void zig_mirror_row(const uint8_t *row, uint8_t *output, int width, int bytes_per_pixel)
{
    for (int x = 0; x < width; x++)
        for (int byte = 0; byte < bytes_per_pixel; byte++)
            output[x * (ptrdiff_t)bytes_per_pixel + byte] = row[(width - 1 - x) * (ptrdiff_t)bytes_per_pixel + byte];
}

// Pixels per side of a square, which stays in the processor's cache.
#define SQUARE 16

// Writes pixels of columns as rows, for pixels of 3 bytes. Reads a byte after each pixel.
static void turn_colours(
    const uint8_t *const *rows, int width, int height, zig_turns turns, uint8_t *output, ptrdiff_t stride)
{
    for (int first = 0; first < height; first += SQUARE) {
        // The rows that become these columns, from the left.
        const uint8_t *lines[SQUARE];
        int count = height - first < SQUARE ? height - first : SQUARE;
        for (int i = 0; i < count; i++)
            lines[i] = rows[turns.mirrors_y ? height - 1 - first - i : first + i];
        for (int x = 0; x < width; x++) {
            uint8_t *target = output + (turns.mirrors_x ? width - 1 - x : x) * stride + first * (ptrdiff_t)3;
            int i = 0;
            for (; i + 4 <= count; i += 4) {
                uint32_t pixels[4], words[3];
                for (int k = 0; k < 4; k++) {
                    memcpy(&pixels[k], lines[i + k] + x * (ptrdiff_t)3, 4);
                    pixels[k] &= 0xFFFFFF;
                }
                words[0] = pixels[0] | pixels[1] << 24;
                words[1] = pixels[1] >> 8 | pixels[2] << 16;
                words[2] = pixels[2] >> 16 | pixels[3] << 8;
                memcpy(target + i * (ptrdiff_t)3, words, sizeof words);
            }
            for (; i < count; i++)
                memcpy(target + i * (ptrdiff_t)3, lines[i] + x * (ptrdiff_t)3, 3);
        }
    }
}

#define TURN_PIXEL(BYTES) \
    case BYTES: \
        for (int y = top; y < bottom; y++) { \
            const uint8_t *pixel = rows[y] + left * (ptrdiff_t)BYTES; \
            uint8_t *target = start + y * down + left * across; \
            for (int x = left; x < right; x++) { \
                memcpy(target, pixel, BYTES); \
                pixel += BYTES; \
                target += across; \
            } \
        } \
        break;

void zig_turn(
    const uint8_t *const *rows, int width, int height, int bytes_per_pixel, zig_turns turns, uint8_t *output,
    ptrdiff_t stride)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (turns.swaps_axes && bytes_per_pixel == 3)
        return turn_colours(rows, width, height, turns, output, stride);
#endif
    // The ways from the target of a pixel to that of the next one in its row, and in its column.
    ptrdiff_t across = turns.swaps_axes ? stride : bytes_per_pixel;
    ptrdiff_t down = turns.swaps_axes ? bytes_per_pixel : stride;
    uint8_t *start = output;
    if (turns.mirrors_x) {
        start += (width - 1) * across;
        across = -across;
    }
    if (turns.mirrors_y) {
        start += (height - 1) * down;
        down = -down;
    }
    int side = turns.swaps_axes ? SQUARE : width;
    for (int top = 0; top < height; top += SQUARE)
        for (int left = 0; left < width; left += side) {
            int bottom = top + SQUARE < height ? top + SQUARE : height;
            int right = left + side < width ? left + side : width;
            switch (bytes_per_pixel) {
                TURN_PIXEL(1)
                TURN_PIXEL(2)
                TURN_PIXEL(3)
                TURN_PIXEL(4)
                TURN_PIXEL(6)
                TURN_PIXEL(8)
            }
        }
}
