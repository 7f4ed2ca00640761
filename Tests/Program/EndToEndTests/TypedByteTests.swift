import Testing

extension EndToEnd {
    /// Bytes from the keyboard that are not characters in the locale, and keys that arrive with them.
    @Suite struct TypedByteTests {
        @Test(
            "Only the byte that is not a character is dropped: a key read together with it works",
            arguments: [("C", Array("ä?".utf8)), ("C.UTF-8", [0xFF, 0x3F]), ("C.UTF-8", [0xC3, 0x3F])]
                as [(String, [UInt8])])
        func invalid(_ locale: String, _ bytes: [UInt8]) throws {
            let home = try TemporaryHome()
            let terminal = try SimulatedTerminal(home: home.url, .init(attributes: "?6c"), .whole, locale: locale)
            try terminal.play(until: "No feeds yet")
            terminal.type(bytes)
            try terminal.play(until: "one line up")
        }

        @Test("A letter whose two bytes arrive separately is accepted")
        func apart() throws {
            let home = try TemporaryHome()
            let terminal = try SimulatedTerminal(home: home.url, .init(attributes: "?6c"), .whole)
            try terminal.play(until: "No feeds yet")
            let start = terminal.output.count
            terminal.type("/z")
            try terminal.play(from: start, until: "z")
            terminal.type([0xC3])
            terminal.play(milliseconds: 100)
            terminal.type([0xA4])
            try terminal.play(from: start, until: "ä")
        }
    }
}
