#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "TIFFBlocks.h"

// The longest stored block, and the bytes before it. Source: RFC 1951, 3.2.4.
#define LONGEST_STORED 65535
#define STORED_HEADER 5
// The bytes before and after the blocks. Source: RFC 1950, 2.2.
#define ZLIB_HEADER 2
#define ZLIB_CHECKSUM 4

void zig_tiff_deflate_free(zig_tiff_deflate *memory)
{
    if (memory->decompressor != NULL) libdeflate_free_decompressor(memory->decompressor);
    free(memory->raw);
    free(memory->stored);
}

int zig_tiff_has_deflate(TIFF *file)
{
    int compression = zig_tiff_compression((zig_tiff *)file);
    return compression == COMPRESSION_ADOBE_DEFLATE || compression == COMPRESSION_DEFLATE;
}

void zig_tiff_use_zlib(TIFF *file)
{
    if (zig_tiff_has_deflate(file)) TIFFSetField(file, TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
}

static int reserve(uint8_t **buffer, size_t *room, size_t size)
{
    if (*room >= size) return 1;
    free(*buffer);
    *buffer = malloc(size);
    *room = *buffer == NULL ? 0 : size;
    return *buffer != NULL;
}

static int has_reversed_bits(TIFF *file)
{
    uint16_t order = FILLORDER_MSB2LSB;
    TIFFGetFieldDefaulted(file, TIFFTAG_FILLORDER, &order);
    return order == FILLORDER_LSB2MSB;
}

// Reads the compressed bytes of a block. Returns their number, or 0. A damaged file may state any number of bytes, so
// the number is limited as in libtiff. Source: tif_read.c, TIFFFillStrip.
static size_t read_raw(TIFF *file, zig_tiff_deflate *memory, uint32_t number, uint64_t needed)
{
    uint64_t size = TIFFGetStrileByteCount(file, number);
    if (size > 1 << 20 && size / 10 > needed) size = needed * 10 + 4096;
    if (size == 0 || size > TIFFGetSizeProc(file)(TIFFClientdata(file))
        || !reserve(&memory->raw, &memory->raw_room, size))
        return 0;
    tmsize_t count = TIFFIsTiled(file) ? TIFFReadRawTile(file, number, memory->raw, (tmsize_t)size)
                                       : TIFFReadRawStrip(file, number, memory->raw, (tmsize_t)size);
    if (count != (tmsize_t)size) return 0;
    if (has_reversed_bits(file)) TIFFReverseBits(memory->raw, count);
    return size;
}

// Decompresses data to its end. `bytes` receives the first `room` bytes. Returns whether the data has at least
// `room` bytes, and the checksum is correct. Data without an end that has no further bytes is accepted.
static int inflate_all(const uint8_t *raw, size_t size, uint8_t *bytes, size_t room)
{
    static const uint32_t most = 1 << 30;
    struct inflate_state *state = malloc(sizeof *state);
    uint8_t *surplus = malloc(1 << 16);
    int status = state == NULL || surplus == NULL ? ISAL_INVALID_STATE : ISAL_DECOMP_OK;
    size_t used = 0;
    uint64_t count = 0;
    if (status == ISAL_DECOMP_OK) {
        isal_inflate_init(state);
        state->crc_flag = ISAL_ZLIB;
    }
    while (status == ISAL_DECOMP_OK && state->block_state != ISAL_BLOCK_FINISH) {
        if (state->avail_in == 0) {
            state->next_in = (uint8_t *)raw + used;
            state->avail_in = size - used > most ? most : (uint32_t)(size - used);
            used += state->avail_in;
        }
        int is_needed = bytes != NULL && count < room;
        size_t left = is_needed ? (size_t)(room - count) : 1 << 16;
        uint32_t step = left > most ? most : (uint32_t)left;
        state->next_out = is_needed ? bytes + count : surplus;
        state->avail_out = step;
        status = isal_inflate(state);
        count += step - state->avail_out;
        if (state->avail_out == step && state->avail_in == 0 && used == size) break;
    }
    int is_finished = status == ISAL_DECOMP_OK && state->block_state == ISAL_BLOCK_FINISH;
    free(state);
    free(surplus);
    return status == ISAL_DECOMP_OK && count >= room && (is_finished || count == room);
}

void zig_tiff_check_deflate(
    TIFF *file, zig_tiff_deflate *memory, uint32_t number, zig_tiff_messages *messages)
{
    if (!zig_tiff_has_deflate(file) || zig_tiff_damage(messages) != NULL) return;
    uint64_t needed = zig_tiff_pixel_bytes(file, number);
    size_t size = read_raw(file, memory, number, needed);
    if (size == 0 || !inflate_all(memory->raw, size, NULL, needed))
        zig_tiff_note_damage(messages, "Incorrect checksum", -1);
}

static size_t stored_overhead(size_t count)
{
    return ZLIB_HEADER + (count / LONGEST_STORED + 1) * STORED_HEADER + ZLIB_CHECKSUM;
}

// Divides the last `count` bytes of the buffer for stored bytes into stored blocks. Returns the number of bytes from
// the start of the buffer.
static size_t store(uint8_t *stored, size_t count)
{
    const uint8_t *from = stored + stored_overhead(count);
    uint32_t checksum = libdeflate_adler32(1, from, count);
    uint8_t *to = stored;
    *to++ = 0x78;
    *to++ = 1;
    size_t left = count;
    do {
        size_t step = left < LONGEST_STORED ? left : LONGEST_STORED;
        left -= step;
        *to++ = left == 0;
        *to++ = (uint8_t)step;
        *to++ = (uint8_t)(step >> 8);
        *to++ = (uint8_t)~step;
        *to++ = (uint8_t)(~step >> 8);
        memmove(to, from, step);
        to += step;
        from += step;
    } while (left > 0);
    for (int shift = 24; shift >= 0; shift -= 8) *to++ = (uint8_t)(checksum >> shift);
    return (size_t)(to - stored);
}

// Decompresses a block. Returns 0 if bytes are missing or wrong; `is_whole` is 1 if all bytes have a value.
static int inflate_block(
    zig_tiff_deflate *memory, size_t size, uint8_t *bytes, size_t needed, int *is_whole, zig_tiff_messages *messages)
{
    size_t count = 0;
    enum libdeflate_result result
        = libdeflate_zlib_decompress(memory->decompressor, memory->raw, size, bytes, needed, &count);
    if (result == LIBDEFLATE_SUCCESS && count == needed) return *is_whole = 1;
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
        // The data has more bytes than pixels. libdeflate may not have written the last bytes.
        memset(bytes, 0, needed);
        *is_whole = 1;
        if (inflate_all(memory->raw, size, bytes, needed)) return 1;
        zig_tiff_note_damage(messages, "Incorrect checksum", -1);
        return 0;
    }
    zig_tiff_note_damage(messages, result == LIBDEFLATE_SUCCESS ? "Not enough data" : "Decoding error", -1);
    return 0;
}

