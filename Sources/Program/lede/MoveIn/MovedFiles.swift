import Basics
import FeedRules
import FoundationEssentials
import Glibc
import MovingIn

/// The configuration and the theme that a move writes. An existing file is never changed: the new one gets another
/// name.
struct MovedFiles {
    private struct File {
        var path: String
        var text: String
        /// Permissions; 0o600 for a configuration, whose commands and proxy may hold passwords.
        var mode: mode_t = 0o600
    }

    private let files: [File]
    private let paths: Paths

    /// Maximum number of names tried for a file.
    private static let maximumNames = 100

    init(_ home: MovedHome, in paths: Paths) throws(ConfigurationProblem) {
        self.paths = paths
        var files: [File] = []
        var theme: String?
        if !home.configuration.roleStyles.isEmpty {
            let text = MovedText.theme(home)
            let path = try Self.free(paths.themes + "/" + home.reader, text)
            theme = Self.name(of: path.path)
            if path.isNew { files.append(File(path: path.path, text: text, mode: 0o666)) }
        }
        if !home.configuration.isEmpty {
            let text = MovedText.configuration(home, theme: theme)
            if !Self.isTaken(paths.configurationFile) {
                files.append(File(path: paths.configurationFile, text: text))
            } else if !Self.holds(paths.configurationFile, text) {
                let path = try Self.free(paths.configurationFolder + "/config-" + home.reader, text)
                if path.isNew { files.append(File(path: path.path, text: text)) }
            }
        }
        self.files = files
    }

    /// The paths that `write` writes.
    var planned: [String] { files.map(\.path) }

    /// Returns the rules that apply after the move.
    func rulesInForce() throws -> RuleSet {
        try (moved() ?? Configuration.load(from: paths.configurationFile)).rules.rules
    }

    /// Returns a line for each command whose keys the move gives to others; none if it leaves `config.toml` unchanged.
    func lostKeys() throws -> [String] {
        try moved()?.keymap.lostKeys ?? []
    }

    /// Returns the content of the new `config.toml`; nil if there is one already.
    private func moved() throws -> Configuration? {
        guard let new = files.first(where: { $0.path == paths.configurationFile }) else { return nil }
        var configuration = Configuration()
        configuration.read(try TOMLFile(name: new.path, text: new.text))
        return configuration
    }

    func write() throws -> [String] {
        for file in files {
            let folder = String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.startIndex)])
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            do {
                try NewFile.write(file.text, to: file.path, mode: file.mode)
            } catch {
                throw ConfigurationProblem(file: file.path, position: nil, message: "\(error)")
            }
        }
        return planned
    }

    // MARK: - Names

    /// Returns `NAME.toml` or, if that file has other content, `NAME-2.toml` and so on. `isNew` is false if a file has
    /// this text.
    private static func free(_ name: String, _ text: String) throws(ConfigurationProblem) -> (path: String, isNew: Bool)
    {
        for number in 1...maximumNames {
            let path = number == 1 ? "\(name).toml" : "\(name)-\(number).toml"
            guard isTaken(path) else { return (path, true) }
            if holds(path, text) { return (path, false) }
        }
        throw ConfigurationProblem(
            file: "\(name).toml", position: nil,
            message: "not written: this name and those with -2 to -\(maximumNames) are taken by other files")
    }

    /// True if there is something of this name; it may be a symbolic link whose target is missing.
    private static func isTaken(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    /// True if a file has this text, whatever list or folder its first line names: a list of feeds that is exported
    /// again may have a new name.
    private static func holds(_ path: String, _ text: String) -> Bool {
        guard let content = FileManager.default.contents(atPath: path) else { return false }
        return withoutOrigin(String(decoding: content, as: UTF8.self)) == withoutOrigin(text)
    }

    private static func withoutOrigin(_ text: String) -> Substring {
        text.hasPrefix("# ") ? text.drop { $0 != "\n" } : text[...]
    }

    private static func name(of path: String) -> String {
        String(path.split(separator: "/").last?.dropLast(".toml".count) ?? "")
    }
}
