#include "CProgram.h"

#if defined(__linux__)

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define SWIFTCALL __attribute__((swiftcall))

// The parts of the Swift runtime's interface for executors (swift/ExecutorImpl.h) that are needed here.
typedef struct Job Job;
typedef struct {
    void *identity;
    uintptr_t implementation;
} ExecutorRef;

extern SWIFTCALL void swift_job_run(Job *job, ExecutorRef executor);

typedef SWIFTCALL void (*Enqueue)(Job *job);
extern SWIFTCALL void (*swift_task_enqueueGlobal_hook)(Job *job, Enqueue original);

static pthread_mutex_t jobsLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t jobsArrived = PTHREAD_COND_INITIALIZER;
/// A ring buffer of jobs, in order of arrival.
static struct {
    Job **slots;
    size_t capacity, first, count;
} jobs;
static int threadCount, idleCount, mostThreads;

static void *grown(void *memory, size_t count, size_t size) {
    void *larger = reallocarray(memory, count, size);
    // Losing a job would leave its task waiting forever.
    if (larger == NULL) abort();
    return larger;
}

static void append(Job *job) {
    if (jobs.count == jobs.capacity) {
        size_t capacity = jobs.capacity == 0 ? 64 : jobs.capacity * 2;
        jobs.slots = grown(jobs.slots, capacity, sizeof(Job *));
        for (size_t index = 0; index < jobs.first; index++) {
            jobs.slots[jobs.capacity + index] = jobs.slots[index];
        }
        jobs.capacity = capacity;
    }
    jobs.slots[(jobs.first + jobs.count) % jobs.capacity] = job;
    jobs.count++;
}

static Job *removeFirst(void) {
    Job *job = jobs.slots[jobs.first];
    jobs.first = (jobs.first + 1) % jobs.capacity;
    jobs.count--;
    return job;
}

/// Grows the heap of this thread to 1 MB in advance. The C library grows every heap except the main one page by page,
/// with one system call each: 270 of them in a refresh of 100 feeds.
static void reserveHeap(void) {
    // Each block is smaller than those that the C library maps separately (128 KiB). Volatile: a compiler may leave out
    // blocks that nothing uses.
    void *volatile blocks[8];
    const size_t count = sizeof blocks / sizeof *blocks;
    for (size_t index = 0; index < count; index++) blocks[index] = malloc(120 << 10);
    // Frees the last block first, so that each joins the free end of the heap.
    for (size_t index = count; index > 0; index--) free(blocks[index - 1]);
}

static void *runJobs(void *unused) {
    (void)unused;
    reserveHeap();
    const ExecutorRef generic = {NULL, 0};
    pthread_mutex_lock(&jobsLock);
    for (;;) {
        while (jobs.count == 0) {
            idleCount++;
            pthread_cond_wait(&jobsArrived, &jobsLock);
            idleCount--;
        }
        Job *job = removeFirst();
        pthread_mutex_unlock(&jobsLock);
        swift_job_run(job, generic);
        pthread_mutex_lock(&jobsLock);
    }
    return NULL;
}

/// Starts a thread that blocks all signals: the main thread, or a thread that waits for them, handles them.
static int startThread(void *(*run)(void *)) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run, NULL);
    if (error == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static void enqueue(Job *job) {
    pthread_mutex_lock(&jobsLock);
    append(job);
    const int someoneIsIdle = jobs.count <= (size_t)idleCount;
    if (!someoneIsIdle && threadCount < mostThreads && startThread(runJobs) == 0) {
        threadCount++;
    } else if (threadCount == 0) {
        abort();
    }
    pthread_mutex_unlock(&jobsLock);
    // Signal after unlocking: a thread woken while the lock is held would have to wait again.
    if (someoneIsIdle) pthread_cond_signal(&jobsArrived);
}

static SWIFTCALL void enqueueNow(Job *job, Enqueue original) {
    (void)original;
    enqueue(job);
}

void cprogram_run_tasks_on_own_threads(int least) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    mostThreads = processors > least ? (int)processors : least;
    swift_task_enqueueGlobal_hook = enqueueNow;
}

#else

void cprogram_run_tasks_on_own_threads(int least) { (void)least; }

#endif
