#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "CProgram.h"

// Most tests wait more than they compute, so one more test runs at once than there are processors. All 3,000 at once,
// the default of Swift Testing, need 6,000 threads and miss their deadlines.
static void limitTestsAtOnce(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char width[8];
    snprintf(width, sizeof width, "%ld", processors < 8 ? processors + 1 : 8);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}

// Many tests block a thread: they wait for a program, a terminal or another task. Swift's own pool has one thread for
// each processor: on two processors, two such tests would wait forever for tasks that no thread runs.
static __attribute__((constructor)) void prepare(void) {
    limitTestsAtOnce();
    cprogram_run_tasks_on_own_threads(64);
}
