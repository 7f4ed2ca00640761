import Testing

@testable import lede

@Suite struct OpenFilesTests {
    @Test(
        "With a low limit on open files, fewer connections are used, but at least one",
        arguments: [(1_024, 256, 256), (1_024, 2, 2), (100, 256, 20), (64, 256, 8), (64, 6, 6), (12, 256, 1)])
    func connections(_ limit: Int, _ wanted: Int, _ expected: Int) {
        #expect(OpenFiles.connections(atMost: wanted, limit: limit) == expected)
    }
}
