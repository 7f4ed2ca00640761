// The sandbox that decodes pictures: a process with limits that can only read, write, allocate and end.
#ifndef CPICTUREBOX_H
#define CPICTUREBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The sandbox's output before the pixels.
struct picture_box_head {
    uint32_t width, height;            // of the pixels that follow, 4 bytes each; 0 if the picture is refused
    uint32_t file_width, file_height;  // as the file declares; 0 if it declares nothing
};

// Reasons why the sandbox ended without a head.
enum {
    PICTURE_BOX_UNAVAILABLE = 90,  // limits or seccomp could not be set
    PICTURE_BOX_NO_LIBRARY = 91,   // the library for this format is not installed
};

// The largest file, the longest side and the most pixels that are decoded.
enum { PICTURE_BOX_FILE_LIMIT = 16 << 20, PICTURE_BOX_SIDE_LIMIT = 16384, PICTURE_BOX_PIXEL_LIMIT = 64000000 };

// Turns this process into the sandbox: reads a picture from descriptor 0 and writes it to descriptor 1, no wider and no
// taller than requested. Never returns. For tests, `proof` names a forbidden action to try (open, socket, exec, loop,
// memory); NULL for none.
_Noreturn void picture_box_run(uint32_t width, uint32_t height, const char *proof);

// False in a sanitizer's build, which decodes without the sandbox.
bool picture_box_is_closed(void);

// Decodes in a fork of this process, without the sandbox: for fuzzing, since a sanitizer needs memory and calls of its
// own. Returns the child's status in the form of waitpid, which is 0 after success; -1 if the format is unknown, its
// library is not installed, or the fork fails.
int picture_box_try(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height);

// Encodes pixels as a JPEG file, which the caller frees; the fourth byte of each is ignored. NULL without memory, or if
// libjpeg is not installed. Runs outside of the sandbox: pixels cannot be malformed.
uint8_t *picture_jpeg(const uint8_t *rgbx, uint32_t width, uint32_t height, int quality, size_t *count);

#endif
