import TOMLReading
import Testing

@Suite struct TOMLTextTests {
    @Test(
        "Written text is read back, and contains no character that controls a terminal",
        arguments: ["", "a\"b\\c", "tab\tline\nreturn\r", "\u{1B}[31m", "\u{9B}31m\u{7F}", "日本 ü"])
    func text(_ text: String) throws {
        let written = TOMLText.quoted(text)
        #expect(!written.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(try TOMLDocument.read("a = \(written)")["a"]?.string == text)
        let list = try TOMLDocument.read("a = \(TOMLText.list([text, "b"]))")["a"]?.array?.compactMap(\.string)
        #expect(list == [text, "b"])
    }
}
