#include "JPEGCoefficients.h"

#include <stdlib.h>

// The addresses of coefficients do not change once they are read.

static void measure(zig_jpeg_coefficients *coefficients)
{
    struct jpeg_decompress_struct *decoder = &coefficients->decoder;
    coefficients->count = decoder->num_components;
    int blocks = 0;
    for (int i = 0; i < coefficients->count; i++) {
        struct zig_jpeg_plane *plane = &coefficients->planes[i];
        // Only the proportion of sampling factors matters: those of a grey image are arbitrary.
        int is_alone = coefficients->count == 1;
        plane->h_samp_factor = is_alone ? 1 : decoder->comp_info[i].h_samp_factor;
        plane->v_samp_factor = is_alone ? 1 : decoder->comp_info[i].v_samp_factor;
        blocks += plane->h_samp_factor * plane->v_samp_factor;
        if (plane->h_samp_factor > coefficients->max_h)
            coefficients->max_h = plane->h_samp_factor;
        if (plane->v_samp_factor > coefficients->max_v)
            coefficients->max_v = plane->v_samp_factor;
    }
    if (blocks > C_MAX_BLOCKS_IN_MCU)
        ERREXIT(decoder, JERR_BAD_MCU_SIZE);
}

zig_jpeg_coefficients *zig_jpeg_coefficients_open(int descriptor, char *message)
{
    zig_jpeg_coefficients *coefficients = calloc(1, sizeof *coefficients);
    if (coefficients == NULL) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "out of memory");
        return NULL;
    }
    struct jpeg_decompress_struct *decoder = &coefficients->decoder;
    decoder->err = zig_jpeg_errors_install(&coefficients->errors);
    if (setjmp(coefficients->errors.escape)) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "%s", coefficients->errors.message);
        zig_jpeg_coefficients_close(coefficients);
        return NULL;
    }
    jpeg_create_decompress(decoder);
    zig_jpeg_file_install(&coefficients->file, decoder, descriptor);
    jpeg_read_header(decoder, TRUE);
    J_COLOR_SPACE space = decoder->jpeg_color_space;
    if (space == JCS_GRAYSCALE || space == JCS_YCbCr || space == JCS_RGB)
        measure(coefficients);
    return coefficients;
}

void zig_jpeg_coefficients_close(zig_jpeg_coefficients *coefficients)
{
    jpeg_destroy_decompress(&coefficients->decoder);
    for (int i = 0; i < MAX_PLANES; i++)
        free(coefficients->planes[i].rows);
    free(coefficients);
}

zig_jpeg_frame zig_jpeg_coefficients_frame(const zig_jpeg_coefficients *coefficients)
{
    const struct jpeg_decompress_struct *decoder = &coefficients->decoder;
    zig_jpeg_frame frame = {
        .width = (int)decoder->image_width,
        .height = (int)decoder->image_height,
        .components = coefficients->count,
        .unit_width = coefficients->max_h * DCTSIZE,
        .unit_height = coefficients->max_v * DCTSIZE,
        .is_progressive = decoder->progressive_mode,
    };
    for (int i = 0; i < coefficients->count; i++) {
        const struct zig_jpeg_plane *plane = &coefficients->planes[i];
        size_t across = (decoder->image_width + frame.unit_width - 1) / frame.unit_width;
        size_t down = (decoder->image_height + frame.unit_height - 1) / frame.unit_height;
        frame.coefficient_bytes +=
            across * plane->h_samp_factor * down * plane->v_samp_factor * sizeof(JBLOCK);
    }
    return frame;
}

// Stores the addresses of all rows of blocks, because libjpeg's memory manager is not thread-safe.
static void find_rows(zig_jpeg_coefficients *coefficients, jvirt_barray_ptr *arrays)
{
    struct jpeg_decompress_struct *decoder = &coefficients->decoder;
    for (int i = 0; i < coefficients->count; i++) {
        struct zig_jpeg_plane *plane = &coefficients->planes[i];
        plane->columns = decoder->comp_info[i].width_in_blocks;
        plane->row_count = decoder->comp_info[i].height_in_blocks;
        plane->rows = calloc(plane->row_count, sizeof *plane->rows);
        if (plane->rows == NULL)
            ERREXIT1(decoder, JERR_OUT_OF_MEMORY, 0);
        for (JDIMENSION y = 0; y < plane->row_count; y++)
            plane->rows[y] = decoder->mem->access_virt_barray(
                (j_common_ptr)decoder, arrays[i], y, 1, FALSE)[0];
    }
}

int zig_jpeg_coefficients_read(
    zig_jpeg_coefficients *coefficients, int (*is_wanted)(void *context), void *context)
{
    struct jpeg_decompress_struct *decoder = &coefficients->decoder;
    if (setjmp(coefficients->errors.escape)) {
        int is_cancelled = zig_jpeg_progress_is_cancelled(decoder);
        decoder->progress = NULL;
        return is_cancelled ? ZIG_JPEG_CANCELLED : -1;
    }
    zig_jpeg_progress_install(&coefficients->progress, decoder, is_wanted, context);
    find_rows(coefficients, jpeg_read_coefficients(decoder));
    decoder->progress = NULL;
    return 0;
}

int zig_jpeg_coefficients_are_truncated(const zig_jpeg_coefficients *coefficients)
{
    if (!coefficients->file.ended)
        return 0;
    // A sequential file may lack only its last marker; a progressive one lacks scans.
    return coefficients->errors.hit_end || coefficients->decoder.progressive_mode;
}

const char *zig_jpeg_coefficients_message(const zig_jpeg_coefficients *coefficients)
{
    return coefficients->errors.message;
}
