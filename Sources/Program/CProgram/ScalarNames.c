#include <stdint.h>

/// Takes the place of the standard library's function in a release (`--wrap`), because the original reads a table of
/// Unicode names that takes 0.5 MB. Only `Unicode.Scalar.Properties.name` needs the table, and nothing here uses that
/// property. This function answers that the character has no name.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
    (void)scalar, (void)buffer, (void)capacity;
    return 0;
}
