#include "JPEGReader.h"

#include <stdlib.h>

#include "JPEGSurplus.h"

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
    // One byte of each marker is stored, to show that the marker exists.
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 1, 1);
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 2, 1);
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 13, 1);
    jpeg_read_header(&reader->decoder, TRUE);
    return reader;
}

void zig_jpeg_reader_close(zig_jpeg_reader *reader)
{
    zig_jpeg_scan_threads_free(&reader->threads);
    // jpeg_destroy_decompress() cannot fail. The call is safe on a decoder that was not created, because the decoder is
    // all zero.
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
    return reader->first_row + (int)reader->decoder.image_height;
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
        && !reader->errors.has_lost_data && !reader->file.ended;
}

int zig_jpeg_reader_is_in_scans(const zig_jpeg_reader *reader)
{
    return jpeg_has_multiple_scans((j_decompress_ptr)&reader->decoder);
}

int zig_jpeg_reader_has_metadata(const zig_jpeg_reader *reader)
{
    return reader->decoder.marker_list != NULL;
}

// The smallest image that is read on several threads. A smaller image is read before threads have started.
#define FEWEST_THREADED_PIXELS ((size_t)4 << 20)

// Prepares threads to read the scans of a large progressive image. Returns whether threads will read the
// scans.
static bool prepare_threads(zig_jpeg_reader *reader)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    size_t pixels = (size_t)decoder->image_width * decoder->image_height;
    if (!decoder->progressive_mode || pixels < FEWEST_THREADED_PIXELS
        || !zig_jpeg_scan_threads_prepare(&reader->threads, reader->file.descriptor))
        return false;
    zig_jpeg_file_select(&reader->file, &reader->threads.scans, ZIG_JPEG_FIRST_COEFFICIENTS);
    // Smoothing is for incomplete coefficients. Here all bits of all coefficients will be known, although
    // this decoder reads only some of them.
    decoder->do_block_smoothing = FALSE;
    return true;
}

// Reads all scans. The memory for the coefficients is already allocated.
static void read_scans(zig_jpeg_reader *reader)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    const struct jvirt_barray_control *blocks[MAX_PLANES];
    for (int i = 0; i < reader->allocated; i++)
        blocks[i] = &reader->planes[i].blocks;
    if (!zig_jpeg_scan_threads_start(&reader->threads, blocks, reader->allocated))
        ERREXIT1(decoder, JERR_OUT_OF_MEMORY, 0);
    zig_jpeg_progress_consume(decoder);
    const struct zig_jpeg_scan_thread *failed = zig_jpeg_scan_threads_join(&reader->threads);
    for (int i = 0; i < reader->threads.count; i++) {
        const struct zig_jpeg_errors *errors = &reader->threads.threads[i].errors;
        if (errors->surplus > reader->errors.surplus) reader->errors.surplus = errors->surplus;
        if (!errors->has_lost_data || reader->errors.has_lost_data) continue;
        reader->errors.has_lost_data = 1;
        reader->errors.lost_row = errors->lost_row;
        snprintf(reader->errors.message, sizeof reader->errors.message, "%s", errors->message);
    }
    if (failed != NULL) {
        snprintf(reader->errors.message, sizeof reader->errors.message, "%s", failed->errors.message);
        longjmp(reader->errors.escape, 1);
    }
}

int zig_jpeg_reader_start(zig_jpeg_reader *reader, int (*is_wanted)(void *context), void *context)
{
    if (reader->state != NOT_STARTED) return reader->state == STARTED ? 0 : -1;
    reader->state = FAILED;
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (setjmp(reader->errors.escape)) {
        zig_jpeg_scan_threads_free(&reader->threads);
        return zig_jpeg_progress_failure(decoder);
    }
    zig_jpeg_progress_install(&reader->progress, decoder, is_wanted, context);
    if (zig_jpeg_reader_is_in_scans(reader) && zig_jpeg_has_many_scans(reader->file.descriptor))
        zig_jpeg_refuse_scans((j_common_ptr)decoder);
    int bands = zig_jpeg_reader_bands(reader);
    decoder->out_color_space = bands == 1 ? JCS_GRAYSCALE : bands == 3 ? JCS_RGB : JCS_CMYK;
    decoder->dct_method = JDCT_ISLOW;
    bool is_threaded = prepare_threads(reader);
    // In buffered-image mode, the decoder writes each MCU row to memory before the transform. A file in scans
    // is read to its end in the other mode, unless threads read it.
    decoder->buffered_image = is_threaded || (reader->kept_rows > 0 && !zig_jpeg_reader_is_in_scans(reader));
    zig_jpeg_file_start_code(&reader->file, decoder);
    jpeg_start_decompress(decoder);
    if (is_threaded)
        read_scans(reader);
    zig_jpeg_reader_judge_surplus(reader);
    if (decoder->buffered_image)
        jpeg_start_output(decoder, decoder->input_scan_number);
    decoder->progress = NULL;
    reader->state = STARTED;
    return 0;
}

