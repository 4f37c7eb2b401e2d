#include "JPEG2000.h"

#include <openjpeg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "FileReading.h"

struct zig_jp2 {
    int descriptor;
    uint64_t offset, length, position;
    int reduction, is_strict, thread_count;
    opj_codec_t *codec;
    opj_stream_t *stream;
    opj_image_t *image;
    zig_jp2_frame frame;
    zig_jp2_component *components;
    // Whether the codec has decoded a region.
    int is_used;
    // Whether a warning means that samples are missing or invented.
    int is_damaged;
    char message[ZIG_JP2_MESSAGE_SIZE];
};

static OPJ_SIZE_T read_bytes(void *buffer, OPJ_SIZE_T size, void *user)
{
    zig_jp2 *image = user;
    if (image->position >= image->length) return (OPJ_SIZE_T)-1;
    uint64_t left = image->length - image->position;
    if (size > left) size = (OPJ_SIZE_T)left;
    ssize_t count = zig_read_at(image->descriptor, buffer, size, (off_t)(image->offset + image->position));
    if (count <= 0) return (OPJ_SIZE_T)-1;
    image->position += (uint64_t)count;
    return (OPJ_SIZE_T)count;
}

// Skips bytes. OpenJPEG expects the position to stop at the end of the data.
static OPJ_OFF_T skip_bytes(OPJ_OFF_T count, void *user)
{
    zig_jp2 *image = user;
    if (count < 0) return -1;
    uint64_t left = image->length - image->position;
    image->position += (uint64_t)count < left ? (uint64_t)count : left;
    return (uint64_t)count <= left ? count : -1;
}

static OPJ_BOOL seek_bytes(OPJ_OFF_T position, void *user)
{
    zig_jp2 *image = user;
    if (position < 0 || (uint64_t)position > image->length) return OPJ_FALSE;
    image->position = (uint64_t)position;
    return OPJ_TRUE;
}

// Stores the first message, which is the cause of later messages.
static void keep(const char *text, void *user)
{
    zig_jp2 *image = user;
    if (image->message[0] != 0) return;
    snprintf(image->message, sizeof image->message, "%s", text);
    image->message[strcspn(image->message, "\r\n")] = 0;
}

// The warnings after the header that do not affect samples. All other warnings mean that packets or
// code-blocks are missing or invalid, and that OpenJPEG decodes the rest. Source: j2k.c, t2.c, t1.c and
// ht_dec.c of OpenJPEG 2.5.
static const char *const harmless_warnings[] = {
    "Unknown marker",
    "Empty SOT marker detected", // Old encoders write a length that is too small.
    "Psot value",
    "Non conformant codestream TPsot==TNsot", // The number of tile-parts is one too small.
    "Expected SOP marker", // These markers may be missing. Source: ITU-T T.800, A.8.1.
    "Not enough space for expected SOP marker",
};

// The warning about two other bytes in place of the end marker, which has no data.
static const char missing_end[] = "Stream does not end with EOC";

// Whether the file has further bytes. Additional bytes in damaged data move the end marker past the end that the
// header of the box states.
static int has_bytes_after_end(const zig_jp2 *image)
{
    char byte;
    return zig_read_at(image->descriptor, &byte, 1, (off_t)(image->offset + image->length)) == 1;
}

static void heed(const char *text, void *user)
{
    zig_jp2 *image = user;
    for (size_t i = 0; i < sizeof harmless_warnings / sizeof *harmless_warnings; i++)
        if (strncmp(text, harmless_warnings[i], strlen(harmless_warnings[i])) == 0) return;
    if (strncmp(text, missing_end, strlen(missing_end)) == 0 && !has_bytes_after_end(image)) return;
    image->is_damaged = 1;
    keep(text, user);
}

static void ignore(const char *text, void *user)
{
    (void)text, (void)user;
}

static void stop(zig_jp2 *image)
{
    if (image->image) opj_image_destroy(image->image);
    if (image->codec) opj_destroy_codec(image->codec);
    if (image->stream) opj_stream_destroy(image->stream);
    image->image = NULL;
    image->codec = NULL;
    image->stream = NULL;
    image->is_used = 0;
}

// Creates a codec that has read the header.
static int start(zig_jp2 *image, int thread_count)
{
    stop(image);
    image->position = 0;
    image->message[0] = 0;
    image->codec = opj_create_decompress(OPJ_CODEC_J2K);
    image->stream = opj_stream_create(1 << 18, OPJ_TRUE);
    if (!image->codec || !image->stream) return -1;
    opj_set_error_handler(image->codec, keep, image);
    opj_set_warning_handler(image->codec, heed, image);
    opj_set_info_handler(image->codec, ignore, NULL);
    opj_stream_set_read_function(image->stream, read_bytes);
    opj_stream_set_skip_function(image->stream, skip_bytes);
    opj_stream_set_seek_function(image->stream, seek_bytes);
    opj_stream_set_user_data(image->stream, image, NULL);
    opj_stream_set_user_data_length(image->stream, image->length);
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    parameters.cp_reduce = (OPJ_UINT32)image->reduction;
    if (!opj_setup_decoder(image->codec, &parameters)
        || !opj_decoder_set_strict_mode(image->codec, image->is_strict)
        || (thread_count > 1 && !opj_codec_set_threads(image->codec, thread_count))
        || !opj_read_header(image->stream, image->codec, &image->image))
        return -1;
    return 0;
}

