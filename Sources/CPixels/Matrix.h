// Parts of the conversion by a matrix.
#pragma once
#include "CPixels.h"

// zig_matrix_row for RGB of 8 bits, 64 pixels at a time; for processors with zig_has_matrix_vectors.
void zig_matrix_row_in_vectors(
    const zig_matrix_factors *factors, const uint8_t *row, uint8_t *output, int count);
