#pragma once

/// Contents of git's `HEAD` in the tree that was compiled; empty if the tree has none.
const char *cprogram_head(void);

/// Commit of the branch `main` in the tree that was compiled; empty if the tree has none.
const char *cprogram_main(void);

/// Limits the number of heaps for all threads together; glibc would give each thread its own. Has to be called before
/// there are threads.
void cprogram_limit_heaps(int count);
