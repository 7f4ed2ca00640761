#include "PictureBox.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

static struct {
    __typeof__(&WebPInitDecoderConfigInternal) init;
    __typeof__(&WebPGetFeaturesInternal) features;
    __typeof__(&WebPDecode) decode;
} library;

bool webp_open_library(void)
{
    void *handle = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        return false;
    library.init = dlsym(handle, "WebPInitDecoderConfigInternal");
    library.features = dlsym(handle, "WebPGetFeaturesInternal");
    library.decode = dlsym(handle, "WebPDecode");
    return library.init && library.features && library.decode;
}

static uint32_t number_at(const uint8_t *bytes, int count)
{
    uint32_t number = 0;
    for (int index = count; index > 0; index--)
        number = number << 8 | bytes[index - 1];
    return number;
}

enum { HEAD = 12, CHUNK = 8 };

// The contents of the first chunk with this name and more than `least` bytes; no bytes if there is none.
static struct source contents(struct source source, const char *name, size_t least)
{
    for (size_t at = HEAD; at < source.count && source.count - at >= CHUNK;) {
        const uint8_t *chunk = source.bytes + at;
        size_t rest = source.count - at - CHUNK, size = number_at(chunk + 4, 4);
        if (size > rest)
            size = rest;
        if (memcmp(chunk, name, 4) == 0 && size > least)
            return (struct source){chunk + CHUNK, size, 0};
        at += CHUNK + size + (size & 1);
    }
    return (struct source){0};
}

// Copies the first frame of an animation (ANMF) into a file of its own: its chunks after a RIFF head. False if there is
// none.
static bool first_frame(struct source source, struct source *frame)
{
    enum { FRAME_HEAD = 16, EXTENDED = 18 };
    struct source whole = contents(source, "ANMF", FRAME_HEAD);
    if (whole.bytes == NULL)
        return false;
    size_t count = whole.count - FRAME_HEAD;
    uint8_t *file = calloc(1, HEAD + CHUNK + EXTENDED + count);
    if (file == NULL)
        return false;
    memcpy(file, source.bytes, HEAD);
    memcpy(file + HEAD, "VP8X\12\0\0\0", CHUNK);
    file[HEAD + CHUNK] = 0x10;  // it may have alpha
    memcpy(file + HEAD + CHUNK + 4, whole.bytes + 6, 6);  // width and height, less one
    memcpy(file + HEAD + CHUNK + 10, whole.bytes + FRAME_HEAD, count);
    uint32_t riff = (uint32_t)(CHUNK + 10 + count + 4);
    for (int index = 0; index < 4; index++)
        file[4 + index] = (uint8_t)(riff >> 8 * index);
    *frame = (struct source){file, HEAD + CHUNK + 10 + count, 0};
    return true;
}

bool webp_decode(struct source source, struct picture *picture)
{
    WebPDecoderConfig config;
    if (!library.init(&config, WEBP_DECODER_ABI_VERSION)
        || library.features(source.bytes, source.count, &config.input, WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK)
        return false;
    struct source exif = contents(source, "EXIF", 0);
    picture->orientation = picture_orientation(exif.bytes, exif.count);
    if (config.input.has_animation
        && (!first_frame(source, &source)
            || library.features(source.bytes, source.count, &config.input, WEBP_DECODER_ABI_VERSION)
                != VP8_STATUS_OK))
        return false;
    if (config.input.has_animation
        || !picture_set_size(picture, (uint64_t)config.input.width, (uint64_t)config.input.height))
        return false;
    size_t row_bytes = (size_t)picture->width * 4;
    picture->pixels = calloc(picture->height, row_bytes);
    if (picture->pixels == NULL)
        return false;
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)picture->width;
    config.options.scaled_height = (int)picture->height;
    config.options.bypass_filtering = 1;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = picture->pixels;
    config.output.u.RGBA.stride = (int)row_bytes;
    config.output.u.RGBA.size = row_bytes * picture->height;
    return library.decode(source.bytes, source.count, &config) == VP8_STATUS_OK;
}
