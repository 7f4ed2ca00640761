import ReaderUI
import Screen
import TOMLReading

/// Reads a theme: named colours, and a style for each role, such as `frost on night bold`.
struct ThemeFile {
    private(set) var theme: Theme
    private(set) var problems: [ConfigurationProblem] = []

    /// Throws if the text is not TOML. Invalid entries are reported and left out.
    init(name: String, file: String, text: String) throws(ConfigurationProblem) {
        let document = try TOMLFile(name: file, text: text)
        var found: [ConfigurationProblem] = []
        let palette = Self.palette(document, &found)
        let styles = Self.styles(document, palette, &found)
        for (key, value) in document.table {
            guard let message = Self.mistake(in: key, value) else { continue }
            found.append(document.problem(with: key, in: nil, message))
        }
        problems = found.inLineOrder
        let ownName = document.table["name"]?.string ?? ""
        theme = Theme(name: ownName.isEmpty ? name : ownName, styles: styles)
    }

    /// Returns the reason why an entry of the top level has no effect; nil if it has one.
    private static func mistake(in key: String, _ value: TOMLValue) -> String? {
        switch key {
        case "name": (value.string ?? "").isEmpty ? "name must be the name of the theme, in quotes" : nil
        case "palette", "roles": value.table == nil ? "\(key) must be a table: [\(key)]" : nil
        default: "there is no \(key): a theme has a name, a palette and roles (\(help))"
        }
    }

    private static func palette(_ document: TOMLFile, _ found: inout [ConfigurationProblem]) -> [String: Color?] {
        var palette = StyleNotation.terminal
        for (name, value) in document.table["palette"]?.table ?? TOMLTable() {
            let notation = value.string ?? value.int.map(String.init) ?? ""
            guard !notation.isEmpty else {
                let message = "\(name) must be a colour: text in quotes, or 0 to 255 (\(Self.help))"
                found.append(document.problem(with: name, in: "palette", message))
                continue
            }
            if let color = Color(notation) {
                palette[name] = color
            } else if notation == "default" {
                palette.updateValue(nil, forKey: name)
            } else {
                found.append(
                    document.problem(
                        with: name, in: "palette",
                        "\(notation) is not a colour: #rrggbb, 0 to 255, or a name (\(Self.help))"))
            }
        }
        return palette
    }

    private static func styles(
        _ document: TOMLFile, _ palette: [String: Color?], _ found: inout [ConfigurationProblem]
    ) -> [Role: Style] {
        var styles: [Role: Style] = [:]
        for (name, value) in document.table["roles"]?.table ?? TOMLTable() {
            guard let role = Role(name: name) else {
                found.append(document.problem(with: name, in: "roles", "there is no role \(name) (\(Self.help))"))
                continue
            }
            guard let words = value.string else {
                found.append(document.problem(with: name, in: "roles", "\(name) must be a style, in quotes"))
                continue
            }
            do {
                styles[role] = try StyleNotation.style(words, palette)
            } catch {
                found.append(document.problem(with: name, in: "roles", error.message))
            }
        }
        return styles
    }

    /// The command that explains theme files, for messages.
    static let help = "lede help themes"
}
