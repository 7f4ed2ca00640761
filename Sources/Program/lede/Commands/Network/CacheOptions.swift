import ArgumentParser
import Glibc
import HTTPCache

/// The path of the HTTP cache and its size limit; every command that fetches has these options.
struct CacheOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of the HTTP cache.", valueName: "dir"), completion: .directory)
    var cacheDir: String?

    @Option(help: ArgumentHelp("Bytes kept in memory, with K, M or G; 0 turns it off.", valueName: "bytes"))
    var memoryCapacity = ByteCount(16 << 20)

    @Option(
        help: ArgumentHelp(
            "Bytes kept on disk, with K, M or G; a lower size removes entries, except in lede cache; 0 uses memory only. "
                + "(default: cache-megabytes; 512M in --cache-dir)",
            valueName: "bytes"))
    var diskCapacity: ByteCount?

    /// The file and the sizes that the options choose.
    private var chosen: ResponseCache.Configuration {
        var configuration = ResponseCache.Configuration(path: path)
        configuration.memoryCapacity = memoryCapacity.bytes
        configuration.diskCapacity = diskCapacity?.bytes ?? ownCapacity ?? configuration.diskCapacity
        // A file that is opened with a capacity of 0 loses all its entries.
        if configuration.diskCapacity == 0 { configuration.path = nil }
        return configuration
    }

    /// The configured size of lede's own cache, which a smaller capacity would trim; nil for a cache in another folder.
    private var ownCapacity: Int? {
        guard cacheDir == nil else { return nil }
        return Configuration.load(from: Paths.current.configurationFile).cacheMegabytes << 20
    }

    /// Opens a cache that exists: a mistyped folder is an error, not an empty cache. A command that shows entries does
    /// not evict any, whatever capacity is given.
    func openStored() throws -> ResponseCache {
        if let cacheDir, access(path, F_OK) != 0 { throw MissingCache(folder: cacheDir) }
        var stored = chosen
        stored.path = path
        stored.diskCapacity = max(stored.diskCapacity, ownCapacity ?? ResponseCache.Configuration().diskCapacity)
        return try ResponseCache(stored)
    }

    /// Opens the cache on disk. If that fails, the command continues with a cache in memory, and says so.
    func openOrUseMemory() -> ResponseCache {
        ResponseCache.openOrUseMemory(chosen) { Console.printError($0) }
    }

    var path: String {
        cacheDir.map { $0 + "/cache.sqlite" } ?? Paths.current.cache
    }
}

struct MissingCache: Error, CustomStringConvertible {
    let folder: String

    var description: String { "no cache in \(folder)" }
}

/// `4096`, `16M`, `2G`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
    let bytes: Int

    private static let units: [(suffix: Character, shift: Int)] = [("K", 10), ("M", 20), ("G", 30)]

    init(_ bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        let unit = Self.units.first { argument.uppercased().last == $0.suffix }
        guard let number = Int(unit == nil ? argument : String(argument.dropLast())), number >= 0,
            case let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << (unit?.shift ?? 0)), !isTooLarge
        else { return nil }
        self.bytes = bytes
    }

    /// The size in the largest unit that leaves two digits or more.
    var description: String {
        guard let unit = Self.units.last(where: { bytes >= 10 << $0.shift }) else { return String(bytes) }
        return "\(bytes >> unit.shift)\(unit.suffix)"
    }
}
