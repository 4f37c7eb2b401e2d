// The part of Swift's Mutex that waits, for programs with the thread sanitizer.
//
// Swift's own is in a library that is not instrumented. The sanitizer does not see that a thread which
// had to wait gets the lock after another released it, and reports each such access as a race. This
// function takes the place of that part. Its atomic operations are instrumented.

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

// _MutexHandle._lockSlow(_:) of module Synchronization. The word is 0 if the mutex is free, else the
// number of the thread that has it.
__attribute__((swiftcall)) void zig_lock_slowly(uint32_t thread, __attribute__((swift_context)) uint32_t *word)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void zig_lock_slowly(uint32_t thread, __attribute__((swift_context)) uint32_t *word)
{
    for (uint32_t open = 0;
         !__atomic_compare_exchange_n(word, &open, thread, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
         open = 0)
        sched_yield();
}
