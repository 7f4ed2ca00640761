// swift-tools-version: 6.2

import Glibc
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingSocks: Target.Dependency = .product(name: "FlyingSocks", package: "FlyingFox")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")

/// A room of the house: it imports only what is named here.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: swiftSettings)
}

/// The tests of one room; `support` names what they use besides it.
func tests(_ name: String, _ support: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + support, resources: resources,
        swiftSettings: swiftSettings)
}

/// How the program is linked for release. Without its symbols it is two thirds as large. Relative relocations, packed, take
/// 2 MB less memory in every process; the C library reads them since version 2.36, and lld writes them.
let releaseLinking: [String] = {
    var name = [CChar](repeating: 0, count: 64)  // "glibc 2.36"
    confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
    let version = name.split { !(48...57).contains($0) }.map { $0.reduce(0) { $0 * 10 + Int($1) - 48 } }
    let readsPacked = !version.lexicographicallyPrecedes([2, 36])
    return ["-Xlinker", "-s"]
        + (readsPacked ? ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])
}()

let themes = [
    "default", "mono", "high-contrast", "light", "nord", "gruvbox-dark", "gruvbox-light", "solarized-dark",
    "solarized-light", "catppuccin", "dracula", "tokyo-night",
]

let package = Package(
    name: "lede",
    products: [
        .executable(name: "lede", targets: ["lede"]),
        .library(name: "HTTPCache", targets: ["HTTPCache", "HTTPTransport", "CurlTransport"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // Values and pure rules: no I/O.
        room("FeedModel"),
        room("Markup"),
        room("Screen"),
        room("ArticleText", ["Markup"]),
        room("FeedRules", ["FeedModel"]),
        room("FeedParsing", ["FeedModel", "Markup", "ContentCoding"]),
        room("ReaderUI", ["FeedModel", "Screen", "ArticleText"]),

        // C libraries, one Swift importer each.
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CHeap"),
        .target(name: "CTerminal", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(
            name: "CCoding",
            linkerSettings: [.linkedLibrary("z"), .linkedLibrary("brotlidec"), .linkedLibrary("zstd")]),
        room("ContentCoding", ["CCoding"]),

        // The network and what is kept of it.
        room("HTTPTransport", [httpTypes]),
        room("CurlTransport", ["HTTPTransport", "CCurl", httpTypes]),
        room("HTTPCache", ["HTTPTransport", "ContentCoding", httpTypes, grdb]),
        room("ArticleStorage", ["FeedModel", "FeedRules", grdb, sqlite]),
        room(
            "FeedRefresh",
            [
                "HTTPCache", "HTTPTransport", "ContentCoding", "FeedParsing", "ArticleText", "FeedModel",
                "ArticleStorage", httpTypes,
            ]),
        room(
            "SinceServer", ["ArticleStorage", "FeedModel", "FeedParsing", "ContentCoding", httpTypes, flyingSocks]),

        // The program.
        room("TerminalDriver", ["Screen", "CTerminal"]),
        .target(
            name: "BundledThemes", path: "themes", exclude: [],
            resources: themes.map { .embedInCode("\($0).toml") }, swiftSettings: swiftSettings),
        .executableTarget(
            name: "lede",
            dependencies: [
                "CHeap", "ReaderUI", "TerminalDriver", "FeedRefresh", "SinceServer", "CurlTransport", "HTTPCache",
                "HTTPTransport", "ArticleStorage", "FeedParsing", "FeedRules", "ArticleText", "FeedModel", "Markup",
                "Screen",
                "BundledThemes",
                "ContentCoding", httpTypes, argumentParser, toml,
            ],
            resources: [.embedInCode("Guide/welcome.xml")], swiftSettings: swiftSettings,
            linkerSettings: [.unsafeFlags(releaseLinking, .when(configuration: .release))]),

        // What is measured: parsing, caching and the program, each against a yardstick in the same run.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "FeedParsing", "FeedModel", "HTTPCache", "HTTPTransport", "ArticleStorage", "ScriptedOrigin", httpTypes,
                grdb,
            ],
            swiftSettings: swiftSettings),

        // Tests, and the scripted origin that several of them talk to.
        .target(name: "ScriptedOrigin", path: "Tests/ScriptedOrigin", swiftSettings: swiftSettings),
        tests("FeedModel"),
        tests("FeedRules", ["FeedModel"]),
        tests(
            "FeedRefresh",
            ["ScriptedOrigin", "CurlTransport", "HTTPCache", "ArticleStorage", "FeedModel"]),
        tests("Markup"),
        tests("Screen"),
        tests("ReaderUI", ["Screen", "FeedModel", "ArticleText"], resources: [.copy("Golden")]),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["lede", "BundledThemes", "FeedRefresh", "FeedRules", "ReaderUI", "Screen"],
            swiftSettings: swiftSettings),
        tests("ArticleStorage", ["FeedModel", "FeedRules", grdb]),
        tests("ContentCoding"),
        .executableTarget(
            name: "CacheWriter", dependencies: ["HTTPCache", httpTypes], path: "Tests/CacheWriter",
            swiftSettings: swiftSettings),
        tests("HTTPCache", ["CacheWriter", "HTTPTransport", "CurlTransport", "ScriptedOrigin", httpTypes, grdb]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["lede", "ScriptedOrigin", "Screen", "ArticleStorage", "FeedModel", "ReaderUI", grdb],
            swiftSettings: swiftSettings),
        tests("HTTPTransport", [httpTypes]),
        tests("CurlTransport", ["HTTPTransport", "ScriptedOrigin", httpTypes]),
        tests("ArticleText", resources: [.copy("Pages")]),
        tests("FeedParsing", ["FeedModel", "Markup"], resources: [.copy("Feeds")]),
    ]
)

// The fuzzer needs flags that no other target wants, and a scratch path of its own:
// LEDE_FUZZ=1 swift build -c release --product FeedFuzz --sanitize=address -Xswiftc -sanitize=fuzzer,address
if Context.environment["LEDE_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "FeedFuzz", dependencies: ["ArticleText", "FeedModel", "FeedParsing", "Markup", "ReaderUI"],
            swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer,address"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}
