#pragma once

#include <stddef.h>
#include <sys/types.h>

// Limits the address space of another process, which Swift cannot do: its import of glibc lacks prlimit.
int csystem_limit_memory(pid_t process, size_t bytes);

// Makes a pipe that no program inherits, even one started at the same moment by another thread; returns 0 on success.
// Swift's import of glibc lacks pipe2.
int csystem_pipe(int ends[2]);

// Waits until everything written to the file system of this open file has reached the disk; returns 0 on success.
// Swift's import of glibc lacks syncfs.
int csystem_sync_file_system(int descriptor);

// Adds an action to a posix_spawn_file_actions_t: it closes this descriptor and all higher ones in the new program.
// Swift's import of glibc lacks the function for that.
void csystem_close_from(void *actions, int first);
