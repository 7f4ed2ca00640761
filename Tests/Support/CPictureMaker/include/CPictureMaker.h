// Writes pictures in the formats that lede reads, for tests.
#ifndef CPICTUREMAKER_H
#define CPICTUREMAKER_H

#include <stddef.h>
#include <stdint.h>

// Each returns the file's bytes, which the caller frees, and their count; NULL on failure. `rgba` has four bytes per
// pixel. `variant` is 1 for progressive (JPEG), interlaced (PNG, GIF) or lossless (WebP).
uint8_t *make_jpeg(const uint8_t *rgba, int width, int height, int variant, size_t *count);
uint8_t *make_png(const uint8_t *rgba, int width, int height, int variant, size_t *count);
uint8_t *make_webp(const uint8_t *rgba, int width, int height, int variant, size_t *count);
uint8_t *make_gif(const uint8_t *rgba, int width, int height, int variant, size_t *count);

#endif
