// Shared declarations of the sandbox.
#ifndef PICTUREBOX_H
#define PICTUREBOX_H

#include "CPictureBox.h"

#include <stdbool.h>

// A file in memory, read from front to back.
struct source {
    const uint8_t *bytes;
    size_t count, position;
};

// The resulting picture. `pixels` is NULL until its size is known.
struct picture {
    uint32_t width, height;
    uint32_t file_width, file_height;
    uint32_t width_limit, height_limit;
    int orientation;  // as in Exif; 0 counts as 1
    uint8_t *pixels;
};

// Averages rows as they arrive, so that a picture's height needs no memory.
struct shrinker {
    struct picture *picture;
    uint64_t *sums;    // red, green and blue times alpha, then alpha
    uint32_t *counts;
    uint32_t row_width, row_count, next_row, row;
};

// Accepts the size that the file declares; false if it exceeds the limits. Sets the size of the pixels: never enlarged.
bool picture_set_size(struct picture *picture, uint64_t width, uint64_t height);

// The value of the tag Orientation (0x0112) in an Exif block, 1 to 8; 0 if it is missing.
int picture_orientation(const uint8_t *exif, size_t count);
// Rotates the decoded picture as its camera was held.
void picture_turn(struct picture *picture);

// Allocates the pixels, and prepares for rows of this width; false without memory.
bool shrinker_begin(struct shrinker *shrinker, struct picture *picture, uint32_t row_width, uint32_t row_count);
void shrinker_add(struct shrinker *shrinker, const uint8_t *row);
// Writes the averages; false if no row was added. Missing rows of a truncated file stay transparent.
bool shrinker_end(struct shrinker *shrinker);

// Loads the library of a format, before the sandbox takes effect; false if it is not installed.
bool jpeg_open_library(void);
bool png_open_library(void);
bool webp_open_library(void);
bool gif_open_library(void);
// Returns the handle of libjpeg for the decoder or the encoder; NULL if it is not installed.
void *jpeg_load_library(void);

// Decode a complete file; false if it is refused. The readable part of a truncated file is shown.
bool jpeg_decode(struct source source, struct picture *picture);
bool png_decode(struct source source, struct picture *picture);
bool webp_decode(struct source source, struct picture *picture);
bool gif_decode(struct source source, struct picture *picture);

#endif
