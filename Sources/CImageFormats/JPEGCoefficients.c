#include "JPEGCoefficients.h"

#include <stdlib.h>

// Reading begins with an open file and ends with the coefficients; their addresses never change after that.

static void measure(zig_jpeg_coefficients *coefficients)
{
    struct jpeg_decompress_struct *decoder = &coefficients->decoder;
    coefficients->count = decoder->num_components;
    int blocks = 0;
    for (int i = 0; i < coefficients->count; i++) {
        struct zig_jpeg_plane *plane = &coefficients->planes[i];
        // Sampling factors only count in proportion to each other: a grey picture has any.
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
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "there is no memory for a decoder");
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

static void ask(j_common_ptr decoder)
{
    struct zig_jpeg_progress *progress = (struct zig_jpeg_progress *)decoder->progress;
    if (progress->is_wanted(progress->context))
        return;
    progress->is_cancelled = 1;
    ERREXIT(decoder, JERR_CANT_SUSPEND);
}

// The addresses of all rows of blocks, so that threads need nothing of libjpeg's memory manager, which is not
// made for several.
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
    struct zig_jpeg_progress *progress = &coefficients->progress;
    progress->manager.progress_monitor = ask;
    progress->is_wanted = is_wanted;
    progress->context = context;
    if (setjmp(coefficients->errors.escape)) {
        decoder->progress = NULL;
        return progress->is_cancelled ? -2 : -1;
    }
    decoder->progress = &progress->manager;
    find_rows(coefficients, jpeg_read_coefficients(decoder));
    decoder->progress = NULL;
    return 0;
}

int zig_jpeg_coefficients_are_truncated(const zig_jpeg_coefficients *coefficients)
{
    if (!coefficients->file.ended)
        return 0;
    // A sequential file may lack nothing but its last marker; a progressive one lacks the rest of its scans.
    return coefficients->errors.hit_end || coefficients->decoder.progressive_mode;
}

const char *zig_jpeg_coefficients_message(const zig_jpeg_coefficients *coefficients)
{
    return coefficients->errors.message;
}
