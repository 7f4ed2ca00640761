import Foundation

/// Measures whether displaying lists costs the same for any number of stored articles. The program runs offline on a
/// terminal, with libraries of several sizes. Times are measured from the start, or from a key, until the screen begins
/// to change and until it has finished changing.
///
/// Needs `lede` of the same build in its own folder, and room for a million short articles in the temporary folder.
enum LibraryBenchmark {
    private static let sizes: [(feeds: Int, articles: Int)] = [
        (100, 100), (1_000, 100), (1_000, 1_000), (10, 10_000),
    ]

    @Sendable static func run() throws {
        let reference = try Reference()
        defer { reference.end() }
        for size in sizes {
            let library = try SampleLibrary(feeds: size.feeds, articlesPerFeed: size.articles)
            defer { library.end() }
            print("\(size.feeds) feeds of \(size.articles) articles; medians")
            Table.head()
            try measure(library, reference)
        }
    }

    /// The baseline of this machine: the times of a process that does nothing, and of a byte that a terminal echoes.
    private struct Reference {
        let start: Duration
        let echo: Duration
        let memory: Int
        private let cat: TerminalProgram

        init() throws {
            start = try Table.medians { try Table.process("/bin/true", []) }.wall
            let cat = try TerminalProgram(
                "/bin/sh", ["-c", "stty raw -echo; echo; exec cat"],
                environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
            _ = try cat.firstPicture()
            echo = try Table.median { try cat.press("x").end }
            memory = cat.memory
            self.cat = cat
        }

        func end() {
            cat.end()
        }
    }

    private static func measure(_ library: SampleLibrary, _ reference: Reference) throws {
        let environment = ["LEDE_HOME": library.home, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        let start = { try TerminalProgram(Table.lede, ["--offline"], environment: environment) }
        let first = try Table.median {
            let program = try start()
            defer { program.end() }
            return try program.firstPicture().end
        }
        Table.row("start, first list", first, reference.start, "/bin/true")

        let program = try start()
        defer { program.end() }
        _ = try program.firstPicture()
        Table.row("memory after the first list", bytes: program.memory, reference.memory, "cat")
        try measureKeys(of: program, reference)
    }

    private static func measureKeys(of program: TerminalProgram, _ reference: Reference) throws {
        let press = { (name: String, keys: [String], between: [String]) in
            var all: [TerminalProgram.Painting] = []
            for _ in 0..<Table.rounds {
                for key in keys { all.append(try program.press(key)) }
                for key in between { _ = try program.press(key) }
            }
            let begins = all.map(\.begin).sorted()
            Table.row(name, begins[begins.count / 2], reference.echo, "a byte through cat on a terminal")
            let ends = all.map(\.end).sorted()
            Table.row("  all of it", ends[ends.count / 2])
            if begins.count > 50 { Table.row("  begins, 99 of 100", begins[begins.count * 99 / 100]) }
        }
        let (down, up) = (Array(repeating: "j", count: 15), Array(repeating: "k", count: 15))
        // Move past the smart feeds to the subscriptions.
        for _ in 0..<5 { _ = try program.press("j") }
        try press("key in the list of feeds", Array(down.prefix(5)) + up.prefix(4), ["k"])
        try press("feed opened", ["\r"], ["q"])
        _ = try program.press("\r")
        try press("key in the list of articles", down, up)
        try press("article opened", ["\r"], ["q", "j"])
        for key in ["q", "/", "r"] { _ = try program.press(key) }
        try press("search, a letter typed", ["i", "v", "e", "r"], ["\u{1B}", "/", "r"])
    }
}
