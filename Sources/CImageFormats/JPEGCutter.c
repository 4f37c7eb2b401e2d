#include "JPEGHuffman.h"
#include "JPEGReader.h"

#include <stdlib.h>
#include <string.h>

// The blocks of a component of the current tile.
struct cutter_plane {
    struct jvirt_barray_control blocks;
    JDIMENSION most_rows;
    // The turned blocks. The blocks of upright tiles stay in the memory of the reader.
    JBLOCK *turned;
    size_t most_blocks;
};

struct zig_jpeg_cutter {
    struct jpeg_compress_struct compressor;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_memory memory;
    zig_jpeg_turn turn;
    struct cutter_plane planes[MAX_PLANES];
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

// Copies the parameters of the source. If the tiles are turned, the axes may be exchanged.
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
        // If no marker states the colour space, decoders recognise YCbCr by these component numbers.
        if (compressor->jpeg_color_space != JCS_RGB)
            component->component_id = i + 1;
    }
    if (swaps)
        for (int i = 0; i < NUM_QUANT_TBLS; i++)
            if (compressor->quant_tbl_ptrs[i] != NULL)
                turn_table(compressor->quant_tbl_ptrs[i]);
    compressor->write_JFIF_header = FALSE;
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
    compressor->mem->access_virt_barray = zig_jpeg_blocks_access;
    zig_jpeg_memory_install(&cutter->memory, compressor, profile, profile_length);
    copy_parameters(cutter, source);
    if (is_progressive)
        jpeg_simple_progression(compressor);
    return cutter;
}

