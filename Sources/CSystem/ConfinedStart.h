// The confinement of a process before it runs code that reads files.
#pragma once

#include <sys/types.h>

#include "Confinement.h"

// Takes over the descriptors and the limits, and makes the process end with its parent. Calls only
// async-signal-safe functions. Returns 0, or -1 with errno; exits if the parent has ended.
int zig_take_confinement(const struct zig_confined_start *start, pid_t parent);
