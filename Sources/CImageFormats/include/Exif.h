// The Exif fields that an export shows, through libexif.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct _ExifData zig_exif;

// Reads a segment of a JPEG, from the word Exif on. Damaged fields are skipped. Returns NULL if memory is
// short.
zig_exif *_Nullable zig_exif_open(const uint8_t *_Nonnull bytes, size_t length);
void zig_exif_close(zig_exif *_Nonnull exif);

typedef enum {
    ZIG_EXIF_ORIENTATION,
    ZIG_EXIF_DESCRIPTION,
    ZIG_EXIF_ARTIST,
    ZIG_EXIF_COPYRIGHT,
    // The date of the last change and, in ZIG_EXIF_TAKEN, the date when the image was taken.
    ZIG_EXIF_CHANGED,
    ZIG_EXIF_TAKEN,
    // The interoperability index: the rules for file names and colours that the camera follows.
    ZIG_EXIF_INTEROPERABILITY,
} zig_exif_field;

typedef struct {
    // The number of entries of the field; more than 1 in damaged files.
    int count;
    int is_text;
    // The value, if the field is a single 16-bit number; -1 otherwise.
    int number;
    // The data of the first entry, owned by the zig_exif.
    const uint8_t *_Nullable bytes;
    size_t length;
} zig_exif_value;

zig_exif_value zig_exif_get(const zig_exif *_Nonnull exif, zig_exif_field field);
