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

/// The areas: each is a folder of `Sources` and of `Tests` with the modules that belong together.
enum Area: String {
    case base = "Base"
    case program = "Program"
    case reader = "Reader"
    case feeds = "Feeds"
    case library = "Library"
    case sync = "Sync"
    case text = "Text"
    case http = "HTTP"
    case pictures = "Pictures"
    case workshop = "Workshop"

    func source(_ name: String) -> String { "Sources/\(rawValue)/\(name)" }
    func tests(_ name: String) -> String { "Tests/\(rawValue)/\(name)" }
}

/// Declares a module of an area. It can import only the modules named here.
func module(
    _ name: String, _ area: Area, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: area.source(name), resources: resources,
        swiftSettings: (quick.contains(name) ? quickSettings : programSettings) + withoutNames)
}

/// Declares a C shim, which makes C functions usable from Swift.
func shim(_ name: String, _ area: Area, linking libraries: [String] = []) -> Target {
    .target(name: name, path: area.source(name), linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// Declares the tests of one module. `support` names what they use besides that module and the helpers of all tests.
func tests(
    _ module: String, _ area: Area, _ support: [Target.Dependency] = [], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    suites(
        module + "Tests", area, [.byName(name: module), "SeededNumbers", "TestFolders", "TestThreads"] + support,
        exclude: exclude, resources: resources)
}

/// Declares tests of a program or of several modules.
func suites(
    _ name: String, _ area: Area, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: area.tests(name), exclude: exclude, resources: resources,
        swiftSettings: swiftSettings)
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
func program(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: swiftSettings)
}

/// Declares a small program that shows one use of the cache library.
func example(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    program(
        name, in: "Sources/Workshop/Examples",
        ["HTTPCache", "HTTPTransport", "CurlTransport", httpTypes] + dependencies)
}

/// The linker options of a release. Without symbols the program has two thirds of its size. Packed relative relocations
/// save 2 MB of memory in every process; the C library can read them since version 2.36, and lld writes them. The
/// functions that run at startup and in a refresh are next to each other, which saves another 7 MB; `.packaging/order`
/// makes their list from a program with symbols and its linker map (LEDE_SYMBOLS=1). Nothing looks up a symbol of the
/// program: without the 18,000 names that Swift exports, the file is 1.5 MB smaller. No exception crosses a frame of
/// the program, and threads end without unwinding: without the unwind tables, which debuggers and profilers use, the
/// file is 5 MB smaller, and without the type information that only debuggers read, another 0.1 MB. Nothing compares
/// addresses of functions, so functions with the same code are merged, which saves 0.5 MB. Nothing asks for the names
/// of characters, which saves another 0.5 MB.
let releaseLinking: [String] = {
    var name = [CChar](repeating: 0, count: 64)  // "glibc 2.36"
    confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
    let version = name.split { !(48...57).contains($0) }.map { $0.reduce(0) { $0 * 10 + Int($1) - 48 } }
    let readsPacked = !version.lexicographicallyPrecedes([2, 36])
    let folder = Context.packageDirectory
    let keepsSymbols = Context.environment["LEDE_SYMBOLS"] == "1"
    let symbols =
        keepsSymbols
        ? ["--no-demangle", "-Map=\(folder)/.build/lede.map"]
        : ["-s", "-T", "\(folder)/.packaging/left-out.ld"]
    let forLLD = [
        "--no-export-dynamic", "--icf=all", "-O2", "-z", "pack-relative-relocs",
        "--symbol-ordering-file=\(folder)/.packaging/functions",
        "--no-warn-symbol-ordering",
        "--wrap=_swift_stdlib_getScalarName",
    ]
    guard readsPacked else { return keepsSymbols ? [] : ["-Xlinker", "-s"] }
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

/// The modules that the fuzzer tests, because they read untrusted bytes.
let fuzzed: [Target.Dependency] = [
    "ArticleStorage", "ArticleText", "Basics", "CPictureBox", "ContentCoding", "CurlTransport", "FeedModel",
    "FeedParsing", "HTTPCache", "HTTPTransport", "Markup", "MovingIn", "ReaderUI", "Screen", "SinceServer",
    "SyncEngine", "SyncServers", "TOMLReading", "TerminalDriver", httpTypes,
]

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
    targets: [
        // Base: code that several areas share: the calendar, HTTP dates, secrets in addresses, fingerprints, numbers,
        // files and programs.
        module("Basics", .base, ["CSystem"]),
        // System calls that Swift's import of glibc lacks.
        shim("CSystem", .base),
        // TOML 1.0, for the configuration and themes.
        module("TOMLReading", .base),
        // SQLite databases with a write-ahead log: one connection that writes, several that read.
        module("SQLiteAccess", .base, ["Basics", grdb, sqlite]),

        // HTTP: the cache library, its transports, content codings.
        shim("CCurl", .http, linking: ["dl"]),
        shim("CCoding", .http, linking: ["dl"]),
        module("ContentCoding", .http, ["Basics", "CCoding"]),
        module("HTTPTransport", .http, ["Basics", httpTypes]),
        module("CurlTransport", .http, ["Basics", "HTTPTransport", "CCurl", httpTypes]),
        module(
            "HTTPCache", .http,
            ["Basics", "SQLiteAccess", "HTTPTransport", "ContentCoding", httpTypes, grdb, sqlite]),
        module("HTTPCacheFoundation", .http, ["Basics", "HTTPCache", "HTTPTransport", "ContentCoding", httpTypes]),

        // Text: the scanner of XML and HTML, articles and the main part of pages, books for e-readers.
        module("Markup", .text, ["Basics"]),
        module("ArticleText", .text, ["Basics", "Markup"]),
        module("BookWriting", .text, ["Basics", "Markup", "ArticleText", "ContentCoding", "Screen"]),

        // Feeds: their values, formats, rules, and how they are refreshed.
        module("FeedModel", .feeds, ["Basics"]),
        module("FeedRules", .feeds, ["FeedModel"]),
        module("FeedParsing", .feeds, ["Basics", "FeedModel", "FeedRules", "Markup", "ContentCoding"]),
        module(
            "FeedRefresh", .feeds,
            [
                "Basics", "HTTPCache", "HTTPTransport", "ContentCoding", "FeedParsing", "ArticleText", "FeedModel",
                "ArticleStorage", "SyncEngine", "SyncServers", "Markup", httpTypes,
            ]),

        module(
            "MovingIn", .feeds, ["Basics", "SQLiteAccess", "FeedModel", "FeedParsing", "FeedRules", "Markup", grdb]),
        module(
            "JourneyPacking", .feeds,
            [
                "Basics", "FeedRefresh", "PackStorage", "ArticleStorage", "ArticleText", "FeedModel",
                "HTTPCache", "HTTPTransport", "PictureArt", httpTypes,
            ]),

        // Library: subscriptions, articles, marks and search, and the pages and pictures packed for a journey.
        module(
            "ArticleStorage", .library, ["Basics", "SQLiteAccess", "FeedModel", "FeedRules", "Markup", grdb, sqlite]),
        module("PackStorage", .library, ["Basics", "CSystem", "SQLiteAccess", "FeedModel", "HTTPCache", grdb]),

        // Sync: accounts on servers, and a server that offers this library to other devices.
        module("SyncEngine", .sync, ["ArticleStorage", "FeedModel"]),
        module("SyncServers", .sync, ["Basics", "SyncEngine", "FeedParsing", "FeedModel", "Markup"]),
        module(
            "SinceServer", .sync,
            ["Basics", "ArticleStorage", "FeedModel", "FeedParsing", "ContentCoding", httpTypes, flyingSocks]),

        // Reader: the screen, the commands that keys run, and the event loop.
        shim("CTerminal", .reader, linking: ["ncursesw", "tinfo"]),
        module("Screen", .reader),
        module("ReaderUI", .reader, ["Basics", "Markup", "FeedModel", "Screen", "ArticleText", "PictureArt"]),
        module("TerminalDriver", .reader, ["Basics", "Screen", "CTerminal"]),
        module(
            "ReaderEngine", .reader,
            [
                "Basics", "CSystem", "Markup", "ReaderUI", "Screen", "TerminalDriver", "FeedModel", "FeedParsing",
                "FeedRefresh", "ArticleStorage", "ArticleText", "PackStorage", "JourneyPacking", "PictureArt",
                "PictureDecoding", "BookWriting",
            ], resources: [.embedInCode("Guide/welcome.xml")]),

        // Pictures: decoded in a sandbox, shown as cells.
        shim("CPictureBox", .pictures, linking: ["dl"]),
        module("PictureArt", .pictures, ["Screen"]),
        module("PictureDecoding", .pictures, ["Basics", "PictureArt", "CPictureBox"]),

        // Program: subcommands, configuration, the guide.
        shim("CProgram", .program, linking: ["sqlite3"]),
        .target(
            name: "BundledThemes", path: "themes", exclude: [],
            resources: themes.map { .embedInCode("\($0).toml") }, swiftSettings: swiftSettings),
        .executableTarget(
            name: "lede",
            dependencies: [
                "Basics", "CProgram", "PackStorage", "JourneyPacking", "PictureArt", "PictureDecoding",
                "ReaderEngine", "ReaderUI", "TerminalDriver", "FeedRefresh", "SinceServer", "CurlTransport",
                "HTTPCache", "HTTPTransport", "ArticleStorage", "FeedParsing", "FeedRules", "ArticleText", "FeedModel",
                "Markup", "SQLiteAccess", "Screen", "SyncEngine", "BundledThemes", "ContentCoding", "MovingIn",
                "TOMLReading", "BookWriting", httpTypes, argumentParser,
            ],
            path: Area.program.source("lede"),
            resources: topics.map { .embedInCode("Guide/Topics/\($0).txt") }, swiftSettings: programSettings,
            linkerSettings: [.unsafeFlags(releaseLinking, .when(configuration: .release))]),

        // Workshop: benchmarks, each with a reference measured in the same run.
        program(
            "Benchmarks", in: "Sources/Workshop",
            [
                "ArticleText", "FeedParsing", "FeedModel", "HTTPCache", "HTTPTransport", "ArticleStorage",
                "ScriptedOrigin", httpTypes, grdb,
            ]),

        // Examples of the cache library; built with the tests, not shipped.
        example("FirstRequest"),
        example("OfflineFirst"),
        example("ResumingDownload", ["HTTPCacheFoundation"]),
        example("PostByBody"),
        example("SharedCache"),
        example("CacheInspection"),
        example("OwnTransport"),

        // Helpers that several tests share.
        support("SeededNumbers"),
        support("TestFolders"),
        supportShim("TestThreads", ["CProgram"]),
        support("ScriptedOrigin"),
        support("ScriptedServers", ["ScriptedOrigin", "SeededNumbers", "FeedModel"]),
        support("SpawnedPrograms", ["CSystem"]),
        support("WrittenBooks", ["ContentCoding"]),
        supportShim("CPictureMaker", linking: ["jpeg", "png16", "webp", "gif"]),
        program("CacheWriter", in: "Tests/Support", ["HTTPCache", "HTTPTransport", httpTypes]),

        // Tests of Base.
        tests("Basics", .base, exclude: ["ReviewedArithmetic.txt", "ReviewedConversions.txt"]),
        tests("TOMLReading", .base),
        tests("SQLiteAccess", .base, [grdb]),

        // Tests of HTTP.
        tests("ContentCoding", .http),
        tests("HTTPTransport", .http, [httpTypes]),
        tests("CurlTransport", .http, ["HTTPTransport", "ScriptedOrigin", "SpawnedPrograms", httpTypes]),
        tests(
            "HTTPCache", .http,
            [
                "Basics", "CacheWriter", "HTTPTransport", "CurlTransport", "SQLiteAccess", "ScriptedOrigin", httpTypes,
                grdb,
            ]),
        tests(
            "HTTPCacheFoundation", .http,
            [
                "ContentCoding", "HTTPCache", "HTTPTransport", "CurlTransport", "ScriptedOrigin", "OwnTransport",
                httpTypes,
            ]),

        // Tests of Text.
        tests("Markup", .text),
        tests("ArticleText", .text, resources: [.copy("Pages"), .copy("Lines")]),
        tests("BookWriting", .text, ["ArticleText", "WrittenBooks"]),

        // Tests of Feeds.
        tests("FeedModel", .feeds),
        tests("FeedRules", .feeds, ["FeedModel"]),
        tests("FeedParsing", .feeds, ["FeedModel"], resources: [.copy("Feeds")]),
        tests(
            "FeedRefresh", .feeds,
            [
                "Basics", "ScriptedOrigin", "ScriptedServers", "CurlTransport", "HTTPCache", "ArticleStorage",
                "FeedModel", "FeedRules", "SyncEngine", grdb,
            ]),
        tests("MovingIn", .feeds, ["FeedModel", "FeedParsing", grdb], resources: [.copy("Fixtures")]),
        tests(
            "JourneyPacking", .feeds,
            [
                "Basics", "ScriptedOrigin", "CurlTransport", "HTTPCache", "ArticleStorage", "FeedModel",
                "FeedRefresh", "PackStorage", "SQLiteAccess", grdb,
            ]),

        // Tests of Library.
        tests(
            "ArticleStorage", .library, ["Basics", "FeedModel", "FeedRules", "SQLiteAccess", grdb],
            resources: [.copy("Fixtures")]),
        tests("PackStorage", .library, ["FeedModel", "HTTPCache", grdb]),

        // Tests of Sync.
        tests("SyncEngine", .sync, ["ArticleStorage", "FeedModel"]),
        tests("SyncServers", .sync, ["SyncEngine", "FeedModel", "FeedParsing"]),

        // Tests of Reader.
        tests("Screen", .reader),
        tests("TerminalDriver", .reader),
        tests("ReaderUI", .reader, ["PictureArt", "Screen", "FeedModel", "ArticleText"], resources: [.copy("Golden")]),
        tests(
            "ReaderEngine", .reader,
            [
                "ReaderUI", "Screen", "ArticleStorage", "FeedModel", "FeedRefresh", "HTTPCache", "HTTPTransport",
                "PackStorage", "JourneyPacking", "CurlTransport", "SQLiteAccess", "ScriptedOrigin", grdb,
            ]),

        // Tests of Pictures.
        tests("PictureArt", .pictures, ["Screen"]),
        tests("PictureDecoding", .pictures, ["PictureArt", "CPictureMaker", "lede"]),

        // Tests of Program.
        suites(
            "ConfigurationTests", .program,
            [
                "lede", "BundledThemes", "FeedModel", "FeedRefresh", "FeedRules", "JourneyPacking", "MovingIn",
                "ReaderEngine", "ReaderUI", "Screen", "SeededNumbers", "TestFolders",
            ]),
        suites(
            "EndToEndTests", .program,
            [
                "lede", "CPictureMaker", "ScriptedOrigin", "ScriptedServers", "SeededNumbers", "SpawnedPrograms",
                "TestFolders", "WrittenBooks", "Screen", "ArticleStorage", "FeedModel", "HTTPCache", grdb,
            ]),

        // Tests of Workshop.
        suites("BenchmarksTests", .workshop, ["Benchmarks", "TestFolders"]),
        // Runs the fuzz targets on their corpus; FeedFuzz, below, runs the same targets.
        suites(
            "FuzzTests", .workshop, fuzzed + ["SeededNumbers"],
            resources: [.copy("Corpus"), .copy("boundaries.dict")]),
    ]
)

// The fuzzer needs flags that no other target needs, and a scratch path of its own:
// LEDE_FUZZ=1 swift build -c release --product FeedFuzz --sanitize=address -Xswiftc -sanitize=fuzzer,address \
//     -Xswiftc -enable-testing
if Context.environment["LEDE_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "FeedFuzz", dependencies: fuzzed, path: Area.workshop.source("FeedFuzz"),
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
