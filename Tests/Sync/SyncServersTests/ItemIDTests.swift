import Testing

@testable import SyncServers

@Suite struct ItemIDTests {
    @Test(arguments: [
        ("tag:google.com,2005:reader/item/fb115bd6d34a8e9f", "-355401917359550817"),
        ("tag:google.com,2005:reader/item/0000000000000001", "1"), ("-355401917359550817", "-355401917359550817"),
        ("1640000000000001", "1640000000000001"),
        ("tag:google.com,2005:reader/item/50d31f1a1d1cb1a9b0000001", "50d31f1a1d1cb1a9b0000001"),
        ("50d31f1a1d1cb1a9b0000001", "50d31f1a1d1cb1a9b0000001"), ("fb115bd6d34a8e9f", "-355401917359550817"),
        ("0000000000000001", "1"), ("18091342156350000799", "-355401917359550817"),
        ("tag:google.com,2005:reader/item/1a", "26"),
    ])
    func `All forms of an id are the same id`(_ written: String, _ text: String) {
        #expect(ItemID(written)?.text == text)
        #expect(ItemID(ItemID.sent(text))?.text == text)
    }

    @Test("Invalid ids are refused", arguments: ["", "a b", "tag:google.com,2005:reader/item/"])
    func invalidIdsAreRefused(_ written: String) {
        #expect(ItemID(written) == nil)
    }

    @Test(
        "MD5 matches RFC 1321",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        ])
    func md5AsInRFC1321(_ text: String, _ digest: String) {
        #expect(MD5.hexadecimal(text) == digest)
    }
}
