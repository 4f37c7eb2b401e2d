#include "TIFFMessages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct zig_tiff_messages {
    char error[ZIG_TIFF_MESSAGE_SIZE];
    // The first message about damage, empty without damage, and the row of the strip or tile that the message
    // contains, or -1.
    char damage[ZIG_TIFF_MESSAGE_SIZE];
    int row;
    // Whether libjpeg has sent a warning that alone does not prove damage. The block is then decoded again.
    int has_jpeg_warning;
    // Whether libtiff has discarded bytes of PackBits data.
    int has_discarded_bytes;
    // Whether a JPEG is smaller than its strip or tile, and the smallest width and height of such a JPEG.
    int has_small_jpeg;
    uint32_t jpeg_width, jpeg_height;
};

// The warnings that mean that pixels are missing or invented: the function of libtiff that reports the warning, and the
// start of its text. Source: tif_fax3.c, tif_packbits.c, tif_pixarlog.c, tif_jpeg.c and tif_ojpeg.c of libtiff 4.5. The
// last two files forward messages of libjpeg, which JPEGErrors.c classifies. Other warnings do not affect pixels. Such
// warnings concern fields of directories, or LZW data without an end ("not terminated with EOI code"). If pixels are
// missing in these cases, libtiff also reports an error. TIFFJPEG.c decides about a JPEG without an end marker
// ("Premature end of JPEG file"), because libjpeg reports only the first warning about a strip or tile, which
// can hide a later warning. TIFFJPEG.c also decides about a JPEG that is smaller than its strip or tile ("Improper
// JPEG strip/tile size"), which can lack only pixels outside the image. TIFFPackBits.c decides about discarded bytes
// ("Discarding 64 bytes to avoid buffer overrun"), which can be rows below the image.
static const struct {
    const char *function, *start;
} warnings_of_damage[] = {
    {"Fax3Decode", ""}, // Rows that are too short or too long, or missing.
    {"Fax4Decode", ""},
    {"PackBitsDecode", "Terminating"}, // Bytes of the strip or the row are missing.
    {"PixarLogDecode", "stride"}, // The rest of a row is dropped.
    {"JPEGLib", "Corrupt JPEG data: premature end"},
    {"JPEGLib", "Corrupt JPEG data: bad Huffman code"},
    {"JPEGLib", "Corrupt JPEG data: bad arithmetic code"},
    {"JPEGLib", "Corrupt JPEG data: found marker"},
    {"JPEGLib", "Inconsistent progression sequence"},
    {"LibJpeg", "Corrupt JPEG data: premature end"},
    {"LibJpeg", "Corrupt JPEG data: bad Huffman code"},
    {"LibJpeg", "Corrupt JPEG data: found marker"},
};

// The maximum number of padding bytes after the data of a strip or tile.
#define MOST_PADDING 2
#define FIRST_RESTART 0xD0
#define END_OF_IMAGE 0xD9

static int starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

// Whether bytes are left before a restart marker or the end marker, which means that earlier blocks were
// decoded incorrectly. All other markers precede the pixels.
static int has_surplus(const char *text)
{
    unsigned count = 0, marker = 0;
    return sscanf(text, "Corrupt JPEG data: %u extraneous bytes before marker %x", &count, &marker) == 2
        && marker >= FIRST_RESTART && marker <= END_OF_IMAGE && (marker < END_OF_IMAGE || count > MOST_PADDING);
}

static int is_damage(const char *function, const char *text)
{
    if (function == NULL) return 0;
    for (size_t i = 0; i < sizeof warnings_of_damage / sizeof *warnings_of_damage; i++)
        if (starts_with(function, warnings_of_damage[i].function) && starts_with(text, warnings_of_damage[i].start))
            return 1;
    return (starts_with(function, "JPEGLib") || starts_with(function, "LibJpeg")) && has_surplus(text);
}

