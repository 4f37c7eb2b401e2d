// The lower bound of the processor time: libjpeg-turbo alone decodes a JPEG, and encodes its pyramid in memory as
// Deep Zoom tiles (254 pixels, overlap 1, quality 85). Prints the seconds of both.
//
//     floor photo.jpg
//
// Downsampling, for which the whole image is in memory, is not counted.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>

#define TILE 254
#define OVERLAP 1
#define SIDE (TILE + 2 * OVERLAP)
#define ROWS 16

struct picture {
    int width, height;
    JSAMPLE *samples;
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static JSAMPLE *row_of(const struct picture *picture, int y)
{
    return picture->samples + (size_t)y * (size_t)picture->width * 3;
}

static struct picture make(int width, int height)
{
    struct picture picture = {width, height, malloc((size_t)width * (size_t)height * 3)};
    if (picture.samples == NULL)
        exit(1);
    return picture;
}

// Decodes an image a few rows at a time, as a program with little memory does.
static double decode(FILE *file, struct picture *picture)
{
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct decoder = {.err = jpeg_std_error(&errors)};
    jpeg_create_decompress(&decoder);
    jpeg_stdio_src(&decoder, file);
    double start = seconds(), taken;
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_RGB;
    jpeg_start_decompress(&decoder);
    taken = seconds() - start;
    *picture = make((int)decoder.output_width, (int)decoder.output_height);
    size_t stride = (size_t)picture->width * 3;
    JSAMPLE *strip = malloc(stride * ROWS);
    if (strip == NULL)
        exit(1);
    JSAMPROW rows[ROWS];
    for (int y = 0; y < ROWS; y++)
        rows[y] = strip + (size_t)y * stride;
    for (int top = 0; top < picture->height; top += ROWS) {
        int present = picture->height - top < ROWS ? picture->height - top : ROWS;
        start = seconds();
        for (int done = 0; done < present;)
            done += (int)jpeg_read_scanlines(&decoder, rows + done, (JDIMENSION)(present - done));
        taken += seconds() - start;
        memcpy(row_of(picture, top), strip, stride * (size_t)present);
    }
    free(strip);
    jpeg_destroy_decompress(&decoder);
    return taken;
}

static void encode_tile(struct jpeg_compress_struct *encoder, JSAMPROW *rows, int width, int height)
{
    static unsigned char buffer[SIDE * SIDE * 6];
    unsigned char *target = buffer;
    unsigned long length = sizeof buffer;
    jpeg_mem_dest(encoder, &target, &length);
    encoder->image_width = (JDIMENSION)width;
    encoder->image_height = (JDIMENSION)height;
    encoder->input_components = 3;
    encoder->in_color_space = JCS_RGB;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, 85, TRUE);
    jpeg_start_compress(encoder, TRUE);
    for (int done = 0; done < height;)
        done += (int)jpeg_write_scanlines(encoder, rows + done, (JDIMENSION)(height - done));
    jpeg_finish_compress(encoder);
}

static double encode(struct jpeg_compress_struct *encoder, const struct picture *level)
{
    double start = seconds();
    JSAMPROW rows[SIDE];
    for (int top = 0; top < level->height; top += TILE) {
        int first = top == 0 ? 0 : top - OVERLAP;
        int end = top + TILE + OVERLAP < level->height ? top + TILE + OVERLAP : level->height;
        for (int left = 0; left < level->width; left += TILE) {
            int column = left == 0 ? 0 : left - OVERLAP;
            int right = left + TILE + OVERLAP < level->width ? left + TILE + OVERLAP : level->width;
            for (int y = first; y < end; y++)
                rows[y - first] = row_of(level, y) + (size_t)column * 3;
            encode_tile(encoder, rows, right - column, end - first);
        }
    }
    return seconds() - start;
}

static struct picture halved(const struct picture *level)
{
    struct picture half = make((level->width + 1) / 2, (level->height + 1) / 2);
    for (int y = 0; y < half.height; y++) {
        int lower = 2 * y + 1 < level->height ? 2 * y + 1 : 2 * y;
        const JSAMPLE *a = row_of(level, 2 * y), *b = row_of(level, lower);
        JSAMPLE *output = row_of(&half, y);
        for (int x = 0; x < half.width; x++) {
            int left = 6 * x, right = 2 * x + 1 < level->width ? left + 3 : left;
            for (int band = 0; band < 3; band++)
                output[3 * x + band] = (JSAMPLE)((a[left + band] + a[right + band] + b[left + band] + b[right + band] + 2) >> 2);
        }
    }
    return half;
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL)
        return 1;
    struct jpeg_error_mgr errors;
    struct jpeg_compress_struct encoder = {.err = jpeg_std_error(&errors)};
    jpeg_create_compress(&encoder);
    struct picture level;
    double decoding = decode(file, &level), encoding = 0;
    for (;;) {
        encoding += encode(&encoder, &level);
        if (level.width == 1 && level.height == 1)
            break;
        struct picture half = halved(&level);
        free(level.samples);
        level = half;
    }
    printf("%f %f\n", decoding, encoding);
    return 0;
}
