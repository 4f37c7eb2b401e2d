// Classifies the bytes after the last block of a scan: blocks, which means that earlier blocks were decoded
// incorrectly, or other bytes.
#pragma once
#include <stdbool.h>

// Reads the blocks of all scans of a JPEG file, without their values, and then the bytes before the next
// marker. Returns whether these bytes are complete blocks followed by padding, or whether an earlier block is
// invalid. Source: ITU-T T.81, F.2.2 and G.2.
bool zig_jpeg_surplus_is_blocks(int descriptor);
