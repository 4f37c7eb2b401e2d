#include "JPEGXL.h"

#include <stdlib.h>

#include "FileReading.h"
#include "JPEGXLLibrary.h"

// Versions before 0.9 have an additional parameter for profiles, which they ignore.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define OF_DATA NULL, JXL_COLOR_PROFILE_TARGET_DATA
#else
#define OF_DATA JXL_COLOR_PROFILE_TARGET_DATA
#endif

// The number of bytes that are read from the file at once.
#define PORTION ((size_t)4 << 20)

struct zig_jxl {
    int descriptor;
    uint64_t position;
    JxlDecoder *decoder;
    void *runner;
    uint8_t *input;
    int is_at_end;
    zig_jxl_header header;
    uint8_t *profile;
    size_t profile_length;
    JxlPixelFormat format;
    void *pixels;
    size_t size;
};

// Gives the decoder the next bytes of the file, beginning with the bytes that the decoder has not used.
static zig_jxl_status feed(zig_jxl *file)
{
    size_t left = zig_jxl_library.DecoderReleaseInput(file->decoder);
    if (file->is_at_end) return ZIG_JXL_TRUNCATED;
    file->position -= left;
    size_t length = 0;
    while (length < PORTION) {
        ssize_t count = zig_read_at(
            file->descriptor, file->input + length, PORTION - length, (off_t)(file->position + length));
        if (count <= 0) {
            file->is_at_end = 1;
            break;
        }
        length += (size_t)count;
    }
    file->position += length;
    if (zig_jxl_library.DecoderSetInput(file->decoder, file->input, length) != JXL_DEC_SUCCESS) return ZIG_JXL_DAMAGED;
    return ZIG_JXL_MORE;
}

static void describe(zig_jxl *file, const JxlBasicInfo *info)
{
    file->header = (zig_jxl_header){
        .width = info->xsize, .height = info->ysize, .colours = (int)info->num_color_channels,
        .has_alpha = info->alpha_bits > 0, .bits = (int)info->bits_per_sample,
        .exponent_bits = (int)info->exponent_bits_per_sample, .is_animated = info->have_animation != JXL_FALSE,
        .is_lossless = info->uses_original_profile != JXL_FALSE,
    };
    for (uint32_t index = 0; index < info->num_extra_channels; index++) {
        JxlExtraChannelInfo channel;
        if (zig_jxl_library.DecoderGetExtraChannelInfo(file->decoder, index, &channel) == JXL_DEC_SUCCESS
            && channel.type == JXL_CHANNEL_BLACK)
            file->header.has_black = 1;
    }
}

static void read_profile(zig_jxl *file)
{
    JxlColorEncoding encoding;
    size_t length = 0;
    if (zig_jxl_library.DecoderGetColorAsEncodedProfile(file->decoder, OF_DATA, &encoding) == JXL_DEC_SUCCESS) {
        file->header.is_linear = encoding.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR;
        if (encoding.transfer_function == JXL_TRANSFER_FUNCTION_SRGB && encoding.white_point == JXL_WHITE_POINT_D65
            && (encoding.color_space == JXL_COLOR_SPACE_GRAY || encoding.primaries == JXL_PRIMARIES_SRGB))
            return;
    }
    if (zig_jxl_library.DecoderGetICCProfileSize(file->decoder, OF_DATA, &length) != JXL_DEC_SUCCESS || length == 0)
        return;
    file->profile = malloc(length);
    if (file->profile
        && zig_jxl_library.DecoderGetColorAsICCProfile(file->decoder, OF_DATA, file->profile, length)
            == JXL_DEC_SUCCESS)
        file->profile_length = length;
}

