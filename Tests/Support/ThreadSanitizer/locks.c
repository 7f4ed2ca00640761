// Tells ThreadSanitizer about Swift's Mutex. Its fast path is compiled into the program, where the sanitizer sees it.
// Its slow path, which waits in the kernel, is in a library without instrumentation, so every contended lock would be
// reported as a race. Preloaded into the tests; without the sanitizer it changes nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void lock_function(uint32_t, SELF);
typedef SWIFT void unlock_function(SELF);
typedef void note_function(void *);

static void note(const char *name, void *address) {
    note_function *function = (note_function *)dlsym(RTLD_DEFAULT, name);
    if (function) function(address);
}

SWIFT void lock_slowly(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void lock_slowly(uint32_t thread, SELF mutex) {
    ((lock_function *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    note("__tsan_acquire", mutex);
}

SWIFT void unlock_slowly(SELF mutex) __asm__(UNLOCK);
SWIFT void unlock_slowly(SELF mutex) {
    note("__tsan_release", mutex);
    ((unlock_function *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
