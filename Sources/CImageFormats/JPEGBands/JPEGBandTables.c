// Huffman tables: reads the tables of a file, and adds the DC categories that a band may need.
#include <string.h>

#include "JPEGBandIndex.h"

enum { DHT = 0xC4 };

// Computes the codes of a table. Returns false if they do not fit: no code consists of ones only. Source:
// ITU-T T.81, annex C.
static bool assign_codes(struct zig_jpeg_band_codes *codes)
{
    int code = 0, place = 0;
    for (int length = 1; length <= LONGEST_CODE; length++) {
        codes->places[length] = place - code;
        code += codes->counts[length];
        place += codes->counts[length];
        if (codes->counts[length] > 0 && code >= 1 << length) return false;
        codes->ends[length] = code << (LONGEST_CODE - length);
        code <<= 1;
    }
    return true;
}

bool zig_jpeg_band_tables_read(struct zig_jpeg_band_header *header, const uint8_t *bytes, size_t length)
{
    while (length > LONGEST_CODE) {
        int kind = bytes[0];
        if ((kind & 0xEC) != 0) return false;
        struct zig_jpeg_band_codes *codes = kind >> 4 ? &header->ac[kind & 3] : &header->dc[kind & 3];
        memset(codes, 0, sizeof *codes);
        for (int i = 1; i <= LONGEST_CODE; i++) {
            codes->counts[i] = bytes[i];
            codes->symbol_count += bytes[i];
        }
        size_t table_length = 1 + LONGEST_CODE + (size_t)codes->symbol_count;
        if (codes->symbol_count > 256 || table_length > length) return false;
        memcpy(codes->symbols, bytes + 1 + LONGEST_CODE, (size_t)codes->symbol_count);
        for (int i = 0; kind >> 4 == 0 && i < codes->symbol_count; i++)
            if (codes->symbols[i] >= CATEGORIES) return false;
        if (!assign_codes(codes)) return false;
        codes->is_defined = true;
        bytes += table_length;
        length -= table_length;
    }
    return length == 0;
}

// Looks up the code of each category.
static void find_categories(const struct zig_jpeg_band_codes *codes, struct zig_jpeg_band_code *categories)
{
    int code = 0, place = 0;
    for (int length = 1; length <= LONGEST_CODE; length++, code <<= 1)
        for (int i = 0; i < codes->counts[length]; i++, code++) {
            struct zig_jpeg_band_code *category = &categories[codes->symbols[place++]];
            if (category->length == 0) *category = (struct zig_jpeg_band_code){(uint16_t)code, (uint8_t)length};
        }
}

// Writes a DC table with codes for all categories. The added codes are the longest codes, so the other codes do
// not change. An encoder leaves room for them: no code consists of ones only. Returns false without room.
static bool extend_categories(struct zig_jpeg_band_header *header, int number)
{
    struct zig_jpeg_band_codes codes = header->dc[number];
    struct zig_jpeg_band_code *categories = header->categories[number];
    find_categories(&codes, categories);
    for (int category = 0; category <= LARGEST_CATEGORY; category++) {
        if (categories[category].length > 0) continue;
        if (codes.symbol_count == 256 || codes.counts[LONGEST_CODE] == 255) return false;
        codes.symbols[codes.symbol_count++] = (uint8_t)category;
        codes.counts[LONGEST_CODE]++;
    }
    if (!assign_codes(&codes)) return false;
    find_categories(&codes, categories);
    size_t size = 2 + 1 + LONGEST_CODE + (size_t)codes.symbol_count;
    uint8_t *segment = header->template + header->template_length;
    const uint8_t start[] = {0xFF, DHT, (uint8_t)(size >> 8), (uint8_t)size, (uint8_t)number};
    memcpy(segment, start, sizeof start);
    for (int i = 1; i <= LONGEST_CODE; i++) segment[sizeof start - 1 + (size_t)i] = (uint8_t)codes.counts[i];
    memcpy(segment + sizeof start + LONGEST_CODE, codes.symbols, (size_t)codes.symbol_count);
    header->template_length += 2 + size;
    return true;
}

// A band that begins at a restart marker needs no other codes.
bool zig_jpeg_band_tables_extend(struct zig_jpeg_band_header *header)
{
    bool is_used[TABLES] = {false};
    for (int i = 0; i < header->component_count; i++) is_used[header->components[i].dc] = true;
    for (int number = 0; header->interval == 0 && number < TABLES; number++)
        if (is_used[number] && !extend_categories(header, number)) return false;
    return true;
}
