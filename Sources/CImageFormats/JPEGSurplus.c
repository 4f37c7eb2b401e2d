#include "JPEGSurplus.h"

#include <stdlib.h>

#include "JPEGWalk.h"

#define LAST_COEFFICIENT 63
// The maximum number of blocks of a component. At 64 bits per block, they take 128 MB.
#define MOST_BLOCKS ((size_t)1 << 24)
// More bytes than this after a scan count as blocks.
#define MOST_SURPLUS ((size_t)1 << 20)
// Fewer bytes than this may look like blocks by chance, if any first bit is allowed.
#define FEWEST_BYTES_OUT_OF_STEP 400
#define MOST_BITS_OUT_OF_STEP 512

enum {
    SOF0 = 0xC0, SOF1 = 0xC1, SOF2 = 0xC2, DHT = 0xC4, RST0 = 0xD0, RST7 = 0xD7, SOI = 0xD8, EOI = 0xD9, SOS = 0xDA,
    DQT = 0xDB, DRI = 0xDD, TEM = 0x01
};

// Returns the next marker, or EOI at the end of the file. Skips other bytes before the marker.
static int take_marker(struct zig_jpeg_walk *walk)
{
    for (int byte = zig_jpeg_walk_take(walk); byte >= 0; byte = zig_jpeg_walk_take(walk)) {
        if (byte != 0xFF) continue;
        while (byte == 0xFF) byte = zig_jpeg_walk_take(walk);
        if (byte > 0) return byte;
    }
    return EOI;
}

static void reset(struct zig_jpeg_walk *walk)
{
    walk->run = 0;
    for (int i = 0; i < walk->component_count; i++) walk->components[i].value = 0;
}

static bool is_restart(int marker) { return marker >= RST0 && marker <= RST7; }

// If the next marker is a restart marker, moves past it and returns true.
static bool restart(struct zig_jpeg_walk *walk)
{
    walk->bit_count = 0;
    if (walk->marker == 0 && zig_jpeg_walk_fill(walk)) return false;
    if (!is_restart(walk->marker)) return false;
    walk->marker = walk->bit_count = 0;
    reset(walk);
    return true;
}

// Whether only padding is left, which consists of 1 bits.
static bool is_at_end(const struct zig_jpeg_walk *walk)
{
    int padding = (1 << walk->bit_count) - 1;
    return walk->bytes == walk->bytes_end && walk->bit_count < 8 && (walk->byte & padding) == padding;
}

// Whether bytes are blocks from `first_bit` up to the padding of the last block. If decoding is out of step,
// the first block may be any block of an MCU, and may begin at any bit.
static bool are_blocks(struct zig_jpeg_walk *walk, const uint8_t *bytes, size_t count, int first_bit, int first_block)
{
    if (walk->first > 0 && walk->high > 0) return false;
    int values[MOST_COMPONENTS];
    for (int i = 0; i < MOST_COMPONENTS; i++) values[i] = walk->components[i].value;
    walk->bytes = bytes + first_bit / 8;
    walk->bytes_end = bytes + count;
    walk->marker = walk->bit_count = 0;
    walk->run = 0;
    if (first_bit % 8 > 0) {
        zig_jpeg_walk_fill(walk);
        walk->bit_count = 8 - first_bit % 8;
    }
    bool is_valid = true, is_end = false;
    for (int mcu = 0; is_valid && !is_end; mcu++) {
        is_valid = zig_jpeg_walk_read(walk, 0, SIZE_MAX / 2, mcu == 0 ? first_block : 0);
        is_end = is_valid && is_at_end(walk);
    }
    walk->bytes = NULL;
    for (int i = 0; i < MOST_COMPONENTS; i++) walk->components[i].value = values[i];
    return is_end && walk->run == 0;
}

// Whether the bytes before the next marker are blocks.
static bool is_surplus_blocks(struct zig_jpeg_walk *walk, const uint8_t *bytes, size_t count, int first_bit)
{
    // Padding repeats a single byte value.
    bool is_varied = false;
    for (size_t i = 1; i + 1 < count; i++) is_varied |= bytes[i] != bytes[i + 1];
    if (count == 0 || (!is_varied && count > 2)) return false;
    if (are_blocks(walk, bytes, count, first_bit, 0)) return true;
    if (count < FEWEST_BYTES_OUT_OF_STEP) return false;
    int blocks = 0;
    for (int i = 0; i < walk->scan_count; i++) blocks += walk->scan[i]->across * walk->scan[i]->down;
    for (int bit = first_bit; bit < first_bit + MOST_BITS_OUT_OF_STEP; bit++)
        for (int block = 0; block < (walk->scan_count == 1 ? 1 : blocks); block++)
            if (are_blocks(walk, bytes, count, bit, block)) return true;
    return false;
}

