import Basics
import Testing

@Suite struct HexadecimalTests {
    @Test(
        "Leading zeros fill up the number of digits",
        arguments: [
            (0, 16, "0000000000000000"), (.max, 16, "ffffffffffffffff"), (0x1F, 4, "001f"), (0xA, 2, "0a"),
            (0x1234, 2, "1234"),
        ] as [(UInt64, Int, String)])
    func digits(_ value: UInt64, _ count: Int, _ digits: String) {
        #expect(Hexadecimal.digits(value, count: count) == digits)
    }
}
