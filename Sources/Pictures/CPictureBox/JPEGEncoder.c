#include "PictureBox.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// The needed functions, from the header's own library (version 6.2's interface).
static struct {
    __typeof__(&jpeg_std_error) std_error;
    __typeof__(&jpeg_CreateCompress) create;
    __typeof__(&jpeg_mem_dest) memory_destination;
    __typeof__(&jpeg_set_defaults) set_defaults;
    __typeof__(&jpeg_set_quality) set_quality;
    __typeof__(&jpeg_start_compress) start;
    __typeof__(&jpeg_write_scanlines) write_rows;
    __typeof__(&jpeg_finish_compress) finish;
    __typeof__(&jpeg_destroy_compress) destroy;
} library;

static bool is_loaded = false;

static void load(void)
{
    void *handle = jpeg_load_library();
    if (handle == NULL)
        return;
    library.std_error = dlsym(handle, "jpeg_std_error");
    library.create = dlsym(handle, "jpeg_CreateCompress");
    library.memory_destination = dlsym(handle, "jpeg_mem_dest");
    library.set_defaults = dlsym(handle, "jpeg_set_defaults");
    library.set_quality = dlsym(handle, "jpeg_set_quality");
    library.start = dlsym(handle, "jpeg_start_compress");
    library.write_rows = dlsym(handle, "jpeg_write_scanlines");
    library.finish = dlsym(handle, "jpeg_finish_compress");
    library.destroy = dlsym(handle, "jpeg_destroy_compress");
    is_loaded = library.std_error && library.create && library.memory_destination && library.set_defaults
        && library.set_quality && library.start && library.write_rows && library.finish && library.destroy;
}

struct failures {
    struct jpeg_error_mgr manager;
    jmp_buf end;
};

static _Noreturn void fail(j_common_ptr encoder)
{
    longjmp(((struct failures *)encoder->err)->end, 1);
}

static void say_nothing(j_common_ptr encoder)
{
    (void)encoder;
}

uint8_t *picture_jpeg(const uint8_t *rgbx, uint32_t width, uint32_t height, int quality, size_t *count)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded)
        return NULL;
    unsigned char *file = NULL;
    unsigned long length = 0;
    struct jpeg_compress_struct encoder;
    struct failures failures;
    encoder.err = library.std_error(&failures.manager);
    failures.manager.error_exit = fail;
    failures.manager.output_message = say_nothing;
    if (setjmp(failures.end) != 0) {
        // The library may have freed its first buffer already, so this one is lost.
        library.destroy(&encoder);
        return NULL;
    }
    library.create(&encoder, JPEG_LIB_VERSION, sizeof encoder);
    library.memory_destination(&encoder, &file, &length);
    encoder.image_width = width;
    encoder.image_height = height;
    encoder.input_components = 4;
    encoder.in_color_space = JCS_EXT_RGBX;
    library.set_defaults(&encoder);
    library.set_quality(&encoder, quality, TRUE);
    library.start(&encoder, TRUE);
    while (encoder.next_scanline < height) {
        JSAMPROW rows[] = {(JSAMPROW)rgbx + (size_t)encoder.next_scanline * width * 4};
        library.write_rows(&encoder, rows, 1);
    }
    library.finish(&encoder);
    library.destroy(&encoder);
    *count = length;
    return file;
}
