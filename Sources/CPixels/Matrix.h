// The vector code of the matrix conversion.
#pragma once
#include "CPixels.h"

// As zig_matrix_row() for 8-bit RGB, 64 pixels at a time. Requires zig_has_matrix_vectors().
void zig_matrix_row_in_vectors(
    const zig_matrix_factors *factors, const uint8_t *row, uint8_t *output, int count);
