/// The names of encodings that a document may use: the names of the WHATWG's Encoding standard, and a few more.
///
/// iconv loads a system module for each encoding, and some of these are stateful and have had vulnerabilities
/// (ISO-2022-CN-EXT, UTF-7): a document can only choose from this list.
enum EncodingLabel {
    /// Returns the name for `CharacterConverter` of the encoding that `label` names; nil for a label that is not
    /// accepted.
    static func converterName(_ label: String) -> String? {
        let name = label.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        let plain = withoutYear(name).filter { $0.isLetter || $0.isNumber }
        return names[plain] ?? prefixed(plain) ?? codePage(plain)
    }

    /// The names for `CharacterConverter` of all accepted encodings.
    static let converterNames = Set(names.values).union(codePages.values)

    /// Shortens `iso_8859-2:1987`: the standard's year has no meaning.
    private static func withoutYear(_ name: String) -> String {
        guard name.hasPrefix("iso"), let mark = name.lastIndex(where: { "-_:".contains($0) }) else { return name }
        let year = name[mark...].dropFirst()
        return year.count == 4 && (year.hasPrefix("19") || year.hasPrefix("20")) ? String(name[..<mark]) : name
    }

    /// Reads `x-euc-jp` or `csISO885915`: a name by the rules of the web or of IANA's aliases.
    private static func prefixed(_ plain: String) -> String? {
        for prefix in ["cs", "x"] where plain.hasPrefix(prefix) {
            if let known = names[String(plain.dropFirst(prefix.count))] { return known }
        }
        return nil
    }

    /// Reads `windows-1251`, `ibm437`, `csibm863` or `852`: a code page by its number.
    private static func codePage(_ plain: String) -> String? {
        let words = plain.prefix { !$0.isNumber }
        guard codePageWords.contains(String(words)) else { return nil }
        var digits = plain.dropFirst(words.count)
        while digits.hasPrefix("0") { digits.removeFirst() }
        return codePages[String(digits)]
    }

    private static let codePageWords: Set = ["", "windows", "cp", "ibm", "ms", "csibm", "cspcp", "xcp"]

    /// Code pages by their numbers.
    private static let codePages: [String: String] = {
        var pages = ["932": "CP932", "936": "GB18030", "949": "CP949", "950": "BIG5-HKSCS", "874": "CP874"]
        for page in 1250...1258 { pages["\(page)"] = "CP\(page)" }
        for page in FurtherEncodings.codePages + [866] { pages["\(page)"] = "CP\(page)" }
        pages["37"] = "CP037"
        return pages
    }()

    private static let names: [String: String] = {
        var table: [String: String] = [:]
        for (target, labels) in labels + FurtherEncodings.labels {
            for label in labels.split(separator: " ") { table[String(label)] = target }
        }
        for (part, target) in parts { table["iso8859\(part)"] = target }
        for (index, part) in partsOfLatin.enumerated() {
            for prefix in ["l", "latin", "isolatin", "csisolatin"] { table["\(prefix)\(index + 1)"] = parts[part] }
        }
        return table
    }()

    /// The parts of ISO 8859 that the web has; it reads the first and the ninth as Windows does.
    private static let parts: [Int: String] = {
        var parts = [1: "CP1252", 9: "CP1254"]
        for part in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] { parts[part] = "ISO-8859-\(part)" }
        return parts
    }()

    /// The parts that are Latin alphabets, by their numbers from 1.
    private static let partsOfLatin = [1, 2, 3, 4, 9, 10, 13, 14, 15, 16]

    /// The labels of the Encoding standard and other spellings of its encodings, of letters and digits only.
    private static let labels = [
        ("UTF-8", "utf8 unicode11utf8 unicode20utf8 xunicode20utf8 u8 utf8sig cp65001"),
        (
            "CP1252",
            """
            latin 8859 usascii ascii ansix341968 ansix341986 iso646us iso646irv csascii isoir6 646 cp367 ibm367 cp819 \
            ibm819 isoir100 ansi
            """
        ),
        ("CP1254", "isoir148"),
        (
            "CP874",
            "tis620 tis6200 tis62025290 tis62025291 tis62025330 isoir166 thai thai8 dos874 iso885911"
        ),
        ("ISO-8859-2", "isoir101"), ("ISO-8859-3", "isoir109"), ("ISO-8859-4", "isoir110"),
        ("ISO-8859-5", "csisolatincyrillic cyrillic isoir144"),
        ("ISO-8859-6", "arabic asmo708 csiso88596e csiso88596i csisolatinarabic ecma114 iso88596e iso88596i isoir127"),
        ("ISO-8859-7", "csisolatingreek ecma118 elot928 greek greek8 isoir126 suneugreek"),
        (
            "ISO-8859-8",
            "csiso88598e csiso88598i csisolatinhebrew hebrew iso88598e iso88598i isoir138 visual logical"
        ),
        ("ISO-8859-10", "isoir157"), ("ISO-8859-14", "isoceltic isoir199"), ("ISO-8859-16", "isoir226"),
        (
            "GB18030",
            """
            gb2312 gb18030 gb180302000 gbk xgbk chinese csgb2312 gb231280 gb23121980 csiso58gb231280 isoir58 euccn \
            eucgb2312cn
            """
        ),
        ("BIG5-HKSCS", "big5 big5hkscs hkscs big5tw cnbig5 csbig5 xxbig5"),
        (
            "CP932",
            "shiftjis sjis xsjis mskanji csshiftjis windows31j xmacjapanese shiftjisx0213 sjisx0213 shiftjis2004 sjis2004"
        ),
        ("EUC-JP-MS", "eucjp xeucjp cseucpkdfmtjapanese ujis eucjisx0213 eucjis2004"),
        ("ISO-2022-JP-3", "iso2022jp csiso2022jp iso2022jp1 iso2022jp2 iso2022jp3 iso2022jp2004 iso2022jpext"),
        ("CP949", "euckr xeuckr cseuckr ksc5601 ksc56011987 ksc56011989 ksx1001 korean csksc56011987 isoir149 uhc"),
        ("KOI8-R", "koi8r koi koi8 cskoi8r"), ("KOI8-U", "koi8u koi8ru"),
        ("MACINTOSH", "macintosh mac macroman xmacroman csmacintosh"),
        ("MAC-UK", "xmaccyrillic xmacukrainian maccyrillic macukrainian"),
        ("UTF-16LE", "utf16 utf16le u16 ucs2 iso10646ucs2 unicode csunicode unicodefeff"),
        ("UTF-16BE", "utf16be unicodefffe"),
    ]
}
