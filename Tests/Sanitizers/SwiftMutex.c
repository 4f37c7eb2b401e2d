// The waiting part of Swift's Mutex, for programs with the thread sanitizer.
//
// The library with Swift's Mutex is not instrumented. The sanitizer does not see that a waiting thread gets
// the lock after another thread released it, and reports the accesses of both threads as a race. These
// functions replace the waiting part with instrumented atomic operations.

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

// _MutexHandle._lockSlow(_:) of module Synchronization. The word is 0 if the mutex is free, otherwise the
// number of the thread that holds the lock.
__attribute__((swiftcall)) void zig_lock_slowly(uint32_t thread, __attribute__((swift_context)) uint32_t *word)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void zig_lock_slowly(uint32_t thread, __attribute__((swift_context)) uint32_t *word)
{
    for (uint32_t open = 0;
         !__atomic_compare_exchange_n(word, &open, thread, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
         open = 0)
        sched_yield();
}

// _MutexHandle._tryLockSlow() asks the kernel for a lock that another thread holds. The kernel marks the word, so
// that the other thread releases the lock in the library, without the sanitizer. An attempt may always fail.
__attribute__((swiftcall)) bool zig_try_lock_slowly(__attribute__((swift_context)) uint32_t *word)
    __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");

__attribute__((swiftcall)) bool zig_try_lock_slowly(__attribute__((swift_context)) uint32_t *word)
{
    (void)word;
    return false;
}
