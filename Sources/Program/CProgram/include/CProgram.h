#pragma once

/// Contents of git's `HEAD` in the tree that was compiled; empty if the tree has none.
const char *cprogram_head(void);

/// Commit of the branch `main` in the tree that was compiled; empty if the tree has none.
const char *cprogram_main(void);

/// Prevents crashes from writing the memory of this process, which may hold passwords, to a file. Other processes of
/// the user can no longer read this memory either, so only root can attach a debugger.
void cprogram_forbid_core_dumps(void);

/// Limits the number of heaps that all threads share; glibc would give each thread its own. Call it before the first
/// thread starts.
void cprogram_limit_heaps(int count);

/// Makes malloc map blocks of at least this size (in bytes) separately, so that a freed block returns to the kernel.
/// Otherwise glibc raises this threshold with each such block that is freed, and keeps later blocks.
void cprogram_map_large_blocks(int bytes);

/// Keeps up to this many freed bytes for reuse instead of returning them to the kernel; this is also the largest block
/// that comes from the heap.
void cprogram_keep_freed_blocks(int bytes);

/// Turns off SQLite's count of its memory, which takes a lock for each block, and the memory that each connection
/// allocates for its first 20 pages, most of which stay unused. Call it before the first connection; later it returns
/// false.
_Bool cprogram_configure_sqlite(void);

/// Runs Swift's tasks on threads of this program instead of libdispatch's: the first worker thread of a global queue
/// starts a timer that wakes the program once a second until it ends. Call it before the first task.
///
/// - Parameter least: the number of tasks that may run at once on a machine with fewer processors.
void cprogram_run_tasks_on_own_threads(int least);

/// Catches SIGINT, SIGTERM and SIGHUP from now on, unless they are ignored (`nohup`). The first one during work writes
/// a byte to the pipe whose read end is returned (-1 if there is none); any other one ends the process as usual. Call
/// it at most once.
int cprogram_receive_stop_signals(void);

/// Sets whether cancellable work is running: only then is the first stop signal written to the pipe.
void cprogram_set_working(_Bool isWorkingNow);

/// Hides what is typed on the terminal of standard input, until `cprogram_show_typing`. A signal that ends the process
/// before that restores the terminal first; Ctrl-Z has no effect. Returns false if standard input is not a terminal.
_Bool cprogram_hide_typing(void);

/// Restores the terminal and the signals that `cprogram_hide_typing` has changed.
void cprogram_show_typing(void);

/// Flushes standard output. Returns the error number of this or an earlier write; 0 if none has failed.
int cprogram_flush_output(void);

/// True if SIGPIPE is ignored, so that a write to a pipe without a reader only fails.
_Bool cprogram_ignores_broken_pipes(void);

/// Raises the limit of open files to `wanted`, or as far as this process may, if it is lower. Returns the limit.
long cprogram_raise_open_files(long wanted);

/// Returns to the kernel the pages of code and constants that were read so far; the kernel maps a page again when it is
/// used. The kernel maps 64 KB around each page that is read, so most pages mapped at the start are never needed again.
void cprogram_forget_code(void);
