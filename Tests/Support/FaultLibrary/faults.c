// Makes the n-th call of one kind fail in the program that preloads this library, or shifts the program's clock.
//
//   LEDE_CLOCK_SHIFT=SECONDS is added to the time of day
//   LEDE_FAULT=CALL:N:KIND   CALL: write, sync, open, rename, truncate, map, memory; or disk, for which every write and
//                            truncate fails
//                            KIND: fail (the call reports an error), tear (half of it is done, then the process is killed),
//                                  kill (the process is killed before the call)
//   LEDE_FAULT_BELOW=FOLDER  only calls on files below this folder count, and all calls for memory
//   LEDE_FAULT_MARK=FILE     is created when the fault strikes; if it is missing, the program has made fewer than N calls
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum kind { NONE, FAIL, TEAR, KILL };

static struct {
    char call[16];
    long number;
    enum kind kind;
    const char *below, *mark;
} fault;
static atomic_long calls;
static long clock_shift;

__attribute__((constructor)) static void read_settings(void)
{
    const char *shift = getenv("LEDE_CLOCK_SHIFT");
    if (shift)
        clock_shift = atol(shift);
    const char *text = getenv("LEDE_FAULT");
    char kind[16] = "";
    if (!text || sscanf(text, "%15[a-z]:%ld:%15[a-z]", fault.call, &fault.number, kind) != 3)
        return;
    fault.kind = strcmp(kind, "fail") == 0 ? FAIL : strcmp(kind, "tear") == 0 ? TEAR : KILL;
    fault.below = getenv("LEDE_FAULT_BELOW");
    fault.mark = getenv("LEDE_FAULT_MARK");
}

static int is_below(const char *path)
{
    return fault.below && path && strncmp(path, fault.below, strlen(fault.below)) == 0;
}

static int is_file_below(int descriptor)
{
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = 0;
    return is_below(path);
}

// Returns the fault of this call, or none.
static enum kind strike(const char *call)
{
    if (fault.kind != NONE && strcmp(fault.call, "disk") == 0)
        return strcmp(call, "write") == 0 || strcmp(call, "truncate") == 0 ? FAIL : NONE;
    if (fault.kind == NONE || strcmp(call, fault.call) != 0 || atomic_fetch_add(&calls, 1) + 1 != fault.number)
        return NONE;
    if (fault.mark)
        syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, fault.mark, O_CREAT | O_WRONLY, 0600));
    if (fault.kind == KILL)
        syscall(SYS_kill, getpid(), SIGKILL);
    return fault.kind;
}

static void die(void) { syscall(SYS_kill, getpid(), SIGKILL); }

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    REAL(write);
    enum kind kind = is_file_below(descriptor) ? strike("write") : NONE;
    if (kind == FAIL) { errno = ENOSPC; return -1; }
    if (kind == TEAR) { real(descriptor, bytes, count / 2); die(); }
    return real(descriptor, bytes, count);
}

#define PWRITE(name, offset_type)                                                        \
    ssize_t name(int descriptor, const void *bytes, size_t count, offset_type offset)    \
    {                                                                                    \
        REAL(name);                                                                      \
        enum kind kind = is_file_below(descriptor) ? strike("write") : NONE;             \
        if (kind == FAIL) { errno = ENOSPC; return -1; }                                 \
        if (kind == TEAR) { real(descriptor, bytes, count / 2, offset); die(); }         \
        return real(descriptor, bytes, count, offset);                                   \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNC(name)                                                                       \
    int name(int descriptor)                                                             \
    {                                                                                    \
        REAL(name);                                                                      \
        if (is_file_below(descriptor) && strike("sync") != NONE) { errno = EIO; return -1; } \
        return real(descriptor);                                                         \
    }
SYNC(fsync)
SYNC(fdatasync)

#define OPEN(name)                                                                       \
    int name(const char *path, int flags, ...)                                           \
    {                                                                                    \
        REAL(name);                                                                      \
        va_list list;                                                                    \
        va_start(list, flags);                                                           \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;          \
        va_end(list);                                                                    \
        if (is_below(path) && strike("open") != NONE) { errno = EACCES; return -1; }     \
        return real(path, flags, mode);                                                  \
    }
OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to)
{
    REAL(rename);
    if (is_below(to) && strike("rename") != NONE) { errno = EIO; return -1; }
    return real(from, to);
}

#define TRUNCATE(name, offset_type)                                                      \
    int name(int descriptor, offset_type length)                                         \
    {                                                                                    \
        REAL(name);                                                                      \
        if (is_file_below(descriptor) && strike("truncate") != NONE) { errno = ENOSPC; return -1; } \
        return real(descriptor, length);                                                 \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define MAP(name, offset_type)                                                           \
    void *name(void *address, size_t length, int protection, int flags, int descriptor, offset_type offset) \
    {                                                                                    \
        REAL(name);                                                                      \
        if (descriptor >= 0 && is_file_below(descriptor) && strike("map") != NONE) { errno = ENOMEM; return MAP_FAILED; } \
        return real(address, length, protection, flags, descriptor, offset);             \
    }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

// The names under which the C library itself allocates: dlsym allocates, too.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static int lacks_memory(void)
{
    if (fault.kind == NONE || fault.call[0] != 'm' || fault.call[1] != 'e' || strike("memory") == NONE)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return lacks_memory() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return lacks_memory() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return lacks_memory() ? NULL : __libc_realloc(old, size); }

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && clock == CLOCK_REALTIME)
        now->tv_sec += clock_shift;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec precise;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}
