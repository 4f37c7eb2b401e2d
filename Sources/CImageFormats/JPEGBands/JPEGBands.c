#include "../include/JPEGBands.h"

#include <stdlib.h>

#include "JPEGBandBits.h"
#include "JPEGBandPieces.h"

zig_jpeg_bands *zig_jpeg_bands_open(int descriptor)
{
    zig_jpeg_bands *bands = calloc(1, sizeof *bands);
    if (bands == NULL) return NULL;
    if (zig_jpeg_band_header_read(&bands->header, descriptor)) {
        bands->starts = calloc((size_t)bands->header.mcu_rows + 1, sizeof *bands->starts);
        if (bands->starts != NULL) return bands;
    }
    zig_jpeg_bands_close(bands);
    return NULL;
}

void zig_jpeg_bands_close(zig_jpeg_bands *bands)
{
    free(bands->header.template);
    free(bands->starts);
    free(bands->lookup);
    free(bands->window);
    zig_jpeg_band_pieces_destroy(bands->pieces);
    free(bands);
}

int zig_jpeg_bands_width(const zig_jpeg_bands *bands) { return bands->header.width; }

int zig_jpeg_bands_height(const zig_jpeg_bands *bands) { return bands->header.height; }

int zig_jpeg_bands_samples(const zig_jpeg_bands *bands) { return bands->header.component_count; }

int zig_jpeg_bands_row_step(const zig_jpeg_bands *bands)
{
    return zig_jpeg_band_mcu_row_step(&bands->header) * bands->header.mcu_height;
}

int zig_jpeg_bands_row_offset(const zig_jpeg_bands *bands) { return bands->header.has_context; }

int zig_jpeg_bands_extra_rows(const zig_jpeg_bands *bands)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    return header->has_context || header->interval > 0 ? header->mcu_height : 0;
}

static int least(int one, int other) { return one < other ? one : other; }

bool zig_jpeg_band_reads_below(const struct zig_jpeg_band_header *header, int end)
{
    int step = zig_jpeg_band_mcu_row_step(header) * header->mcu_height;
    return header->interval > 0 && !header->has_context && end % step == 0 && end < header->height;
}

struct zig_jpeg_band_mcu_rows zig_jpeg_band_mcu_rows_of(const struct zig_jpeg_band_header *header, int first, int end)
{
    int unit = header->mcu_height, margin = header->has_context ? 1 : 0;
    int first_mcu = first > margin ? (first - margin) / unit : 0;
    int end_mcu = (least(end + margin, header->height) + unit - 1) / unit;
    return (struct zig_jpeg_band_mcu_rows){
        .first = first_mcu - first_mcu % zig_jpeg_band_mcu_row_step(header),
        .end = end_mcu + zig_jpeg_band_reads_below(header, end)};
}

int zig_jpeg_bands_ready_rows(const zig_jpeg_bands *bands)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    int known = atomic_load_explicit(&bands->known_rows, memory_order_acquire);
    if (known == header->mcu_rows) return header->height;
    int end = known * header->mcu_height - (header->has_context ? 1 : 0);
    if (end <= 0) return 0;
    return zig_jpeg_band_reads_below(header, end) ? end - 1 : end;
}

bool zig_jpeg_band_index_begin(zig_jpeg_bands *bands)
{
    if (bands->window != NULL) return true;
    bands->starts[0].byte = bands->header.data;
    if (bands->header.interval == 0 && !zig_jpeg_band_lookup_create(bands)) return false;
    bands->window = calloc(1, sizeof *bands->window);
    if (bands->window == NULL) return false;
    bands->window->descriptor = bands->header.descriptor;
    const uint8_t *next = zig_jpeg_band_window_open(bands->window, bands->header.data);
    if (bands->header.interval == 0)
        bands->state.bits = zig_jpeg_band_bits_at(bands->window, next, 0);
    else
        bands->state.bits.next = next;
    return true;
}

int zig_jpeg_bands_extend(zig_jpeg_bands *bands, int row)
{
    if (!bands->is_damaged && !zig_jpeg_band_index_begin(bands)) bands->is_damaged = true;
    if (bands->is_damaged) return zig_jpeg_bands_ready_rows(bands);
    int end = zig_jpeg_band_mcu_rows_of(&bands->header, 0, least(row, bands->header.height)).end;
    if (bands->header.interval == 0)
        zig_jpeg_band_index_scan(bands, end);
    else
        zig_jpeg_band_index_find_markers(bands, end);
    return zig_jpeg_bands_ready_rows(bands);
}

bool zig_jpeg_bands_is_equal(const zig_jpeg_bands *one, const zig_jpeg_bands *other)
{
    int rows = atomic_load(&one->known_rows);
    if (rows != atomic_load(&other->known_rows) || one->is_damaged != other->is_damaged
        || one->surplus != other->surplus)
        return false;
    for (int row = 0; row <= rows; row++) {
        const struct zig_jpeg_row_start *start = &one->starts[row], *other_start = &other->starts[row];
        if (start->byte != other_start->byte || start->bit != other_start->bit
            || memcmp(start->predictors, other_start->predictors, sizeof start->predictors) != 0)
            return false;
    }
    return true;
}
