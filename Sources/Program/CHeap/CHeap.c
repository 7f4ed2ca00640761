#include "CHeap.h"

#include <malloc.h>

void cheap_limit_heaps(int count) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}
