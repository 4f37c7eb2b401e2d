#include "CPixels.h"

#include <string.h>

void zig_subtract_left(const uint8_t *row, uint8_t *output, int length, int distance)
{
    int first = distance < length ? distance : length;
    memcpy(output, row, (size_t)first);
    for (int i = distance; i < length; i++)
        output[i] = (uint8_t)(row[i] - row[i - distance]);
}

void zig_subtract_left_wide(const uint8_t *row, uint8_t *output, int length, int distance)
{
    int first = distance < length ? distance : length;
    memcpy(output, row, (size_t)first * 2);
    for (int i = distance; i < length; i++) {
        uint16_t value, left;
        memcpy(&value, row + 2 * i, 2);
        memcpy(&left, row + 2 * (i - distance), 2);
        value = (uint16_t)(value - left);
        memcpy(output + 2 * i, &value, 2);
    }
}
