// The list of themes, which previews the selected one.
extension State {
    mutating func showThemes() -> [Effect] {
        let lines = themes.map { Panel.Line(label: $0.name, detail: "", choice: .theme($0.name)) }
        var panel = Panel(.themes, title: "Themes", lines: lines)
        panel.themeBefore = theme
        panel.cursor = themes.firstIndex { $0.name == theme.name } ?? 0
        self.panel = panel
        return []
    }

    mutating func chooseTheme(named name: String) -> [Effect] {
        guard let chosen = themes.first(where: { $0.name == name }) else {
            say("No theme “\(name)”: \(keymap.name(of: .theme)) lists them", .error)
            return []
        }
        theme = chosen
        memory.theme = name
        return [.remember(memory)]
    }

    mutating func previewTheme(_ panel: Panel) {
        if case .theme(let name) = panel.selected?.choice, let chosen = themes.first(where: { $0.name == name }) {
            theme = chosen
        }
    }
}