void zig_jpeg_cutter_destroy(zig_jpeg_cutter *cutter)
{
    jpeg_destroy_compress(&cutter->compressor);
    for (int i = 0; i < MAX_PLANES; i++) {
        free(cutter->planes[i].blocks.rows);
        free(cutter->planes[i].turned);
    }
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

// The index of the first block along an axis of the source. On a mirrored axis, the last block comes first.
static int first_block(int start, int length, int factor, int max, int mirrors)
{
    int unit = max * DCTSIZE;
    return mirrors ? (start + length) / unit * factor - 1 : start / unit * factor;
}

// Allocates memory for the addresses of rows and, if tiles are turned, for their blocks.
static void make_room(zig_jpeg_cutter *cutter, struct cutter_plane *plane, JDIMENSION rows, size_t blocks)
{
    j_common_ptr common = (j_common_ptr)&cutter->compressor;
    if (rows > plane->most_rows) {
        free(plane->blocks.rows);
        plane->most_rows = 0;
        plane->blocks.rows = calloc(rows, sizeof *plane->blocks.rows);
        if (plane->blocks.rows == NULL)
            ERREXIT1(common, JERR_OUT_OF_MEMORY, 0);
        plane->most_rows = rows;
    }
    // All rows count as accessed, so that libjpeg clears none of them.
    plane->blocks.capacity = plane->blocks.next = rows;
    if (blocks <= plane->most_blocks)
        return;
    free(plane->turned);
    plane->most_blocks = 0;
    plane->turned = malloc(blocks * sizeof *plane->turned);
    if (plane->turned == NULL)
        ERREXIT1(common, JERR_OUT_OF_MEMORY, 0);
    plane->most_blocks = blocks;
}

// Fills a block with one colour.
static void fill_block(JCOEF *target, JCOEF mean)
{
    memset(target, 0, sizeof(JBLOCK));
    target[0] = mean;
}

// Pads the tile at the right and at the bottom with blocks in the mean colour of the adjacent block.
static void pad(struct cutter_plane *tile, int real_width, int real_height, int width, int height)
{
    for (int row = 0; row < height; row++) {
        JBLOCKROW target = tile->blocks.rows[row];
        for (int k = row < real_height ? real_width : 0; k < width; k++)
            fill_block(target[k], row < real_height ? target[k - 1][0] : tile->blocks.rows[row - 1][k][0]);
    }
}

// Finds the blocks of a component in a region, and turns and pads them. The tile may be larger than the
// region.
static void fill(
    zig_jpeg_cutter *cutter, const zig_jpeg_reader *source, int number, zig_jpeg_region region, int tile_width,
    int tile_height)
{
    const struct zig_jpeg_plane *plane = &source->planes[number];
    struct cutter_plane *tile = &cutter->planes[number];
    zig_jpeg_turn turn = cutter->turn;
    int is_upright = !turn.swaps_axes && !turn.mirrors_x && !turn.mirrors_y;
    int across = (int)blocks(region.width, plane->h_samp_factor, source->max_h);
    int down = (int)blocks(region.height, plane->v_samp_factor, source->max_v);
    int x0 = first_block(region.x, region.width, plane->h_samp_factor, source->max_h, turn.mirrors_x);
    int y0 = first_block(region.y, region.height, plane->v_samp_factor, source->max_v, turn.mirrors_y);
    int x_step = turn.mirrors_x ? -1 : 1, y_step = turn.mirrors_y ? -1 : 1;
    int x1 = x0 + (across - 1) * x_step, y1 = y0 + (down - 1) * y_step;
    int columns = (int)plane->columns, rows = (int)plane->row_count;
    if (x0 < 0 || x0 >= columns || x1 < 0 || x1 >= columns || y0 < 0 || y0 >= rows || y1 < 0 || y1 >= rows)
        ERREXIT(&cutter->compressor, JERR_BAD_VIRTUAL_ACCESS);
    int real_height = turn.swaps_axes ? across : down, real_width = turn.swaps_axes ? down : across;
    const jpeg_component_info *component = &cutter->compressor.comp_info[number];
    int max_h = turn.swaps_axes ? source->max_v : source->max_h, max_v = turn.swaps_axes ? source->max_h : source->max_v;
    int width = (int)blocks(tile_width, component->h_samp_factor, max_h);
    int height = (int)blocks(tile_height, component->v_samp_factor, max_v);
    int is_padded = width > real_width || height > real_height;
    int stays = is_upright && !is_padded;
    // The compressor asks for whole rows of MCUs, and reads only the rows of the tile.
    JDIMENSION asked = (JDIMENSION)(height + component->v_samp_factor);
    make_room(cutter, tile, asked, stays ? 0 : (size_t)height * (size_t)width);
    for (int row = 0; row < height; row++) {
        if (stays) {
            tile->blocks.rows[row] = zig_jpeg_blocks_row(&plane->blocks, y0 + row) + x0;
            continue;
        }
        JBLOCKROW target = tile->blocks.rows[row] = tile->turned + (size_t)row * (size_t)width;
        if (row >= real_height)
            continue;
        if (turn.swaps_axes) {
            for (int k = 0; k < real_width; k++)
                turn_block(
                    zig_jpeg_blocks_row(&plane->blocks, y0 + k * y_step)[x0 + row * x_step], target[k], turn);
        } else {
            JBLOCKROW line = zig_jpeg_blocks_row(&plane->blocks, y0 + row * y_step);
            for (int k = 0; k < real_width; k++)
                turn_block(line[x0 + k * x_step], target[k], turn);
        }
    }
    if (is_padded)
        pad(tile, real_width, real_height, width, height);
}

const uint8_t *zig_jpeg_cutter_cut(
    zig_jpeg_cutter *cutter, const zig_jpeg_reader *source, zig_jpeg_region region, int width, int height,
    size_t *length)
{
    struct jpeg_compress_struct *compressor = &cutter->compressor;
    if (setjmp(cutter->errors.escape)) {
        jpeg_abort_compress(compressor);
        return NULL;
    }
    if (source->allocated < source->count)
        ERREXIT(compressor, JERR_NO_IMAGE);
    compressor->image_width = (JDIMENSION)width;
    compressor->image_height = (JDIMENSION)height;
    jvirt_barray_ptr arrays[MAX_PLANES];
    for (int i = 0; i < source->count; i++) {
        fill(cutter, source, i, region, width, height);
        arrays[i] = &cutter->planes[i].blocks;
    }
    // The compressor reads the blocks in jpeg_finish_compress().
    jpeg_write_coefficients(compressor, arrays);
    // Huffman tables optimised for the tile save more bytes than the tables take. libjpeg optimises the
    // tables of progressive files.
    if (!compressor->progressive_mode)
        zig_jpeg_huffman_optimise(compressor, arrays);
    zig_jpeg_memory_write_profile(&cutter->memory, compressor);
    jpeg_finish_compress(compressor);
    *length = zig_jpeg_memory_length(&cutter->memory);
    return cutter->memory.buffer;
}

const char *zig_jpeg_cutter_message(const zig_jpeg_cutter *cutter)
{
    return cutter->errors.message;
}
