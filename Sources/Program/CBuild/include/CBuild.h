#pragma once

// Git's state of the compiled tree: the contents of `HEAD`, and the commit of the branch `main`. Empty if the files
// were missing.
const char *cbuild_head(void);
const char *cbuild_main(void);
