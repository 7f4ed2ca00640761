#define _GNU_SOURCE
#include "CProgram.h"

#if defined(__linux__)

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int forget_object(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    const uintptr_t page = *(const uintptr_t *)context;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t start = (object->dlpi_addr + segment->p_vaddr + page - 1) & ~(page - 1);
        const uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void cprogram_forget_code(void)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(forget_object, &page);
}

#else

void cprogram_forget_code(void) {}

#endif
