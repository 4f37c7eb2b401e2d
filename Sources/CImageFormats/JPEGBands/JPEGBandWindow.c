#include "JPEGBandWindow.h"

#include <string.h>

#include "../FileReading.h"

// Reads up to `most` further bytes, and moves the bytes from `next` to the start of the buffer.
static const uint8_t *refill(struct zig_jpeg_band_window *window, const uint8_t *next, size_t most)
{
    size_t kept = WINDOW_KEPT + (size_t)(window->end - next);
    memmove(window->buffer, next - WINDOW_KEPT, kept);
    uint8_t *end = window->buffer + kept;
    size_t room = sizeof window->buffer - kept;
    ssize_t count = zig_read_at(window->descriptor, end, most < room ? most : room, window->offset);
    if (count > 0) {
        end += count;
        window->offset += count;
    }
    window->end = end;
    return window->buffer + WINDOW_KEPT;
}

// Begins at an offset with up to `most` bytes.
static const uint8_t *begin(struct zig_jpeg_band_window *window, off_t offset, size_t most)
{
    window->offset = offset;
    window->end = window->buffer + WINDOW_KEPT;
    // The previous byte is unknown. With 0xFF, the first byte would look like a stuffed byte.
    window->buffer[WINDOW_KEPT - 1] = 0;
    return refill(window, window->end, most);
}

const uint8_t *zig_jpeg_band_window_open(struct zig_jpeg_band_window *window, off_t offset)
{
    return begin(window, offset, WINDOW_SIZE);
}

const uint8_t *zig_jpeg_band_window_refill(struct zig_jpeg_band_window *window, const uint8_t *next)
{
    return refill(window, next, WINDOW_SIZE);
}

const uint8_t *zig_jpeg_band_window_seek(struct zig_jpeg_band_window *window, off_t offset)
{
    const uint8_t *first = window->buffer + WINDOW_KEPT;
    off_t left = window->offset - offset;
    if (left > 0 && left <= window->end - first) return window->end - left;
    return begin(window, offset, WINDOW_PART);
}
