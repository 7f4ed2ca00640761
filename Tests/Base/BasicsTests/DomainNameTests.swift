import Basics
import Testing

@Suite struct DomainNameTests {
    @Test(
        "Labels beyond ASCII become A-labels",
        arguments: [
            ("example.org", "example.org"), ("bücher.example", "xn--bcher-kva.example"),
            ("news.münchen.de:8080", "news.xn--mnchen-3ya.de:8080"), ("пример.рф:8080", "xn--e1afmkfd.xn--p1ai:8080"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("한국.kr", "xn--3e0b707e.kr"), ("[::1]:80", "[::1]:80"), ("", ""),
            ("a..ü", "a..xn--tda"),
            // RFC 3492 §7.1, (B) and (L).
            ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
        ])
    func labels(_ name: String, _ expected: String) {
        #expect(DomainName.ascii(name) == expected)
    }
}
