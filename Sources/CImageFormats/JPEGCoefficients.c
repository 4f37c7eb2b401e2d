#include "JPEGReader.h"

// The number of MCU rows that stay in memory while rows are read.
static size_t kept_mcu_rows(const zig_jpeg_reader *reader, size_t all, int unit_height)
{
    size_t kept = (size_t)(reader->kept_rows + unit_height - 1) / (size_t)unit_height + ZIG_JPEG_FURTHER_MCU_ROWS;
    int keeps_all = reader->kept_rows == 0 || zig_jpeg_reader_is_in_scans(reader) || kept > all;
    return keeps_all ? all : kept;
}

// Allocates the memory of a component. libjpeg calls this function for each component in turn.
static jvirt_barray_ptr request(
    j_common_ptr common, int pool, boolean is_zero, JDIMENSION blocks_per_row, JDIMENSION row_count,
    JDIMENSION most_rows)
{
    (void)pool;
    (void)is_zero;
    (void)most_rows;
    // The decoder is the first member of the reader.
    zig_jpeg_reader *reader = (zig_jpeg_reader *)common;
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (reader->allocated >= MAX_PLANES)
        ERREXIT2(common, JERR_COMPONENT_COUNT, decoder->num_components, MAX_PLANES);
    // The memory holds whole MCU rows.
    JDIMENSION height = (JDIMENSION)decoder->comp_info[reader->allocated].v_samp_factor;
    size_t mcu_rows = kept_mcu_rows(reader, row_count / height, decoder->max_v_samp_factor * DCTSIZE);
    struct zig_jpeg_plane *plane = &reader->planes[reader->allocated++];
    zig_jpeg_blocks_allocate(&plane->blocks, common, blocks_per_row, (JDIMENSION)mcu_rows * height);
    return &plane->blocks;
}

void zig_jpeg_reader_install_blocks(zig_jpeg_reader *reader)
{
    reader->decoder.mem->request_virt_barray = request;
    reader->decoder.mem->access_virt_barray = zig_jpeg_blocks_access;
}

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
        // Only the proportions of the sampling factors matter. The factors of a grey image are arbitrary.
        int is_alone = reader->count == 1;
        plane->h_samp_factor = is_alone ? 1 : decoder->comp_info[i].h_samp_factor;
        plane->v_samp_factor = is_alone ? 1 : decoder->comp_info[i].v_samp_factor;
        plane->columns = decoder->comp_info[i].width_in_blocks;
        plane->row_count = decoder->comp_info[i].height_in_blocks;
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
    frame->bytes_per_unit_row = across * blocks * sizeof(JBLOCK);
    return 0;
}

void zig_jpeg_reader_keep(zig_jpeg_reader *reader, int row_count)
{
    reader->kept_rows = row_count;
}

int zig_jpeg_reader_read_coefficients(
    zig_jpeg_reader *reader, int (*is_wanted)(void *context), void *context)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (setjmp(reader->errors.escape)) {
        reader->state = FAILED;
        return zig_jpeg_progress_failure(decoder);
    }
    zig_jpeg_progress_install(&reader->progress, decoder, is_wanted, context);
    if (zig_jpeg_reader_is_in_scans(reader) && zig_jpeg_has_many_scans(reader->file.descriptor))
        zig_jpeg_refuse_scans((j_common_ptr)decoder);
    zig_jpeg_file_start_code(&reader->file, decoder);
    jpeg_read_coefficients(decoder);
    decoder->progress = NULL;
    zig_jpeg_reader_judge_surplus(reader);
    // Clears the rows that a truncated file does not contain.
    for (int i = 0; i < reader->allocated; i++) {
        struct jvirt_barray_control *blocks = &reader->planes[i].blocks;
        zig_jpeg_blocks_access((j_common_ptr)decoder, blocks, blocks->capacity, 0, FALSE);
    }
    return 0;
}
