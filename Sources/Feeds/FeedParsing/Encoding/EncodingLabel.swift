internal import Markup

/// The names of encodings: those of the WHATWG's Encoding standard, and the system's other names.
enum EncodingLabel {
    /// The name for `CharacterConverter` of the encoding that `label` names. The converter may not know it.
    static func converterName(_ label: String) -> String? {
        let name = label.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        let plain = withoutYear(name).filter { $0.isLetter || $0.isNumber }
        if let known = names[plain] { return known }
        for (prefix, target) in families where plain.hasPrefix(prefix) {
            let number = plain.dropFirst(prefix.count)
            if !number.isEmpty, number.allSatisfy(\.isNumber) {
                let found = names[target.lowercased() + number] ?? target + number
                return isKnown(found) ? found : nil
            }
        }
        // Other names that the system knows: `ibm437`, `852`, `csibm863`.
        return EncodingAllowList.allows(name) ? name : nil
    }

    private static func isKnown(_ target: String) -> Bool {
        targets.contains(target) || EncodingAllowList.allows(target)
    }

    private static let targets = Set(labels.map(\.0))

    /// `iso_8859-2:1987`: the standard's year has no meaning.
    private static func withoutYear(_ name: String) -> String {
        guard name.hasPrefix("iso"), let mark = name.lastIndex(where: { "-_:".contains($0) }) else { return name }
        let year = name[mark...].dropFirst()
        return year.count == 4 && (year.hasPrefix("19") || year.hasPrefix("20")) ? String(name[..<mark]) : name
    }

    private static let families = [
        ("xcp", "CP"), ("cp", "CP"), ("windows", "CP"), ("ms", "CP"), ("cspcp", "CP"), ("csibm", "IBM"),
        ("csiso8859", "ISO-8859-"), ("iso8859", "ISO-8859-"), ("isolatin", "LATIN"), ("latin", "LATIN"), ("l", "LATIN"),
    ]

    private static let names: [String: String] = {
        var table: [String: String] = [:]
        for (target, labels) in labels {
            for label in labels.split(separator: " ") { table[String(label)] = target }
        }
        return table
    }()

