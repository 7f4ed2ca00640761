#include "CCoding.h"
#include "Libraries.h"

#include <stdlib.h>

struct CodingDecoder {
    CodingFormat format;
    bool whole;
    union {
        struct {
            z_stream stream;
            bool open;
            /// The first two bytes of a deflate body, which show if zlib wraps it.
            uint8_t head[2];
            unsigned head_count;
        } zlib;
        BrotliDecoderState *brotli;
        ZSTD_DStream *zstd;
    };
};

/// RFC 9659: a window of at most 8 MB.
static const int zstd_window_log_max = 23;

// MARK: Creation and release

bool coding_is_available(CodingFormat format) {
    switch (format) {
    case CodingFormatGzip:
    case CodingFormatDeflate:
        return coding_zlib() != NULL;
    case CodingFormatBrotli:
        return coding_brotli() != NULL;
    case CodingFormatZstd:
        return coding_zstd() != NULL;
    }
}

static bool begin_inflating(z_stream *stream, int window) {
    return coding_zlib()->inflateInit2_(stream, window, ZLIB_VERSION, (int)sizeof *stream) == Z_OK;
}

static bool limit_window(ZSTD_DStream *stream) {
    const struct ZstdLibrary *zstd = coding_zstd();
    return !zstd->ZSTD_isError(zstd->ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, zstd_window_log_max));
}

CodingDecoder *coding_decoder_create(CodingFormat format) {
    if (!coding_is_available(format)) return NULL;
    CodingDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->format = format;
    decoder->whole = true;
    bool made = false;
    switch (format) {
    case CodingFormatGzip:
        made = decoder->zlib.open = begin_inflating(&decoder->zlib.stream, MAX_WBITS + 16);
        break;
    case CodingFormatDeflate:
        made = true;
        break;
    case CodingFormatBrotli:
        made = (decoder->brotli = coding_brotli()->BrotliDecoderCreateInstance(NULL, NULL, NULL)) != NULL;
        break;
    case CodingFormatZstd:
        made = (decoder->zstd = coding_zstd()->ZSTD_createDStream()) != NULL && limit_window(decoder->zstd);
        break;
    }
    if (made) return decoder;
    coding_decoder_destroy(decoder);
    return NULL;
}

void coding_decoder_destroy(CodingDecoder *decoder) {
    switch (decoder->format) {
    case CodingFormatGzip:
    case CodingFormatDeflate:
        if (decoder->zlib.open) coding_zlib()->inflateEnd(&decoder->zlib.stream);
        break;
    case CodingFormatBrotli:
        if (decoder->brotli) coding_brotli()->BrotliDecoderDestroyInstance(decoder->brotli);
        break;
    case CodingFormatZstd:
        if (decoder->zstd) coding_zstd()->ZSTD_freeDStream(decoder->zstd);
        break;
    }
    free(decoder);
}

bool coding_decoder_is_whole(const CodingDecoder *decoder) {
    return decoder->whole;
}

// MARK: Steps

static CodingStep drained(size_t input_count) {
    return input_count == 0 ? CodingStepDrained : CodingStepUnfinished;
}

static CodingStep inflate_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count) {
    z_stream *stream = &decoder->zlib.stream;
    stream->next_in = (Bytef *)*input;
    stream->avail_in = *input_count < UINT32_MAX ? (uInt)*input_count : UINT32_MAX;
    stream->next_out = output;
    stream->avail_out = *output_count < UINT32_MAX ? (uInt)*output_count : UINT32_MAX;
    const int result = coding_zlib()->inflate(stream, Z_NO_FLUSH);
    *input_count -= (size_t)(stream->next_in - *input);
    *input = stream->next_in;
    *output_count = (size_t)(stream->next_out - output);
    decoder->whole = result == Z_STREAM_END;
    switch (result) {
    case Z_STREAM_END:
        return drained(*input_count);
    case Z_OK:
    case Z_BUF_ERROR:
        return stream->avail_out == 0 ? CodingStepUnfinished : drained(*input_count);
    default:
        return CodingStepCorrupt;
    }
}

static CodingStep ignore_rest(const uint8_t **input, size_t *input_count, size_t *output_count) {
    *input += *input_count;
    *input_count = 0;
    *output_count = 0;
    return CodingStepDrained;
}

