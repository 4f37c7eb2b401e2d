// What a confined process does to itself before it runs code that reads files.
#pragma once

#include "Confinement.h"

// Takes the descriptors and the limits, and makes the process end with its parent. Calls only
// functions that signal handlers may call. Returns 0, or -1 with errno; exits if the parent is gone.
int zig_take_confinement(const struct zig_confined_start *start, pid_t parent);
