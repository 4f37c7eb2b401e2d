#ifndef JPEG_RESTART_STEP_H
#define JPEG_RESTART_STEP_H

#include <stddef.h>

// Returns the smallest number of rows of MCUs after which a restart interval ends at the end of a row. Source:
// ITU-T T.81, E.1.4.
static inline size_t zig_jpeg_restart_step(size_t interval, size_t mcus_per_row)
{
    size_t one = mcus_per_row, other = interval;
    while (other != 0) {
        size_t rest = one % other;
        one = other;
        other = rest;
    }
    return interval / one;
}

#endif
