#include "CProgram.h"

#include <errno.h>
#include <stdio.h>

int cprogram_flush_output(void) {
    if (fflush(stdout) != 0) return errno;
    // An earlier write failed; its number is lost.
    return ferror(stdout) ? EIO : 0;
}
