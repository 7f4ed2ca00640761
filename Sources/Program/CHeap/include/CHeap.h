#ifndef CHEAP_H
#define CHEAP_H

/// At most so many heaps for all threads together, where the C library has one for each (glibc). To be called before there are
/// threads.
void cheap_limit_heaps(int count);

#endif
