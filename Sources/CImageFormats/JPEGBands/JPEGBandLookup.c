// Fast tables: the effect of all codes that lie completely in the next bits.
#include <stdlib.h>

#include "JPEGBandBits.h"

// Adds the AC codes that lie completely in the first bits of a word to an entry, up to the end of the block. An
// entry cannot know the index at which its codes begin, so the reader checks the sum.
static void add_ac(struct zig_jpeg_band_entry *entry, const struct zig_jpeg_band_codes *codes, uint64_t word)
{
    while (!entry->is_end) {
        struct zig_jpeg_band_symbol symbol = zig_jpeg_band_decode(codes, word << entry->length);
        int length = entry->length + symbol.length + (symbol.symbol & 15);
        int advance = zig_jpeg_band_advance(symbol.symbol);
        bool is_end = advance == COEFFICIENTS;
        if (symbol.length == 0 || length > FAST_BITS || (!is_end && entry->advance + advance >= COEFFICIENTS)) return;
        entry->length = (uint8_t)length;
        if (is_end)
            entry->is_end = 1;
        else
            entry->advance = (uint8_t)(entry->advance + advance) & 127;
    }
}

// Makes the entry of the first bits of a block.
static struct zig_jpeg_band_entry first_entry(
    const struct zig_jpeg_band_codes *dc, const struct zig_jpeg_band_codes *ac, uint64_t word)
{
    struct zig_jpeg_band_symbol symbol = zig_jpeg_band_decode(dc, word);
    int length = symbol.length + symbol.symbol;
    if (symbol.length == 0 || length > FAST_BITS) return (struct zig_jpeg_band_entry){.advance = COEFFICIENTS};
    struct zig_jpeg_band_entry entry = {
        .length = (uint8_t)length, .advance = 1,
        .difference = (int16_t)zig_jpeg_band_difference(word, symbol.length, symbol.symbol)};
    add_ac(&entry, ac, word);
    return entry;
}

// Makes the entry of bits inside a block.
static struct zig_jpeg_band_entry next_entry(const struct zig_jpeg_band_codes *ac, uint64_t word)
{
    struct zig_jpeg_band_entry entry = {0};
    add_ac(&entry, ac, word);
    if (entry.length == 0) entry.advance = COEFFICIENTS;
    return entry;
}

static void fill_lookup(
    struct zig_jpeg_band_lookup *lookup, const struct zig_jpeg_band_codes *dc, const struct zig_jpeg_band_codes *ac)
{
    for (uint64_t i = 0; i < 1 << FAST_BITS; i++) {
        uint64_t word = i << (64 - FAST_BITS);
        lookup->first[i] = first_entry(dc, ac, word);
        lookup->next[i] = next_entry(ac, word);
    }
}

// Some encoders write equal tables with different numbers.
static bool has_same_codes(
    const struct zig_jpeg_band_header *header, const struct zig_jpeg_band_component *one,
    const struct zig_jpeg_band_component *other)
{
    size_t size = sizeof(struct zig_jpeg_band_codes);
    return memcmp(&header->dc[one->dc], &header->dc[other->dc], size) == 0
        && memcmp(&header->ac[one->ac], &header->ac[other->ac], size) == 0;
}

// Components with the same codes share their tables.
bool zig_jpeg_band_lookup_create(struct zig_jpeg_bands *bands)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    bands->lookup = malloc((size_t)header->component_count * sizeof *bands->lookup);
    if (bands->lookup == NULL) return false;
    for (int i = 0; i < header->component_count; i++) {
        const struct zig_jpeg_band_component *component = &header->components[i];
        int same = 0;
        while (!has_same_codes(header, &header->components[same], component)) same++;
        bands->tables[i] = &bands->lookup[same];
        if (same == i) fill_lookup(&bands->lookup[i], &header->dc[component->dc], &header->ac[component->ac]);
    }
    return true;
}