int zig_jpeg_reader_thread_count(const zig_jpeg_reader *reader)
{
    return reader->threads.count;
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

int zig_jpeg_reader_skip(zig_jpeg_reader *reader, int count)
{
    if (zig_jpeg_reader_start(reader, NULL, NULL) != 0 || setjmp(reader->errors.escape)) return -1;
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    return jpeg_skip_scanlines(decoder, (JDIMENSION)count) == (JDIMENSION)count ? 0 : -1;
}

// The maximum number of bytes that may follow an arithmetic code, whose end is not marked.
#define MOST_BYTES_AFTER_CODE 1024

void zig_jpeg_reader_judge_surplus(zig_jpeg_reader *reader)
{
    struct zig_jpeg_errors *errors = &reader->errors;
    if (errors->surplus == 0 || errors->has_lost_data) return;
    int surplus = errors->surplus;
    errors->surplus = 0;
    bool is_lost = reader->decoder.arith_code ? surplus > MOST_BYTES_AFTER_CODE
                                              : zig_jpeg_surplus_is_blocks(reader->file.descriptor);
    if (!is_lost) return;
    errors->has_lost_data = 1;
    errors->lost_row = -1;
    snprintf(errors->message, sizeof errors->message, "blocks are left over behind a scan");
}

int zig_jpeg_reader_has_many_scans(const zig_jpeg_reader *reader)
{
    return reader->errors.has_many_scans;
}

static bool is_restart(int marker) { return marker >= JPEG_RST0 && marker <= JPEG_RST0 + 7; }

// Counts the bytes before the next marker, up to a limit. A restart marker announces further bytes.
static int count_further_bytes(zig_jpeg_reader *reader)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    struct jpeg_source_mgr *source = decoder->src;
    int count = 0, mark = 0;
    if (decoder->unread_marker != 0 && !is_restart(decoder->unread_marker)) return 0;
    while (count <= MOST_BYTES_AFTER_CODE) {
        if (source->bytes_in_buffer == 0) source->fill_input_buffer(decoder);
        int byte = *source->next_input_byte++;
        source->bytes_in_buffer--;
        if (mark && byte != 0 && byte != 0xFF && !is_restart(byte)) break;
        count += mark ? byte == 0 : byte != 0xFF;
        mark = byte == 0xFF;
    }
    return count;
}

void zig_jpeg_reader_finish(zig_jpeg_reader *reader)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (setjmp(reader->errors.escape)) return;
    // In other files, scans are read to their end before the first row.
    if (!zig_jpeg_reader_is_in_scans(reader) && !jpeg_input_complete(decoder)) {
        int count = count_further_bytes(reader);
        if (count > reader->errors.surplus) reader->errors.surplus = count;
    }
    zig_jpeg_reader_judge_surplus(reader);
}

int zig_jpeg_reader_lost_row(const zig_jpeg_reader *reader)
{
    int row = reader->errors.has_lost_data ? reader->errors.lost_row : -1;
    return row < 0 ? -1 : reader->first_row + row;
}

// Whether scans are missing: the first scan of a component, or a scan with lower bits of the DC coefficients. If
// `needs_all` is true, also any other coefficient or bit, which an encoder may leave out.
static bool lacks_scans(const zig_jpeg_reader *reader, bool needs_all)
{
    const struct jpeg_decompress_struct *decoder = &reader->decoder;
    // Threads read only files with all scans.
    if (reader->threads.count > 0) return false;
    for (int i = 0; i < decoder->num_components; i++) {
        // The first scan of a component sets this pointer.
        if (decoder->comp_info[i].quant_table == NULL) return true;
        for (int k = 0; decoder->coef_bits != NULL && k < DCTSIZE2; k++)
            if (decoder->coef_bits[i][k] != 0 && (k == 0 || needs_all)) return true;
    }
    return false;
}

int zig_jpeg_reader_is_truncated(const zig_jpeg_reader *reader)
{
    // The file has an end marker, but the image is not complete there.
    if (!reader->file.ended)
        return reader->errors.hit_end && reader->decoder.unread_marker == JPEG_EOI;
    // If only the end marker is missing, the image is complete.
    return reader->errors.hit_end || lacks_scans(reader, true);
}

int zig_jpeg_reader_is_damaged(const zig_jpeg_reader *reader)
{
    return reader->errors.has_lost_data || lacks_scans(reader, false);
}

const char *zig_jpeg_reader_message(const zig_jpeg_reader *reader)
{
    bool has_message = reader->state == FAILED || reader->errors.has_lost_data;
    return has_message || !lacks_scans(reader, false) ? reader->errors.message : "scans are missing";
}
