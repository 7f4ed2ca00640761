#include "CHeap.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

void cheap_limit_heaps(int count) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}

void cheap_leave(int status) {
    fflush(stdout);
    _exit(status);
}
