// swift-tools-version: 6.2

import Glibc
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// True if another package uses this one's libraries: the package manager then puts it into `checkouts`, beside its
/// `repositories`, or among a registry's downloads, and accepts no compiler flags from it.
let isDependency =
    Context.packageDirectory.contains("/registry/downloads/")
    || (Context.packageDirectory.contains("/checkouts/")
        && access("\(Context.packageDirectory)/../../repositories", F_OK) == 0)

/// Returns the compiler flags of a release.
func release(_ flags: String...) -> [SwiftSetting] {
    isDependency ? [] : [.unsafeFlags(flags, .when(configuration: .release))]
}

/// Settings of all modules. Each function has a section of its own, so that the linker can place the functions that run
/// at startup next to each other. Metadata of generic types is not looked up by mangled names, for each of which the
/// runtime would search all 7,500 conformances of the program.
let quickSettings =
    swiftSettings
    + release(
        "-Xfrontend", "-function-sections",
        "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors")

/// Code compiled for size is 1 MB smaller, and no slower at refreshes, keys and the start.
let programSettings = quickSettings + release("-Osize")

/// Settings of all modules except the program's own, in which ArgumentParser reads the names of fields. Nothing reads
/// the names of fields and cases in the other modules; without these names the program is 0.24 MB smaller.
let withoutNames = release("-Xfrontend", "-disable-reflection-metadata")

/// Modules that are compiled for speed, because they have loops over bytes, cells or pixels.
let quick: Set = [
    "ContentCoding", "CurlTransport", "FeedParsing", "HTTPTransport", "Markup", "PictureArt", "Screen",
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingSocks: Target.Dependency = .product(name: "FlyingSocks", package: "FlyingFox")

/// An area: a folder of `Sources` and of `Tests` with the modules that belong together.
struct Area {
    let name: String

    /// Declares a module and its tests. It can import only the modules named here.
    ///
    /// - Parameters:
    ///   - tests: the modules that its tests can import besides.
    ///   - fixtures: the folders of files that the tests read.
    func module(
        _ module: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
        tests: [Target.Dependency] = [], fixtures: [String] = [], exclude: [String] = []
    ) -> [Target] {
        let target = Target.target(
            name: module, dependencies: dependencies, path: "Sources/\(name)/\(module)", resources: resources,
            swiftSettings: (quick.contains(module) ? quickSettings : programSettings) + withoutNames)
        let own: [Target.Dependency] = [.byName(name: module), "SeededNumbers", "TestFolders", "TestThreads"]
        return [target]
            + suites(module + "Tests", own + dependencies + tests, fixtures: fixtures, exclude: exclude)
    }

    /// Declares a C shim, which makes C functions usable from Swift.
    func shim(_ module: String, linking libraries: [String] = []) -> [Target] {
        [
            .target(
                name: module, path: "Sources/\(name)/\(module)",
                linkerSettings: libraries.map { .linkedLibrary($0) })
        ]
    }

    /// Declares tests of a program or of several modules.
    func suites(
        _ suites: String, _ dependencies: [Target.Dependency], fixtures: [String] = [], exclude: [String] = []
    ) -> [Target] {
        [
            .testTarget(
                name: suites, dependencies: dependencies, path: "Tests/\(name)/\(suites)", exclude: exclude,
                resources: fixtures.map { .copy($0) }, swiftSettings: swiftSettings)
        ]
    }
}

/// Declares a helper that several tests share.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: swiftSettings)
}

/// Declares a helper of tests that is written in C.
func supportShim(_ name: String, _ dependencies: [Target.Dependency] = [], linking libraries: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/Support/\(name)",
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// Declares a program that is not shipped, in a folder of `Sources` or `Tests`.
func tool(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: swiftSettings)
}

/// Declares a small program that shows one use of the cache library.
func example(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    tool(
        name, in: "Sources/Workshop/Examples",
        ["HTTPCache", "HTTPTransport", "CurlTransport", httpTypes] + dependencies)
}

