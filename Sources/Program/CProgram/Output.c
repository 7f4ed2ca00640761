#include "CProgram.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int cprogram_flush_output(void) {
    if (fflush(stdout) != 0) return errno;
    if (!ferror(stdout)) return 0;
    // An earlier write failed, and its error number is lost.
    struct pollfd output = {STDOUT_FILENO, 0, 0};
    const int hasNoReader = poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP));
    return hasNoReader ? EPIPE : EIO;
}

_Bool cprogram_ignores_broken_pipes(void) {
    struct sigaction action;
    return sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
