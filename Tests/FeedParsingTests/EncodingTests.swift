import FeedModel
import FeedParsing
import Testing

@Suite struct EncodingTests {
    /// A feed whose title is given in bytes.
    private func title(
        _ bytes: [UInt8], declared: String? = nil, contentType: String? = nil, prefix: [UInt8] = []
    ) throws -> String? {
        let declaration = declared.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? ""
        let head = Array("\(declaration)<rss><channel><title>".utf8)
        let feed = prefix + head + bytes + Array("</title></channel></rss>".utf8)
        return try FeedParser.parse(feed, contentType: contentType).title
    }

    @Test(
        arguments: [
            ("windows-1252", [0x93, 0xFC, 0x94], "“ü”"), ("ISO-8859-1", [0x93, 0xFC, 0x94], "“ü”"),
            ("us-ascii", [0x92], "’"), ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("GBK", [0xD6, 0xD0], "中"),
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
            ("euc-kr", [0xC7, 0xD1], "한"), ("big5", [0xA4, 0xA4], "中"), ("koi8-r", [0xED, 0xC9, 0xD2], "Мир"),
            ("windows-1251", [0xCC, 0xE8, 0xF0], "Мир"), ("cp1251", [0xCC, 0xE8, 0xF0], "Мир"),
            ("iso-8859-2", [0xB9], "š"), ("latin2", [0xB9], "š"), ("iso-8859-15", [0xA4], "€"),
            ("macintosh", [0x8E], "é"),
            ("ibm437", [0x80], "Ç"), ("windows-1255", [0xF9], "ש"),
        ] as [(String, [UInt8], String)])
    func declaredOrTold(_ name: String, _ bytes: [UInt8], _ text: String) throws {
        #expect(try title(bytes, declared: name) == text)
        #expect(try title(bytes, contentType: "application/rss+xml; charset=\"\(name)\"") == text)
    }

    @Test(arguments: ["utf-8", "UTF-16", "nonsense", "us-ascii", "iso-8859-1", "x", ""])
    func goodUTF8IsUTF8WhateverIsDeclared(_ name: String) throws {
        #expect(try title(Array("größer — 日本".utf8), declared: name) == "größer — 日本")
    }

    @Test func theHeaderGoesBeforeTheDeclaration() throws {
        #expect(try title([0xE9], declared: "koi8-r", contentType: "text/xml; charset=windows-1252") == "é")
        #expect(try title([0xCE, 0xC4], declared: "gbk", contentType: "text/xml; charset=utf-8") == "文")
        #expect(try title(Array("é".utf8), contentType: "text/xml") == "é")
    }

    @Test func oneBadByteCostsOneCharacter() throws {
        #expect(try title(Array("größer ".utf8) + [0x96] + Array(" ü".utf8), declared: "utf-8") == "größer \u{FFFD} ü")
    }

    @Test func withoutAnyGoodCharacterItIsWindows1252() throws {
        #expect(try title([0x93, 0xFC, 0x94], declared: "utf-8") == "“ü”")
    }

    @Test func marksGoBeforeAll() throws {
        #expect(try title(Array("é".utf8), declared: "koi8-r", prefix: [0xEF, 0xBB, 0xBF]) == "é")
        #expect(try title(Array("é".utf8), prefix: [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF]) == "é")
    }

    @Test(arguments: [true, false], [true, false])
    func sixteenBits(_ isBigEndian: Bool, _ hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "<rss><channel><title>Łódź 🚂</title></channel></rss>"
        let bytes = text.utf16.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        #expect(try FeedParser.parse(bytes).title == "Łódź 🚂")
    }

    @Test(arguments: [true, false], [true, false])
    func thirtyTwoBits(_ isBigEndian: Bool, _ hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "<rss><channel><title>Łódź 🚂</title></channel></rss>"
        let bytes = text.unicodeScalars.flatMap { scalar in
            let quad = [24, 16, 8, 0].map { UInt8(scalar.value >> UInt32($0) & 0xFF) }
            return isBigEndian ? quad : quad.reversed()
        }
        #expect(try FeedParser.parse(bytes).title == "Łódź 🚂")
    }
}
