// HEIC and AVIF through libheif. It is loaded when the first such file is opened, because it loads the
// libraries of four video formats.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_HEIF_MESSAGE_SIZE 256

// An open file, and the image of it that was chosen.
typedef struct zig_heif zig_heif;

// Whether the installed libheif has a decoder for items of a type, such as "hvc1". A file must have been opened.
int zig_heif_decodes(const char *_Nonnull type);

// Opens an image of a file.
//
// page: from 0; -1 is the primary image. thread_count: for the parts of an image that is stored in parts.
// message: the reason of a failure (ZIG_HEIF_MESSAGE_SIZE bytes). NULL on failure; without a message if libheif
// is not found.
zig_heif *_Nullable zig_heif_open(const char *_Nonnull path, int page, int thread_count, char *_Nonnull message);
void zig_heif_close(zig_heif *_Nonnull file);

// What the header says.
typedef struct {
    // After the rotation, mirroring and cropping that the file states.
    int width, height;
    // Bits of a colour sample.
    int bits;
    // Whether colours are multiplied by alpha.
    int has_alpha, is_premultiplied;
    // The images of the file, and which of them this one is, from 0.
    int pages, page;
    // The colour space that a file without a profile states by numbers; 0 without it.
    int primaries, transfer;
} zig_heif_header;

zig_heif_header zig_heif_get_header(const zig_heif *_Nonnull file);

typedef enum { ZIG_HEIF_PROFILE, ZIG_HEIF_EXIF, ZIG_HEIF_XMP } zig_heif_data;

// The length of the colour profile or of metadata; 0 without them.
size_t zig_heif_data_length(const zig_heif *_Nonnull file, zig_heif_data kind);
// Copies them to a buffer of that length. Returns 0, or -1.
int zig_heif_copy_data(const zig_heif *_Nonnull file, zig_heif_data kind, uint8_t *_Nonnull bytes);

// Decodes the image, and updates the size in the header. Returns 0, or -1 with a message.
//
// is_grey: whether all images of the file are monochrome.
int zig_heif_decode(zig_heif *_Nonnull file, int is_grey);

// Copies pixels of a row of a decoded image, on any thread.
//
// colours: 1 (grey, of the luminance alone) or 3 (RGB). sample_bytes: 1, or 2 in the byte order of the machine,
// where the largest value is white.
void zig_heif_copy_row(const zig_heif *_Nonnull file, int y, int x, int count, int colours, int sample_bytes,
                       void *_Nonnull output);
