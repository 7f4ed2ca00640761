#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

int csystem_limit_memory(pid_t process, size_t bytes) {
    struct rlimit limit = {bytes, bytes};
    return prlimit(process, RLIMIT_AS, &limit, 0);
}

int csystem_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int csystem_sync_file_system(int descriptor) {
    return syncfs(descriptor);
}

void csystem_close_from(void *actions, int first) {
    posix_spawn_file_actions_addclosefrom_np(actions, first);
}
