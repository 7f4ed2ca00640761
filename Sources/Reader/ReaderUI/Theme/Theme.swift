package import Screen

/// The look of each role.
package struct Theme: Equatable, Sendable {
    package var name: String
    /// The styles that the theme itself sets; the others fall back.
    package private(set) var own: [Role: Style]
    /// The look of each role, in the order of `Role.allCases`.
    private var resolved: [Style]

    package init(name: String, styles: [Role: Style]) {
        self.name = name
        own = styles
        resolved = Role.allCases.map { Self.resolve($0, styles) }
    }

    package subscript(role: Role) -> Style {
        resolved[role.rawValue]
    }

    /// The theme without its colours (`NO_COLOR`). Roles keep their attributes; roles without any get the attributes of
    /// `monochrome`.
    package var withoutColors: Theme {
        var styles = own.mapValues { Style(attributes: $0.attributes) }
        for (role, attributes) in Self.monochrome where (styles[role]?.attributes ?? []).isEmpty {
            styles[role] = Style(attributes: attributes)
        }
        return Theme(name: name, styles: styles)
    }

    /// The attributes of a theme without colours.
    private static let monochrome: [Role: Style.Attributes] = [
        .text: [], .dim: .dim, .accent: .bold, .unread: .bold, .selection: .reverse, .selectionUnfocused: [],
        .title: .bold, .heading: .bold, .link: .underline, .code: [], .quote: .dim, .rule: .dim, .bar: [],
        .barAccent: .bold,
        .error: .bold, .warning: .bold, .good: .bold, .searchMatch: .reverse, .picture: .dim,
        .highlight: .underline,
    ]

    /// The theme used before any theme file is read, or if none can be read.
    package static let fallback = Theme(name: "mono", styles: monochrome.mapValues { Style(attributes: $0) })

    private static func resolve(_ role: Role, _ styles: [Role: Style]) -> Style {
        var next: Role? = role
        while let current = next {
            if let style = styles[current] {
                // Text uses the theme's background unless its style sets one.
                return Style(
                    foreground: style.foreground ?? styles[.text]?.foreground,
                    background: style.background ?? styles[.text]?.background, attributes: style.attributes)
            }
            next = current.fallback
        }
        return .plain
    }
}
