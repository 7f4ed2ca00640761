import Basics
import Testing

@Suite struct OutgoingAddressTests {
    @Test(
        "Only web addresses are requested",
        arguments: [
            ("https://a.test/x?y=1#z", true), ("HTTP://a.test", true), ("https://ä.test/ü", true),
            ("file:///etc/passwd", false), ("javascript:alert(1)", false), ("data:text/html,x", false),
            ("ftp://a.test/", false), ("--export=x", false), ("-https://a.test", false), ("https://", false),
            ("https://a.test/ --flag", false), ("https://a.test/\n", false), ("mailto:a@b.test", false), ("", false),
        ])
    func allowedAddresses(_ address: String, _ isAllowed: Bool) {
        #expect(OutgoingAddress.isAllowed(address) == isAllowed)
    }

    @Test(
        "A mail link opens without its subject, text and attachments",
        arguments: [
            ("mailto:jane@example.org", "mailto:jane@example.org"),
            ("MAILTO:a.b+c@d.example?subject=x&attach=/etc/passwd", "mailto:a.b+c@d.example"),
            ("mailto:", nil), ("mailto:a", nil), ("mailto:-x@b.example", nil), ("mailto:a@b@c", nil),
            ("mailto:a b@c.example", nil), ("mailto:a@b.example,c@d.example", nil), ("https://a.example", nil),
        ])
    func mail(_ address: String, _ expected: String?) {
        #expect(OutgoingAddress.mail(address) == expected)
    }
}
