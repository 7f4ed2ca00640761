#include "PictureBox.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#define FUNCTIONS(each) \
    each(png_create_read_struct) each(png_create_info_struct) each(png_set_longjmp_fn) each(png_set_read_fn) \
    each(png_set_user_limits) each(png_set_chunk_malloc_max) each(png_set_chunk_cache_max) each(png_read_info) \
    each(png_get_image_width) each(png_get_image_height) each(png_set_expand) each(png_set_strip_16) \
    each(png_set_gray_to_rgb) each(png_set_add_alpha) each(png_set_interlace_handling) each(png_read_update_info) \
    each(png_get_rowbytes) each(png_read_row) each(png_error) each(png_longjmp) each(png_get_io_ptr)

#define DECLARE(name) __typeof__(&name) name##_;
static struct { FUNCTIONS(DECLARE) } library;

bool png_open_library(void)
{
    void *handle = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        return false;
    bool is_whole = true;
#define LOAD(name) is_whole = (library.name##_ = dlsym(handle, #name)) != NULL && is_whole;
    FUNCTIONS(LOAD)
    return is_whole;
}

static void read_bytes(png_structp decoder, png_bytep bytes, size_t count)
{
    struct source *source = library.png_get_io_ptr_(decoder);
    if (source->count - source->position < count)
        library.png_error_(decoder, "the file ends");
    memcpy(bytes, source->bytes + source->position, count);
    source->position += count;
}

static _Noreturn void fail(png_structp decoder, png_const_charp message)
{
    (void)message;  // libpng's own function would write it, and no file may be written here
    library.png_longjmp_(decoder, 1);
    abort();
}

static void warn(png_structp decoder, png_const_charp message)
{
    (void)decoder;
    (void)message;
}

enum { CHUNK_LIMIT = 4 << 20, CHUNK_COUNT_LIMIT = 32 };

static struct shrinker shrinker;

// An interlaced picture is decoded completely; the available memory limits its size.
static bool read_interlaced(png_structp decoder, int passes, size_t row_bytes, struct picture *picture)
{
    uint8_t *rows = calloc(picture->file_height, row_bytes);
    if (rows == NULL)
        return false;
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < picture->file_height; y++)
            library.png_read_row_(decoder, rows + y * row_bytes, NULL);
    for (uint32_t y = 0; y < picture->file_height; y++)
        shrinker_add(&shrinker, rows + y * row_bytes);
    return shrinker_end(&shrinker);
}

// The orientation in the chunk eXIf (PNG, third edition, §11.3.4.5); 0 if it is missing.
static int orientation(struct source source)
{
    enum { SIGNATURE = 8, AROUND = 12 };
    for (size_t at = SIGNATURE; at + AROUND <= source.count;) {
        const uint8_t *chunk = source.bytes + at;
        size_t size = (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
        if (size > source.count - at - AROUND)
            return 0;
        if (memcmp(chunk + 4, "eXIf", 4) == 0)
            return picture_orientation(chunk + 8, size);
        at += AROUND + size;
    }
    return 0;
}

bool png_decode(struct source source, struct picture *picture)
{
    png_structp decoder = library.png_create_read_struct_(PNG_LIBPNG_VER_STRING, NULL, fail, warn);
    png_infop info = decoder == NULL ? NULL : library.png_create_info_struct_(decoder);
    if (info == NULL)
        return false;
    if (setjmp(*library.png_set_longjmp_fn_(decoder, longjmp, sizeof(jmp_buf))) != 0)
        return shrinker_end(&shrinker);
    library.png_set_read_fn_(decoder, &source, read_bytes);
    library.png_set_user_limits_(decoder, PICTURE_BOX_SIDE_LIMIT, PICTURE_BOX_SIDE_LIMIT);
    library.png_set_chunk_malloc_max_(decoder, CHUNK_LIMIT);
    library.png_set_chunk_cache_max_(decoder, CHUNK_COUNT_LIMIT);
    library.png_read_info_(decoder, info);
    picture->orientation = orientation(source);
    if (!picture_set_size(
            picture, library.png_get_image_width_(decoder, info), library.png_get_image_height_(decoder, info)))
        return false;
    library.png_set_expand_(decoder);
    library.png_set_strip_16_(decoder);
    library.png_set_gray_to_rgb_(decoder);
    library.png_set_add_alpha_(decoder, 255, PNG_FILLER_AFTER);
    int passes = library.png_set_interlace_handling_(decoder);
    library.png_read_update_info_(decoder, info);
    size_t row_bytes = library.png_get_rowbytes_(decoder, info);
    if (row_bytes != (size_t)picture->file_width * 4
        || !shrinker_begin(&shrinker, picture, picture->file_width, picture->file_height))
        return false;
    if (passes > 1)
        return read_interlaced(decoder, passes, row_bytes, picture);
    uint8_t *row = malloc(row_bytes);
    if (row == NULL)
        return false;
    for (uint32_t y = 0; y < picture->file_height; y++) {
        library.png_read_row_(decoder, row, NULL);
        shrinker_add(&shrinker, row);
    }
    return shrinker_end(&shrinker);
}