/// The linker options of a release.
let releaseLinking: [String] = {
    var name = [CChar](repeating: 0, count: 64)  // "glibc 2.36"
    confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
    let version = name.split { !(48...57).contains($0) }.map { $0.reduce(0) { $0 * 10 + Int($1) - 48 } }
    let readsPacked = !version.lexicographicallyPrecedes([2, 36])
    let folder = Context.packageDirectory
    let keepsSymbols = Context.environment["LEDE_SYMBOLS"] == "1"
    guard readsPacked else { return keepsSymbols ? [] : ["-Xlinker", "-s"] }
    let symbols =
        keepsSymbols
        ? ["--no-demangle", "-Map=\(folder)/.build/lede.map"]
        // Without symbols the program has two thirds of its size. No exception crosses a frame of the program, and
        // threads end without unwinding: without the unwind tables, which debuggers and profilers use, the file is 5 MB
        // smaller, and without the type information that only debuggers read, another 0.1 MB.
        : ["-s", "-T", "\(folder)/.packaging/left-out.ld"]
    let forLLD = [
        // Nothing looks up a symbol of the program: the 18,000 names that Swift exports take 1.5 MB.
        "--no-export-dynamic",
        // Nothing compares addresses of functions: merging functions with the same code saves 0.5 MB.
        "--icf=all", "-O2",
        // Saves 2 MB of memory in every process. The C library can read these since version 2.36, and lld writes them.
        "-z", "pack-relative-relocs",
        // The functions that run at startup and in a refresh are next to each other, which saves 7 MB of memory.
        // `.packaging/order` makes their list from a program with symbols and its linker map (LEDE_SYMBOLS=1).
        "--symbol-ordering-file=\(folder)/.packaging/functions", "--no-warn-symbol-ordering",
        // Nothing asks for the names of characters, which take 0.5 MB.
        "--wrap=_swift_stdlib_getScalarName",
    ]
    return ["-use-ld=lld"] + staticRuntime + (symbols + forLLD).flatMap { ["-Xlinker", $0] }
}()

/// The folder in which the linker finds the static libstdc++ and libgcc before the shared ones, if the machine has
/// them: half of the symbols that are looked up at each start, and 1 MB of memory, belong to libstdc++.
var staticRuntime: [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("/usr/lib/gcc/*/*/libstdc++.a", 0, nil, &found) == 0 else { return [] }
    return ["-L\(Context.packageDirectory)/.packaging/static"]
}

let themes = [
    "default", "mono", "high-contrast", "light", "dark", "nord", "gruvbox-dark", "gruvbox-light", "solarized-dark",
    "solarized-light", "catppuccin", "dracula", "tokyo-night",
]

/// The pages of `lede help`, in `Guide/Topics`.
let topics = [
    "changelog", "durability", "feeds", "files", "journeys", "limits", "moving-in", "offline", "page", "pictures",
    "rules", "search", "serve", "stories", "sync", "terminal", "themes",
]

// MARK: - Base

let base = Area(name: "Base")

let baseTargets: [[Target]] = [
    // The calendar, HTTP dates, secrets in addresses, fingerprints, numbers, files and programs.
    base.module("Basics", ["CSystem"], exclude: ["ReviewedArithmetic.txt", "ReviewedConversions.txt"]),
    // System calls that Swift's import of glibc lacks.
    base.shim("CSystem"),
    // TOML 1.0, for the configuration and themes.
    base.module("TOMLReading"),
    // SQLite databases with a write-ahead log: one connection that writes, several that read.
    base.module("SQLiteAccess", ["Basics", grdb, sqlite]),
]

// MARK: - HTTP: the cache library, its transports, content codings

let http = Area(name: "HTTP")

let httpTargets: [[Target]] = [
    http.shim("CCurl", linking: ["dl"]),
    http.shim("CCoding", linking: ["dl"]),
    http.module("ContentCoding", ["Basics", "CCoding"]),
    http.module("HTTPTransport", ["Basics", httpTypes]),
    http.module(
        "CurlTransport", ["Basics", "HTTPTransport", "CCurl", httpTypes], tests: ["ScriptedOrigin", "SpawnedPrograms"]),
    http.module(
        "HTTPCache", ["Basics", "SQLiteAccess", "HTTPTransport", "ContentCoding", httpTypes, grdb, sqlite],
        tests: ["CacheWriter", "CurlTransport", "ScriptedOrigin"]),
    http.module(
        "HTTPCacheFoundation", ["Basics", "HTTPCache", "HTTPTransport", "ContentCoding", httpTypes],
        tests: ["CurlTransport", "ScriptedOrigin", "OwnTransport"]),
]

// MARK: - Text: the scanner of XML and HTML, articles and the main part of pages, books for e-readers

let text = Area(name: "Text")

let textTargets: [[Target]] = [
    text.module("Markup", ["Basics"]),
    text.module("ArticleText", ["Basics", "Markup"], fixtures: ["Pages", "Lines"]),
    text.module(
        "BookWriting", ["Basics", "Markup", "ArticleText", "ContentCoding", "Screen"], tests: ["WrittenBooks"]),
]

// MARK: - Feeds: their values, formats, rules, and refreshing them

let feeds = Area(name: "Feeds")

