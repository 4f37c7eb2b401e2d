// Huffman tables made for the blocks of one file. libjpeg makes the same tables, but takes longer to count the symbols
// of blocks with few coefficients than to encode them.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// Makes the tables of a sequential file from its blocks, whose rows the arrays of jpeg_write_coefficients() hold. Call it
// after that function: it needs the sizes of the components.
void zig_jpeg_huffman_optimise(j_compress_ptr compressor, jvirt_barray_ptr *arrays);
