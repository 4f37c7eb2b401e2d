// GLib keeps this header with its libraries, in a folder that only pkg-config names.
#if defined(__x86_64__)
#include "/usr/lib/x86_64-linux-gnu/glib-2.0/include/glibconfig.h"
#elif defined(__aarch64__)
#include "/usr/lib/aarch64-linux-gnu/glib-2.0/include/glibconfig.h"
#else
#error "add the folder of glibconfig.h for this processor: pkg-config --cflags glib-2.0"
#endif
