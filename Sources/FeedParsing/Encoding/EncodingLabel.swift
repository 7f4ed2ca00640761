internal import Markup

/// The names of encodings, as the WHATWG's Encoding standard understands them.
enum EncodingLabel {
    /// What iconv calls the encoding that `label` names; nil for one that is not known.
    static func iconvName(_ label: String) -> String? {
        let name = label.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        if let known = names[name] { return known }
        // `iso_8859-15`, `ISO8859_15`, `cp1251`, `x-cp1251`, `windows1251`.
        let plain = name.filter { $0 != "-" && $0 != "_" && $0 != ":" }
        if let known = names[plain] { return known }
        for (prefix, target) in families where plain.hasPrefix(prefix) {
            let number = plain.dropFirst(prefix.count)
            if !number.isEmpty, number.allSatisfy(\.isNumber) { return names[target + number] ?? target + number }
        }
        // What else the system knows by that name: `ibm437`, `852`, `csibm863`.
        return name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }) ? name : nil
    }

    private static let families = [
        ("xcp", "CP"), ("cp", "CP"), ("windows", "CP"), ("csiso8859", "ISO-8859-"), ("iso8859", "ISO-8859-"),
        ("isolatin", "LATIN"), ("latin", "LATIN"), ("l", "LATIN"),
    ]

    private static let names: [String: String] = {
        var table: [String: String] = [:]
        for (target, labels) in labels {
            for label in labels.split(separator: " ") { table[String(label)] = target }
        }
        return table
    }()

    private static let labels = [
        ("UTF-8", "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 x-unicode20utf8"),
        (
            "CP1252",
            """
            iso-8859-1 iso88591 latin1 l1 ISO-8859-1 LATIN1 us-ascii usascii ascii ansi_x3.4-1968 ansix3.41968 cp819 \
            ibm819 iso-ir-100 csisolatin1 windows-1252 cp1252 x-cp1252 ansi
            """
        ),
        ("CP1254", "iso-8859-9 iso88599 latin5 l5 ISO-8859-9 LATIN5 csisolatin5"),
        ("CP874", "tis-620 tis620 dos-874 dos874 iso-8859-11 iso885911 ISO-8859-11 windows-874 CP874"),
        (
            "GB18030",
            "gb2312 gb18030 gbk xgbk x-gbk chinese csgb2312 gb231280 gb2312-80 iso-ir-58 euccn euc-cn cp936 CP936"
        ),
        ("BIG5-HKSCS", "big5 big5-hkscs big5hkscs cn-big5 cnbig5 csbig5 x-x-big5 xxbig5 cp950 CP950"),
        (
            "CP932",
            "shift_jis shift-jis shiftjis sjis x-sjis xsjis ms_kanji mskanji csshiftjis windows-31j windows31j ms932"
        ),
        ("EUC-JP-MS", "euc-jp eucjp x-euc-jp xeucjp cseucpkdfmtjapanese"),
        ("ISO-2022-JP-3", "iso-2022-jp iso2022jp csiso2022jp"),
        (
            "CP949",
            "euc-kr euckr ks_c_5601-1987 ksc56011987 ks_c_5601-1989 ksc56011989 korean csksc56011987 iso-ir-149 cp949"
        ),
        ("KOI8-R", "koi8-r koi8r koi koi8 cskoi8r"), ("KOI8-U", "koi8-u koi8u koi8-ru"),
        ("MACINTOSH", "macintosh mac macroman x-mac-roman xmacroman csmacintosh"),
        ("MAC-CYRILLIC", "x-mac-cyrillic xmaccyrillic x-mac-ukrainian maccyrillic"), ("CP866", "ibm866 866 csibm866"),
        ("ISO-8859-8", "iso-8859-8-i iso88598i visual logical hebrew"),
        ("ISO-8859-7", "greek greek8 elot_928 ecma-118"),
        ("ISO-8859-6", "arabic ecma-114 asmo-708"), ("ISO-8859-5", "cyrillic"),
        ("UTF-16LE", "utf-16 utf16 utf-16le utf16le ucs-2 ucs2 iso-10646-ucs-2 iso10646ucs2 unicode csunicode"),
        ("UTF-16BE", "utf-16be utf16be unicodefffe"), ("UTF-32LE", "utf-32 utf32 utf-32le utf32le ucs-4 ucs4"),
        ("UTF-32BE", "utf-32be utf32be"), ("UTF-7", "utf-7 utf7"), ("CP037", "ebcdic-cp-us ebcdiccpus cp037 ibm037"),
        ("EUC-TW", "euc-tw euctw"), ("HZ", "hz-gb-2312 hzgb2312"), ("TSCII", "tscii"), ("VISCII", "viscii"),
        ("MAC-CENTRALEUROPE", "maccentraleurope x-mac-ce"), ("ARMSCII-8", "armscii-8 armscii8"),
        ("GEORGIAN-PS", "georgian-ps"), ("PT154", "pt154 ptcp154"),
    ]
}
