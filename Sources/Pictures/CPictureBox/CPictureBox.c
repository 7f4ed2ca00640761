#define _GNU_SOURCE
#include "PictureBox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0  // unknown: there is no sandbox, and so no picture
#endif

enum { SECONDS = 2, MEMORY = 256 << 20 };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define ALLOW_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), ALLOW

// The system calls that the sandbox allows; any other call ends it. The first malloc of glibc needs random numbers.
static bool filter_calls(void)
{
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        KILL,
        LOAD(nr),
        ALLOW_CALL(__NR_read),
        ALLOW_CALL(__NR_write),
        ALLOW_CALL(__NR_exit_group),
        ALLOW_CALL(__NR_brk),
        ALLOW_CALL(__NR_munmap),
        ALLOW_CALL(__NR_mremap),
        ALLOW_CALL(__NR_madvise),
        ALLOW_CALL(__NR_futex),
        ALLOW_CALL(__NR_clock_gettime),
        ALLOW_CALL(__NR_getrandom),
        ALLOW_CALL(__NR_rt_sigreturn),
        // Anonymous memory that cannot be executed.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
        KILL,
        LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 2, 0),
        LOAD(args[3]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0),
        KILL,
        ALLOW,
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return ARCHITECTURE != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool limit(__rlimit_resource_t resource, rlim_t value)
{
    struct rlimit limit = {value, value};
    return setrlimit(resource, &limit) == 0;
}

// Closes inherited descriptors, which the sandbox could still read and write.
static void close_files(void)
{
    if (syscall(SYS_close_range, 2, ~0U, 0) != 0)
        for (int descriptor = 2; descriptor < 4096; descriptor++)
            close(descriptor);
}

// A sanitizer needs memory and system calls of its own, and files for its reports: its builds decode without the
// sandbox.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

bool picture_box_is_closed(void)
{
#ifdef IS_SANITIZED
    return false;
#else
    return true;
#endif
}

static bool close_box(void)
{
    if (!picture_box_is_closed())
        return limit(RLIMIT_CPU, SECONDS);
    close_files();
    return limit(RLIMIT_AS, MEMORY) && limit(RLIMIT_CPU, SECONDS) && limit(RLIMIT_NOFILE, 0) && limit(RLIMIT_NPROC, 0)
        && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_CORE, 0) && filter_calls();
}

static _Noreturn void end(int status)
{
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

static void try_what_is_forbidden(const char *proof)
{
    if (strcmp(proof, "open") == 0)
        (void)!open("/etc/passwd", O_RDONLY);
    if (strcmp(proof, "socket") == 0)
        (void)!socket(AF_INET, SOCK_STREAM, 0);
    if (strcmp(proof, "exec") == 0)
        execl("/bin/true", "true", (char *)NULL);
    if (strcmp(proof, "fork") == 0)
        (void)!fork();
    if (strcmp(proof, "code") == 0)
        (void)!mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (strcmp(proof, "loop") == 0)
        for (volatile unsigned turn = 0;; turn++) {
        }
    if (strcmp(proof, "memory") == 0) {
        volatile uint8_t *memory = malloc((size_t)MEMORY + (1 << 20));
        end(memory == NULL ? 0 : 1);
    }
}

static bool read_file(uint8_t *bytes, struct source *source)
{
    size_t count = 0;
    while (count <= PICTURE_BOX_FILE_LIMIT) {
        ssize_t more = read(STDIN_FILENO, bytes + count, PICTURE_BOX_FILE_LIMIT + 1 - count);
        if (more <= 0)
            break;
        count += (size_t)more;
    }
    *source = (struct source){bytes, count, 0};
    return count > 16 && count <= PICTURE_BOX_FILE_LIMIT;
}

static void write_all(const void *bytes, size_t count)
{
    for (const uint8_t *rest = bytes; count > 0;) {
        ssize_t written = write(STDOUT_FILENO, rest, count);
        if (written <= 0)
            end(1);
        rest += written;
        count -= (size_t)written;
    }
}

// The first bytes decide the format, never a name.
static const struct format {
    const char *start;
    size_t count;
    const char *inner;  // at byte 8
    bool (*open_library)(void);
    bool (*decode)(struct source, struct picture *);
} formats[] = {
    {"\xFF\xD8\xFF", 3, NULL, jpeg_open_library, jpeg_decode},
    {"\x89PNG\r\n\x1A\n", 8, NULL, png_open_library, png_decode},
    {"RIFF", 4, "WEBP", webp_open_library, webp_decode},
    {"GIF8", 4, NULL, gif_open_library, gif_decode},
};

// NULL if it is none of the formats. `bytes` holds at least 16.
static const struct format *format_of(const uint8_t *bytes)
{
    for (size_t index = 0; index < sizeof formats / sizeof *formats; index++) {
        const struct format *format = &formats[index];
        if (memcmp(bytes, format->start, format->count) == 0
            && (format->inner == NULL || memcmp(bytes + 8, format->inner, 4) == 0))
            return format;
    }
    return NULL;
}

static bool decode(const struct format *format, struct source source, struct picture *picture)
{
    bool is_shown = format->decode(source, picture);
    if (is_shown)
        picture_turn(picture);
    return is_shown;
}

_Noreturn void picture_box_run(uint32_t width, uint32_t height, const char *proof)
{
    // The file is read before the sandbox takes effect, so that only the library for its format is loaded. Until then
    // the program examines only the first bytes.
    uint8_t *bytes = malloc(PICTURE_BOX_FILE_LIMIT + 1);
    struct source source = {0};
    bool is_read = bytes != NULL && (proof != NULL || read_file(bytes, &source));
    struct picture picture = {.width_limit = width, .height_limit = height};
    const struct format *format = is_read && proof == NULL ? format_of(bytes) : NULL;
    if (format != NULL && !format->open_library())
        end(PICTURE_BOX_NO_LIBRARY);
    if (!close_box())
        end(PICTURE_BOX_UNAVAILABLE);
    if (proof != NULL)
        try_what_is_forbidden(proof);
    bool is_shown = format != NULL && width > 0 && height > 0 && decode(format, source, &picture);
    struct picture_box_head head = {
        is_shown ? picture.width : 0, is_shown ? picture.height : 0, picture.file_width, picture.file_height};
    write_all(&head, sizeof head);
    if (is_shown)
        write_all(picture.pixels, (size_t)picture.width * picture.height * 4);
    end(0);
}

int picture_box_try(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height)
{
    const struct format *format = count > 16 ? format_of(bytes) : NULL;
    // Loaded before the fork: another thread may hold the loader's lock when the process is copied.
    if (format == NULL || !format->open_library())
        return -1;
    pid_t child = fork();
    if (child == 0) {
        struct picture picture = {.width_limit = width, .height_limit = height};
        bool is_shown = limit(RLIMIT_CPU, SECONDS) && limit(RLIMIT_CORE, 0)
            && decode(format, (struct source){bytes, count, 0}, &picture);
        bool is_within = !is_shown || (picture.width <= width && picture.height <= height);
        end(is_within ? 0 : 2);
    }
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}
