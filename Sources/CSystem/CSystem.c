#define _GNU_SOURCE
#include "CSystem.h"

#include <stdio.h>

int zig_exchange(int left_folder, const char *left, int right_folder, const char *right)
{
    return renameat2(left_folder, left, right_folder, right, RENAME_EXCHANGE);
}
