#ifndef CCODING_H
#define CCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The coding to decode.
typedef enum __attribute__((enum_extensibility(closed))) {
    CodingFormatGzip,
    /// RFC 9110 §8.4.1.2 means zlib's wrapping; some servers send the bare stream.
    CodingFormatDeflate,
    CodingFormatBrotli,
    CodingFormatZstd,
} CodingFormat;

/// The result of a step.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// All input is consumed and all output returned.
    CodingStepDrained,
    /// There is more output: step again.
    CodingStepUnfinished,
    CodingStepCorrupt,
} CodingStep;

typedef struct CodingDecoder CodingDecoder;

/// True if the library for this coding is installed.
bool coding_is_available(CodingFormat format);

/// Returns NULL if there is no memory or the format is not available.
CodingDecoder *coding_decoder_create(CodingFormat format);
void coding_decoder_destroy(CodingDecoder *decoder);

/// Consumes `*input` (advances it and reduces `*input_count`) and writes at most `*output_count` bytes; on return,
/// `*output_count` is the number of bytes written.
CodingStep coding_decoder_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count);

/// True if the input may end here: it is empty, or a complete stream.
bool coding_decoder_is_whole(const CodingDecoder *decoder);

/// Decodes a gzip body of one member, RFC 1952, to exactly this many bytes; false if it is anything else.
bool coding_gunzip_whole(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count);

/// The largest gzip output for this many bytes.
size_t coding_gzip_bound(size_t input_count);

/// Writes the input in gzip; returns the number of bytes, 0 if it does not fit, there is no memory, or zlib
/// is not installed.
size_t coding_gzip(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_capacity);

#endif
