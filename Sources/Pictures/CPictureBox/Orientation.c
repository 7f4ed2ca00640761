#include "PictureBox.h"

#include <stdlib.h>
#include <string.h>

int picture_orientation(const uint8_t *exif, size_t count)
{
    enum { PREFIX = 6, SHORTEST = 14 };
    if (count < SHORTEST)
        return 0;
    size_t head = count >= PREFIX + SHORTEST && memcmp(exif, "Exif", 4) == 0 ? PREFIX : 0;
    const uint8_t *tiff = exif + head;
    count -= head;
    bool little = tiff[0] == 'I';
#define SHORT_AT(i) (uint32_t)(little ? tiff[i] | tiff[(i) + 1] << 8 : tiff[i] << 8 | tiff[(i) + 1])
    size_t table = little ? SHORT_AT(4) | (size_t)SHORT_AT(6) << 16 : (size_t)SHORT_AT(4) << 16 | SHORT_AT(6);
    if (table + 2 > count)
        return 0;
    size_t entries = SHORT_AT(table);
    for (size_t entry = table + 2; entries > 0 && entry + 12 <= count; entry += 12, entries--) {
        uint32_t value = SHORT_AT(entry + 8);
        if (SHORT_AT(entry) == 0x0112)
            return value >= 1 && value <= 8 ? (int)value : 1;
    }
#undef SHORT_AT
    return 0;
}

void picture_turn(struct picture *picture)
{
    int orientation = picture->orientation;
    if (orientation <= 1)
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
