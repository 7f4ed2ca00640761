import Basics
import BundledThemes
import FoundationEssentials
import ReaderUI

/// All themes: the bundled ones and the person's own, which override bundled ones of the same name.
struct ThemeCatalog {
    private(set) var themes: [Theme] = []
    private(set) var problems: [ConfigurationProblem] = []

    /// - Parameters:
    ///   - folder: the folder of the person's themes; it may be missing.
    ///   - name: the only bundled theme to read. Nil reads all, and so does a name that no theme has.
    init(folder: String, only name: String? = nil) {
        for bundled in BundledThemes.all where name == nil || bundled.name == name {
            add(
                name: bundled.name, file: "\(bundled.name).toml",
                text: String(decoding: bundled.document, as: UTF8.self))
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for file in files.sorted() where file.hasSuffix(".toml") {
            add(name: String(file.dropLast(5)), path: folder + "/" + file)
        }
        if let name, self[name] == nil { self = ThemeCatalog(folder: folder) }
    }

    subscript(name: String) -> Theme? {
        themes.first { $0.name == name }
    }

    /// True if the configuration may name this theme.
    func has(_ name: String) -> Bool {
        self[name] != nil || name == Memory.automatic
    }

    /// Returns the problems of the configuration and of its theme's name, and then the problems of the themes.
    func problems(with configuration: Configuration, in file: String) -> [ConfigurationProblem] {
        let name = configuration.theme
        guard !has(name) else { return configuration.problems + problems }
        let problem = ConfigurationProblem(
            file: file, position: configuration.sources["theme"],
            message: "there is no theme \(name); the themes are \(themes.map(\.name).joined(separator: ", "))")
        return (configuration.problems + [problem]).inLineOrder + problems
    }

    private mutating func add(name: String, path: String) {
        do throws(BoundedFile.Problem) {
            let content = try SettingsText(of: path)
            guard let position = content.invalid.first else { return add(name: name, file: path, text: content.text) }
            let message = SettingsText.invalidLine
            problems.append(ConfigurationProblem(file: path, position: position, message: message))
        } catch {
            problems.append(ConfigurationProblem(file: path, position: nil, message: "\(error)"))
        }
    }

    private mutating func add(name: String, file: String, text: String) {
        do {
            let read = try ThemeFile(name: name, file: file, text: text)
            problems += read.problems
            if let index = themes.firstIndex(where: { $0.name == read.theme.name }) {
                themes[index] = read.theme
            } else {
                themes.append(read.theme)
            }
        } catch {
            problems.append(error)
        }
    }
}
