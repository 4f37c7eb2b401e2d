// Huffman tables that are optimal for the blocks of one file. libjpeg can make equal tables, but for blocks
// with few coefficients it takes longer to count the symbols than to encode them.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// Makes the tables of a sequential file from its blocks. `arrays` are the arrays that
// jpeg_write_coefficients() received. Call this function after jpeg_write_coefficients(), which computes the
// sizes of the components.
void zig_jpeg_huffman_optimise(j_compress_ptr compressor, jvirt_barray_ptr *arrays);
