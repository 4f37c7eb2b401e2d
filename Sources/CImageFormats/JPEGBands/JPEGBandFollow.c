// Follows the MCUs of the image through the pieces that other threads have scanned.
#include "JPEGBandBits.h"
#include "JPEGBandPieces.h"

// If no MCU of the image is a checkpoint within this number of checkpoints, the pieces differ to their end.
#define MOST_COMPARED 16

static struct zig_jpeg_band_piece *piece_at(const struct zig_jpeg_band_pieces *pieces, long number)
{
    return &pieces->memory[number % pieces->memory_count];
}

static void add(uint32_t *sums, const uint32_t *others)
{
    for (int i = 0; i < MOST_COMPONENTS; i++) sums[i] += others[i];
}

static void subtract(uint32_t *sums, const uint32_t *others)
{
    for (int i = 0; i < MOST_COMPONENTS; i++) sums[i] -= others[i];
}

// Returns the number of the last checkpoint at an MCU, or before it. The first checkpoint is not after it.
static int last_checkpoint(const struct zig_jpeg_band_piece *piece, size_t mcu)
{
    int first = 0, end = piece->count;
    while (end - first > 1) {
        int middle = first + (end - first) / 2;
        if (piece->checkpoints[middle].mcus <= mcu)
            first = middle;
        else
            end = middle;
    }
    return first;
}

// Moves the state to the last checkpoint of its piece within a number of MCUs. Returns the number of MCUs that it
// moves. After the last checkpoint of the piece, the state is not in step any more.
static size_t jump(struct zig_jpeg_bands *bands, size_t left)
{
    struct zig_jpeg_band_pieces *pieces = bands->pieces;
    const struct zig_jpeg_band_piece *piece = piece_at(pieces, pieces->current);
    int number = last_checkpoint(piece, pieces->mcus + left);
    const struct zig_jpeg_band_checkpoint *checkpoint = &piece->checkpoints[number];
    pieces->is_in_step = number + 1 < piece->count;
    if (checkpoint->mcus <= pieces->mcus) return 0;
    size_t moved = checkpoint->mcus - pieces->mcus;
    const uint8_t *next = zig_jpeg_band_window_seek(bands->window, (off_t)(checkpoint->position / 8));
    bands->state.bits = zig_jpeg_band_bits_at(bands->window, next, (int)(checkpoint->position % 8));
    memcpy(bands->state.sums, pieces->sums, sizeof pieces->sums);
    add(bands->state.sums, checkpoint->sums);
    pieces->mcus = checkpoint->mcus;
    pieces->jump_count++;
    return moved;
}

// Tells other threads which piece the index has reached, so that they do not scan it, or pieces before it.
static void reach(struct zig_jpeg_band_pieces *pieces, long number)
{
    long next = atomic_load(&pieces->next);
    while (next <= number && !atomic_compare_exchange_weak(&pieces->next, &next, number + 1)) {}
    if (atomic_load(&pieces->end_of_index) < number) atomic_store(&pieces->end_of_index, number);
}

// Compares the state with the checkpoints of its piece. Returns the number of MCUs after which it has to be compared
// again; 0 if it is in step.
static size_t compare(struct zig_jpeg_bands *bands)
{
    struct zig_jpeg_band_pieces *pieces = bands->pieces;
    uint64_t position = zig_jpeg_band_position(&bands->state.bits, bands->window);
    long number = (long)((position / 8 - (uint64_t)bands->header.data) / (uint64_t)pieces->length);
    reach(pieces, number);
    const struct zig_jpeg_band_piece *piece = piece_at(pieces, number);
    size_t run = zig_jpeg_band_pieces_run(pieces);
    if (atomic_load(&piece->number) != number) return run;
    if (pieces->searched != number) {
        pieces->searched = number;
        pieces->checkpoint = 0;
        pieces->search_end = position + (uint64_t)MOST_COMPARED * 8 * (uint64_t)pieces->distance;
    }
    while (pieces->checkpoint < piece->count && piece->checkpoints[pieces->checkpoint].position < position)
        pieces->checkpoint++;
    // The last checkpoint leads to no other checkpoint.
    if (pieces->checkpoint + 1 >= piece->count || position > pieces->search_end) return run;
    const struct zig_jpeg_band_checkpoint *checkpoint = &piece->checkpoints[pieces->checkpoint];
    if (checkpoint->position > position) return 1;
    pieces->is_in_step = true;
    pieces->current = number;
    pieces->mcus = checkpoint->mcus;
    memcpy(pieces->sums, bands->state.sums, sizeof pieces->sums);
    subtract(pieces->sums, checkpoint->sums);
    return 0;
}

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

bool zig_jpeg_band_pieces_follow(struct zig_jpeg_bands *bands, size_t count)
{
    struct zig_jpeg_band_pieces *pieces = bands->pieces;
    for (size_t left = count; left > 0;) {
        if (pieces->is_in_step) left -= jump(bands, left);
        // In step, the last MCUs are fewer than the MCUs between two checkpoints.
        size_t run = pieces->is_in_step ? left : least(left, compare(bands));
        if (run == 0) continue;
        if (!zig_jpeg_band_scan_mcus(bands, bands->window, &bands->state, run)) return false;
        if (pieces->is_in_step) pieces->mcus += (uint32_t)run;
        left -= run;
    }
    return true;
}

void zig_jpeg_band_pieces_end(struct zig_jpeg_band_pieces *pieces) { atomic_store(&pieces->next, pieces->count); }

long zig_jpeg_bands_jump_count(const zig_jpeg_bands *bands) { return bands->pieces ? bands->pieces->jump_count : 0; }
