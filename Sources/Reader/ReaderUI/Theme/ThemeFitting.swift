package import Screen

extension Theme {
    /// Returns the theme for a terminal with fewer colours. The selection and matches are reversed if they get the
    /// background of the text.
    package func fitted(to depth: ColorDepth) -> Theme {
        guard depth != .none else { return withoutColors }
        guard depth != .direct else { return self }
        let roles = Role.allCases.map { ($0, depth.fitted(self[$0])) }
        var styles = Dictionary(uniqueKeysWithValues: roles)
        // A role fainter than the text stays fainter, even if both now have the same colour.
        for role in [Role.dim, .quote, .rule, .bar, .picture] where self[role] != self[.text] {
            if styles[role] == styles[.text] { styles[role]?.attributes.insert(.dim) }
        }
        // Keys in the bottom line must differ from the words next to them, even if the terminal shows dim as plain.
        if self[.barAccent].foreground != self[.bar].foreground, var keys = styles[.barAccent],
            keys.foreground == styles[.bar]?.foreground
        {
            keys.attributes.remove(.dim)
            keys.attributes.insert(.bold)
            styles[.barAccent] = depth.fitted(keys)
        }
        let paper = styles[.text]?.background
        for role in [Role.selection, .searchMatch] {
            guard var style = styles[role], style.background == paper, !style.attributes.contains(.reverse) else {
                continue
            }
            style.attributes.remove(.dim)
            style.attributes.insert(.reverse)
            styles[role] = style
        }
        return Theme(name: name, styles: styles)
    }
}
