import Basics
import Testing

@Suite struct ByteLimitTests {
    @Test(
        "A whole number of megabytes is printed in MB, anything else in bytes",
        arguments: [(32 << 20, "32 MB"), (500, "500 bytes"), (100_000, "100,000 bytes")])
    func words(_ bytes: Int, _ words: String) {
        #expect(ByteLimit.words(bytes) == words)
    }
}
