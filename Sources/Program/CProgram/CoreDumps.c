#include "CProgram.h"

#if defined(__linux__)

#include <sys/prctl.h>

// Unlike a limit of 0, this also works where the kernel pipes the dump to a program, and programs that lede starts do
// not inherit it.
void cprogram_forbid_core_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

#else

#include <sys/resource.h>

void cprogram_forbid_core_dumps(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) != 0) return;
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
}

#endif
