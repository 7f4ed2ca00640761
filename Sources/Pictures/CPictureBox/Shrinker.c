#include "PictureBox.h"

#include <stdlib.h>
#include <string.h>

bool picture_set_size(struct picture *picture, uint64_t width, uint64_t height)
{
    picture->file_width = (uint32_t)width;
    picture->file_height = (uint32_t)height;
    if (width == 0 || height == 0 || width > PICTURE_BOX_SIDE_LIMIT || height > PICTURE_BOX_SIDE_LIMIT
        || width * height > PICTURE_BOX_PIXEL_LIMIT)
        return false;
    // The limits apply to the picture as it is shown.
    bool lies = picture->orientation >= 5;
    uint32_t width_limit = lies ? picture->height_limit : picture->width_limit;
    uint32_t height_limit = lies ? picture->width_limit : picture->height_limit;
    double scale = 1;
    if (width > width_limit)
        scale = (double)width_limit / (double)width;
    if ((double)height * scale > height_limit)
        scale = (double)height_limit / (double)height;
    picture->width = (uint32_t)((double)width * scale + 0.5);
    picture->height = (uint32_t)((double)height * scale + 0.5);
    if (picture->width == 0)
        picture->width = 1;
    if (picture->height == 0)
        picture->height = 1;
    return true;
}

bool shrinker_begin(struct shrinker *shrinker, struct picture *picture, uint32_t row_width, uint32_t row_count)
{
    // A decoder that scales may return less than requested.
    if (picture->width > row_width)
        picture->width = row_width;
    if (picture->height > row_count)
        picture->height = row_count;
    if (row_width == 0 || row_count == 0)
        return false;
    *shrinker = (struct shrinker){.picture = picture, .row_width = row_width, .row_count = row_count};
    shrinker->sums = calloc(picture->width, 4 * sizeof *shrinker->sums);
    shrinker->counts = calloc(picture->width, sizeof *shrinker->counts);
    picture->pixels = calloc((size_t)picture->width * picture->height, 4);
    return shrinker->sums != NULL && shrinker->counts != NULL && picture->pixels != NULL;
}

static void write_row(struct shrinker *shrinker)
{
    struct picture *picture = shrinker->picture;
    uint8_t *pixel = picture->pixels + (size_t)shrinker->row * picture->width * 4;
    for (uint32_t x = 0; x < picture->width; x++, pixel += 4) {
        const uint64_t *sum = shrinker->sums + 4 * (size_t)x;
        // Transparent pixels have no colour: they do not darken their neighbours.
        for (int part = 0; part < 3; part++)
            pixel[part] = sum[3] == 0 ? 0 : (uint8_t)((sum[part] + sum[3] / 2) / sum[3]);
        pixel[3] = shrinker->counts[x] == 0 ? 0 : (uint8_t)(sum[3] / shrinker->counts[x]);
    }
    memset(shrinker->sums, 0, picture->width * 4 * sizeof *shrinker->sums);
    memset(shrinker->counts, 0, picture->width * sizeof *shrinker->counts);
}

void shrinker_add(struct shrinker *shrinker, const uint8_t *row)
{
    if (shrinker->next_row >= shrinker->row_count)
        return;
    uint32_t target = (uint32_t)((uint64_t)shrinker->next_row * shrinker->picture->height / shrinker->row_count);
    if (target != shrinker->row) {
        write_row(shrinker);
        shrinker->row = target;
    }
    uint32_t width = shrinker->picture->width, rest = 0, column = 0;
    for (uint32_t x = 0; x < shrinker->row_width; x++, row += 4) {
        uint64_t *sum = shrinker->sums + 4 * (size_t)column;
        uint32_t alpha = row[3];
        sum[0] += row[0] * alpha;
        sum[1] += row[1] * alpha;
        sum[2] += row[2] * alpha;
        sum[3] += alpha;
        shrinker->counts[column]++;
        for (rest += width; rest >= shrinker->row_width && column + 1 < width; column++)
            rest -= shrinker->row_width;
    }
    shrinker->next_row++;
}

bool shrinker_end(struct shrinker *shrinker)
{
    if (shrinker->next_row == 0)
        return false;
    write_row(shrinker);
    return true;
}
