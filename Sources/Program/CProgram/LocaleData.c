#include <stdint.h>

// Foundation's ICU links 34 MB of languages, calendars and collations, half of the program. The program uses none of
// them, so this empty package takes their place: the linker finds the symbol here and leaves ICU's own object out. ICU
// answers as if it had no data files. The symbol names ICU's major version; with a version that is not listed, the
// program works and has the data.
//
// The form is that of ICU's `udata.h` and `ucmndata.h`: a UDataInfo, then a table of contents, which is empty here.
#define EMPTY_PACKAGE(symbol)                                                                                        \
    __attribute__((aligned(16))) const struct package symbol = {                                                     \
        .headerSize = 32, .magic = {0xda, 0x27}, .infoSize = 20, .isBigEndian = IS_BIG_ENDIAN, .sizeofUChar = 2,      \
        .dataFormat = {'C', 'm', 'n', 'D'}, .formatVersion = {1},                                                    \
    };

#define IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

struct package {
    uint16_t headerSize;
    uint8_t magic[2];
    uint16_t infoSize;
    uint16_t reserved;
    uint8_t isBigEndian;
    uint8_t charsetFamily;
    uint8_t sizeofUChar;
    uint8_t reservedByte;
    uint8_t dataFormat[4];
    uint8_t formatVersion[4];
    uint8_t dataVersion[4];
    uint8_t padding[8];
    uint32_t itemCount;
};

EMPTY_PACKAGE(icudt74_dat)
EMPTY_PACKAGE(icudt76_dat)
EMPTY_PACKAGE(icudt77_dat)
EMPTY_PACKAGE(icudt78_dat)