let feedTargets: [[Target]] = [
    feeds.module("FeedModel", ["Basics"]),
    feeds.module("FeedRules", ["FeedModel"]),
    feeds.module(
        "FeedParsing", ["Basics", "FeedModel", "FeedRules", "Markup", "ContentCoding"], fixtures: ["Feeds"]),
    feeds.module(
        "FeedRefresh",
        [
            "Basics", "HTTPCache", "HTTPTransport", "ContentCoding", "FeedParsing", "ArticleText", "FeedModel",
            "ArticleStorage", "SyncEngine", "SyncServers", "Markup", httpTypes,
        ], tests: ["ScriptedOrigin", "ScriptedServers", "CurlTransport", "FeedRules", grdb]),
    feeds.module(
        "MovingIn", ["Basics", "SQLiteAccess", "FeedModel", "FeedParsing", "FeedRules", "Markup", grdb],
        fixtures: ["Fixtures"]),
    feeds.module(
        "JourneyPacking",
        [
            "Basics", "FeedRefresh", "PackStorage", "ArticleStorage", "ArticleText", "FeedModel", "HTTPCache",
            "HTTPTransport", "PictureArt", httpTypes,
        ], tests: ["ScriptedOrigin", "CurlTransport", "SQLiteAccess", grdb]),
]

// MARK: - Library: subscriptions, articles, marks and search; the pages and pictures packed for a journey

let library = Area(name: "Library")

let libraryTargets: [[Target]] = [
    library.module(
        "ArticleStorage", ["Basics", "SQLiteAccess", "FeedModel", "FeedRules", "Markup", grdb, sqlite],
        fixtures: ["Fixtures"]),
    library.module("PackStorage", ["Basics", "CSystem", "SQLiteAccess", "FeedModel", "HTTPCache", grdb]),
]

// MARK: - Sync: accounts on servers, and a server that offers this library to other devices

let sync = Area(name: "Sync")

let syncTargets: [[Target]] = [
    sync.module("SyncEngine", ["ArticleStorage", "FeedModel"]),
    sync.module("SyncServers", ["Basics", "SyncEngine", "FeedParsing", "FeedModel", "Markup"]),
    sync.module(
        "SinceServer",
        ["Basics", "ArticleStorage", "FeedModel", "FeedParsing", "ContentCoding", httpTypes, flyingSocks]),
]

// MARK: - Reader: the screen, the commands that keys run, and the event loop

let reader = Area(name: "Reader")

let readerTargets: [[Target]] = [
    reader.shim("CTerminal", linking: ["ncursesw", "tinfo"]),
    reader.module("Screen"),
    reader.module(
        "ReaderUI", ["Basics", "Markup", "FeedModel", "Screen", "ArticleText", "PictureArt"], fixtures: ["Golden"]),
    reader.module("TerminalDriver", ["Basics", "Screen", "CTerminal"]),
    reader.module(
        "ReaderEngine",
        [
            "Basics", "CSystem", "Markup", "ReaderUI", "Screen", "TerminalDriver", "FeedModel", "FeedParsing",
            "FeedRefresh", "ArticleStorage", "ArticleText", "PackStorage", "JourneyPacking", "PictureArt",
            "PictureDecoding", "BookWriting",
        ], resources: [.embedInCode("Guide/welcome.xml")],
        tests: ["HTTPCache", "HTTPTransport", "CurlTransport", "SQLiteAccess", "ScriptedOrigin", grdb]),
]

// MARK: - Pictures: decoded in a sandbox, shown as cells

let pictures = Area(name: "Pictures")

let pictureTargets: [[Target]] = [
    pictures.shim("CPictureBox", linking: ["dl"]),
    pictures.module("PictureArt", ["Screen"]),
    pictures.module("PictureDecoding", ["Basics", "PictureArt", "CPictureBox"], tests: ["CPictureMaker", "lede"]),
]

// MARK: - Program: subcommands, configuration, the guide

let program = Area(name: "Program")

let programTargets: [[Target]] = [
    program.shim("CProgram", linking: ["sqlite3"]),
    [
        .target(
            name: "BundledThemes", path: "themes", resources: themes.map { .embedInCode("\($0).toml") },
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "lede",
            dependencies: [
                "Basics", "CProgram", "PackStorage", "JourneyPacking", "PictureArt", "PictureDecoding",
                "ReaderEngine", "ReaderUI", "TerminalDriver", "FeedRefresh", "SinceServer", "CurlTransport",
                "HTTPCache", "HTTPTransport", "ArticleStorage", "FeedParsing", "FeedRules", "ArticleText", "FeedModel",
                "Markup", "SQLiteAccess", "Screen", "SyncEngine", "BundledThemes", "ContentCoding", "MovingIn",
                "TOMLReading", "BookWriting", httpTypes, argumentParser,
            ],
            path: "Sources/Program/lede", resources: topics.map { .embedInCode("Guide/Topics/\($0).txt") },
            swiftSettings: programSettings,
            linkerSettings: [.unsafeFlags(releaseLinking, .when(configuration: .release))]),
    ],
    program.suites(
        "ConfigurationTests",
        [
            "lede", "BundledThemes", "FeedModel", "FeedRefresh", "FeedRules", "JourneyPacking", "MovingIn",
            "ReaderEngine", "ReaderUI", "Screen", "SeededNumbers", "TestFolders",
        ]),
    program.suites(
        "EndToEndTests",
        [
            "lede", "CPictureMaker", "ScriptedOrigin", "ScriptedServers", "SeededNumbers", "SpawnedPrograms",
            "TestFolders", "WrittenBooks", "Screen", "ArticleStorage", "FeedModel", "HTTPCache", grdb,
        ]),
]

