// Writes JPEG files of random kinds:
//
//   jpeg-writer FIRST COUNT FOLDER [damaged]
//
// The files are FOLDER/FIRST.jpg and so on; the number of a file is the seed of its random numbers. The files have 1, 3
// or 4 components in many samplings, odd sizes from 1 × 1, qualities from 1 to 100, ordinary and optimised tables, and
// restart intervals. Some have fill bytes before markers, bytes after the image or after the last block, or no end
// marker. With `damaged`, bytes of each file are changed, removed or inserted.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <setjmp.h>

static uint64_t state;

static uint32_t next_number(void)
{
    // Source: Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003.
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

static void seed(uint64_t number)
{
    state = number * 0x9E3779B97F4A7C15u + 0x1234567;
    for (int i = 0; i < 20; i++) next_number();
}

// A random number from 0 to `limit` - 1.
static int below(int limit) { return (int)(next_number() % (unsigned)limit); }

static bool is_one_in(int count) { return below(count) == 0; }

// A file in memory. The buffer has room for MOST_ADDED_BYTES more bytes.
#define MOST_ADDED_BYTES 200000
static uint8_t *bytes;
static size_t length;

// The horizontal and vertical sampling factors of up to four components.
static const int samplings[][8] = {
    {1, 1, 1, 1, 1, 1, 1, 1}, {2, 1, 1, 1, 1, 1, 2, 1}, {2, 2, 1, 1, 1, 1, 2, 2}, {1, 2, 1, 1, 1, 1, 1, 2},
    {4, 1, 1, 1, 1, 1, 4, 1}, {1, 4, 1, 1, 1, 1, 1, 4}, {4, 2, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 1, 2, 1, 1, 1},
    {2, 2, 1, 2, 1, 2, 1, 1}, {1, 1, 2, 2, 1, 1, 1, 1}, {1, 2, 1, 1, 1, 2, 1, 1}, {2, 1, 1, 1, 2, 1, 1, 1},
    {1, 1, 1, 2, 1, 2, 1, 1}, {2, 2, 2, 2, 1, 1, 1, 1}, {3, 1, 1, 1, 1, 1, 1, 1}, {1, 3, 1, 1, 1, 1, 1, 1},
    {2, 1, 2, 1, 2, 1, 2, 1}, {2, 2, 1, 1, 2, 2, 1, 1}, {2, 4, 1, 1, 1, 1, 1, 1}, {1, 2, 1, 2, 1, 2, 1, 2},
};

static void choose_size(struct jpeg_compress_struct *encoder)
{
    int limit = is_one_in(5) ? 600 : is_one_in(3) ? 40 : 200;
    bool is_smallest = is_one_in(50);
    encoder->image_width = is_smallest ? 1 : (JDIMENSION)(1 + below(limit));
    encoder->image_height = is_smallest ? 1 : (JDIMENSION)(1 + below(limit));
}

static void choose_colours(struct jpeg_compress_struct *encoder)
{
    static const int counts[] = {1, 3, 3, 3, 3, 4};
    int samples = counts[below(6)];
    encoder->input_components = samples;
    encoder->in_color_space = samples == 1 ? JCS_GRAYSCALE : samples == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(encoder);
    if (samples == 4 && is_one_in(2)) jpeg_set_colorspace(encoder, JCS_YCCK);
    if (samples == 3 && is_one_in(6)) jpeg_set_colorspace(encoder, JCS_RGB);
    const int *factors = samplings[below(sizeof samplings / sizeof *samplings)];
    for (int i = 0; i < samples; i++) {
        encoder->comp_info[i].h_samp_factor = factors[2 * i];
        encoder->comp_info[i].v_samp_factor = factors[2 * i + 1];
    }
}

// Chooses any interval, whole MCU rows, few MCUs, or half an MCU row.
static void choose_interval(struct jpeg_compress_struct *encoder)
{
    int most = 1;
    for (int i = 0; i < encoder->num_components && encoder->num_components > 1; i++)
        if (encoder->comp_info[i].h_samp_factor > most) most = encoder->comp_info[i].h_samp_factor;
    int across = ((int)encoder->image_width + 8 * most - 1) / (8 * most);
    if (is_one_in(2)) return;
    const int intervals[] = {
        1 + below(2 * across), across * (1 + below(3)), 1 + below(9), across > 1 && across % 2 == 0 ? across / 2 : across};
    encoder->restart_interval = (unsigned)intervals[below(4)];
}

static int limited(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

// Writes rows: noise, one colour, a chessboard or a slope.
static void write_rows(struct jpeg_compress_struct *encoder)
{
    int samples = encoder->input_components, kind = below(6), base = below(256), slope = below(9) - 4;
    int noise = 1 + below(kind == 0 ? 255 : 60);
    size_t count = encoder->image_width * (size_t)samples;
    uint8_t *row = malloc(count);
    while (row != NULL && encoder->next_scanline < encoder->image_height) {
        int y = (int)encoder->next_scanline;
        for (size_t i = 0; i < count; i++) {
            int x = (int)i / samples, value = base + below(noise) - noise / 2;
            if (kind == 1) value = base;
            if (kind == 2) value = (x / 16 + y / 16) % 2 == 1 ? 255 : 0;
            if (kind == 3) value = base + slope * x / 4 + slope * y / 3 + below(noise) / 8;
            if (kind == 4) value += slope * (y - x);
            row[i] = (uint8_t)limited(value);
        }
        jpeg_write_scanlines(encoder, &row, 1);
    }
    free(row);
}

static jmp_buf unsupported;

static void leave(j_common_ptr common)
{
    (void)common;
    longjmp(unsupported, 1);
}

static void ignore(j_common_ptr common) { (void)common; }

// Encodes a file. Returns false if libjpeg does not support the chosen sampling.
static bool encode(void)
{
    struct jpeg_compress_struct encoder = {0};
    struct jpeg_error_mgr errors;
    static unsigned char *output;
    static unsigned long size;
    output = NULL;
    size = 0;
    encoder.err = jpeg_std_error(&errors);
    errors.error_exit = leave;
    errors.output_message = ignore;
    bool is_encoded = setjmp(unsupported) == 0;
    if (is_encoded) {
        jpeg_create_compress(&encoder);
        jpeg_mem_dest(&encoder, &output, &size);
        choose_size(&encoder);
        choose_colours(&encoder);
        jpeg_set_quality(&encoder, is_one_in(6) ? 100 : 1 + below(100), is_one_in(2));
        encoder.optimize_coding = is_one_in(2);
        choose_interval(&encoder);
        jpeg_start_compress(&encoder, TRUE);
        write_rows(&encoder);
        jpeg_finish_compress(&encoder);
        length = size;
        bytes = malloc(length + MOST_ADDED_BYTES);
        if (bytes == NULL) exit(1);
        memcpy(bytes, output, length);
    }
    jpeg_destroy_compress(&encoder);
    free(output);
    return is_encoded;
}

static void insert(size_t place, uint8_t byte)
{
    memmove(bytes + place + 1, bytes + place, length - place);
    bytes[place] = byte;
    length++;
}

static void delete_bytes(size_t place, size_t count)
{
    if (place + count >= length) return;
    memmove(bytes + place, bytes + place + count, length - place - count);
    length -= count;
}

// The offset of the first block.
static size_t find_data(void)
{
    size_t place = 2;
    bool is_scan = false;
    while (!is_scan && place + 4 < length) {
        is_scan = bytes[place + 1] == 0xDA;
        place += 2 + (size_t)(bytes[place + 2] << 8 | bytes[place + 3]);
    }
    return place;
}

static bool is_restart(size_t place) { return bytes[place] == 0xFF && (bytes[place + 1] & 0xF8) == 0xD0; }

// Adds bytes that do not damage the image, or removes its end marker.
static void decorate(void)
{
    if (is_one_in(3))
        for (size_t place = find_data(), left = 100000; place + 1 < length && left > 0; place++) {
            bool is_marker = bytes[place] == 0xFF && bytes[place + 1] >= 0xD0 && bytes[place + 1] <= 0xD9;
            if (!is_marker || !is_one_in(3)) continue;
            insert(place++, 0xFF);
            left--;
        }
    if (is_one_in(4)) {
        for (int i = below(3000); i > 0; i--) bytes[length++] = (uint8_t)next_number();
    } else if (is_one_in(8)) {
        length -= 2;
    } else if (is_one_in(8)) {
        for (int i = below(20); i > 0; i--) insert(length - 2, (uint8_t)below(255));
    }
}

// Deletes, doubles or renumbers the next restart marker, or replaces it. Returns false without a marker.
static bool damage_marker(size_t place)
{
    while (place + 2 < length && !is_restart(place)) place++;
    if (place + 2 >= length) return false;
    switch (below(4)) {
    case 0:
        delete_bytes(place, 2);
        break;
    case 1:
        insert(place, bytes[place + 1]);
        insert(place, 0xFF);
        break;
    case 2:
        bytes[place + 1] = (uint8_t)(0xD0 + below(8));
        break;
    default:
        bytes[place + 1] = (uint8_t)(0xD0 + below(16));
    }
    return true;
}

static void damage(void)
{
    size_t first = is_one_in(12) ? 2 : find_data();
    for (int count = 1 + below(is_one_in(4) ? 4 : 1); count > 0 && first + 8 < length; count--) {
        size_t place = first + (size_t)below((int)(length - first));
        if (place + 4 >= length) continue;
        switch (below(9)) {
        case 0:
        case 1:
        case 2:
            bytes[place] ^= (uint8_t)(1 << below(8));
            break;
        case 3:
            length = place + 1;
            break;
        case 4:
            delete_bytes(place, 1 + (size_t)below(is_one_in(2) ? 40 : 3));
            break;
        case 5:
            bytes[place] = 0xFF;
            break;
        case 6:
            insert(place, (uint8_t)next_number());
            break;
        default:
            if (!damage_marker(place)) bytes[place] ^= 0x10;
        }
    }
}

int main(int count, char **arguments)
{
    if (count < 4) return 2;
    uint64_t first = strtoull(arguments[1], NULL, 10), end = first + strtoull(arguments[2], NULL, 10);
    for (uint64_t number = first; number < end; number++) {
        seed(number);
        while (!encode()) {}
        decorate();
        if (count > 4) damage();
        char path[4096];
        snprintf(path, sizeof path, "%s/%llu.jpg", arguments[3], (unsigned long long)number);
        FILE *file = fopen(path, "wb");
        if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) return 1;
        free(bytes);
    }
    return 0;
}
