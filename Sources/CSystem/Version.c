#include "SystemCalls.h"

#include <stddef.h>

// `git archive` replaces this by the last tag, and the commits since; by nothing without a tag.
static const char archived[] = "$Format:%(describe:tags)$";

const char *zig_tag(void)
{
    if (archived[0] != '$') return archived;
#ifdef ZIG_TAG
    return ZIG_TAG;
#else
    return NULL;
#endif
}
