#ifndef CODING_LIBRARIES_H
#define CODING_LIBRARIES_H

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

// The functions of the libraries that decode bodies. They are loaded for the first request, whose Accept-Encoding lists
// the codings, or for the first body in their coding: starting the program decodes nothing. libcurl needs them as well.

#define EACH_OF_ZLIB(X)                                                                             \
    X(inflateInit2_) X(inflate) X(inflateReset) X(inflateEnd)                                       \
    X(deflateInit2_) X(deflate) X(deflateEnd) X(compressBound)
#define EACH_OF_BROTLI(X)                                                                           \
    X(BrotliDecoderCreateInstance) X(BrotliDecoderDestroyInstance) X(BrotliDecoderIsFinished)       \
    X(BrotliDecoderDecompressStream)
#define EACH_OF_ZSTD(X)                                                                             \
    X(ZSTD_createDStream) X(ZSTD_freeDStream) X(ZSTD_DCtx_setParameter) X(ZSTD_decompressStream)    \
    X(ZSTD_isError)

#define CODING_DECLARE(name) __typeof__(&name) name;
struct ZLibrary { EACH_OF_ZLIB(CODING_DECLARE) };
struct BrotliLibrary { EACH_OF_BROTLI(CODING_DECLARE) };
struct ZstdLibrary { EACH_OF_ZSTD(CODING_DECLARE) };
#undef CODING_DECLARE

/// NULL if the library is not installed.
const struct ZLibrary *coding_zlib(void);
const struct BrotliLibrary *coding_brotli(void);
const struct ZstdLibrary *coding_zstd(void);

#endif
