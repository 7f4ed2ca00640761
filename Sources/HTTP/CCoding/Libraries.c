#include "Libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

#define LOAD(name) \
    if (!(library.name = (__typeof__(&name))dlsym(handle, #name))) return;

#define DEFINE(function, Library, file, EACH)                                                       \
    static struct {                                                                                 \
        struct Library functions;                                                                   \
        bool is_whole;                                                                              \
    } function##_loaded;                                                                            \
                                                                                                    \
    static void function##_load(void) {                                                             \
        void *handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);                                        \
        if (!handle) return;                                                                        \
        struct Library library;                                                                     \
        EACH(LOAD)                                                                                  \
        function##_loaded.functions = library;                                                      \
        function##_loaded.is_whole = true;                                                          \
    }                                                                                               \
                                                                                                    \
    const struct Library *function(void) {                                                          \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                             \
        pthread_once(&once, function##_load);                                                       \
        return function##_loaded.is_whole ? &function##_loaded.functions : NULL;                    \
    }

DEFINE(coding_zlib, ZLibrary, "libz.so.1", EACH_OF_ZLIB)
DEFINE(coding_brotli, BrotliLibrary, "libbrotlidec.so.1", EACH_OF_BROTLI)
DEFINE(coding_zstd, ZstdLibrary, "libzstd.so.1", EACH_OF_ZSTD)
