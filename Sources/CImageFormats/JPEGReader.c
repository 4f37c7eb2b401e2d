#include "JPEGReader.h"

#include <stdlib.h>

zig_jpeg_reader *zig_jpeg_reader_open(int descriptor, char *message)
{
    zig_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "out of memory");
        return NULL;
    }
    reader->decoder.err = zig_jpeg_errors_install(&reader->errors);
    if (setjmp(reader->errors.escape)) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "%s", reader->errors.message);
        zig_jpeg_reader_close(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->decoder);
    zig_jpeg_reader_install_blocks(reader);
    zig_jpeg_file_install(&reader->file, &reader->decoder, descriptor);
    // One byte of each is kept, which shows that it exists.
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 1, 1);
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 2, 1);
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 13, 1);
    jpeg_read_header(&reader->decoder, TRUE);
    return reader;
}

void zig_jpeg_reader_close(zig_jpeg_reader *reader)
{
    // Cannot fail, and is safe on a decoder that was not created, which is all zero.
    jpeg_destroy_decompress(&reader->decoder);
    for (int i = 0; i < reader->allocated; i++)
        zig_jpeg_blocks_free(&reader->planes[i].blocks);
    free(reader);
}

int zig_jpeg_reader_width(const zig_jpeg_reader *reader)
{
    return (int)reader->decoder.image_width;
}

int zig_jpeg_reader_height(const zig_jpeg_reader *reader)
{
    return (int)reader->decoder.image_height;
}

int zig_jpeg_reader_bands(const zig_jpeg_reader *reader)
{
    switch (reader->decoder.jpeg_color_space) {
    case JCS_GRAYSCALE:
        return 1;
    case JCS_YCbCr:
    case JCS_RGB:
        return 3;
    case JCS_CMYK:
    case JCS_YCCK:
        return 4;
    default:
        return 0;
    }
}

int zig_jpeg_reader_is_plain(const zig_jpeg_reader *reader)
{
    return zig_jpeg_reader_bands(reader) != 0 && reader->decoder.data_precision == 8
        && reader->errors.manager.num_warnings == 0 && !reader->file.ended;
}

int zig_jpeg_reader_is_in_scans(const zig_jpeg_reader *reader)
{
    return jpeg_has_multiple_scans((j_decompress_ptr)&reader->decoder);
}

int zig_jpeg_reader_has_metadata(const zig_jpeg_reader *reader)
{
    return reader->decoder.marker_list != NULL;
}

int zig_jpeg_reader_start(zig_jpeg_reader *reader, int (*is_wanted)(void *context), void *context)
{
    if (reader->state != NOT_STARTED) return reader->state == STARTED ? 0 : -1;
    reader->state = FAILED;
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (setjmp(reader->errors.escape)) return zig_jpeg_progress_failure(decoder);
    if (is_wanted) zig_jpeg_progress_install(&reader->progress, decoder, is_wanted, context);
    int bands = zig_jpeg_reader_bands(reader);
    decoder->out_color_space = bands == 1 ? JCS_GRAYSCALE : bands == 3 ? JCS_RGB : JCS_CMYK;
    decoder->dct_method = JDCT_ISLOW;
    // In this mode the decoder writes each row of MCUs to memory before it transforms it. It reads a file in scans to
    // its end in the other mode.
    decoder->buffered_image = reader->kept_rows > 0 && !zig_jpeg_reader_is_in_scans(reader);
    jpeg_start_decompress(decoder);
    if (decoder->buffered_image)
        jpeg_start_output(decoder, 1);
    decoder->progress = NULL;
    reader->state = STARTED;
    return 0;
}

int zig_jpeg_reader_read(zig_jpeg_reader *reader, uint8_t *const *rows, int count)
{
    if (zig_jpeg_reader_start(reader, NULL, NULL) != 0 || setjmp(reader->errors.escape)) return -1;
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    int done = 0;
    while (done < count)
        done += (int)jpeg_read_scanlines(decoder, (JSAMPARRAY)(rows + done), (JDIMENSION)(count - done));
    return 0;
}

int zig_jpeg_reader_is_truncated(const zig_jpeg_reader *reader)
{
    if (!reader->file.ended)
        return 0;
    // A sequential file may lack only its last marker; a progressive one lacks scans.
    return reader->errors.hit_end || reader->decoder.progressive_mode;
}

const char *zig_jpeg_reader_message(const zig_jpeg_reader *reader)
{
    return reader->errors.message;
}
