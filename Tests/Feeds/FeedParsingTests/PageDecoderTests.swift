import FeedParsing
import Testing

/// The character set of a page.
@Suite struct PageDecoderTests {
    @Test(
        "A page names its character set in one of two elements, before its body",
        arguments: [
            ("<meta charset=windows-1251>", "ж"), ("<meta charset='  \"windows-1251\" x'>", "ж"),
            ("<META HTTP-EQUIV=Content-Type CONTENT='text/html; CHARSET=windows-1251'>", "ж"),
            ("<meta http-equiv=content-type content=\"text/html;charset='windows-1251'; x\">", "ж"),
            ("<meta charset=''><meta content='a; charset=windows-1251'>", "ж"),
            ("<title>a</title></head><body><meta charset=windows-1251>", "æ"),
            ("<meta name=a content='windows-1251'>", "æ"), ("", "æ"),
        ])
    func declared(_ head: String, _ letter: String) {
        let page = Array(head.utf8) + [0x3C, 0x70, 0x3E, 0xE6]
        #expect(PageDecoder.text(of: page, contentType: nil).hasSuffix("<p>" + letter))
    }

    @Test("The header of the response has priority over the page")
    func header() {
        let page = Array("<meta charset=windows-1251>".utf8) + [0xE6]
        #expect(PageDecoder.text(of: page, contentType: "text/html; charset=iso-8859-1").hasSuffix("æ"))
    }
}
