// The parts of the band index, which the files JPEGBand*.c share.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "JPEGBandWindow.h"
#include "JPEGBands.h"

#define MOST_COMPONENTS 4
#define TABLES 4
// The most blocks of an MCU. Source: ITU-T T.81, B.2.3.
#define MOST_BLOCKS 10
#define BLOCK_SIZE 8
#define COEFFICIENTS 64
#define LONGEST_CODE 16
#define CATEGORIES 16
// The largest category of a DC difference of 8-bit samples. Source: ITU-T T.81, table F.1.
#define LARGEST_CATEGORY 11

// A Huffman table of the file. The codes of each length are consecutive numbers. Source: ITU-T T.81, F.2.2.3.
struct zig_jpeg_band_codes {
    bool is_defined;
    int counts[LONGEST_CODE + 1], symbol_count;
    uint8_t symbols[256];
    // The end of the codes of each length, as a number of 16 bits, and the place of the length's first symbol
    // minus its first code.
    int ends[LONGEST_CODE + 1], places[LONGEST_CODE + 1];
};

// The code of a DC category. The length is 0 if the category has no code.
struct zig_jpeg_band_code {
    uint16_t code;
    uint8_t length;
};

struct zig_jpeg_band_component {
    int identifier, across, down, quantization, dc, ac;
};

// The description of a file, and the header of its bands.
struct zig_jpeg_band_header {
    int descriptor;
    int width, height, component_count;
    // The components in the order of the scan.
    struct zig_jpeg_band_component components[MOST_COMPONENTS];
    struct zig_jpeg_band_codes dc[TABLES], ac[TABLES];
    // The codes of the DC categories in the tables of the bands, which have more codes than the file's tables.
    struct zig_jpeg_band_code categories[TABLES][CATEGORIES];
    // The number of MCUs between restart markers; 0 if the file has none.
    size_t interval;
    // The offset of the first block in the file.
    off_t data;
    // The size of an MCU in pixels. In a scan of one component, an MCU is one block.
    int mcu_width, mcu_height;
    size_t mcus_per_row;
    int mcu_rows;
    // The component of each block of an MCU.
    int blocks[MOST_BLOCKS], block_count;
    // Whether chroma is interpolated vertically.
    bool has_context;
    // The header of the bands, and the offset of its two bytes for the height.
    uint8_t *template;
    size_t template_length, height_place;
};

// The position before an MCU row: the byte that contains the next bit, the number of the byte's bits that
// belong to the previous row, and the DC predictors.
struct zig_jpeg_row_start {
    off_t byte;
    uint8_t bit;
    int16_t predictors[MOST_COMPONENTS];
};

// The unread bits of a scan: `count` bits of `word`, from the top. `count` is negative if more bits were read
// than the scan has. The bits below may be a part of the next bytes. Bytes are read without stuffing.
struct zig_jpeg_band_bits {
    uint64_t word;
    int count;
    // The next byte, and the end of the window.
    const uint8_t *next, *end;
    bool is_at_end;
};

// The number of bits that select an entry of a fast table. More bits save lookups, but take more of the cache.
#define FAST_BITS 13

// The effect of the whole codes in a few bits, with their extra bits, up to the end of a block.
struct zig_jpeg_band_entry {
    // The length of the codes; 0 if the first code is longer than the bits, or invalid.
    uint8_t length;
    // The sum of the advances of the codes besides an end of block; COEFFICIENTS if the length is 0.
    uint8_t advance : 7;
    // Whether the last code is an end of block.
    uint8_t is_end : 1;
    // The DC difference.
    int16_t difference;
};

// Fast tables of a component: the codes at the start of a block, and AC codes inside a block.
struct zig_jpeg_band_lookup {
    struct zig_jpeg_band_entry first[1 << FAST_BITS], next[1 << FAST_BITS];
};

// The state of a scan between two blocks: its next bits, the next block of the MCU, and the sum of the DC differences
// of each block of the MCU.
struct zig_jpeg_band_state {
    struct zig_jpeg_band_bits bits;
    int block;
    // Unsigned, because sums of damaged data may overflow.
    uint32_t sums[MOST_BLOCKS];
};

