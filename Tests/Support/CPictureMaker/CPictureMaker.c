#include "CPictureMaker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>
#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>

struct buffer {
    uint8_t *bytes;
    size_t count;
};

static void append(struct buffer *buffer, const void *bytes, size_t count)
{
    buffer->bytes = realloc(buffer->bytes, buffer->count + count);
    memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count += count;
}

uint8_t *make_jpeg(const uint8_t *rgba, int width, int height, int variant, size_t *count)
{
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    unsigned char *file = NULL;
    unsigned long size = 0;
    encoder.err = jpeg_std_error(&errors);
    jpeg_create_compress(&encoder);
    jpeg_mem_dest(&encoder, &file, &size);
    encoder.image_width = (JDIMENSION)width;
    encoder.image_height = (JDIMENSION)height;
    encoder.input_components = 4;
    encoder.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, 85, TRUE);
    if (variant)
        jpeg_simple_progression(&encoder);
    jpeg_start_compress(&encoder, TRUE);
    for (int y = 0; y < height; y++) {
        JSAMPROW row = (JSAMPROW)rgba + (size_t)y * (size_t)width * 4;
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    *count = size;
    return file;
}

static void write_png(png_structp encoder, png_bytep bytes, size_t count)
{
    append(png_get_io_ptr(encoder), bytes, count);
}

static void flush_png(png_structp encoder) { (void)encoder; }

uint8_t *make_png(const uint8_t *rgba, int width, int height, int variant, size_t *count)
{
    struct buffer buffer = {0};
    png_structp encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(encoder);
    png_set_write_fn(encoder, &buffer, write_png, flush_png);
    png_set_compression_level(encoder, 1);
    png_set_IHDR(encoder, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGBA,
                 variant ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(encoder, info);
    png_bytepp rows = malloc((size_t)height * sizeof *rows);
    for (int y = 0; y < height; y++)
        rows[y] = (png_bytep)rgba + (size_t)y * (size_t)width * 4;
    png_write_image(encoder, rows);
    png_write_end(encoder, info);
    png_destroy_write_struct(&encoder, &info);
    free(rows);
    *count = buffer.count;
    return buffer.bytes;
}

uint8_t *make_webp(const uint8_t *rgba, int width, int height, int variant, size_t *count)
{
    uint8_t *file = NULL;
    *count = variant ? WebPEncodeLosslessRGBA(rgba, width, height, width * 4, &file)
                     : WebPEncodeRGBA(rgba, width, height, width * 4, 80, &file);
    return *count == 0 ? NULL : file;
}

static int write_gif(GifFileType *file, const GifByteType *bytes, int count)
{
    append(file->UserData, bytes, (size_t)count);
    return count;
}

uint8_t *make_gif(const uint8_t *rgba, int width, int height, int variant, size_t *count)
{
    static const int start[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    struct buffer buffer = {0};
    int error;
    GifColorType colors[256] = {{0, 0, 0}};
    for (int index = 0; index < 216; index++)
        colors[index] = (GifColorType){(GifByteType)(index / 36 * 51), (GifByteType)(index / 6 % 6 * 51),
                                       (GifByteType)(index % 6 * 51)};
    ColorMapObject *map = GifMakeMapObject(256, colors);
    GifFileType *file = EGifOpen(&buffer, write_gif, &error);
    EGifPutScreenDesc(file, width, height, 8, 0, map);
    EGifPutImageDesc(file, 0, 0, width, height, variant != 0, NULL);
    GifPixelType *line = malloc((size_t)width);
    for (int pass = 0; pass < (variant ? 4 : 1); pass++)
        for (int y = variant ? start[pass] : 0; y < height; y += variant ? step[pass] : 1) {
            for (int x = 0; x < width; x++) {
                const uint8_t *pixel = rgba + ((size_t)y * (size_t)width + (size_t)x) * 4;
                line[x] = (GifPixelType)((pixel[0] + 25) / 51 * 36 + (pixel[1] + 25) / 51 * 6 + (pixel[2] + 25) / 51);
            }
            EGifPutLine(file, line, width);
        }
    EGifCloseFile(file, &error);
    GifFreeMapObject(map);
    free(line);
    *count = buffer.count;
    return buffer.bytes;
}
