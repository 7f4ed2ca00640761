#ifndef CCODING_H
#define CCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The coding to undo.
typedef enum __attribute__((enum_extensibility(closed))) {
    CodingFormatGzip,
    /// RFC 9110 §8.4.1.2 means zlib's wrapping; some servers send the bare stream.
    CodingFormatDeflate,
    CodingFormatBrotli,
    CodingFormatZstd,
} CodingFormat;

/// The result of a step.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// All input was taken and all output given.
    CodingStepDrained,
    /// There is more to give: step again.
    CodingStepUnfinished,
    CodingStepCorrupt,
} CodingStep;

typedef struct CodingDecoder CodingDecoder;

/// NULL only where there is no memory.
CodingDecoder *coding_decoder_create(CodingFormat format);
void coding_decoder_destroy(CodingDecoder *decoder);

/// Takes from `*input` (moved on, `*input_count` lowered) and writes at most `*output_count` bytes; on return that
/// is how many were written.
CodingStep coding_decoder_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count);

/// True if the input may end here: it is empty, or a whole stream.
bool coding_decoder_is_whole(const CodingDecoder *decoder);

/// The most bytes that gzip makes of so many.
size_t coding_gzip_bound(size_t input_count);

/// Writes the input in gzip; returns how many bytes that took, 0 where it does not fit or there is no memory.
size_t coding_gzip(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_capacity);

#endif
