#ifndef CHEAP_H
#define CHEAP_H

/// Limits the heaps of all threads together, if the C library has one for each (glibc). Call it before there are
/// threads.
void cheap_limit_heaps(int count);

/// Flushes the output and ends the process without running exit handlers: those of OpenSSL free memory that curl's
/// thread still uses.
_Noreturn void cheap_leave(int status);

#endif