struct zig_jpeg_bands {
    struct zig_jpeg_band_header header;
    // The state of the thread that extends the index, after the last MCU row of the index. The window is NULL
    // before the first extension. With restart markers, only the next byte is in use.
    struct zig_jpeg_band_window *window;
    struct zig_jpeg_band_state state;
    size_t marker_count;
    bool is_damaged;
    // The fast tables by component. Only files without restart markers need them.
    struct zig_jpeg_band_lookup *lookup;
    const struct zig_jpeg_band_lookup *tables[MOST_COMPONENTS];
    // The starts of the MCU rows, and the end of the last row. In a file with restart markers, only the rows
    // that follow a marker have a start.
    struct zig_jpeg_row_start *starts;
    // The number of MCU rows that have ends. The starts up to this row do not change any more.
    atomic_int known_rows;
    // The pieces of the file that several threads scan; NULL if one thread at a time scans the file.
    struct zig_jpeg_band_pieces *pieces;
    // The number of data bytes between the last block and the next marker, in a file without restart markers.
    // Known after all rows have ends.
    int surplus;
};

// The largest number of surplus bytes that are counted.
#define ZIG_JPEG_BANDS_MOST_SURPLUS 1024

// Reads the header of an open file. Returns false if bands of the file cannot be decoded separately, or memory is
// short. The caller frees the template.
bool zig_jpeg_band_header_read(struct zig_jpeg_band_header *header, int descriptor);
// Reads the tables of a DHT segment. Returns false if they are invalid. Source: ITU-T T.81, B.2.4.2.
bool zig_jpeg_band_tables_read(struct zig_jpeg_band_header *header, const uint8_t *bytes, size_t length);
// Adds DC tables with codes for all categories to the template. Returns false if a table has no room for them.
bool zig_jpeg_band_tables_extend(struct zig_jpeg_band_header *header);
// The most bytes that the added tables have.
#define LONGEST_ADDED_TABLES ((size_t)TABLES * (4 + 1 + LONGEST_CODE + 256))

// The number of MCU rows between the rows at which a band can begin.
int zig_jpeg_band_mcu_row_step(const struct zig_jpeg_band_header *header);

// The MCU rows that a decoder reads for rows of the image.
struct zig_jpeg_band_mcu_rows {
    int first, end;
};

// Finds the MCU rows of the rows from `first` to `end`, and of one more row above and below where chroma is
// interpolated. They begin at a start of the index.
struct zig_jpeg_band_mcu_rows zig_jpeg_band_mcu_rows_of(const struct zig_jpeg_band_header *header, int first, int end);
// Whether the decoder reads the MCU row below rows that end at a restart marker. The marker shows whether the
// rows had more bytes than blocks, which means damage. Where chroma is interpolated, the next band shows it.
bool zig_jpeg_band_reads_below(const struct zig_jpeg_band_header *header, int end);

// Counts the data bytes before the next marker that is not a restart marker, up to ZIG_JPEG_BANDS_MOST_SURPLUS.
int zig_jpeg_band_count_bytes(struct zig_jpeg_band_window *window, const uint8_t *next);

// Begins the index. Only decoding needs its memory. Returns false if memory is short.
bool zig_jpeg_band_index_begin(struct zig_jpeg_bands *bands);
// Makes the fast tables. Returns false if memory is short.
bool zig_jpeg_band_lookup_create(struct zig_jpeg_bands *bands);
// Reads a number of blocks: only the lengths of the codes, and the DC differences. Returns false if a code or an index
// is invalid, or the data ends.
bool zig_jpeg_band_scan_blocks(
    const struct zig_jpeg_bands *bands, struct zig_jpeg_band_window *window, struct zig_jpeg_band_state *state,
    size_t count);
// Extends the index up to an MCU row, or to damage: by decoding the lengths of the codes, or by restart markers.
void zig_jpeg_band_index_scan(struct zig_jpeg_bands *bands, int mcu_row);
void zig_jpeg_band_index_find_markers(struct zig_jpeg_bands *bands, int mcu_row);
