import Testing

@testable import lede

@Suite struct UsageLineTests {
    @Test("A long form of a command is wrapped between its arguments, and the other lines stay")
    func wrapped() {
        let long = """
            OVERVIEW: Sort the harbour.

            USAGE: lede sort [<harbour>] [--by <column> ...] [--from <name or number> ...] <[kind] boat> ... [--last <n>]

            OPTIONS:
              -h, --help              Show help information.
            """
        let wrapped = """
            OVERVIEW: Sort the harbour.

            USAGE: lede sort [<harbour>] [--by <column> ...] [--from <name or number> ...]
                   <[kind] boat> ... [--last <n>]

            OPTIONS:
              -h, --help              Show help information.
            """
        #expect(UsageLine.wrapped(in: long) == wrapped)
        #expect(UsageLine.wrapped(in: wrapped) == wrapped)
    }
}
