#include "JPEGBandWindow.h"

#include <string.h>

#include "../FileReading.h"

const uint8_t *zig_jpeg_band_window_open(struct zig_jpeg_band_window *window, off_t offset)
{
    window->offset = offset;
    window->end = window->buffer + WINDOW_KEPT;
    return zig_jpeg_band_window_refill(window, window->end);
}

const uint8_t *zig_jpeg_band_window_refill(struct zig_jpeg_band_window *window, const uint8_t *next)
{
    size_t kept = WINDOW_KEPT + (size_t)(window->end - next);
    memmove(window->buffer, next - WINDOW_KEPT, kept);
    uint8_t *end = window->buffer + kept;
    ssize_t count = zig_read_at(window->descriptor, end, sizeof window->buffer - kept, window->offset);
    if (count > 0) {
        end += count;
        window->offset += count;
    }
    window->end = end;
    return window->buffer + WINDOW_KEPT;
}
