// Scans pieces of a file.
#include "JPEGBandPieces.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "JPEGBandBits.h"

// The most invalid codes in a piece. Nearly all pieces have fewer than 10.
#define MOST_RESTARTS 1000

// Allocates the pieces in memory. Returns false if memory is short.
static bool allocate(struct zig_jpeg_band_pieces *pieces)
{
    size_t count = (size_t)pieces->memory_count, most = (size_t)pieces->most_checkpoints;
    pieces->memory = calloc(count, sizeof *pieces->memory);
    pieces->checkpoints = calloc(count * most, sizeof *pieces->checkpoints);
    return pieces->memory != NULL && pieces->checkpoints != NULL;
}

void zig_jpeg_band_pieces_destroy(struct zig_jpeg_band_pieces *pieces)
{
    if (pieces == NULL) return;
    free(pieces->memory);
    free(pieces->checkpoints);
    free(pieces);
}

// Whether the Huffman tables repeat after a number of blocks.
static bool is_period(const struct zig_jpeg_bands *bands, int period)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    bool is_same = true;
    for (int i = 0; i < header->block_count; i++) {
        int other = (i + period) % header->block_count;
        is_same &= bands->tables[header->blocks[i]] == bands->tables[header->blocks[other]];
    }
    return is_same;
}

bool zig_jpeg_bands_divide(zig_jpeg_bands *bands, int count, int length, int distance)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    struct stat status;
    if (header->interval > 0 || bands->window != NULL || fstat(header->descriptor, &status) != 0
        || !zig_jpeg_band_index_begin(bands))
        return false;
    struct zig_jpeg_band_pieces *pieces = calloc(1, sizeof *pieces);
    if (pieces == NULL) return false;
    pieces->length = length;
    pieces->distance = distance;
    pieces->period = 1;
    while (!is_period(bands, pieces->period)) pieces->period++;
    pieces->stride = header->block_count / pieces->period;
    pieces->count = (long)((status.st_size - header->data + length - 1) / length);
    pieces->memory_count = count;
    pieces->most_checkpoints = length / distance + 1;
    pieces->searched = -1;
    if (!allocate(pieces)) {
        zig_jpeg_band_pieces_destroy(pieces);
        return false;
    }
    for (int i = 0; i < count; i++) {
        struct zig_jpeg_band_piece *piece = &pieces->memory[i];
        piece->checkpoints = pieces->checkpoints + (size_t)i * (size_t)pieces->most_checkpoints;
        piece->window.descriptor = header->descriptor;
        atomic_init(&piece->number, -1);
    }
    bands->pieces = pieces;
    return true;
}

// Begins to read at an offset after the first byte of the file, or at the next byte if the offset is a stuffed byte.
static struct zig_jpeg_band_bits bits_at_offset(struct zig_jpeg_band_window *window, off_t offset)
{
    const uint8_t *next = zig_jpeg_band_window_open(window, offset - 1);
    if (next < window->end) next++;
    if (next < window->end && next[-1] == 0xFF && next[0] == 0) next++;
    return zig_jpeg_band_bits_at(window, next, 0);
}

// Scans a piece up to its end, or the end of the data. Begins again at the byte after an invalid code.
static void scan_piece(const struct zig_jpeg_bands *bands, struct zig_jpeg_band_piece *piece, long number)
{
    const struct zig_jpeg_band_pieces *pieces = bands->pieces;
    off_t start = bands->header.data + (off_t)number * pieces->length;
    uint64_t end = 8 * (uint64_t)(start + pieces->length), next_position = 0;
    struct zig_jpeg_band_state state = {.bits = bits_at_offset(&piece->window, start)};
    size_t run = zig_jpeg_band_pieces_run(pieces) * (size_t)bands->header.block_count, count = run;
    uint32_t blocks = 0;
    int restarts = 0;
    piece->count = 0;
    while (piece->count < pieces->most_checkpoints) {
        if (zig_jpeg_band_scan_blocks(bands, &piece->window, &state, count)) {
            blocks += (uint32_t)count;
            count = run;
            uint64_t position = zig_jpeg_band_position(&state.bits, &piece->window);
            if (position < next_position && position < end) continue;
            struct zig_jpeg_band_checkpoint *checkpoint = &piece->checkpoints[piece->count++];
            *checkpoint = (struct zig_jpeg_band_checkpoint){.position = position, .blocks = blocks};
            memcpy(checkpoint->sums, state.sums, sizeof state.sums);
            if (position >= end) return;
            next_position = position + 8 * (uint64_t)pieces->distance;
            count = run + (size_t)(pieces->period % bands->header.block_count);
        } else {
            if (state.bits.is_at_end) return;
            piece->count = 0;
            if (++restarts > MOST_RESTARTS) return;
            next_position = 0;
            count = run;
            blocks = 0;
            state.block = 0;
            // The next whole byte.
            zig_jpeg_band_drop(&state.bits, ((state.bits.count - 1) & 7) + 1);
        }
    }
}

int zig_jpeg_bands_scan_piece(zig_jpeg_bands *bands)
{
    struct zig_jpeg_band_pieces *pieces = bands->pieces;
    if (pieces == NULL) return 0;
    long number = atomic_load(&pieces->next);
    while (number < pieces->count && number < atomic_load(&pieces->end_of_index) + pieces->memory_count) {
        // A thread may still scan the earlier piece, although the index has passed it.
        struct zig_jpeg_band_piece *piece = &pieces->memory[number % pieces->memory_count];
        if (atomic_exchange(&piece->is_busy, true)) return 0;
        bool is_begun = atomic_compare_exchange_strong(&pieces->next, &number, number + 1);
        if (is_begun) {
            atomic_store(&piece->number, -1);
            scan_piece(bands, piece, number);
            atomic_store(&piece->number, number);
        }
        atomic_store(&piece->is_busy, false);
        if (is_begun) return 1;
    }
    return 0;
}