static CodingStep gzip_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count) {
    const bool between_members = decoder->whole && decoder->zlib.stream.total_in > 0;
    if (between_members) {
        // RFC 1952 §2.2: members follow one another; anything else is padding, as in gzip(1).
        if (**input != 0x1f) return ignore_rest(input, input_count, output_count);
        coding_zlib()->inflateReset(&decoder->zlib.stream);
    }
    return inflate_step(decoder, input, input_count, output, output_count);
}

/// RFC 1950 §2.2: method 8, and the two bytes are a multiple of 31.
static bool is_zlib_head(const uint8_t head[2]) {
    return (head[0] & 0x0f) == 8 && ((head[0] << 8) | head[1]) % 31 == 0;
}

static CodingStep deflate_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count) {
    if (decoder->zlib.open) {
        if (decoder->whole) return ignore_rest(input, input_count, output_count);
        return inflate_step(decoder, input, input_count, output, output_count);
    }
    decoder->whole = false;
    while (*input_count > 0 && decoder->zlib.head_count < 2) {
        decoder->zlib.head[decoder->zlib.head_count++] = *(*input)++;
        *input_count -= 1;
    }
    if (decoder->zlib.head_count < 2) {
        *output_count = 0;
        return CodingStepDrained;
    }
    const int window = is_zlib_head(decoder->zlib.head) ? MAX_WBITS : -MAX_WBITS;
    decoder->zlib.open = begin_inflating(&decoder->zlib.stream, window);
    if (!decoder->zlib.open) return CodingStepCorrupt;
    const uint8_t *head = decoder->zlib.head;
    size_t head_count = 2;
    const CodingStep step = inflate_step(decoder, &head, &head_count, output, output_count);
    return step == CodingStepCorrupt ? step : drained(*input_count);
}

static CodingStep brotli_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count) {
    const struct BrotliLibrary *brotli = coding_brotli();
    if (brotli->BrotliDecoderIsFinished(decoder->brotli)) return ignore_rest(input, input_count, output_count);
    size_t space = *output_count;
    const BrotliDecoderResult result =
        brotli->BrotliDecoderDecompressStream(decoder->brotli, input_count, input, &space, &output, NULL);
    *output_count -= space;
    decoder->whole = result == BROTLI_DECODER_RESULT_SUCCESS;
    switch (result) {
    case BROTLI_DECODER_RESULT_ERROR:
        return CodingStepCorrupt;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
        return CodingStepUnfinished;
    default:
        return drained(*input_count);
    }
}

static CodingStep zstd_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count) {
    ZSTD_inBuffer in = {*input, *input_count, 0};
    ZSTD_outBuffer out = {output, *output_count, 0};
    const size_t result = coding_zstd()->ZSTD_decompressStream(decoder->zstd, &out, &in);
    *input += in.pos;
    *input_count -= in.pos;
    *output_count = out.pos;
    if (coding_zstd()->ZSTD_isError(result)) return CodingStepCorrupt;
    decoder->whole = result == 0;
    const bool holds_more = result != 0 && out.pos == out.size;
    return holds_more ? CodingStepUnfinished : drained(*input_count);
}

CodingStep coding_decoder_step(
    CodingDecoder *decoder, const uint8_t **input, size_t *input_count, uint8_t *output, size_t *output_count) {
    switch (decoder->format) {
    case CodingFormatGzip:
        return gzip_step(decoder, input, input_count, output, output_count);
    case CodingFormatDeflate:
        return deflate_step(decoder, input, input_count, output, output_count);
    case CodingFormatBrotli:
        return brotli_step(decoder, input, input_count, output, output_count);
    case CodingFormatZstd:
        return zstd_step(decoder, input, input_count, output, output_count);
    }
}

// MARK: Coding

size_t coding_gzip_bound(size_t input_count) {
    // zlib's own limit, and gzip's longer head.
    return coding_zlib() ? coding_zlib()->compressBound(input_count) + 32 : 0;
}

size_t coding_gzip(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_capacity) {
    const struct ZLibrary *zlib = coding_zlib();
    z_stream stream = { 0 };
    if (!zlib || input_count > UINT32_MAX || output_capacity > UINT32_MAX) return 0;
    const int begun = zlib->deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        (int)sizeof stream);
    if (begun != Z_OK) return 0;
    stream.next_in = (Bytef *)input;
    stream.avail_in = (uInt)input_count;
    stream.next_out = output;
    stream.avail_out = (uInt)output_capacity;
    size_t written = zlib->deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
    zlib->deflateEnd(&stream);
    return written;
}
