// Bytes behind the last block of a scan: blocks that were read wrongly, or bytes that belong to no block.
#pragma once
#include <stdbool.h>

// Reads the blocks of all scans of a JPEG file, without their values, and then what is left over in front of the next
// marker. Returns whether that is whole blocks up to the last bit of padding, or whether blocks before it are invalid.
// Source: ITU-T T.81, F.2.2 and G.2.
bool zig_jpeg_surplus_is_blocks(int descriptor);