// Stores the size of a JPEG that is smaller than its strip or tile. Source: tif_jpeg.c, JPEGPreDecode.
static void note_small_jpeg(zig_tiff_messages *messages, const char *text)
{
    uint32_t width = 0, height = 0;
    if (sscanf(text, "Improper JPEG strip/tile size, expected %*ux%*u, got %" SCNu32 "x%" SCNu32, &width, &height) != 2)
        return;
    if (!messages->has_small_jpeg || width < messages->jpeg_width) messages->jpeg_width = width;
    if (!messages->has_small_jpeg || height < messages->jpeg_height) messages->jpeg_height = height;
    messages->has_small_jpeg = 1;
}

static void note(zig_tiff_messages *messages, const char *text)
{
    if (messages->damage[0] != 0) return;
    snprintf(messages->damage, sizeof messages->damage, "%s", text);
    // The format is "Bad code word at line 7 of strip 0". Source: tif_fax3.c, Fax3Unexpected and others.
    static const char mark[] = " at line ";
    const char *line = strstr(text, mark);
    messages->row = line == NULL || sscanf(line + sizeof mark - 1, "%d", &messages->row) != 1 ? -1 : messages->row;
}

// Handles an error. An error also means damage, because some decoders report an error, invent pixels and
// succeed.
static int on_error(TIFF *file, void *data, const char *function, const char *format, va_list values)
{
    (void)file, (void)function;
    zig_tiff_messages *messages = data;
    vsnprintf(messages->error, sizeof messages->error, format, values);
    note(messages, messages->error);
    return 1;
}

static int on_warning(TIFF *file, void *data, const char *function, const char *format, va_list values)
{
    (void)file;
    char text[ZIG_TIFF_MESSAGE_SIZE];
    vsnprintf(text, sizeof text, format, values);
    zig_tiff_messages *messages = data;
    if (function != NULL && starts_with(function, "PackBitsDecode") && starts_with(text, "Discarding"))
        messages->has_discarded_bytes = 1;
    else if (is_damage(function, text)) note(messages, text);
    else if (function != NULL && starts_with(function, "JPEGLib")) messages->has_jpeg_warning = 1;
    else if (function != NULL && starts_with(function, "JPEGPreDecode")) note_small_jpeg(messages, text);
    return 1;
}

zig_tiff_messages *zig_tiff_messages_create(void)
{
    return calloc(1, sizeof(zig_tiff_messages));
}

void zig_tiff_messages_free(zig_tiff_messages *messages)
{
    free(messages);
}

const char *zig_tiff_last_error(const zig_tiff_messages *messages)
{
    return messages->error;
}

const char *zig_tiff_damage(const zig_tiff_messages *messages)
{
    return messages->damage[0] == 0 ? NULL : messages->damage;
}

int zig_tiff_damaged_row(const zig_tiff_messages *messages)
{
    return messages->damage[0] == 0 ? -1 : messages->row;
}

void zig_tiff_forget_damage(zig_tiff_messages *messages)
{
    messages->damage[0] = 0;
    messages->has_jpeg_warning = 0;
    messages->has_discarded_bytes = 0;
    messages->has_small_jpeg = 0;
}

int zig_tiff_has_jpeg_warning(const zig_tiff_messages *messages)
{
    return messages->has_jpeg_warning && messages->damage[0] == 0;
}

int zig_tiff_has_discarded_bytes(const zig_tiff_messages *messages)
{
    return messages->has_discarded_bytes && messages->damage[0] == 0;
}

int zig_tiff_small_jpeg(const zig_tiff_messages *messages, uint32_t *width, uint32_t *height)
{
    *width = messages->jpeg_width;
    *height = messages->jpeg_height;
    return messages->has_small_jpeg && messages->damage[0] == 0;
}

void zig_tiff_note_damage(zig_tiff_messages *messages, const char *text, int row)
{
    note(messages, text);
    messages->row = row;
}

void zig_tiff_messages_install(TIFFOpenOptions *options, zig_tiff_messages *messages)
{
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, messages);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, messages);
}