static int read_header(zig_jxl *file)
{
    JxlBasicInfo info;
    int is_described = 0;
    if (zig_jxl_library.DecoderSubscribeEvents(file->decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING)
        != JXL_DEC_SUCCESS)
        return -1;
    for (;;) {
        switch (zig_jxl_library.DecoderProcessInput(file->decoder)) {
        case JXL_DEC_NEED_MORE_INPUT:
            if (feed(file) != ZIG_JXL_MORE) return -1;
            break;
        case JXL_DEC_BASIC_INFO:
            if (zig_jxl_library.DecoderGetBasicInfo(file->decoder, &info) != JXL_DEC_SUCCESS) return -1;
            describe(file, &info);
            is_described = 1;
            break;
        case JXL_DEC_COLOR_ENCODING:
            read_profile(file);
            return is_described ? 0 : -1;
        default:
            return -1;
        }
    }
}

zig_jxl *zig_jxl_open(int descriptor, int thread_count)
{
    zig_jxl *file = zig_jxl_load() ? calloc(1, sizeof *file) : NULL;
    if (!file) return NULL;
    file->descriptor = descriptor;
    file->input = malloc(PORTION);
    file->decoder = zig_jxl_library.DecoderCreate(NULL);
    // The number of threads does not include the calling thread.
    file->runner = zig_jxl_library.ThreadParallelRunnerCreate(NULL, thread_count > 1 ? (size_t)thread_count : 0);
    if (!file->input || !file->decoder || !file->runner || read_header(file) != 0) {
        zig_jxl_close(file);
        return NULL;
    }
    return file;
}

void zig_jxl_close(zig_jxl *file)
{
    if (file->decoder) zig_jxl_library.DecoderDestroy(file->decoder);
    if (file->runner) zig_jxl_library.ThreadParallelRunnerDestroy(file->runner);
    free(file->input);
    free(file->profile);
    free(file);
}

zig_jxl_header zig_jxl_get_header(const zig_jxl *file)
{
    return file->header;
}

const uint8_t *zig_jxl_get_profile(const zig_jxl *file, size_t *length)
{
    *length = file->profile_length;
    return file->profile_length > 0 ? file->profile : NULL;
}

zig_jxl_status zig_jxl_start(zig_jxl *file, int sample_bytes, void *pixels, size_t size)
{
    zig_jxl_library.DecoderReset(file->decoder);
    file->position = 0;
    file->is_at_end = 0;
    file->pixels = pixels;
    file->size = size;
    file->format = (JxlPixelFormat){
        .num_channels = (uint32_t)(file->header.colours + file->header.has_alpha),
        .data_type = sample_bytes == 1 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16, .endianness = JXL_NATIVE_ENDIAN,
    };
    return zig_jxl_library.DecoderSetParallelRunner(file->decoder, zig_jxl_library.ThreadParallelRunner, file->runner)
                == JXL_DEC_SUCCESS
            && zig_jxl_library.DecoderSetUnpremultiplyAlpha(file->decoder, JXL_TRUE) == JXL_DEC_SUCCESS
            && zig_jxl_library.DecoderSubscribeEvents(file->decoder, JXL_DEC_FULL_IMAGE) == JXL_DEC_SUCCESS
        ? ZIG_JXL_MORE : ZIG_JXL_DAMAGED;
}

zig_jxl_status zig_jxl_continue(zig_jxl *file)
{
    size_t size = 0;
    for (;;) {
        switch (zig_jxl_library.DecoderProcessInput(file->decoder)) {
        case JXL_DEC_NEED_MORE_INPUT:
            return feed(file);
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            // The image goes to a buffer, because libjxl 0.7 needs more memory to pass rows to a function.
            if (zig_jxl_library.DecoderImageOutBufferSize(file->decoder, &file->format, &size) != JXL_DEC_SUCCESS
                || size != file->size
                || zig_jxl_library.DecoderSetImageOutBuffer(file->decoder, &file->format, file->pixels, size)
                    != JXL_DEC_SUCCESS)
                return ZIG_JXL_DAMAGED;
            break;
        case JXL_DEC_FULL_IMAGE:
        case JXL_DEC_SUCCESS:
            return ZIG_JXL_DONE;
        default:
            return ZIG_JXL_DAMAGED;
        }
    }
}
