#include "CProgram.h"

// The compiler records these files as dependencies, so that the commit is the one that was built. A tree without them,
// such as an unpacked archive, has no commit.
#pragma clang diagnostic ignored "-Wc23-extensions"
#if __has_embed("../../../.git/HEAD")
static const char head[] = {
#embed "../../../.git/HEAD" limit(64) suffix(, 0) if_empty(0)
};
#else
static const char head[] = "";
#endif
#if __has_embed("../../../.git/refs/heads/main")
static const char branch[] = {
#embed "../../../.git/refs/heads/main" limit(40) suffix(, 0) if_empty(0)
};
#else
static const char branch[] = "";
#endif

const char *cprogram_head(void) { return head; }
const char *cprogram_main(void) { return branch; }
