#include "PictureBox.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// The needed functions, from the header's own library (version 6.2's interface).
static struct {
    __typeof__(&jpeg_std_error) std_error;
    __typeof__(&jpeg_CreateDecompress) create;
    __typeof__(&jpeg_mem_src) memory_source;
    __typeof__(&jpeg_read_header) read_header;
    __typeof__(&jpeg_start_decompress) start;
    __typeof__(&jpeg_read_scanlines) read_rows;
    __typeof__(&jpeg_save_markers) save_markers;
} library;

void *jpeg_load_library(void)
{
    void *handle = dlopen("libjpeg.so.62", RTLD_NOW | RTLD_LOCAL);
    return handle != NULL ? handle : dlopen("libjpeg.so.8", RTLD_NOW | RTLD_LOCAL);
}

bool jpeg_open_library(void)
{
    void *handle = jpeg_load_library();
    if (handle == NULL)
        return false;
    library.std_error = dlsym(handle, "jpeg_std_error");
    library.create = dlsym(handle, "jpeg_CreateDecompress");
    library.memory_source = dlsym(handle, "jpeg_mem_src");
    library.read_header = dlsym(handle, "jpeg_read_header");
    library.start = dlsym(handle, "jpeg_start_decompress");
    library.read_rows = dlsym(handle, "jpeg_read_scanlines");
    library.save_markers = dlsym(handle, "jpeg_save_markers");
    return library.std_error && library.create && library.memory_source && library.read_header && library.start
        && library.read_rows && library.save_markers;
}

static jmp_buf failure;

static _Noreturn void fail(j_common_ptr decoder)
{
    (void)decoder;
    longjmp(failure, 1);
}

static void say_nothing(j_common_ptr decoder)
{
    (void)decoder;
}

static void emit_nothing(j_common_ptr decoder, int level)
{
    (void)decoder;
    (void)level;
}

enum { MEMORY_LIMIT = 160 << 20 };

// The orientation in the Exif block; 0 if it is missing.
static int orientation(const struct jpeg_decompress_struct *decoder)
{
    int found = 0;
    for (const struct jpeg_marker_struct *marker = decoder->marker_list; marker != NULL && found == 0;
         marker = marker->next)
        if (marker->data_length > 4 && memcmp(marker->data, "Exif", 4) == 0)
            found = picture_orientation(marker->data, marker->data_length);
    return found;
}

static struct shrinker shrinker;

static void mix_ink(uint8_t *row, uint32_t width)  // CMYK as Adobe writes it, inverted
{
    for (uint32_t x = 0; x < width; x++, row += 4)
        for (int part = 0; part < 3; part++)
            row[part] = (uint8_t)(row[part] * row[3] / 255);
}

bool jpeg_decode(struct source source, struct picture *picture)
{
    static struct jpeg_decompress_struct decoder;
    static struct jpeg_error_mgr errors;
    decoder.err = library.std_error(&errors);
    errors.error_exit = fail;
    errors.output_message = say_nothing;
    errors.emit_message = emit_nothing;
    if (setjmp(failure) != 0)
        return shrinker_end(&shrinker);
    library.create(&decoder, JPEG_LIB_VERSION, sizeof decoder);
    library.memory_source(&decoder, source.bytes, source.count);
    library.save_markers(&decoder, JPEG_APP0 + 1, 0xFFFF);
    decoder.mem->max_memory_to_use = MEMORY_LIMIT;
    library.read_header(&decoder, TRUE);
    picture->orientation = orientation(&decoder);
    if (!picture_set_size(picture, decoder.image_width, decoder.image_height))
        return false;
    // Scales during decoding, to the smallest sufficient size.
    decoder.scale_denom = 8;
    for (decoder.scale_num = 1; decoder.scale_num < 8; decoder.scale_num++)
        if ((uint64_t)picture->file_width * decoder.scale_num / 8 >= picture->width)
            break;
    bool is_ink = decoder.jpeg_color_space == JCS_CMYK || decoder.jpeg_color_space == JCS_YCCK;
    decoder.out_color_space = is_ink ? JCS_CMYK : JCS_EXT_RGBX;
    decoder.dct_method = JDCT_IFAST;
    decoder.do_fancy_upsampling = FALSE;
    library.start(&decoder);
    uint8_t *row = malloc((size_t)decoder.output_width * 4);
    if (row == NULL || !shrinker_begin(&shrinker, picture, decoder.output_width, decoder.output_height))
        return false;
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW rows[] = {row};
        library.read_rows(&decoder, rows, 1);
        if (is_ink)
            mix_ink(row, decoder.output_width);
        for (uint32_t x = 0; x < decoder.output_width; x++)
            row[4 * (size_t)x + 3] = 255;
        shrinker_add(&shrinker, row);
    }
    return shrinker_end(&shrinker);
}
