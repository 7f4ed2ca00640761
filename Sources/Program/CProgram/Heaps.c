#include "CProgram.h"

#include <malloc.h>

void cprogram_limit_heaps(int count) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}

void cprogram_map_large_blocks(int bytes) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}

void cprogram_keep_freed_blocks(int bytes) {
#ifdef M_TRIM_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}
