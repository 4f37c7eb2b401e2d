#include "JPEGReader.h"

#include <stdlib.h>
#include <string.h>

int zig_jpeg_reader_measure(zig_jpeg_reader *reader, zig_jpeg_frame *frame)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    J_COLOR_SPACE space = decoder->jpeg_color_space;
    *frame = (zig_jpeg_frame){0};
    if (space != JCS_GRAYSCALE && space != JCS_YCbCr && space != JCS_RGB)
        return 0;
    if (setjmp(reader->errors.escape))
        return -1;
    reader->count = decoder->num_components;
    int blocks = 0;
    for (int i = 0; i < reader->count; i++) {
        struct zig_jpeg_plane *plane = &reader->planes[i];
        // Only the proportion of sampling factors matters: those of a grey image are arbitrary.
        int is_alone = reader->count == 1;
        plane->h_samp_factor = is_alone ? 1 : decoder->comp_info[i].h_samp_factor;
        plane->v_samp_factor = is_alone ? 1 : decoder->comp_info[i].v_samp_factor;
        blocks += plane->h_samp_factor * plane->v_samp_factor;
        if (plane->h_samp_factor > reader->max_h)
            reader->max_h = plane->h_samp_factor;
        if (plane->v_samp_factor > reader->max_v)
            reader->max_v = plane->v_samp_factor;
    }
    if (blocks > C_MAX_BLOCKS_IN_MCU)
        ERREXIT(decoder, JERR_BAD_MCU_SIZE);
    frame->unit_width = reader->max_h * DCTSIZE;
    frame->unit_height = reader->max_v * DCTSIZE;
    size_t across = (decoder->image_width + frame->unit_width - 1) / frame->unit_width;
    size_t down = (decoder->image_height + frame->unit_height - 1) / frame->unit_height;
    frame->coefficient_bytes = across * down * blocks * sizeof(JBLOCK);
    return 0;
}

// Stores the addresses of all rows of blocks, because libjpeg's memory manager is not thread-safe.
static void find_rows(zig_jpeg_reader *reader, jvirt_barray_ptr *arrays)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    for (int i = 0; i < reader->count; i++) {
        struct zig_jpeg_plane *plane = &reader->planes[i];
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

int zig_jpeg_reader_read_coefficients(
    zig_jpeg_reader *reader, int (*is_wanted)(void *context), void *context)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (setjmp(reader->errors.escape))
        return zig_jpeg_progress_failure(decoder);
    zig_jpeg_progress_install(&reader->progress, decoder, is_wanted, context);
    find_rows(reader, jpeg_read_coefficients(decoder));
    decoder->progress = NULL;
    return 0;
}

struct zig_jpeg_cutter {
    struct jpeg_compress_struct compressor;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_memory memory;
    zig_jpeg_turn turn;
};

static void turn_table(JQUANT_TBL *table)
{
    for (int v = 0; v < DCTSIZE; v++)
        for (int u = v + 1; u < DCTSIZE; u++) {
            UINT16 value = table->quantval[v * DCTSIZE + u];
            table->quantval[v * DCTSIZE + u] = table->quantval[u * DCTSIZE + v];
            table->quantval[u * DCTSIZE + v] = value;
        }
}

// Copies the parameters of the source; turned tiles may exchange its axes.
static void copy_parameters(zig_jpeg_cutter *cutter, const zig_jpeg_reader *source)
{
    struct jpeg_compress_struct *compressor = &cutter->compressor;
    // libjpeg only reads the source; its signature predates const.
    jpeg_copy_critical_parameters((j_decompress_ptr)&source->decoder, compressor);
    int swaps = cutter->turn.swaps_axes;
    for (int i = 0; i < compressor->num_components; i++) {
        jpeg_component_info *component = &compressor->comp_info[i];
        const struct zig_jpeg_plane *plane = &source->planes[i];
        component->h_samp_factor = swaps ? plane->v_samp_factor : plane->h_samp_factor;
        component->v_samp_factor = swaps ? plane->h_samp_factor : plane->v_samp_factor;
        // Decoders recognise YCbCr by these component numbers if no marker says it.
        if (compressor->jpeg_color_space != JCS_RGB)
            component->component_id = i + 1;
    }
    if (swaps)
        for (int i = 0; i < NUM_QUANT_TBLS; i++)
            if (compressor->quant_tbl_ptrs[i] != NULL)
                turn_table(compressor->quant_tbl_ptrs[i]);
    compressor->write_JFIF_header = FALSE;
    // Huffman tables made for the tile save more bytes than they take.
    compressor->optimize_coding = TRUE;
}

zig_jpeg_cutter *zig_jpeg_cutter_create(
    const zig_jpeg_reader *source, zig_jpeg_turn turn, int is_progressive, const uint8_t *profile,
    size_t profile_length, char *message)
{
    zig_jpeg_cutter *cutter = calloc(1, sizeof *cutter);
    if (cutter == NULL) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "out of memory");
        return NULL;
    }
    struct jpeg_compress_struct *compressor = &cutter->compressor;
    cutter->turn = turn;
    compressor->err = zig_jpeg_errors_install(&cutter->errors);
    if (setjmp(cutter->errors.escape)) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "%s", cutter->errors.message);
        zig_jpeg_cutter_destroy(cutter);
        return NULL;
    }
    jpeg_create_compress(compressor);
    zig_jpeg_memory_install(&cutter->memory, compressor, profile, profile_length);
    copy_parameters(cutter, source);
    if (is_progressive)
        jpeg_simple_progression(compressor);
    return cutter;
}

