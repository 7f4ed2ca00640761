import FoundationEssentials
import ReaderUI
import Screen
import TOMLKit

/// Reads a theme: a palette of names, and for each role words such as `frost on night bold`.
struct ThemeFile {
    private(set) var theme: Theme
    private(set) var problems: [ConfigurationProblem] = []

    /// Throws where the text is no TOML; what is wrong inside is left out and told.
    init(name: String, file: String, text: String) throws(ConfigurationProblem) {
        let document = try TOMLFile(name: file, text: text)
        var palette: [String: Color?] = ["default": Optional<Color>.none]
        var found: [ConfigurationProblem] = []
        for (name, value) in document.table["palette"]?.table ?? TOMLTable() {
            let notation = value.string ?? value.int.map(String.init) ?? ""
            if let color = Color(notation) {
                palette[name] = color
            } else if notation == "default" {
                palette.updateValue(nil, forKey: name)
            } else {
                found.append(
                    document.problem(
                        with: name, in: "palette", "\(notation) is no colour: #rrggbb, 0 to 255, or a name"))
            }
        }
        var styles: [Role: Style] = [:]
        for (name, value) in document.table["roles"]?.table ?? TOMLTable() {
            guard let role = Role(rawValue: name) else {
                found.append(document.problem(with: name, in: "roles", "there is no role \(name)"))
                continue
            }
            do {
                styles[role] = try Self.style(value.string ?? "", palette)
            } catch {
                found.append(document.problem(with: name, in: "roles", error.message))
            }
        }
        for (key, _) in document.table where !["name", "palette", "roles"].contains(key) {
            found.append(document.problem(with: key, in: nil, "a theme has a name, a palette and roles"))
        }
        problems = found
        theme = Theme(name: document.table["name"]?.string ?? name, styles: styles)
    }

    private struct StyleError: Error {
        var message: String
    }

    /// `[colour] [on colour] [bold] [dim] [italic] [underline] [reverse]`
    private static func style(_ text: String, _ palette: [String: Color?]) throws(StyleError) -> Style {
        var style = Style()
        var isBackground = false
        for word in text.split(separator: " ").map(String.init) {
            if word == "on" {
                isBackground = true
            } else if let attribute = Style.Attributes.names.first(where: { $0.name == word })?.attribute {
                style.attributes.insert(attribute)
            } else {
                guard let color = palette[word] ?? Color(word).map(Optional.some) else {
                    throw StyleError(message: "\(word) is no colour of the palette and no attribute")
                }
                if isBackground { style.background = color } else { style.foreground = color }
                isBackground = false
            }
        }
        return style
    }
}
