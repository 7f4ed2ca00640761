import FeedModel
import Glibc
import Testing

@testable import FeedParsing

@Suite struct EncodingTests {
    /// Returns the title of a feed whose title is given in bytes.
    private func title(
        _ bytes: [UInt8], declared: String? = nil, contentType: String? = nil, prefix: [UInt8] = []
    ) throws -> String? {
        let declaration = declared.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? ""
        let head = Array("\(declaration)<rss><channel><title>".utf8)
        let feed = prefix + head + bytes + Array("</title></channel></rss>".utf8)
        return try FeedParser.parse(feed, contentType: contentType).title
    }

    @Test(
        "The declaration or the header names the encoding",
        arguments: [
            ("windows-1252", [0x93, 0xFC, 0x94], "“ü”"), ("ISO-8859-1", [0x93, 0xFC, 0x94], "“ü”"),
            ("us-ascii", [0x92], "’"), ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("GBK", [0xD6, 0xD0], "中"),
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
            ("euc-kr", [0xC7, 0xD1], "한"), ("big5", [0xA4, 0xA4], "中"), ("koi8-r", [0xED, 0xC9, 0xD2], "Мир"),
            ("windows-1251", [0xCC, 0xE8, 0xF0], "Мир"), ("cp1251", [0xCC, 0xE8, 0xF0], "Мир"),
            ("iso-8859-2", [0xB9], "š"), ("latin2", [0xB9], "š"), ("iso-8859-15", [0xA4], "€"),
            ("macintosh", [0x8E], "é"),
            ("ibm437", [0x80], "Ç"), ("windows-1255", [0xF9], "ש"), ("iso_8859-2:1987", [0xB9], "š"),
            ("1251", [0xCC], "М"),
            ("x-mac-cyrillic", [0x80, 0xA2], "АҐ"), ("mac-greek", [0x80, 0xE1], "Äα"),
            ("macturkish", [0x80, 0xDB], "Äğ"),
            ("mac_iceland", [0x80, 0xDD], "Äð"), ("ks_c_5601-1987", [0xC7, 0xD1], "한"), ("ms950", [0xA4, 0xA4], "中"),
            ("euc_jis_2004", [0xC6, 0xFC], "日"),
            ("iso2022_jp_2", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("tis-620", [0xE4], "ไ"), ("cspc8codepage437", [0x80], "Ç"), ("csISO885915", [0xA4], "€"),
            ("x-cp1250", [0xB9], "ą"), ("latin10", [0xE3], "ă"), ("cp737", [0x80], "Α"), ("koi8-t", [0xCD], "м"),
        ] as [(String, [UInt8], String)])
    func declarationOrHeader(_ name: String, _ bytes: [UInt8], _ text: String) throws {
        #expect(try title(bytes, declared: name) == text)
        #expect(try title(bytes, contentType: "application/rss+xml; charset=\"\(name)\"") == text)
    }

    @Test(
        "Valid UTF-8 is read as UTF-8, even if another encoding is declared",
        arguments: [
            "utf-8", "UTF-16", "nonsense", "us-ascii", "iso-8859-1", "x", "", "windows-1251", "iso-8859-2", "koi8-r",
            "tis-620", "macintosh",
        ])
    func validUTF8IsReadAsUTF8(_ name: String) throws {
        #expect(try title(Array("größer — 日本".utf8), declared: name) == "größer — 日本")
    }

    @Test("The header has priority over the declaration") func headerHasPriorityOverDeclaration() throws {
        #expect(try title([0xE9], declared: "koi8-r", contentType: "text/xml; charset=windows-1252") == "é")
        #expect(try title([0xCE, 0xC4], declared: "gbk", contentType: "text/xml; charset=utf-8") == "文")
        #expect(try title(Array("é".utf8), contentType: "text/xml") == "é")
        #expect(try title(Array("ночь".utf8), declared: "gbk", contentType: "text/xml; charset=utf-8") == "ночь")
        let escaped = Array("\u{1B}$BF|\u{1B}(B".utf8)
        #expect(try title(escaped, declared: "iso-2022-jp", contentType: "text/xml; charset=utf-8") == "日")
    }

    @Test("An invalid byte damages only one character") func oneBadByteDamagesOneCharacter() throws {
        #expect(try title(Array("größer ".utf8) + [0x96] + Array(" ü".utf8), declared: "utf-8") == "größer \u{FFFD} ü")
    }

    @Test("Text without any valid UTF-8 character is windows-1252")
    func withoutAnyGoodCharacterItIsWindows1252() throws {
        #expect(try title([0x93, 0xFC, 0x94], declared: "utf-8") == "“ü”")
    }

    /// Undeclared text in another script is recognised: other encodings rarely have so many non-ASCII bytes in a row.
    @Test(
        "The parser recognises undeclared encodings by their script",
        arguments: [
            ("KOI8-R", russian), ("CP1251", russian), ("CP1253", greek), ("CP1255", hebrew), ("CP874", thai),
            ("EUC-JP", japanese), ("SHIFT_JIS", japanese), ("EUC-KR", korean), ("GB2312", chinese),
            ("BIG5", traditional),
        ])
    func undeclaredScripts(_ encoding: String, _ text: String) throws {
        let bytes = try #require(encoded(text, as: encoding))
        #expect(try title(bytes) == text)
        #expect(try title(bytes, declared: "utf-8") == text)
    }

    /// Text that can be windows-1252 is read as such: its accented letters are isolated.
    @Test(
        "Undeclared Latin text is windows-1252",
        arguments: ["Größe – “naïve” œuvre", "Ça a été très déçu à la fête, où l’élève âgé rêvait", "ÀÉÎÕÜ"])
    func undeclaredLatin(_ text: String) throws {
        let bytes = try #require(encoded(text, as: "CP1252"))
        #expect(try title(bytes) == text)
    }

    private static let russian = "Вечерний паром опаздывает из-за тумана над морем"
    private static let greek = "Το βραδινό πλοίο καθυστερεί λόγω ομίχλης στη θάλασσα"
    private static let hebrew = "המעבורת מתעכבת בגלל הערפל מעל הים הלילה"
    private static let thai = "เรือเฟอร์รี่เที่ยวค่ำล่าช้าเพราะหมอกลงจัดในทะเล"
    private static let japanese = "夜のフェリーは海の霧のために遅れています"
    private static let korean = "저녁 여객선은 바다 안개 때문에 늦어지고 있습니다"
    private static let chinese = "晚上的渡轮因为海上有大雾所以要晚一个小时才能到"
    private static let traditional = "晚上的渡輪因為海上有大霧所以要晚一個小時才能到"

    private func encoded(_ text: String, as encoding: String) -> [UInt8]? {
        guard let descriptor = iconv_open(encoding, "UTF-8"), Int(bitPattern: descriptor) != -1 else { return nil }
        defer { iconv_close(descriptor) }
        var input = Array(text.utf8).map(CChar.init(bitPattern:))
        var output = [CChar](repeating: 0, count: 1_024)
        var (left, room) = (input.count, output.count)
        let isDone = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                var (from, to) = (source.baseAddress, target.baseAddress)
                return iconv(descriptor, &from, &left, &to, &room) == 0
            }
        }
        return isDone ? output.dropLast(room).map(UInt8.init(bitPattern:)) : nil
    }

    /// A declaration in EBCDIC names its code page, in letters that all code pages share.
    @Test("The parser reads the code pages of EBCDIC", arguments: ["IBM037", "cp500", "ibm1140", "CP875"])
    func codePagesOfEBCDIC(_ page: String) throws {
        let text = page == "CP875" ? "Ωμέγα" : page == "ibm1140" ? "Ä€" : "Ä"
        let feed = "<?xml version='1.0' encoding='\(page)'?><rss><channel><title>\(text)</title></channel></rss>"
        #expect(try FeedParser.parse(try #require(encoded(feed, as: page))).title == text)
    }

    @Test(
        "A document cannot choose among all encodings of the system",
        arguments: [
            "UTF-7", "u7", "IBM273", "IBM1026", "CP424", "ISO-2022-CN-EXT", "ISO-2022-KR", "JOHAB", "TSCII", "EUC-TW",
            "RK1048", "hp-roman8", "ISO-8859-12", "koi8-r//TRANSLIT", "", "cp", "x", "cs", "ibm", "0",
        ])
    func refused(_ name: String) throws {
        #expect(EncodingLabel.converterName(name) == nil)
        // In UTF-7 these letters would be markup.
        #expect(try title(Array("+ADw-b+AD4-".utf8), declared: name) == "+ADw-b+AD4-")
    }

    @Test("The system supports each accepted encoding")
    func accepted() {
        let lacking = EncodingLabel.converterNames.filter { CharacterConverter.convert([0x41], from: $0) == nil }
        #expect(lacking.isEmpty)
        #expect(EncodingLabel.converterNames.count < 64)
    }

    @Test("A byte order mark has priority") func byteOrderMarkHasPriority() throws {
        #expect(try title(Array("é".utf8), declared: "koi8-r", prefix: [0xEF, 0xBB, 0xBF]) == "é")
        #expect(try title(Array("é".utf8), prefix: [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF]) == "é")
        let json = "\u{FEFF}\u{FEFF}{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\"}]}"
        #expect(try FeedParser.parse(Array(json.utf8)).items.count == 1)
    }

    @Test("The parser reads UTF-16 in both byte orders", arguments: [true, false], [true, false])
    func sixteenBits(_ isBigEndian: Bool, _ hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "<rss><channel><title>Łódź 🚂</title></channel></rss>"
        let bytes = text.utf16.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        #expect(try FeedParser.parse(bytes).title == "Łódź 🚂")
    }

    @Test("The parser reads UTF-32 in both byte orders", arguments: [true, false], [true, false])
    func thirtyTwoBits(_ isBigEndian: Bool, _ hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "<rss><channel><title>Łódź 🚂</title></channel></rss>"
        let bytes = text.unicodeScalars.flatMap { scalar in
            let quad = [24, 16, 8, 0].map { UInt8(scalar.value >> UInt32($0) & 0xFF) }
            return isBigEndian ? quad : quad.reversed()
        }
        #expect(try FeedParser.parse(bytes).title == "Łódź 🚂")
    }
}