ptrdiff_t zig_tiff_read_deflate(
    TIFF *file, zig_tiff_deflate *memory, uint32_t number, void *buffer, size_t size, zig_tiff_messages *messages)
{
    uint64_t needed = zig_tiff_pixel_bytes(file, number);
    if (memory->decompressor == NULL) memory->decompressor = libdeflate_alloc_decompressor();
    size_t raw_size = needed == 0 || needed > size || memory->decompressor == NULL
        ? 0 : read_raw(file, memory, number, needed);
    if (raw_size == 0) return -1;
    uint16_t predictor = PREDICTOR_NONE;
    int is_whole = 0;
    if ((!TIFFGetField(file, TIFFTAG_PREDICTOR, &predictor) || predictor == PREDICTOR_NONE)
        && !TIFFIsByteSwapped(file)) {
        inflate_block(memory, raw_size, buffer, needed, &is_whole, messages);
        return is_whole ? (ptrdiff_t)needed : -1;
    }
    // libtiff undoes the predictor and swaps bytes, so it decodes the bytes again, which are now stored without
    // compression.
    size_t overhead = stored_overhead(needed);
    if (!reserve(&memory->stored, &memory->stored_room, needed + overhead)) return -1;
    inflate_block(memory, raw_size, memory->stored + overhead, needed, &is_whole, messages);
    if (!is_whole) return -1;
    size_t stored_size = store(memory->stored, needed);
    if (has_reversed_bits(file)) TIFFReverseBits(memory->stored, (tmsize_t)stored_size);
    int is_read = TIFFReadFromUserBuffer(
        file, number, memory->stored, (tmsize_t)stored_size, buffer, (tmsize_t)needed);
    return is_read ? (ptrdiff_t)needed : -1;
}
