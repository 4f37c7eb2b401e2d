// Extends the index of a file with restart markers: finds the markers. Source: ITU-T T.81, E.2.4.
#include <string.h>

#include "../JPEGRestartStep.h"
#include "JPEGBandIndex.h"

enum { RST0 = 0xD0, RST7 = 0xD7 };

int zig_jpeg_band_mcu_row_step(const struct zig_jpeg_band_header *header)
{
    if (header->interval == 0) return 1;
    size_t step = zig_jpeg_restart_step(header->interval, header->mcus_per_row);
    return step < (size_t)header->mcu_rows ? (int)step : header->mcu_rows;
}

int zig_jpeg_band_count_bytes(struct zig_jpeg_band_window *window, const uint8_t *next)
{
    int count = 0, byte = zig_jpeg_band_window_take(window, &next);
    while (byte >= 0 && count < ZIG_JPEG_BANDS_MOST_SURPLUS) {
        bool is_mark = byte == 0xFF;
        while (byte == 0xFF) byte = zig_jpeg_band_window_take(window, &next);
        if (is_mark && byte != 0 && (byte < RST0 || byte > RST7)) break;
        count += !is_mark || byte == 0;
        byte = zig_jpeg_band_window_take(window, &next);
    }
    return count;
}

// Finds the next marker. Returns its code, or -1 at the end of the file, and moves past it. Fill bytes may
// precede a marker; a zero byte after 0xFF is stuffing.
static int find_marker(struct zig_jpeg_bands *bands)
{
    struct zig_jpeg_band_window *window = bands->window;
    const uint8_t *next = bands->state.bits.next;
    int code = 0;
    while (code == 0) {
        const uint8_t *mark = memchr(next, 0xFF, (size_t)(window->end - next));
        if (mark != NULL) {
            next = mark;
            do
                code = zig_jpeg_band_window_take(window, &next);
            while (code == 0xFF);
        } else {
            next = zig_jpeg_band_window_refill(window, window->end);
            if (next == window->end) code = -1;
        }
    }
    bands->state.bits.next = next;
    return code;
}

// Moves past restart markers until their number is `count`. Returns false if a marker has the wrong number.
static bool pass_markers(struct zig_jpeg_bands *bands, size_t count)
{
    for (; bands->marker_count < count; bands->marker_count++)
        if (find_marker(bands) != RST0 + (int)(bands->marker_count & 7)) return false;
    return true;
}

// Finds the last marker before an MCU row.
static bool find_row(struct zig_jpeg_bands *bands, int row)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    size_t mcus = header->mcus_per_row * (size_t)row;
    // The last interval ends without a restart marker. Its end is not needed.
    if (row == header->mcu_rows) return pass_markers(bands, (mcus - 1) / header->interval);
    if (!pass_markers(bands, mcus / header->interval)) return false;
    bands->starts[row].byte = zig_jpeg_band_window_offset(bands->window, bands->state.bits.next);
    return true;
}

void zig_jpeg_band_index_find_markers(struct zig_jpeg_bands *bands, int mcu_row)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    int row = atomic_load_explicit(&bands->known_rows, memory_order_relaxed);
    int step = zig_jpeg_band_mcu_row_step(header);
    while (row < mcu_row) {
        row = header->mcu_rows - row > step ? row + step : header->mcu_rows;
        if (!find_row(bands, row)) {
            bands->is_damaged = true;
            return;
        }
        atomic_store_explicit(&bands->known_rows, row, memory_order_release);
    }
}
