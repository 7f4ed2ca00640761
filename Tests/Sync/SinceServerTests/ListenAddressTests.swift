import Testing

@testable import SinceServer

@Suite struct ListenAddressTests {
    @Test(
        "An address and a port, or one of them alone, is an address to listen at",
        arguments: [
            ("8000", "127.0.0.1:8000"), ("localhost", "127.0.0.1:8641"), ("localhost:1", "127.0.0.1:1"),
            ("0.0.0.0", "0.0.0.0:8641"), ("10.0.0.1:65535", "10.0.0.1:65535"), ("::1", "[::1]:8641"),
            ("[::1]", "[::1]:8641"), ("[::]:80", "[::]:80"), ("fe80::1:80", "[fe80::1:80]:8641"),
        ])
    func readable(_ text: String, _ address: String) throws {
        #expect(try #require(ListenAddress(text)).description == address)
    }

    @Test(
        "Names, ports out of range and incomplete addresses are refused",
        arguments: [
            "", "example.org", "example.org:80", "65536", "127.0.0.1:65536", "127.0.0.1:", "127.0.0.1:http", "[::1",
            "[::1]80", "[::1]:", "[127.0.0.1", "1.2.3", "1.2.3.256",
        ])
    func refused(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(
        "Only addresses of the loopback interface are for this machine alone",
        arguments: [("127.0.0.1", true), ("127.9.9.9:1", true), ("::1", true), ("0.0.0.0", false), ("[::]:1", false)])
    func loopback(_ text: String, _ isLoopback: Bool) throws {
        #expect(try #require(ListenAddress(text)).isLoopback == isLoopback)
    }
}
