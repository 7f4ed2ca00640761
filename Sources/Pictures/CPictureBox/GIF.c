#include "PictureBox.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

static struct {
    __typeof__(&DGifOpen) open;
    __typeof__(&DGifGetRecordType) record;
    __typeof__(&DGifGetExtension) extension;
    __typeof__(&DGifGetExtensionNext) next_extension;
    __typeof__(&DGifGetImageDesc) description;
    __typeof__(&DGifGetLine) line;
} library;

bool gif_open_library(void)
{
    void *handle = dlopen("libgif.so.7", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        return false;
    library.open = dlsym(handle, "DGifOpen");
    library.record = dlsym(handle, "DGifGetRecordType");
    library.extension = dlsym(handle, "DGifGetExtension");
    library.next_extension = dlsym(handle, "DGifGetExtensionNext");
    library.description = dlsym(handle, "DGifGetImageDesc");
    library.line = dlsym(handle, "DGifGetLine");
    return library.open && library.record && library.extension && library.next_extension && library.description
        && library.line;
}

static int read_bytes(GifFileType *file, GifByteType *bytes, int count)
{
    struct source *source = file->UserData;
    size_t rest = source->count - source->position, wanted = count < 0 ? 0 : (size_t)count;
    if (wanted > rest)
        wanted = rest;
    memcpy(bytes, source->bytes + source->position, wanted);
    source->position += wanted;
    return (int)wanted;
}

static void add_line(struct shrinker *shrinker, const uint8_t *line, const ColorMapObject *map, int clear, uint8_t *row)
{
    for (uint32_t x = 0; x < shrinker->row_width; x++) {
        GifColorType color = line[x] < map->ColorCount ? map->Colors[line[x]] : (GifColorType){0, 0, 0};
        uint8_t *pixel = row + 4 * (size_t)x;
        pixel[0] = color.Red;
        pixel[1] = color.Green;
        pixel[2] = color.Blue;
        pixel[3] = line[x] == clear ? 0 : 255;
    }
    shrinker_add(shrinker, row);
}

// The rows in the order of an interlaced picture. Missing rows keep the map's first colour.
static uint8_t *read_interlaced(GifFileType *file, uint32_t width, uint32_t height)
{
    static const uint32_t start[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    uint8_t *lines = calloc(height, width);
    if (lines == NULL)
        return NULL;
    for (int pass = 0; pass < 4; pass++)
        for (uint32_t y = start[pass]; y < height; y += step[pass])
            if (library.line(file, lines + (size_t)y * width, (int)width) != GIF_OK)
                return lines;
    return lines;
}

static bool read_picture(GifFileType *file, int clear, struct picture *picture)
{
    if (library.description(file) != GIF_OK || file->Image.Width <= 0 || file->Image.Height <= 0
        || !picture_set_size(picture, (uint64_t)file->Image.Width, (uint64_t)file->Image.Height))
        return false;
    uint32_t width = picture->file_width, height = picture->file_height;
    const ColorMapObject *map = file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap;
    uint8_t *line = malloc(width), *row = malloc((size_t)width * 4), *lines = NULL;
    struct shrinker shrinker;
    if (map == NULL || line == NULL || row == NULL || !shrinker_begin(&shrinker, picture, width, height))
        return false;
    if (file->Image.Interlace && (lines = read_interlaced(file, width, height)) == NULL)
        return false;
    for (uint32_t y = 0; y < height; y++) {
        if (lines != NULL)
            memcpy(line, lines + (size_t)y * width, width);
        else if (library.line(file, line, (int)width) != GIF_OK)
            break;
        add_line(&shrinker, line, map, clear, row);
    }
    return shrinker_end(&shrinker);
}

// Decodes the file's first picture row by row: decoding the complete file would need memory for all its pictures.
bool gif_decode(struct source source, struct picture *picture)
{
    int error, code, clear = -1;
    GifFileType *file = library.open(&source, read_bytes, &error);
    if (file == NULL)
        return false;
    GifRecordType type;
    while (library.record(file, &type) == GIF_OK) {
        if (type == IMAGE_DESC_RECORD_TYPE)
            return read_picture(file, clear, picture);
        if (type != EXTENSION_RECORD_TYPE)
            return false;
        GifByteType *bytes;
        if (library.extension(file, &code, &bytes) != GIF_OK)
            return false;
        if (code == GRAPHICS_EXT_FUNC_CODE && bytes != NULL && bytes[0] >= 4 && (bytes[1] & 1))
            clear = bytes[4];
        while (bytes != NULL)
            if (library.next_extension(file, &bytes) != GIF_OK)
                return false;
    }
    return false;
}
