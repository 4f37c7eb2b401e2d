// The messages of libtiff about an open file.
#pragma once
#include <tiffio.h>

#include "TIFF.h"

// Makes libtiff report to `messages`.
void zig_tiff_messages_install(TIFFOpenOptions *_Nonnull options, zig_tiff_messages *_Nonnull messages);

// Whether libjpeg has sent a warning since zig_tiff_forget_damage, but no message about damage.
int zig_tiff_has_jpeg_warning(const zig_tiff_messages *_Nonnull messages);
// Returns whether libtiff has reported a JPEG smaller than its strip or tile, but no damage, since
// zig_tiff_forget_damage. Sets the smallest width and the smallest height of such JPEGs.
int zig_tiff_small_jpeg(
    const zig_tiff_messages *_Nonnull messages, uint32_t *_Nonnull width, uint32_t *_Nonnull height);
// Whether libtiff has discarded bytes of PackBits data since zig_tiff_forget_damage, without a message about damage.
int zig_tiff_has_discarded_bytes(const zig_tiff_messages *_Nonnull messages);
// Stores a message about damage; `row` is the row in the strip or tile, or -1.
void zig_tiff_note_damage(zig_tiff_messages *_Nonnull messages, const char *_Nonnull text, int row);

// Stores a message if the JPEG in a block does not contain all pixels of the block that are in the image. If libjpeg
// has sent a warning, decodes the block again, and stores a message if pixels are missing or invented. `number` is the
// number of the block, and `row_count` the number of its rows that are read.
void zig_tiff_check_jpeg(
    TIFF *_Nonnull file, uint32_t number, uint32_t row_count, zig_tiff_messages *_Nonnull messages);
