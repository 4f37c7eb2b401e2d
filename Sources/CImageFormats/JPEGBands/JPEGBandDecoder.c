#include <stdlib.h>

#include "../JPEGManagers.h"
#include "../JPEGSurplus.h"
#include "JPEGBandStream.h"

// libjpeg-turbo declares the state of its marker reader here. Debian installs the header.
#if __has_include(<jpegint.h>)
#include <jpegint.h>
#endif

struct zig_jpeg_band_decoder {
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_band_stream stream;
    const struct zig_jpeg_bands *bands;
    // A buffer for rows that are decoded but not part of the band.
    uint8_t *context_row;
    // The end of the band, in rows of the image.
    int end;
};

// Creates the decoder of libjpeg. Returns false if memory is short.
static bool create_decoder(zig_jpeg_band_decoder *decoder)
{
    decoder->decoder.err = zig_jpeg_errors_install(&decoder->errors);
    if (setjmp(decoder->errors.escape)) return false;
    jpeg_create_decompress(&decoder->decoder);
    return true;
}

zig_jpeg_band_decoder *zig_jpeg_band_decoder_create(const zig_jpeg_bands *bands)
{
    zig_jpeg_band_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->bands = bands;
    decoder->context_row = malloc((size_t)bands->header.width * (size_t)bands->header.component_count);
    if (decoder->context_row != NULL && zig_jpeg_band_stream_create(&decoder->stream, bands)
        && create_decoder(decoder))
        return decoder;
    zig_jpeg_band_decoder_destroy(decoder);
    return NULL;
}

void zig_jpeg_band_decoder_destroy(zig_jpeg_band_decoder *decoder)
{
    // jpeg_destroy_decompress() is safe on a decoder that was not created, because the decoder is all zero.
    jpeg_destroy_decompress(&decoder->decoder);
    zig_jpeg_band_stream_destroy(&decoder->stream);
    free(decoder->context_row);
    free(decoder);
}

// Reads the header of the band. Sets the same parameters as zig_jpeg_reader_start().
static void start_decoder(struct jpeg_decompress_struct *decoder)
{
    jpeg_read_header(decoder, TRUE);
    int samples = decoder->num_components;
    decoder->out_color_space = samples == 1 ? JCS_GRAYSCALE : samples == 3 ? JCS_RGB : JCS_CMYK;
    decoder->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(decoder);
}

// Reads rows that are not part of the band.
static void skip_rows(zig_jpeg_band_decoder *decoder, int count)
{
    for (int i = 0; i < count; i++) jpeg_read_scanlines(&decoder->decoder, &decoder->context_row, 1);
}

// Ends the band after damage.
static int give_up(zig_jpeg_band_decoder *decoder)
{
    jpeg_abort_decompress(&decoder->decoder);
    return -1;
}

static int least(int one, int other) { return one < other ? one : other; }

int zig_jpeg_band_decoder_start(zig_jpeg_band_decoder *decoder, int first, int count)
{
    const struct zig_jpeg_band_header *header = &decoder->bands->header;
    int end = first + count;
    if (first < 0 || count <= 0 || end > zig_jpeg_bands_ready_rows(decoder->bands)) return -1;
    struct zig_jpeg_band_mcu_rows mcu_rows = zig_jpeg_band_mcu_rows_of(header, first, end);
    int top = mcu_rows.first * header->mcu_height, bottom = mcu_rows.end * header->mcu_height;
    decoder->end = end;
    decoder->errors.has_lost_data = 0;
    if (setjmp(decoder->errors.escape)) return give_up(decoder);
    if (!zig_jpeg_band_stream_start(
            &decoder->stream, &decoder->decoder, mcu_rows.first, mcu_rows.end, least(bottom, header->height) - top))
        return -1;
    start_decoder(&decoder->decoder);
    skip_rows(decoder, first - top);
    return 0;
}

int zig_jpeg_band_decoder_read(zig_jpeg_band_decoder *decoder, uint8_t *const *rows, int count)
{
    if (setjmp(decoder->errors.escape)) return give_up(decoder);
    for (int i = 0; i < count;)
        i += (int)jpeg_read_scanlines(&decoder->decoder, (JSAMPARRAY)(rows + i), (JDIMENSION)(count - i));
    return 0;
}

// Whether bytes were left before a restart marker. libjpeg warns at the next marker that it has to search; if it
// has read ahead to the markers of this band, only its counter shows the bytes.
static bool has_discarded_bytes(const struct jpeg_decompress_struct *decoder)
{
#if __has_include(<jpegint.h>)
    return decoder->marker->discarded_bytes > 0;
#else
    (void)decoder;
    return false;
#endif
}

// Whether bytes are left after the last block.
static bool has_surplus(zig_jpeg_band_decoder *decoder)
{
    if (decoder->bands->header.interval == 0) return decoder->bands->surplus > 0;
    int marker = decoder->decoder.unread_marker;
    if (marker != 0 && (marker < JPEG_RST0 || marker > JPEG_RST0 + 7)) return false;
    return zig_jpeg_band_stream_count_surplus(&decoder->stream) > 0;
}

int zig_jpeg_band_decoder_finish(zig_jpeg_band_decoder *decoder)
{
    const struct zig_jpeg_band_header *header = &decoder->bands->header;
    if (setjmp(decoder->errors.escape)) return give_up(decoder);
    // One row makes libjpeg decode the MCU row below.
    if (zig_jpeg_band_reads_below(header, decoder->end)) skip_rows(decoder, 1);
    bool is_damaged = decoder->errors.has_lost_data || has_discarded_bytes(&decoder->decoder);
    bool has_rest = !is_damaged && decoder->end == header->height && has_surplus(decoder);
    jpeg_abort_decompress(&decoder->decoder);
    return is_damaged || (has_rest && zig_jpeg_surplus_is_blocks(header->descriptor)) ? -1 : 0;
}