// MARK: - Workshop: benchmarks, examples and the fuzzer, none of which is shipped

let workshop = Area(name: "Workshop")

/// The modules that the fuzzer tests, because they read untrusted bytes.
let fuzzed: [Target.Dependency] = [
    "ArticleStorage", "ArticleText", "Basics", "CPictureBox", "ContentCoding", "CurlTransport", "FeedModel",
    "FeedParsing", "HTTPCache", "HTTPTransport", "Markup", "MovingIn", "ReaderUI", "Screen", "SinceServer",
    "SyncEngine", "SyncServers", "TOMLReading", "TerminalDriver", httpTypes,
]

let workshopTargets: [[Target]] = [
    // Benchmarks, each with a reference measured in the same run.
    [
        tool(
            "Benchmarks", in: "Sources/Workshop",
            [
                "ArticleText", "FeedParsing", "FeedModel", "HTTPCache", "HTTPTransport", "ArticleStorage",
                "ScriptedOrigin", httpTypes, grdb,
            ])
    ],
    workshop.suites("BenchmarksTests", ["Benchmarks", "TestFolders"]),
    // Runs the fuzz targets on their corpus; FeedFuzz, below, runs the same targets.
    [
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed + ["SeededNumbers"], path: "Tests/Workshop/FuzzTests",
            resources: [.copy("Corpus"), .copy("boundaries.dict")], swiftSettings: swiftSettings)
    ],
    // Examples of the cache library; built with the tests.
    [
        example("FirstRequest"),
        example("OfflineFirst"),
        example("ResumingDownload", ["HTTPCacheFoundation"]),
        example("PostByBody"),
        example("SharedCache"),
        example("CacheInspection"),
        example("OwnTransport"),
    ],
]

// MARK: - Helpers that several tests share

let supportTargets: [Target] = [
    support("SeededNumbers"),
    support("TestFolders"),
    supportShim("TestThreads", ["CProgram"]),
    support("ScriptedOrigin"),
    support("ScriptedServers", ["ScriptedOrigin", "SeededNumbers", "FeedModel"]),
    support("SpawnedPrograms", ["CSystem"]),
    support("WrittenBooks", ["ContentCoding"]),
    supportShim("CPictureMaker", linking: ["jpeg", "png16", "webp", "gif"]),
    tool("CacheWriter", in: "Tests/Support", ["HTTPCache", "HTTPTransport", httpTypes]),
]

let areaTargets: [[[Target]]] = [
    baseTargets, httpTargets, textTargets, feedTargets, libraryTargets, syncTargets, readerTargets, pictureTargets,
    programTargets, workshopTargets,
]

// MARK: - The package

let package = Package(
    name: "lede",
    products: [
        .executable(name: "lede", targets: ["lede"]),
        .library(name: "ArticleText", targets: ["ArticleText"]),
        .library(name: "HTTPCache", targets: ["HTTPCache", "HTTPTransport", "CurlTransport"]),
        .library(name: "HTTPCacheFoundation", targets: ["HTTPCacheFoundation"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: areaTargets.joined().flatMap { $0 } + supportTargets
)

// The fuzzer needs flags that no other target needs, and a scratch path of its own:
// LEDE_FUZZ=1 swift build -c release --product FeedFuzz --sanitize=address -Xswiftc -sanitize=fuzzer,address \
//     -Xswiftc -enable-testing
if Context.environment["LEDE_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "FeedFuzz", dependencies: fuzzed, path: "Sources/Workshop/FeedFuzz",
            swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer,address"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}

// LEDE_MODULES="HTTPCache ReaderEngine" keeps only the tests of these modules, and the targets that they depend on.
// This saves minutes of a build with a sanitizer, which starts from scratch.
if let modules = Context.environment["LEDE_MODULES"]?.split(separator: " "), !modules.isEmpty {
    var kept = Set(modules.map { "\($0)Tests" })
    var open = Array(kept)
    while let name = open.popLast(), let target = package.targets.first(where: { $0.name == name }) {
        for case .byNameItem(let dependency, _) in target.dependencies where kept.insert(dependency).inserted {
            open.append(dependency)
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}
