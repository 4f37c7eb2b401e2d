// HEIC and AVIF through libheif. libheif is loaded when the first HEIC or AVIF file is opened, because it
// loads the libraries of four video formats.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_HEIF_MESSAGE_SIZE 256

// An open file, and the selected image in the file.
typedef struct zig_heif zig_heif;

// Whether the installed libheif has a decoder for items of a type, such as "hvc1". Call zig_heif_open before
// this function, because it loads libheif.
int zig_heif_decodes(const char *_Nonnull type);

// Opens an image of a file.
//
// page: the index of the image, from 0; -1 for the primary image. thread_count: the number of threads for an
// image that consists of parts. message: receives the reason of a failure (ZIG_HEIF_MESSAGE_SIZE bytes).
// Returns NULL on failure. If libheif is not found, the message is empty.
zig_heif *_Nullable zig_heif_open(const char *_Nonnull path, int page, int thread_count, char *_Nonnull message);
void zig_heif_close(zig_heif *_Nonnull file);

// The header of the image.
typedef struct {
    // The size after the rotation, mirroring and cropping that the file states.
    int width, height;
    // The bits of a colour sample.
    int bits;
    // Whether the image has alpha, and whether colours are multiplied by alpha.
    int has_alpha, is_premultiplied;
    // The number of images in the file, and the index of the selected image, from 0.
    int pages, page;
    // The numbers of the colour space, if the file has no profile and states numbers; otherwise 0.
    int primaries, transfer;
} zig_heif_header;

zig_heif_header zig_heif_get_header(const zig_heif *_Nonnull file);

typedef enum { ZIG_HEIF_PROFILE, ZIG_HEIF_EXIF, ZIG_HEIF_XMP } zig_heif_data;

// The length of the colour profile or of metadata; 0 if the file does not contain the data.
size_t zig_heif_data_length(const zig_heif *_Nonnull file, zig_heif_data kind);
// Copies the colour profile or metadata to a buffer of zig_heif_data_length() bytes. Returns 0, or -1.
int zig_heif_copy_data(const zig_heif *_Nonnull file, zig_heif_data kind, uint8_t *_Nonnull bytes);

// Decodes the image, and updates the size in the header. Returns 0, or -1 with a message.
//
// is_grey: whether all images of the file are monochrome.
int zig_heif_decode(zig_heif *_Nonnull file, int is_grey);

// Copies pixels of a row of a decoded image, on any thread.
//
// colours: 1 (grey, from the luminance alone) or 3 (RGB). sample_bytes: 1, or 2 in the byte order of the
// machine. The largest value is white.
void zig_heif_copy_row(const zig_heif *_Nonnull file, int y, int x, int count, int colours, int sample_bytes,
                       void *_Nonnull output);
