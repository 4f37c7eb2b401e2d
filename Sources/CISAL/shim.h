#pragma once
#include <isa-l/igzip_lib.h>

// The working memory of level 1: a sum that Swift does not see through.
enum { ZIG_ISAL_LEVEL_1_SIZE = ISAL_DEF_LVL1_DEFAULT };
