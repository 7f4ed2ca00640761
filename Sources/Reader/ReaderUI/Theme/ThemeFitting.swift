package import Screen

extension Theme {
    /// The theme as a terminal with fewer colours shows it. What stands out by its background alone is reversed where that
    /// background is the same as the others'.
    package func fitted(to depth: ColorDepth) -> Theme {
        guard depth != .none else { return withoutColors }
        guard depth != .direct else { return self }
        let roles = Role.allCases.map { ($0, depth.fitted(self[$0])) }
        var styles = Dictionary(uniqueKeysWithValues: roles)
        // What is fainter than the text stays so where both have the same colour now.
        for role in [Role.dim, .quote, .rule, .bar, .picture] where self[role] != self[.text] {
            if styles[role] == styles[.text] { styles[role]?.attributes.insert(.dim) }
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
