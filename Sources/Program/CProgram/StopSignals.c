#define _GNU_SOURCE
#include "CProgram.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
static int ends[2] = {-1, -1};
static atomic_bool isWorking, isStopping;

// Reports the first signal during work. Any other one ends the process, as it does without a handler.
static void receive(int number)
{
    int error = errno;
    if (atomic_load(&isWorking) && !atomic_exchange(&isStopping, 1)) {
        unsigned char byte = (unsigned char)number;
        (void)!write(ends[1], &byte, 1);
    } else {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = error;
}

int cprogram_receive_stop_signals(void)
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    struct sigaction action = {.sa_handler = receive, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        struct sigaction before;
        if (sigaction(numbers[index], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[index], &action, NULL);
    }
    return ends[0];
}

void cprogram_set_working(_Bool isWorkingNow) { atomic_store(&isWorking, isWorkingNow); }
