// Reads bits and Huffman codes of a scan.
#pragma once
#include <string.h>

#include "JPEGBandIndex.h"

static inline uint64_t zig_jpeg_band_load(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return __builtin_bswap64(word);
}

// Whether a byte of the word is 0xFF: then the complement has a zero byte.
static inline bool zig_jpeg_band_has_ff(uint64_t word)
{
    return ((~word - 0x0101010101010101u) & word & 0x8080808080808080u) != 0;
}

// Reads single bytes, up to a marker or the end of the file.
__attribute__((noinline)) static struct zig_jpeg_band_bits zig_jpeg_band_fill_bytes(
    struct zig_jpeg_band_bits bits, struct zig_jpeg_band_window *window)
{
    while (bits.count < 56 && !bits.is_at_end) {
        // A byte and its stuffed byte are read together.
        if (bits.end - bits.next < 2) {
            bits.next = zig_jpeg_band_window_refill(window, bits.next);
            bits.end = window->end;
        }
        size_t left = (size_t)(bits.end - bits.next);
        if (left == 0 || (bits.next[0] == 0xFF && (left == 1 || bits.next[1] != 0))) {
            bits.is_at_end = true;
        } else {
            bits.word |= (uint64_t)bits.next[0] << (56 - bits.count);
            bits.count += 8;
            bits.next += bits.next[0] == 0xFF ? 2 : 1;
        }
    }
    return bits;
}

// Makes at least 56 bits available, unless the data ends.
static inline void zig_jpeg_band_fill(struct zig_jpeg_band_bits *bits, struct zig_jpeg_band_window *window)
{
    // The count is negative after damage.
    if (bits->end - bits->next >= 8 && bits->count >= 0) {
        uint64_t eight = zig_jpeg_band_load(bits->next);
        // If the byte after the taken bytes is 0xFF, its bits are the next bits, too.
        int taken = (63 - bits->count) >> 3;
        if (!zig_jpeg_band_has_ff(eight & ~(UINT64_MAX >> 8 * taken))) {
            bits->word |= eight >> bits->count;
            bits->next += taken;
            bits->count |= 56;
            return;
        }
    }
    // A copy, so that the compiler keeps the members of `bits` in registers.
    struct zig_jpeg_band_bits filled = zig_jpeg_band_fill_bytes(*bits, window);
    *bits = filled;
}

// Makes at least 32 bits available, which are enough for a code and its extra bits.
static inline void zig_jpeg_band_need(struct zig_jpeg_band_bits *bits, struct zig_jpeg_band_window *window)
{
    if (bits->count < 32) zig_jpeg_band_fill(bits, window);
}

static inline void zig_jpeg_band_drop(struct zig_jpeg_band_bits *bits, int count)
{
    bits->word <<= count;
    bits->count -= count;
}

// Returns the first bits of a word as a number. `count` is at most 63.
static inline uint32_t zig_jpeg_band_top(uint64_t word, int count)
{
    return (uint32_t)(word >> 1 >> (63 - count));
}

// A decoded symbol. The length of its code is 0 if the code is invalid.
struct zig_jpeg_band_symbol {
    int symbol, length;
};

// Decodes the first code of a word.
static inline struct zig_jpeg_band_symbol zig_jpeg_band_decode(const struct zig_jpeg_band_codes *codes, uint64_t word)
{
    int first = (int)zig_jpeg_band_top(word, LONGEST_CODE);
    int length = 1;
    while (length <= LONGEST_CODE && first >= codes->ends[length]) length++;
    if (length > LONGEST_CODE) return (struct zig_jpeg_band_symbol){0, 0};
    int place = codes->places[length] + (first >> (LONGEST_CODE - length));
    return (struct zig_jpeg_band_symbol){codes->symbols[place], length};
}

// Returns the DC difference whose extra bits follow `skipped` bits of the word. Source: ITU-T T.81, F.2.2.1.
static inline int zig_jpeg_band_difference(uint64_t word, int skipped, int category)
{
    int bits = (int)zig_jpeg_band_top(word << skipped, category);
    return category > 0 && bits < 1 << (category - 1) ? bits + 1 - (1 << category) : bits;
}

// An AC symbol moves the index of the coefficient. Returns the advance, or COEFFICIENTS for an end of block.
// libjpeg treats the unused symbols 0x10 to 0xE0 as an end of block. Source: ITU-T T.81, F.2.2.2.
static inline int zig_jpeg_band_advance(int symbol)
{
    int zeros = symbol >> 4, size = symbol & 15;
    return size == 0 && zeros < 15 ? COEFFICIENTS : zeros + 1;
}

// Moves an index by an advance. Returns the next index, COEFFICIENTS after the last code of the block, or -1
// if the index is invalid.
static inline int zig_jpeg_band_move(int index, int advance)
{
    if (advance == COEFFICIENTS) return COEFFICIENTS;
    return index + advance <= COEFFICIENTS ? index + advance : -1;
}

// Begins to read at a byte of the window, after a number of its bits.
static inline struct zig_jpeg_band_bits zig_jpeg_band_bits_at(
    struct zig_jpeg_band_window *window, const uint8_t *next, int bit)
{
    struct zig_jpeg_band_bits bits = {.next = next, .end = window->end};
    zig_jpeg_band_need(&bits, window);
    zig_jpeg_band_drop(&bits, bit);
    return bits;
}

// Finds the byte that contains the next bit: goes back over the bytes that are not read completely. A zero byte
// after 0xFF is stuffing. Sets `bit` to the number of bits of the byte that are read.
static inline const uint8_t *zig_jpeg_band_place(const struct zig_jpeg_band_bits *bits, int *bit)
{
    const uint8_t *next = bits->next;
    int bytes = (bits->count + 7) / 8;
    for (int i = 0; i < bytes; i++) next -= next[-1] == 0 && next[-2] == 0xFF ? 2 : 1;
    *bit = 8 * bytes - bits->count;
    return next;
}

// Returns the position of the next bit in the file: eight bits for each byte.
static inline uint64_t zig_jpeg_band_position(
    const struct zig_jpeg_band_bits *bits, const struct zig_jpeg_band_window *window)
{
    int bit;
    const uint8_t *place = zig_jpeg_band_place(bits, &bit);
    return 8 * (uint64_t)zig_jpeg_band_window_offset(window, place) + (uint64_t)bit;
}
