#include "JPEGWalk.h"

#include <stdlib.h>

#include "FileReading.h"

enum { EOI = 0xD9 };

// The largest DC coefficient of 8-bit samples: 8 times the largest mean of a block, which is 128.
#define LARGEST_FIRST_COEFFICIENT 1024

int zig_jpeg_walk_take(struct zig_jpeg_walk *walk)
{
    if (walk->next == walk->count) {
        ssize_t count = zig_read_at(walk->descriptor, walk->buffer, sizeof walk->buffer, walk->offset);
        if (count <= 0) return -1;
        walk->offset += count;
        walk->next = 0;
        walk->count = (size_t)count;
    }
    return walk->buffer[walk->next++];
}

bool zig_jpeg_walk_fill(struct zig_jpeg_walk *walk)
{
    if (walk->marker != 0) return false;
    if (walk->bytes != NULL) {
        if (walk->bytes == walk->bytes_end) return false;
        walk->byte = *walk->bytes++;
        walk->bit_count = 8;
        return true;
    }
    int byte = zig_jpeg_walk_take(walk);
    if (byte == 0xFF) {
        int code = zig_jpeg_walk_take(walk);
        while (code == 0xFF) code = zig_jpeg_walk_take(walk);
        if (code != 0) walk->marker = code < 0 ? EOI : code;
    } else if (byte < 0) {
        walk->marker = EOI;
    }
    walk->byte = byte;
    walk->bit_count = walk->marker == 0 ? 8 : 0;
    return walk->marker == 0;
}

// Returns the next bits as a number, or -1 if too few bits are left.
static int take_bits(struct zig_jpeg_walk *walk, int count)
{
    int value = 0;
    for (; count > 0; count--) {
        if (walk->bit_count == 0 && !zig_jpeg_walk_fill(walk)) return -1;
        value = value << 1 | (walk->byte >> --walk->bit_count & 1);
    }
    return value;
}

// Returns the next symbol, or -1.
static int take_symbol(struct zig_jpeg_walk *walk, const struct zig_jpeg_codes *table)
{
    int code = 0;
    for (int length = 1; table != NULL && length <= LONGEST_CODE; length++) {
        int bit = take_bits(walk, 1);
        if (bit < 0) return -1;
        code = code << 1 | bit;
        int index = code - table->first[length];
        if (index >= 0 && index < table->count[length]) return table->symbols[table->place[length] + index];
    }
    return -1;
}

// Whether a DC coefficient is in the range of 8-bit samples. If decoding is out of step, a coefficient soon
// leaves the range.
static bool is_possible(const struct zig_jpeg_walk *walk, const struct zig_jpeg_walked *component)
{
    long step = (long)walk->steps[component->quantization] << walk->low;
    return component->value > -INT16_MAX && component->value < INT16_MAX
        && labs(component->value * step) <= LARGEST_FIRST_COEFFICIENT + 2 * step;
}

// Reads the coefficients of a sequential block, or of a block in the first scan of a progressive file.
static bool read_first_bits(struct zig_jpeg_walk *walk, struct zig_jpeg_walked *component, uint64_t *nonzero)
{
    int k = walk->first;
    if (k == 0) {
        int size = take_symbol(walk, component->dc);
        if (size < 0 || size >= LONGEST_CODE) return false;
        int bits = take_bits(walk, size);
        if (bits < 0) return false;
        component->value += size > 0 && bits < 1 << (size - 1) ? bits + 1 - (1 << size) : bits;
        if (!is_possible(walk, component)) return false;
        k = 1;
    }
    if (k > walk->last) return true;
    if (walk->run > 0) {
        walk->run--;
        return true;
    }
    for (; k <= walk->last; k++) {
        int symbol = take_symbol(walk, component->ac);
        if (symbol < 0) return false;
        int zeros = symbol >> 4, size = symbol & 15;
        if (size == 0 && zeros < 15) {
            if (!walk->is_progressive) return true;
            int further = take_bits(walk, zeros);
            if (further < 0) return false;
            walk->run = (1u << zeros) + (unsigned)further - 1;
            return true;
        }
        k += zeros;
        if (k > walk->last || take_bits(walk, size) < 0) return false;
        if (size > 0 && nonzero != NULL) *nonzero |= (uint64_t)1 << k;
    }
    return true;
}

// Reads one more bit of the coefficients of a block.
static bool read_further_bits(struct zig_jpeg_walk *walk, const struct zig_jpeg_walked *component, uint64_t *nonzero)
{
    if (walk->first == 0) return take_bits(walk, 1) >= 0;
    uint64_t known = nonzero != NULL ? *nonzero : 0;
    int k = walk->first;
    for (; walk->run == 0 && k <= walk->last; k++) {
        int symbol = take_symbol(walk, component->ac);
        if (symbol < 0) return false;
        int zeros = symbol >> 4, size = symbol & 15;
        if (size > 1 || (size == 1 && take_bits(walk, 1) < 0)) return false;
        if (size == 0 && zeros < 15) {
            int further = take_bits(walk, zeros);
            if (further < 0) return false;
            walk->run = (1u << zeros) + (unsigned)further;
            break;
        }
        for (; k <= walk->last; k++) {
            if (known >> k & 1) {
                if (take_bits(walk, 1) < 0) return false;
            } else if (zeros-- == 0) {
                break;
            }
        }
        if (size == 1 && k > walk->last) return false;
        if (size == 1 && nonzero != NULL) *nonzero |= (uint64_t)1 << k;
    }
    if (walk->run == 0) return true;
    for (; k <= walk->last; k++)
        if ((known >> k & 1) && take_bits(walk, 1) < 0) return false;
    walk->run--;
    return true;
}

static bool read_block(struct zig_jpeg_walk *walk, struct zig_jpeg_walked *component, size_t column, size_t row)
{
    bool is_inside = component->nonzero != NULL && column < component->stored_columns && row < component->stored_rows;
    uint64_t *nonzero = is_inside ? component->nonzero + row * component->stored_columns + column : NULL;
    return walk->high == 0 ? read_first_bits(walk, component, nonzero)
                           : read_further_bits(walk, component, nonzero);
}

// Source: ITU-T T.81, A.2.
bool zig_jpeg_walk_read(struct zig_jpeg_walk *walk, size_t column, size_t row, int first_block)
{
    if (walk->scan_count == 1) return read_block(walk, walk->scan[0], column, row);
    int block = 0;
    for (int i = 0; i < walk->scan_count; i++) {
        struct zig_jpeg_walked *component = walk->scan[i];
        for (int place = 0; place < component->across * component->down; place++) {
            size_t x = column * (size_t)component->across + (size_t)(place % component->across);
            size_t y = row * (size_t)component->down + (size_t)(place / component->across);
            if (block++ >= first_block && !read_block(walk, component, x, y)) return false;
        }
    }
    return true;
}
