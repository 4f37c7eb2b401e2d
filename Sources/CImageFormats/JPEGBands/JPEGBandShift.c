// Writes the data of a band without restart markers: codes the first MCU again, and shifts the other bits.
#include <stdlib.h>

#include "JPEGBandBits.h"
#include "JPEGBandStream.h"

// The most bytes that are read or written for eight bytes: each byte can be 0xFF, and a zero byte is written
// behind each byte.
#define MOST_STUFFED 17

// Writes a byte, and a zero byte after 0xFF. Returns the end of the written bytes.
static inline uint8_t *put_byte(uint8_t *target, uint8_t byte)
{
    target[0] = byte;
    target[1] = 0;
    return target + (byte == 0xFF ? 2 : 1);
}

// Writes the last `count` bits of a number; at most 32.
static void put_bits(struct zig_jpeg_band_stream *stream, uint32_t bits, int count)
{
    if (count == 0) return;
    stream->pending |= (uint64_t)bits << (64 - count) >> stream->pending_count;
    stream->pending_count += count;
    for (; stream->pending_count >= 8; stream->pending_count -= 8, stream->pending <<= 8)
        stream->target = put_byte(stream->target, (uint8_t)(stream->pending >> 56));
}

// Copies a code and its extra bits.
static void copy_bits(struct zig_jpeg_band_stream *stream, struct zig_jpeg_band_bits *bits, int count)
{
    put_bits(stream, zig_jpeg_band_top(bits->word, count), count);
    zig_jpeg_band_drop(bits, count);
}

// Codes a DC difference. Source: ITU-T T.81, F.1.2.1.
static bool put_difference(
    struct zig_jpeg_band_stream *stream, const struct zig_jpeg_band_code *categories, int difference)
{
    int category = difference == 0 ? 0 : 32 - __builtin_clz((unsigned)abs(difference));
    if (category > LARGEST_CATEGORY) return false;
    put_bits(stream, categories[category].code, categories[category].length);
    int bits = difference < 0 ? difference + (1 << category) - 1 : difference;
    put_bits(stream, (uint32_t)bits, category);
    return true;
}

static bool copy_ac(
    struct zig_jpeg_band_stream *stream, struct zig_jpeg_band_bits *bits, const struct zig_jpeg_band_codes *codes)
{
    int index = 1;
    while (index < COEFFICIENTS) {
        zig_jpeg_band_need(bits, &stream->window);
        struct zig_jpeg_band_symbol symbol = zig_jpeg_band_decode(codes, bits->word);
        index = zig_jpeg_band_move(index, zig_jpeg_band_advance(symbol.symbol));
        if (symbol.length == 0 || index < 0) return false;
        copy_bits(stream, bits, symbol.length + (symbol.symbol & 15));
    }
    return true;
}

// Copies the first MCU. The first DC difference of each component becomes the DC coefficient, because the
// predictors of the band are zero. Returns false if the file has changed since it was scanned.
static bool put_first_mcu(
    struct zig_jpeg_band_stream *stream, struct zig_jpeg_band_bits *bits, const int16_t *predictors)
{
    const struct zig_jpeg_band_header *header = &stream->bands->header;
    for (int block = 0; block < header->block_count; block++) {
        int number = header->blocks[block];
        const struct zig_jpeg_band_component *component = &header->components[number];
        zig_jpeg_band_need(bits, &stream->window);
        struct zig_jpeg_band_symbol symbol = zig_jpeg_band_decode(&header->dc[component->dc], bits->word);
        if (symbol.length == 0) return false;
        int length = symbol.length + symbol.symbol;
        if (block > 0 && header->blocks[block - 1] == number) {
            copy_bits(stream, bits, length);
        } else {
            int difference = zig_jpeg_band_difference(bits->word, symbol.length, symbol.symbol);
            zig_jpeg_band_drop(bits, length);
            if (!put_difference(stream, header->categories[component->dc], predictors[number] + difference))
                return false;
        }
        if (!copy_ac(stream, bits, &header->ac[component->ac])) return false;
    }
    return bits->count >= 0;
}

