import Testing

@testable import lede

@Suite struct OpenFilesTests {
    @Test(
        "With a low limit on open files, fewer connections are used, but at least one",
        arguments: [(1_024, 256, 256), (1_024, 2, 2), (100, 256, 20), (64, 256, 8), (64, 6, 6), (12, 256, 1)])
    func connections(_ limit: Int, _ wanted: Int, _ expected: Int) {
        #expect(OpenFiles.connections(atMost: wanted, limit: limit) == expected)
    }

    @Test(
        "A server leaves files for its own refreshes",
        arguments: [(1_024, 256, 242), (552, 256, 85), (100, 30, 10), (64, 12, 4), (40, 4, 1)])
    func clients(_ limit: Int, _ clients: Int, _ connections: Int) {
        #expect(OpenFiles.clients(atMost: 256, limit: limit) == clients)
        #expect(OpenFiles.connections(atMost: 256, beside: clients, limit: limit) == connections)
    }
}
