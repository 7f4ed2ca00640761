#pragma once

/// Contents of git's `HEAD` in the tree that was compiled; empty if the tree has none.
const char *cprogram_head(void);

/// Commit of the branch `main` in the tree that was compiled; empty if the tree has none.
const char *cprogram_main(void);

/// Limits the number of heaps for all threads together; glibc would give each thread its own. Has to be called before
/// there are threads.
void cprogram_limit_heaps(int count);

/// Has the kernel map blocks of this size and more, so that they return to it when they are freed. Otherwise glibc raises
/// the size with each such block that is freed, and keeps the next ones.
void cprogram_map_large_blocks(int bytes);

/// Keeps up to so many freed bytes, and blocks up to that size, for the next ones, in place of returning them to the
/// kernel.
void cprogram_keep_freed_blocks(int bytes);

/// Runs Swift's tasks on threads of this program, in place of libdispatch's: a worker thread of a global queue there
/// starts a timer that wakes the program once a second until it ends. Has to be called before there are tasks.
void cprogram_run_tasks_on_own_threads(void);

/// Catches SIGINT, SIGTERM and SIGHUP from now on, unless they are ignored (`nohup`). The first one during work becomes a
/// byte in the pipe whose read end is returned (-1 if there is none); any other one ends the process as usual. May be
/// called once.
int cprogram_receive_stop_signals(void);

/// Says if there is work that can be cancelled.
void cprogram_set_working(_Bool isWorkingNow);
