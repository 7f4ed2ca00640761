#ifndef CHEAP_H
#define CHEAP_H

/// At most so many heaps for all threads together, where the C library has one for each (glibc). To be called before there are
/// threads.
void cheap_limit_heaps(int count);

/// Writes out what was printed and ends the process without running exit handlers: those of OpenSSL free what curl's thread
/// still uses.
_Noreturn void cheap_leave(int status);

#endif