static int describe(zig_jp2 *image)
{
    opj_codestream_info_v2_t *info = opj_get_cstr_info(image->codec);
    if (!info) return -1;
    const opj_image_t *header = image->image;
    image->frame = (zig_jp2_frame){
        .left = header->x0, .top = header->y0, .right = header->x1, .bottom = header->y1,
        .tile_left = info->tx0, .tile_top = info->ty0, .tile_width = info->tdx,
        .tile_height = info->tdy, .tiles_across = info->tw, .tiles_down = info->th,
        .components = header->numcomps, .resolutions = 32,
    };
    const opj_tccp_info_t *coding = info->m_default_tile_info.tccp_info;
    for (uint32_t number = 0; coding && number < header->numcomps; number++)
        if (coding[number].numresolutions < image->frame.resolutions)
            image->frame.resolutions = coding[number].numresolutions;
    opj_destroy_cstr_info(&info);
    image->components = calloc(header->numcomps, sizeof *image->components);
    if (!image->components) return -1;
    for (uint32_t number = 0; number < header->numcomps; number++) {
        const opj_image_comp_t *component = &header->comps[number];
        image->components[number] = (zig_jp2_component){
            .step_x = component->dx, .step_y = component->dy, .bits = component->prec,
            .is_signed = component->sgnd != 0,
        };
    }
    return 0;
}

zig_jp2 *zig_jp2_open(int descriptor, uint64_t offset, uint64_t length, int reduction, int is_strict,
                      int thread_count, char *message)
{
    zig_jp2 *image = calloc(1, sizeof *image);
    if (!image) return NULL;
    image->descriptor = descriptor;
    image->offset = offset;
    image->length = length;
    image->reduction = reduction;
    image->is_strict = is_strict;
    image->thread_count = thread_count;
    int status = start(image, 1) != 0 || describe(image) != 0;
    memcpy(message, image->message, sizeof image->message);
    // Decoding starts another codec, with worker threads.
    stop(image);
    if (status == 0) return image;
    zig_jp2_close(image);
    return NULL;
}

void zig_jp2_close(zig_jp2 *image)
{
    stop(image);
    free(image->components);
    free(image);
}

zig_jp2_frame zig_jp2_get_frame(const zig_jp2 *image)
{
    return image->frame;
}

zig_jp2_component zig_jp2_get_component(const zig_jp2 *image, uint32_t number)
{
    return image->components[number];
}

static void forget(zig_jp2 *image)
{
    image->message[0] = 0;
    image->is_damaged = 0;
}

// Ends a call. OpenJPEG must not use a codec again after a failure.
static int finish(zig_jp2 *image, OPJ_BOOL is_done)
{
    if (image->is_strict && image->is_damaged) is_done = OPJ_FALSE;
    if (!is_done) stop(image);
    return is_done ? 0 : -1;
}

int zig_jp2_decode_region(zig_jp2 *image, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom)
{
    zig_jp2_release_parts(image);
    // In an image with one tile, a codec keeps the data and decodes any number of regions. In an image with
    // several tiles, a codec decodes only one region.
    int has_tiles = image->frame.tiles_across > 1 || image->frame.tiles_down > 1;
    if ((!image->codec || (has_tiles && image->is_used)) && start(image, image->thread_count) != 0)
        return finish(image, OPJ_FALSE);
    image->is_used = 1;
    forget(image);
    return finish(image, opj_set_decode_area(image->codec, image->image, (OPJ_INT32)left,
                                             (OPJ_INT32)top, (OPJ_INT32)right, (OPJ_INT32)bottom)
                             && opj_decode(image->codec, image->stream, image->image));
}

int zig_jp2_decode_tile(zig_jp2 *image, uint32_t number)
{
    zig_jp2_release_parts(image);
    if (!image->codec && start(image, image->thread_count) != 0) return finish(image, OPJ_FALSE);
    forget(image);
    return finish(image, opj_get_decoded_tile(image->codec, image->stream, image->image, number));
}

zig_jp2_part zig_jp2_get_part(const zig_jp2 *image, uint32_t number)
{
    if (!image->image || number >= image->image->numcomps) return (zig_jp2_part){0};
    const opj_image_comp_t *component = &image->image->comps[number];
    uint64_t scale = (uint64_t)1 << component->factor;
    return (zig_jp2_part){
        .left = (uint32_t)((component->x0 + scale - 1) / scale),
        .top = (uint32_t)((component->y0 + scale - 1) / scale),
        .width = component->w, .height = component->h, .samples = component->data,
    };
}

void zig_jp2_release_parts(zig_jp2 *image)
{
    for (uint32_t number = 0; image->image && number < image->image->numcomps; number++) {
        opj_image_data_free(image->image->comps[number].data);
        image->image->comps[number].data = NULL;
    }
}

const char *zig_jp2_message(const zig_jp2 *image)
{
    return image->message;
}
