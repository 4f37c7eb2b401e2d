// The versions of the libraries that decode and encode images.
#pragma once

// Returns the version of a library by its name, such as "libtiff". The text stays valid. Returns NULL if the
// library is not installed or its name is unknown.
const char *_Nullable zig_library_version(const char *_Nonnull name);
