#include "CCoding.h"

#include <dlfcn.h>
#include <libdeflate.h>
#include <pthread.h>

// Loaded for the first body, since starting the program decodes nothing. Without libdeflate, zlib decodes everything.
static struct {
    __typeof__(&libdeflate_alloc_decompressor) create;
    __typeof__(&libdeflate_gzip_decompress_ex) decompress;
    __typeof__(&libdeflate_free_decompressor) destroy;
} library;

static bool is_loaded = false;

static void load(void) {
    void *handle = dlopen("libdeflate.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    library.create = dlsym(handle, "libdeflate_alloc_decompressor");
    library.decompress = dlsym(handle, "libdeflate_gzip_decompress_ex");
    library.destroy = dlsym(handle, "libdeflate_free_decompressor");
    is_loaded = library.create && library.decompress && library.destroy;
}

bool coding_gunzip_whole(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return false;
    struct libdeflate_decompressor *decompressor = library.create();
    if (!decompressor) return false;
    size_t consumed = 0, written = 0;
    const enum libdeflate_result result =
        library.decompress(decompressor, input, input_count, output, output_count, &consumed, &written);
    library.destroy(decompressor);
    return result == LIBDEFLATE_SUCCESS && consumed == input_count && written == output_count;
}