// Reads the bytes between the last block and the next marker. Returns whether the bytes are blocks.
static bool has_blocks_behind(struct zig_jpeg_walk *walk)
{
    int first_bit = walk->bit_count == 0 ? 0 : 8 - walk->bit_count;
    uint8_t *bytes = malloc(MOST_SURPLUS);
    if (bytes == NULL) return true;
    size_t count = 0, whole = 0;
    if (walk->bit_count > 0) bytes[count++] = (uint8_t)walk->byte;
    while (count < MOST_SURPLUS && zig_jpeg_walk_fill(walk)) {
        bytes[count++] = (uint8_t)walk->byte;
        whole++;
    }
    int marker = walk->marker;
    bool is_blocks = count == MOST_SURPLUS || (whole > 0 && is_surplus_blocks(walk, bytes, count, first_bit));
    free(bytes);
    walk->marker = marker;
    walk->bit_count = 0;
    return is_blocks;
}

// Reads the data of a scan up to the next marker. Returns whether a block is invalid, or blocks are left
// after the last block.
static bool has_surplus_blocks(struct zig_jpeg_walk *walk)
{
    size_t columns = walk->mcu_columns, rows = walk->mcu_rows;
    if (walk->scan_count == 1) {
        columns = walk->scan[0]->columns;
        rows = walk->scan[0]->rows;
    }
    walk->bit_count = walk->marker = 0;
    reset(walk);
    size_t count = columns * rows;
    for (size_t i = 0; i < count; i++) {
        if (walk->restart_interval > 0 && i > 0 && i % walk->restart_interval == 0 && !restart(walk)) return true;
        if (!zig_jpeg_walk_read(walk, i % columns, i / columns, 0)) return true;
    }
    if (walk->run > 0) return true;
    do {
        if (has_blocks_behind(walk)) return true;
        // Encoders may write a restart marker after the last block.
    } while (is_restart(walk->marker) && restart(walk));
    return false;
}

static bool take_number(struct zig_jpeg_walk *walk, int *number)
{
    int high = zig_jpeg_walk_take(walk), low = zig_jpeg_walk_take(walk);
    *number = high << 8 | low;
    return high >= 0 && low >= 0;
}

static bool read_tables(struct zig_jpeg_walk *walk, int length)
{
    while (length > LONGEST_CODE) {
        int kind = zig_jpeg_walk_take(walk), code = 0, total = 0;
        if (kind < 0 || (kind & 0xEC) != 0) return false;
        struct zig_jpeg_codes *table = &walk->tables[kind >> 4][kind & 3];
        for (int bits = 1; bits <= LONGEST_CODE; bits++) {
            int count = zig_jpeg_walk_take(walk);
            if (count < 0) return false;
            table->first[bits] = code;
            table->count[bits] = count;
            table->place[bits] = total;
            code = (code + count) << 1;
            total += count;
        }
        length -= 1 + LONGEST_CODE + total;
        if (total > 256 || length < 0) return false;
        for (int i = 0; i < total; i++) table->symbols[i] = (uint8_t)zig_jpeg_walk_take(walk);
    }
    return length == 0;
}

// Reads quantization tables. Only the first number of each table is stored.
static bool read_steps(struct zig_jpeg_walk *walk, int length)
{
    while (length > 0) {
        int kind = zig_jpeg_walk_take(walk);
        if (kind < 0 || (kind & 0xEC) != 0) return false;
        int bytes = kind >> 4 ? 2 : 1, step = zig_jpeg_walk_take(walk);
        if (bytes == 2) step = step << 8 | zig_jpeg_walk_take(walk);
        if (step < 0) return false;
        walk->steps[kind & 3] = step;
        length -= 1 + 64 * bytes;
        if (length < 0) return false;
        for (int i = bytes; i < 64 * bytes; i++)
            if (zig_jpeg_walk_take(walk) < 0) return false;
    }
    return true;
}

static size_t divided(size_t number, size_t divisor) { return (number + divisor - 1) / divisor; }

