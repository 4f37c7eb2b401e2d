// The messages of libtiff about an open file.
#pragma once
#include <tiffio.h>

#include "TIFF.h"

// Makes libtiff report to `messages`.
void zig_tiff_messages_install(TIFFOpenOptions *_Nonnull options, zig_tiff_messages *_Nonnull messages);
