// The pieces of a file without restart markers, which several threads scan.
//
// A thread begins a piece at any byte, as if an MCU began there. Huffman codes synchronise: after some bytes, the
// thread finds the blocks of the image. It records checkpoints: blocks with their bit in the file, and the number of
// blocks and the sums of the DC differences before them. The thread that extends the index follows the MCUs of the
// image. If it meets a checkpoint at an MCU, it continues at a later checkpoint of the piece at an MCU. Otherwise, it
// scans the piece itself. So a piece with wrong checkpoints takes time, but does not change the index.
#pragma once
#include "JPEGBandIndex.h"

struct zig_jpeg_band_checkpoint {
    // The bits before the block: eight for each byte of the file.
    uint64_t position;
    // The number of blocks, and the sums, since the first checkpoint of the piece or an earlier bit. The piece and the
    // image may count the blocks of an MCU from different blocks.
    uint32_t blocks, sums[MOST_BLOCKS];
};

// A piece, and the window of its thread. After a piece is passed, another piece takes its place.
struct zig_jpeg_band_piece {
    // Whether a thread scans the piece.
    atomic_bool is_busy;
    // The number of the piece whose checkpoints are complete; -1 if they are not.
    atomic_long number;
    // The checkpoints: one scan without an invalid code.
    int count;
    struct zig_jpeg_band_checkpoint *checkpoints;
    struct zig_jpeg_band_window window;
};

struct zig_jpeg_band_pieces {
    // The bytes of a piece, and the smallest number of bytes between checkpoints.
    int length, distance;
    // The number of blocks after which the Huffman tables of an MCU repeat. If it is smaller than an MCU, a thread
    // cannot find out at which period of the MCU it is. So each checkpoint is one period later in the MCU, and one of
    // `stride` checkpoints in a row is at an MCU of the image.
    int period, stride;
    // The number of pieces of the file, and of pieces in memory.
    long count;
    int memory_count, most_checkpoints;
    // The next piece that a thread begins. It begins only pieces near the piece where the index ends.
    atomic_long next, end_of_index;
    // The state of the thread that extends the index. While `is_in_step`, it is at the block with the number `blocks`
    // of the piece `current`, and `sums` are added to the sums of checkpoints. Otherwise, it compares its MCUs with the
    // checkpoints of the piece `searched`, up to the position `search_end`.
    bool is_in_step;
    long current, searched;
    uint32_t blocks, sums[MOST_BLOCKS];
    int checkpoint;
    uint64_t search_end;
    long jump_count;
    struct zig_jpeg_band_piece *memory;
    struct zig_jpeg_band_checkpoint *checkpoints;
};

// Frees pieces; NULL is allowed.
void zig_jpeg_band_pieces_destroy(struct zig_jpeg_band_pieces *pieces);
// Moves the state of the index by a number of MCUs. Returns false if they are damaged.
bool zig_jpeg_band_pieces_follow(struct zig_jpeg_bands *bands, size_t count);
// Ends the scan of pieces, because the index does not grow any more.
void zig_jpeg_band_pieces_end(struct zig_jpeg_band_pieces *pieces);

// The number of MCUs after which the position is compared with the distance of checkpoints.
static inline size_t zig_jpeg_band_pieces_run(const struct zig_jpeg_band_pieces *pieces)
{
    return pieces->distance < 32 ? 1 : (size_t)pieces->distance / 32;
}