static bool read_frame(struct zig_jpeg_walk *walk, int length)
{
    int precision = zig_jpeg_walk_take(walk), height, width;
    if (precision != 8 || !take_number(walk, &height) || !take_number(walk, &width) || width == 0 || height == 0
        || walk->component_count > 0)
        return false;
    walk->component_count = zig_jpeg_walk_take(walk);
    if (walk->component_count < 1 || walk->component_count > MOST_COMPONENTS
        || length != 6 + 3 * walk->component_count)
        return false;
    for (int i = 0; i < walk->component_count; i++) {
        struct zig_jpeg_walked *component = &walk->components[i];
        component->identifier = zig_jpeg_walk_take(walk);
        int factors = zig_jpeg_walk_take(walk);
        component->across = factors >> 4;
        component->down = factors & 15;
        component->quantization = zig_jpeg_walk_take(walk);
        if (component->quantization < 0 || component->quantization > 3 || component->across < 1 || component->across > 4 || component->down < 1
            || component->down > 4)
            return false;
        if (component->across > walk->most_across) walk->most_across = component->across;
        if (component->down > walk->most_down) walk->most_down = component->down;
    }
    walk->mcu_columns = divided((size_t)width, 8 * (size_t)walk->most_across);
    walk->mcu_rows = divided((size_t)height, 8 * (size_t)walk->most_down);
    for (int i = 0; i < walk->component_count; i++) {
        struct zig_jpeg_walked *component = &walk->components[i];
        size_t across = (size_t)component->across, down = (size_t)component->down;
        component->columns = divided(divided((size_t)width * across, (size_t)walk->most_across), 8);
        component->rows = divided(divided((size_t)height * down, (size_t)walk->most_down), 8);
        component->stored_columns = walk->mcu_columns * across;
        component->stored_rows = walk->mcu_rows * down;
        size_t blocks = component->stored_columns * component->stored_rows;
        if (!walk->is_progressive) continue;
        component->nonzero = blocks > MOST_BLOCKS ? NULL : calloc(blocks, sizeof *component->nonzero);
        if (component->nonzero == NULL) return false;
    }
    return true;
}

static bool read_scan_header(struct zig_jpeg_walk *walk, int length)
{
    walk->scan_count = zig_jpeg_walk_take(walk);
    if (walk->scan_count < 1 || walk->scan_count > MOST_COMPONENTS || length != 4 + 2 * walk->scan_count)
        return false;
    for (int i = 0; i < walk->scan_count; i++) {
        int identifier = zig_jpeg_walk_take(walk), tables = zig_jpeg_walk_take(walk);
        if (tables < 0 || (tables & 0xCC) != 0) return false;
        walk->scan[i] = NULL;
        for (int number = 0; number < walk->component_count; number++) {
            if (walk->components[number].identifier != identifier) continue;
            walk->scan[i] = &walk->components[number];
            break;
        }
        if (walk->scan[i] == NULL) return false;
        walk->scan[i]->dc = &walk->tables[0][tables >> 4];
        walk->scan[i]->ac = &walk->tables[1][tables & 3];
    }
    walk->first = zig_jpeg_walk_take(walk);
    walk->last = zig_jpeg_walk_take(walk);
    int bits = zig_jpeg_walk_take(walk);
    walk->high = bits >> 4;
    walk->low = bits & 15;
    if (!walk->is_progressive) {
        // libjpeg ignores these fields in sequential files.
        walk->first = walk->high = walk->low = 0;
        walk->last = LAST_COEFFICIENT;
    }
    return bits >= 0 && walk->last <= LAST_COEFFICIENT && walk->first <= walk->last;
}

// Reads a file. Returns whether a block is invalid, blocks are left after a scan, or the file cannot be
// parsed.
static bool find(struct zig_jpeg_walk *walk)
{
    for (int marker = take_marker(walk);;) {
        if (marker == EOI) return false;
        if (marker == SOI || marker == TEM || is_restart(marker)) {
            marker = take_marker(walk);
            continue;
        }
        int length;
        if (!take_number(walk, &length) || length < 2) return true;
        length -= 2;
        switch (marker) {
        case SOF0:
        case SOF1:
        case SOF2:
            walk->is_progressive = marker == SOF2;
            if (!read_frame(walk, length)) return true;
            break;
        case DHT:
            if (!read_tables(walk, length)) return true;
            break;
        case DQT:
            if (!read_steps(walk, length)) return true;
            break;
        case DRI: {
            int interval;
            if (length != 2 || !take_number(walk, &interval)) return true;
            walk->restart_interval = (size_t)interval;
            break;
        }
        case SOS:
            if (!read_scan_header(walk, length) || has_surplus_blocks(walk)) return true;
            marker = walk->marker;
            continue;
        default:
            for (; length > 0; length--)
                if (zig_jpeg_walk_take(walk) < 0) return true;
        }
        marker = take_marker(walk);
    }
}

bool zig_jpeg_surplus_is_blocks(int descriptor)
{
    struct zig_jpeg_walk *walk = calloc(1, sizeof *walk);
    if (walk == NULL) return true;
    walk->descriptor = descriptor;
    bool is_blocks = find(walk);
    for (int i = 0; i < MOST_COMPONENTS; i++) free(walk->components[i].nonzero);
    free(walk);
    return is_blocks;
}