// Reads a byte without its stuffing.
static inline uint8_t take_byte(const uint8_t **next)
{
    uint8_t byte = **next;
    *next += byte == 0xFF ? 2 : 1;
    return byte;
}

// Reads eight bytes without their stuffing, from at least MOST_STUFFED bytes.
static inline uint64_t take_word(const uint8_t **next)
{
    uint64_t word = zig_jpeg_band_load(*next);
    if (!zig_jpeg_band_has_ff(word)) {
        *next += sizeof word;
        return word;
    }
    for (int i = 0; i < 8; i++) word = word << 8 | take_byte(next);
    return word;
}

// Writes eight bytes with their stuffing. Returns the end of the written bytes.
static inline uint8_t *put_word(uint8_t *target, uint64_t word)
{
    if (zig_jpeg_band_has_ff(word)) {
        for (int i = 56; i >= 0; i -= 8) target = put_byte(target, (uint8_t)(word >> i));
        return target;
    }
    uint64_t bytes = __builtin_bswap64(word);
    memcpy(target, &bytes, sizeof bytes);
    return target + sizeof bytes;
}

// Whether the buffer has room for eight more bytes.
static bool has_room(const struct zig_jpeg_band_stream *stream)
{
    return stream->target <= stream->buffer + BAND_BUFFER_SIZE - MOST_STUFFED;
}

// Sets the end of the shifted bytes in the window. Returns whether these bytes end at the end of the band, or at
// the end of a file that was truncated meanwhile.
static bool limit_window(struct zig_jpeg_band_stream *stream)
{
    off_t left = stream->end_offset - zig_jpeg_band_window_offset(&stream->window, stream->next);
    ptrdiff_t count = stream->window.end - stream->next;
    bool is_last = left <= count;
    stream->end = is_last ? stream->next + (left > 0 ? left : 0) : stream->window.end;
    return is_last;
}

// Reads further bytes. Returns whether the window contains the last bytes of the band.
static bool refill_window(struct zig_jpeg_band_stream *stream)
{
    if (limit_window(stream)) return true;
    off_t offset = stream->window.offset;
    stream->next = zig_jpeg_band_window_refill(&stream->window, stream->next);
    return limit_window(stream) || stream->window.offset == offset;
}

// Copies and shifts bytes while the window and the buffer have at least MOST_STUFFED bytes.
static void shift_words(struct zig_jpeg_band_stream *stream)
{
    // The compiler would reload the members after each write to the buffer.
    const uint8_t *next = stream->next;
    uint8_t *target = stream->target, *last = stream->buffer + BAND_BUFFER_SIZE - MOST_STUFFED;
    uint64_t pending = stream->pending;
    int shift = stream->pending_count;
    while (stream->end - next >= MOST_STUFFED && target <= last) {
        uint64_t word = take_word(&next);
        target = put_word(target, pending | word >> shift);
        pending = word << 1 << (63 - shift);
    }
    stream->next = next;
    stream->target = target;
    stream->pending = pending;
}

void zig_jpeg_band_shift_fill(struct zig_jpeg_band_stream *stream)
{
    shift_words(stream);
    while (has_room(stream)) {
        if (!refill_window(stream)) {
            shift_words(stream);
            continue;
        }
        shift_words(stream);
        while (stream->next < stream->end && has_room(stream)) put_bits(stream, take_byte(&stream->next), 8);
        if (stream->next >= stream->end && stream->pending_count > 0 && has_room(stream))
            put_bits(stream, 0xFF, 8 - stream->pending_count);
        return;
    }
}

bool zig_jpeg_band_shift_start(struct zig_jpeg_band_stream *stream, const struct zig_jpeg_row_start *start)
{
    const uint8_t *next = zig_jpeg_band_window_open(&stream->window, start->byte);
    struct zig_jpeg_band_bits bits = zig_jpeg_band_bits_at(&stream->window, next, start->bit);
    if (!put_first_mcu(stream, &bits, start->predictors)) return false;
    int bit;
    stream->next = zig_jpeg_band_place(&bits, &bit);
    if (bit > 0) put_bits(stream, take_byte(&stream->next) & ((1u << (8 - bit)) - 1), 8 - bit);
    limit_window(stream);
    return true;
}
