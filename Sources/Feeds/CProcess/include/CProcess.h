#pragma once

#include <stddef.h>
#include <sys/types.h>

// Limits the address space of another process, which Swift cannot do: its import of glibc lacks prlimit.
int cprocess_limit_memory(pid_t process, size_t bytes);
