#include "PictureBox.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

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

bool jpeg_open_library(void)
{
    void *handle = dlopen("libjpeg.so.62", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        handle = dlopen("libjpeg.so.8", RTLD_NOW | RTLD_LOCAL);
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

// The value of the Exif tag Orientation (0x0112), 1 to 8; 1 if it is missing.
static int orientation(const struct jpeg_decompress_struct *decoder)
{
    for (const struct jpeg_marker_struct *marker = decoder->marker_list; marker != NULL; marker = marker->next) {
        const uint8_t *data = marker->data;
        size_t count = marker->data_length;
        if (count < 20 || data[0] != 'E' || data[1] != 'x' || data[2] != 'i' || data[3] != 'f')
            continue;
        bool little = data[6] == 'I';
        const uint8_t *tiff = data + 6;
        count -= 6;
#define SHORT_AT(i) (uint32_t)(little ? tiff[i] | tiff[(i) + 1] << 8 : tiff[i] << 8 | tiff[(i) + 1])
        size_t table = little ? SHORT_AT(4) | (size_t)SHORT_AT(6) << 16 : (size_t)SHORT_AT(4) << 16 | SHORT_AT(6);
        if (table + 2 > count)
            continue;
        size_t entries = SHORT_AT(table);
        for (size_t entry = table + 2; entries > 0 && entry + 12 <= count; entry += 12, entries--) {
            uint32_t value = SHORT_AT(entry + 8);
            if (SHORT_AT(entry) == 0x0112)
                return value >= 1 && value <= 8 ? (int)value : 1;
        }
#undef SHORT_AT
    }
    return 1;
}

// Rotates the small picture as its camera was held.
static void turn(struct picture *picture, int orientation)
{
    if (orientation == 1)
        return;
    uint32_t width = picture->width, height = picture->height;
    bool lies = orientation >= 5;
    uint32_t turned_width = lies ? height : width;
    uint8_t *turned = malloc((size_t)width * height * 4);
    if (turned == NULL)
        return;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            bool right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
            bool down = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
            uint32_t column = right ? width - 1 - x : x, row = down ? height - 1 - y : y;
            uint32_t to = lies ? column * turned_width + row : row * turned_width + column;
            for (int part = 0; part < 4; part++)
                turned[4 * (size_t)to + part] = picture->pixels[4 * ((size_t)y * width + x) + part];
        }
    picture->pixels = turned;
    if (!lies)
        return;
    picture->width = height;
    picture->height = width;
    uint32_t side = picture->file_width;
    picture->file_width = picture->file_height;
    picture->file_height = side;
}

static struct shrinker shrinker;
static int orientation_found;

static bool finish(struct picture *picture)
{
    if (picture->pixels == NULL || shrinker.next_row == 0)
        return false;
    shrinker_end(&shrinker);
    turn(picture, orientation_found);
    return true;
}

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
        return finish(picture);
    library.create(&decoder, JPEG_LIB_VERSION, sizeof decoder);
    library.memory_source(&decoder, source.bytes, source.count);
    library.save_markers(&decoder, JPEG_APP0 + 1, 0xFFFF);
    decoder.mem->max_memory_to_use = MEMORY_LIMIT;
    library.read_header(&decoder, TRUE);
    orientation_found = orientation(&decoder);
    if (orientation_found >= 5) {  // the limits apply to the picture as it is shown
        uint32_t limit = picture->width_limit;
        picture->width_limit = picture->height_limit;
        picture->height_limit = limit;
    }
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
    return finish(picture);
}
