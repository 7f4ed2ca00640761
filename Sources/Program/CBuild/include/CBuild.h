#pragma once

// What git says of the tree that was compiled: the contents of `HEAD`, and the commit of the branch `main`. Empty where the
// files were not there.
const char *cbuild_head(void);
const char *cbuild_main(void);
