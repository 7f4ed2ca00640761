import Basics
import Glibc
import TOMLReading

/// The text of a settings file. Bytes that are not UTF-8 become U+FFFD, so that they make only their own line unusable.
struct SettingsText {
    let text: String
    /// The position of the first byte that is not UTF-8 in each invalid line.
    let invalid: [ConfigurationProblem.Position]
    /// True if only its owner can read the file, so that it may hold secrets.
    let isPrivate: Bool

    init(of path: String) throws(BoundedFile.Problem) {
        let file = try BoundedFile(path, atMost: TOMLDocument.maximumSize)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = file.bytes.starts(with: mark) ? file.bytes.dropFirst(mark.count) : file.bytes[...]
        isPrivate = file.isPrivate
        text = String(decoding: bytes, as: UTF8.self)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        invalid = lines.enumerated().compactMap { index, line in
            Self.firstInvalidColumn(of: line).map { ConfigurationProblem.Position(line: index + 1, column: $0) }
        }
    }

    /// Returns the path of a symbolic link without a target: the file itself, or a folder above it; nil if there is none.
    /// With such a link the person has settings, but they cannot be found now.
    static func brokenLink(at path: String) -> String? {
        var path = path
        while !path.isEmpty {
            if isBrokenLink(path) { return path }
            path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        return nil
    }

    private static func isBrokenLink(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return false }
        return stat(path, &status) != 0
    }

    /// The message about an invalid line.
    static let invalidLine = "the line is not UTF-8; save the file as UTF-8"

    /// Returns the column of the first invalid byte, counted in Unicode scalars from 1 like all columns of the file;
    /// nil if the line is UTF-8.
    private static func firstInvalidColumn(of line: ArraySlice<UInt8>) -> Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = line.makeIterator()
        var column = 1
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid: column += 1
            case .error: return column
            case .emptyInput: return nil
            }
        }
    }
}
