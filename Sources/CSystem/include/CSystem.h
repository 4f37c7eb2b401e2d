// System calls that the C library shows to GNU programs only.
#pragma once

// Exchanges two paths in one step: renameat2(2) with RENAME_EXCHANGE. 0, or -1 with errno.
int zig_exchange(int left_folder, const char *_Nonnull left, int right_folder, const char *_Nonnull right);
