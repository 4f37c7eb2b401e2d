// Follows the MCUs of the image through the pieces that other threads have scanned.
#include "JPEGBandBits.h"
#include "JPEGBandPieces.h"

// If no MCU of the image is a checkpoint within this number of checkpoints, the pieces differ to their end.
#define MOST_COMPARED 16

static struct zig_jpeg_band_piece *piece_at(const struct zig_jpeg_band_pieces *pieces, long number)
{
    return &pieces->memory[number % pieces->memory_count];
}

// Returns the sum of a checkpoint at an MCU of the image for a block of the MCU.
static uint32_t sum_of_block(
    const struct zig_jpeg_bands *bands, const struct zig_jpeg_band_checkpoint *checkpoint, int block)
{
    uint32_t count = (uint32_t)bands->header.block_count;
    return checkpoint->sums[(checkpoint->blocks + (uint32_t)block) % count];
}

// Returns the number of the last checkpoint at a block, or before it. The first checkpoint is not after it.
static int last_checkpoint(const struct zig_jpeg_band_piece *piece, size_t block)
{
    int first = 0, end = piece->count;
    while (end - first > 1) {
        int middle = first + (end - first) / 2;
        if (piece->checkpoints[middle].blocks <= block)
            first = middle;
        else
            end = middle;
    }
    return first;
}

// Moves the state to the last checkpoint of its piece within a number of MCUs. Returns the number of MCUs that it
// moves. After the last checkpoint of the piece at an MCU, the state is not in step any more.
static size_t jump(struct zig_jpeg_bands *bands, size_t left)
{
    struct zig_jpeg_band_pieces *pieces = bands->pieces;
    const struct zig_jpeg_band_piece *piece = piece_at(pieces, pieces->current);
    size_t count = (size_t)bands->header.block_count;
    int number = last_checkpoint(piece, pieces->blocks + left * count);
    number -= (number - pieces->checkpoint) % pieces->stride;
    const struct zig_jpeg_band_checkpoint *checkpoint = &piece->checkpoints[number];
    pieces->is_in_step = number + pieces->stride < piece->count;
    if (checkpoint->blocks <= pieces->blocks) return 0;
    size_t moved = (checkpoint->blocks - pieces->blocks) / count;
    const uint8_t *next = zig_jpeg_band_window_seek(bands->window, (off_t)(checkpoint->position / 8));
    bands->state.bits = zig_jpeg_band_bits_at(bands->window, next, (int)(checkpoint->position % 8));
    for (int i = 0; i < bands->header.block_count; i++)
        bands->state.sums[i] = pieces->sums[i] + sum_of_block(bands, checkpoint, i);
    pieces->blocks = checkpoint->blocks;
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
    // The last checkpoints lead to no other checkpoint.
    if (pieces->checkpoint + pieces->stride >= piece->count || position > pieces->search_end) return run;
    const struct zig_jpeg_band_checkpoint *checkpoint = &piece->checkpoints[pieces->checkpoint];
    if (checkpoint->position > position) return 1;
    pieces->is_in_step = true;
    pieces->current = number;
    pieces->blocks = checkpoint->blocks;
    for (int i = 0; i < bands->header.block_count; i++)
        pieces->sums[i] = bands->state.sums[i] - sum_of_block(bands, checkpoint, i);
    return 0;
}

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

bool zig_jpeg_band_pieces_follow(struct zig_jpeg_bands *bands, size_t count)
{
    struct zig_jpeg_band_pieces *pieces = bands->pieces;
    for (size_t left = count; left > 0;) {
        if (pieces->is_in_step) left -= jump(bands, left);
        // In step, the last MCUs are fewer than the MCUs between two checkpoints at MCUs.
        size_t run = pieces->is_in_step ? left : least(left, compare(bands));
        if (run == 0) continue;
        size_t blocks = run * (size_t)bands->header.block_count;
        if (!zig_jpeg_band_scan_blocks(bands, bands->window, &bands->state, blocks)) return false;
        if (pieces->is_in_step) pieces->blocks += (uint32_t)blocks;
        left -= run;
    }
    return true;
}

void zig_jpeg_band_pieces_end(struct zig_jpeg_band_pieces *pieces) { atomic_store(&pieces->next, pieces->count); }

long zig_jpeg_bands_jump_count(const zig_jpeg_bands *bands) { return bands->pieces ? bands->pieces->jump_count : 0; }
