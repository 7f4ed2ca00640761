import FoundationEssentials

/// The text of a settings file. Bytes that are not UTF-8 are replaced by U+FFFD, so that they spoil one line only.
struct SettingsText {
    let text: String
    /// The first such byte of each line that has one.
    let invalid: [ConfigurationProblem.Position]

    /// - Throws: the system's error if the file cannot be read.
    init(of path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.init(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        text = String(decoding: bytes, as: UTF8.self)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        invalid = lines.enumerated().compactMap { index, line in
            Self.firstInvalidColumn(of: line).map { ConfigurationProblem.Position(line: index + 1, column: $0) }
        }
    }

    /// Counted in Unicode scalars from 1, like all columns of the file; nil if the line is UTF-8.
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
