// Reads the codes of JPEG scans without computing coefficients.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define MOST_COMPONENTS 4
#define LONGEST_CODE 16

// The codes of each length are consecutive numbers. Source: ITU-T T.81, F.2.2.3.
struct zig_jpeg_codes {
    int first[LONGEST_CODE + 1], count[LONGEST_CODE + 1], place[LONGEST_CODE + 1];
    uint8_t symbols[256];
};

struct zig_jpeg_walked {
    int identifier, across, down;
    // The numbers of blocks that cover the image, and of blocks in whole MCUs.
    size_t columns, rows, stored_columns, stored_rows;
    // Bit k of each block is set if coefficient k is not zero. Used only for progressive files.
    uint64_t *nonzero;
    const struct zig_jpeg_codes *dc, *ac;
    int quantization;
    // The DC coefficient of the last block that was read.
    int value;
};

struct zig_jpeg_walk {
    int descriptor;
    off_t offset;
    size_t next, count;
    uint8_t buffer[65536];
    struct zig_jpeg_codes tables[2][4];
    // The step of the DC coefficient in each quantization table; 0 if it is unknown.
    int steps[4];
    bool is_progressive;
    int component_count, most_across, most_down;
    size_t mcu_columns, mcu_rows;
    struct zig_jpeg_walked components[MOST_COMPONENTS];
    size_t restart_interval;
    // The components and parameters of the current scan.
    struct zig_jpeg_walked *scan[MOST_COMPONENTS];
    int scan_count, first, last, high, low;
    unsigned run;
    // The byte that is being read, its unread bits, and the marker that ends the data; 0 before the marker is
    // reached.
    int byte, bit_count, marker;
    // The bytes that are read instead of the file; NULL to read the file.
    const uint8_t *bytes, *bytes_end;
};

// Returns the next byte of the file, or -1 at the end of the file.
int zig_jpeg_walk_take(struct zig_jpeg_walk *walk);
// Reads the next byte of a scan. Returns false if a marker comes first.
bool zig_jpeg_walk_fill(struct zig_jpeg_walk *walk);
// Reads an MCU, beginning with the block `first_block`. Returns whether the MCU is valid.
bool zig_jpeg_walk_read(struct zig_jpeg_walk *walk, size_t column, size_t row, int first_block);
