#include <stdint.h>

/// Takes the place of the standard library's function in a release (`--wrap`), because the table of Unicode's names
/// that the original reads is 0.5 MB large and only `Unicode.Scalar.Properties.name` needs it, which nothing here asks
/// for. Its answer is that the character has no name.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
    (void)scalar, (void)buffer, (void)capacity;
    return 0;
}
