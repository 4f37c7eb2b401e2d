// Exif through libexif: the few fields that an export tells of.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct _ExifData zig_exif;

// Reads what a segment of a JPEG has, from the word Exif on. Damage is passed over: fields that cannot be read
// are not there. NULL where there is no memory.
zig_exif *_Nullable zig_exif_open(const uint8_t *_Nonnull bytes, size_t length);
void zig_exif_close(zig_exif *_Nonnull exif);

typedef enum {
    ZIG_EXIF_ORIENTATION,
    ZIG_EXIF_DESCRIPTION,
    ZIG_EXIF_ARTIST,
    ZIG_EXIF_COPYRIGHT,
    // When the file was changed, and when the picture was taken.
    ZIG_EXIF_CHANGED,
    ZIG_EXIF_TAKEN,
} zig_exif_field;

typedef struct {
    // How many entries the field has: 0, 1, or more where something is wrong.
    int count;
    int is_text;
    // The number where the field is a single short one; else -1.
    int number;
    // What the first entry holds; it belongs to the Exif.
    const uint8_t *_Nullable bytes;
    size_t length;
} zig_exif_value;

zig_exif_value zig_exif_get(const zig_exif *_Nonnull exif, zig_exif_field field);
