package import Screen

/// How each role looks.
package struct Theme: Equatable, Sendable {
    package var name: String
    /// What the theme says itself; the rest falls back.
    package private(set) var own: [Role: Style]
    /// In the order of `Role.allCases`.
    private var resolved: [Style]

    package init(name: String, styles: [Role: Style]) {
        self.name = name
        own = styles
        resolved = Role.allCases.map { Self.resolve($0, styles) }
    }

    package subscript(role: Role) -> Style {
        resolved[role.rawValue]
    }

    /// The theme without its colours (`NO_COLOR`): attributes stay, and what stood out by colour stands out by them.
    package var withoutColors: Theme {
        var styles = own.mapValues { Style(attributes: $0.attributes) }
        for (role, attributes) in Self.monochrome where (styles[role]?.attributes ?? []).isEmpty {
            styles[role] = Style(attributes: attributes)
        }
        return Theme(name: name, styles: styles)
    }

    /// What a theme of attributes alone looks like.
    package static let monochrome: [Role: Style.Attributes] = [
        .text: [], .dim: .dim, .accent: .bold, .unread: .bold, .selection: .reverse, .selectionUnfocused: [],
        .title: .bold, .heading: .bold, .link: .underline, .code: [], .quote: .dim, .rule: .dim, .bar: [],
        .barAccent: .bold,
        .error: .bold, .warning: .bold, .good: .bold, .searchMatch: .reverse, .picture: .dim,
        .highlight: .underline,
    ]

    /// For the moment before any theme file is read, and where none can be.
    package static let fallback = Theme(name: "mono", styles: monochrome.mapValues { Style(attributes: $0) })

    private static func resolve(_ role: Role, _ styles: [Role: Style]) -> Style {
        var next: Role? = role
        while let current = next {
            if let style = styles[current] {
                // Text stands on the theme's own background unless it says otherwise.
                return Style(
                    foreground: style.foreground ?? styles[.text]?.foreground,
                    background: style.background ?? styles[.text]?.background, attributes: style.attributes)
            }
            next = current.fallback
        }
        return .plain
    }
}
