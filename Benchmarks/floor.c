// The floor: processor seconds that libjpeg-turbo takes to decode a JPEG, and to encode its pixels again as
// tiles of 256 × 256 at quality 85, into memory. Prints both.
//
//     floor picture.jpg
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <jpeglib.h>

#define TILE 256

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void encode(struct jpeg_compress_struct *encoder, JSAMPROW *rows, int width, int height)
{
    static unsigned char buffer[TILE * TILE * 6];
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

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL)
        return 1;
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct decoder = {.err = jpeg_std_error(&errors)};
    struct jpeg_compress_struct encoder = {.err = &errors};
    double start = seconds(), encoding = 0;
    jpeg_create_decompress(&decoder);
    jpeg_create_compress(&encoder);
    jpeg_stdio_src(&decoder, file);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_RGB;
    jpeg_start_decompress(&decoder);
    int width = (int)decoder.output_width, height = (int)decoder.output_height;
    size_t stride = (size_t)width * 3;
    JSAMPLE *strip = malloc(stride * TILE);
    if (strip == NULL)
        return 1;
    JSAMPROW rows[TILE], tile[TILE];
    for (int y = 0; y < TILE; y++)
        rows[y] = strip + (size_t)y * stride;
    for (int top = 0; top < height; top += TILE) {
        int present = height - top < TILE ? height - top : TILE;
        for (int done = 0; done < present;)
            done += (int)jpeg_read_scanlines(&decoder, rows + done, (JDIMENSION)(present - done));
        double before = seconds();
        for (int left = 0; left < width; left += TILE) {
            for (int y = 0; y < present; y++)
                tile[y] = rows[y] + 3 * left;
            encode(&encoder, tile, width - left < TILE ? width - left : TILE, present);
        }
        encoding += seconds() - before;
    }
    printf("%f %f\n", seconds() - start - encoding, encoding);
    return 0;
}