    /// The labels hold only letters and digits.
    private static let labels = [
        ("UTF-8", "utf8 unicode11utf8 unicode20utf8 xunicode20utf8 u8 utf8sig cp65001"),
        (
            "CP1252",
            """
            iso88591 latin1 l1 latin 8859 usascii ascii ansix341968 ansix341986 iso646us iso646irv csascii isoir6 646 \
            cp367 ibm367 cp819 ibm819 isoir100 csisolatin1 windows1252 cp1252 xcp1252 1252 ansi
            """
        ),
        ("CP1254", "iso88599 latin5 l5 csisolatin5 isoir148 cp1254 1254"),
        (
            "CP874",
            """
            tis620 tis6200 tis62025290 tis62025291 tis62025330 isoir166 thai thai8 dos874 iso885911 windows874 cp874 874
            """
        ),
        ("ISO-8859-2", "csisolatin2 isoir101"), ("ISO-8859-3", "csisolatin3 isoir109"),
        ("ISO-8859-4", "csisolatin4 isoir110"), ("ISO-8859-5", "csisolatincyrillic cyrillic isoir144"),
        ("ISO-8859-6", "arabic asmo708 csiso88596e csiso88596i csisolatinarabic ecma114 iso88596e iso88596i isoir127"),
        ("ISO-8859-7", "csisolatingreek ecma118 elot928 greek greek8 isoir126 suneugreek"),
        (
            "ISO-8859-8",
            "csiso88598e csiso88598i csisolatinhebrew hebrew iso88598e iso88598i isoir138 visual logical"
        ),
        ("ISO-8859-10", "csisolatin6 isoir157"), ("ISO-8859-14", "isoceltic isoir199"),
        ("ISO-8859-15", "csisolatin9 latin9 l9"), ("ISO-8859-16", "isoir226"),
        ("CP1250", "1250"), ("CP1251", "1251"), ("CP1253", "1253"), ("CP1255", "1255"), ("CP1256", "1256"),
        ("CP1257", "1257"), ("CP1258", "1258"),
        (
            "GB18030",
            """
            gb2312 gb18030 gb180302000 gbk xgbk chinese csgb2312 gb231280 gb23121980 csiso58gb231280 isoir58 euccn \
            eucgb2312cn cp936 ms936 936
            """
        ),
        ("BIG5-HKSCS", "big5 big5hkscs hkscs big5tw cnbig5 csbig5 xxbig5 cp950 ms950 950"),
        ("CP932", "shiftjis sjis xsjis mskanji csshiftjis windows31j ms932 cp932 932 xmacjapanese"),
        ("SHIFT_JISX0213", "shiftjisx0213 sjisx0213 shiftjis2004 sjis2004"),
        ("EUC-JP-MS", "eucjp xeucjp cseucpkdfmtjapanese ujis"),
        ("EUC-JISX0213", "eucjisx0213 eucjis2004 jisx0213"),
        ("ISO-2022-JP-3", "iso2022jp csiso2022jp iso2022jp1 iso2022jp3 iso2022jp2004 iso2022jpext"),
        ("ISO-2022-JP-2", "iso2022jp2"),
        (
            "CP949",
            """
            euckr xeuckr cseuckr ksc5601 ksc56011987 ksc56011989 ksx1001 korean csksc56011987 isoir149 cp949 ms949 949 \
            uhc windows949
            """
        ),
        ("JOHAB", "johab cp1361 ms1361"), ("EUC-TW", "euctw"), ("VISCII", "viscii"), ("TSCII", "tscii"),
        ("KOI8-R", "koi8r koi koi8 cskoi8r"), ("KOI8-U", "koi8u koi8ru"), ("KOI8-T", "koi8t"),
        ("CP866", "ibm866 866 csibm866 cp866"), ("CP1125", "cp1125 ibm1125 cp866u ruscii 1125"),
        ("MACINTOSH", "macintosh mac macroman xmacroman csmacintosh"),
        ("MAC-UK", "xmaccyrillic xmacukrainian maccyrillic macukrainian"),
        ("MAC-CENTRALEUROPE", "maccentraleurope maccenteuro maclatin2 macce xmacce xmaccentraleurroman"),
        ("MAC-IS", "maciceland macicelandic xmacicelandic macis"), ("MAC-GREEK", "macgreek xmacgreek"),
        ("MAC-TURKISH", "macturkish xmacturkish"),
        ("UTF-16LE", "utf16 utf16le u16 ucs2 iso10646ucs2 unicode csunicode unicodefeff"),
        ("UTF-16BE", "utf16be unicodefffe"), ("UTF-32LE", "utf32 utf32le u32 ucs4"), ("UTF-32BE", "utf32be"),
        ("UTF-7", "utf7 u7"), ("CP037", "ebcdiccpus ebcdiccpca ebcdiccpwt ebcdiccpnl cp037 ibm037 ibm039"),
        ("IBM424", "ebcdiccphe 424"), ("IBM273", "273"), ("IBM1140", "1140"), ("IBM500", "ebcdiccpbe ebcdiccpch"),
        ("IBM858", "csibm858 ibm00858 cp00858"),
        ("IBM861", "cpis"), ("IBM869", "cpgr"), ("CP775", "ibm775 cspc775baltic 775"),
        ("HP-ROMAN8", "hproman8 roman8 r8 cp1051 ibm1051 cshproman8"), ("RK1048", "kz1048 rk1048 strk10482002"),
        ("PT154", "pt154 ptcp154 csptcp154 cp154 cyrillicasian"), ("ARMSCII-8", "armscii8"),
        ("GEORGIAN-PS", "georgianps"),
    ]
}
