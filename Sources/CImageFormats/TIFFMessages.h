// The messages of libtiff about an open file.
#pragma once
#include <tiffio.h>

#include "TIFF.h"

// Makes libtiff report to `messages`.
void zig_tiff_messages_install(TIFFOpenOptions *_Nonnull options, zig_tiff_messages *_Nonnull messages);

// Whether libjpeg has sent a warning since zig_tiff_forget_damage, but no message about damage.
int zig_tiff_has_jpeg_warning(const zig_tiff_messages *_Nonnull messages);
// Stores a message about damage; `row` is the row in the strip or tile, or -1.
void zig_tiff_note_damage(zig_tiff_messages *_Nonnull messages, const char *_Nonnull text, int row);

// If libjpeg has sent a warning about a block with JPEG compression, decodes the block again and stores a message if
// pixels are missing or invented. `number` is the number of the block.
void zig_tiff_check_jpeg(TIFF *_Nonnull file, uint32_t number, zig_tiff_messages *_Nonnull messages);