void zig_jpeg_cutter_destroy(zig_jpeg_cutter *cutter)
{
    jpeg_destroy_compress(&cutter->compressor);
    free(cutter->memory.buffer);
    free(cutter);
}

static JDIMENSION blocks(int length, int factor, int max)
{
    int divisor = max * DCTSIZE;
    return (JDIMENSION)((length * factor + divisor - 1) / divisor);
}

// Turns a block. Mirroring an axis changes the sign of its odd frequencies; exchanging the axes transposes the block.
static void turn_block(const JCOEF *source, JCOEF *target, zig_jpeg_turn turn)
{
    for (int v = 0; v < DCTSIZE; v++)
        for (int u = 0; u < DCTSIZE; u++) {
            int value = source[v * DCTSIZE + u];
            if (((turn.mirrors_x & u) ^ (turn.mirrors_y & v)) & 1)
                value = -value;
            target[turn.swaps_axes ? u * DCTSIZE + v : v * DCTSIZE + u] = (JCOEF)value;
        }
}

// The first block along an axis of the source, or on a mirrored axis the last one.
static int first_block(int start, int length, int factor, int max, int mirrors)
{
    int unit = max * DCTSIZE;
    return mirrors ? (start + length) / unit * factor - 1 : start / unit * factor;
}

static void fill(
    zig_jpeg_cutter *cutter, jvirt_barray_ptr *arrays, const zig_jpeg_reader *source,
    zig_jpeg_region region)
{
    struct jpeg_compress_struct *compressor = &cutter->compressor;
    zig_jpeg_turn turn = cutter->turn;
    int is_upright = !turn.swaps_axes && !turn.mirrors_x && !turn.mirrors_y;
    for (int i = 0; i < source->count; i++) {
        const struct zig_jpeg_plane *plane = &source->planes[i];
        int across = (int)blocks(region.width, plane->h_samp_factor, source->max_h);
        int down = (int)blocks(region.height, plane->v_samp_factor, source->max_v);
        int x0 = first_block(region.x, region.width, plane->h_samp_factor, source->max_h, turn.mirrors_x);
        int y0 = first_block(region.y, region.height, plane->v_samp_factor, source->max_v, turn.mirrors_y);
        int x_step = turn.mirrors_x ? -1 : 1, y_step = turn.mirrors_y ? -1 : 1;
        int x1 = x0 + (across - 1) * x_step, y1 = y0 + (down - 1) * y_step;
        int columns = (int)plane->columns, rows = (int)plane->row_count;
        if (x0 < 0 || x0 >= columns || x1 < 0 || x1 >= columns || y0 < 0 || y0 >= rows || y1 < 0 || y1 >= rows)
            ERREXIT(compressor, JERR_BAD_VIRTUAL_ACCESS);
        JDIMENSION target_rows = (JDIMENSION)(turn.swaps_axes ? across : down);
        for (JDIMENSION row = 0; row < target_rows; row++) {
            JBLOCKROW target = compressor->mem->access_virt_barray(
                (j_common_ptr)compressor, arrays[i], row, 1, TRUE)[0];
            if (is_upright) {
                memcpy(target, plane->rows[y0 + (int)row] + x0, (size_t)across * sizeof(JBLOCK));
            } else if (turn.swaps_axes) {
                for (int k = 0; k < down; k++)
                    turn_block(plane->rows[y0 + k * y_step][x0 + (int)row * x_step], target[k], turn);
            } else {
                for (int k = 0; k < across; k++)
                    turn_block(plane->rows[y0 + (int)row * y_step][x0 + k * x_step], target[k], turn);
            }
        }
    }
}

const uint8_t *zig_jpeg_cutter_cut(
    zig_jpeg_cutter *cutter, const zig_jpeg_reader *source, zig_jpeg_region region, size_t *length)
{
    struct jpeg_compress_struct *compressor = &cutter->compressor;
    if (setjmp(cutter->errors.escape)) {
        jpeg_abort_compress(compressor);
        return NULL;
    }
    int swaps = cutter->turn.swaps_axes;
    int max_h = swaps ? source->max_v : source->max_h, max_v = swaps ? source->max_h : source->max_v;
    compressor->image_width = (JDIMENSION)(swaps ? region.height : region.width);
    compressor->image_height = (JDIMENSION)(swaps ? region.width : region.height);
    jvirt_barray_ptr arrays[MAX_PLANES];
    for (int i = 0; i < source->count; i++) {
        const jpeg_component_info *component = &compressor->comp_info[i];
        int h = component->h_samp_factor, v = component->v_samp_factor;
        // Whole units, as the compressor will look for them.
        arrays[i] = compressor->mem->request_virt_barray(
            (j_common_ptr)compressor, JPOOL_IMAGE, TRUE,
            blocks((int)compressor->image_width, 1, max_h) * (JDIMENSION)h,
            blocks((int)compressor->image_height, 1, max_v) * (JDIMENSION)v, (JDIMENSION)v);
    }
    // The arrays come into being here, and are looked at by jpeg_finish_compress().
    jpeg_write_coefficients(compressor, arrays);
    zig_jpeg_memory_write_profile(&cutter->memory, compressor);
    fill(cutter, arrays, source, region);
    jpeg_finish_compress(compressor);
    *length = zig_jpeg_memory_length(&cutter->memory);
    return cutter->memory.buffer;
}

const char *zig_jpeg_cutter_message(const zig_jpeg_cutter *cutter)
{
    return cutter->errors.message;
}
