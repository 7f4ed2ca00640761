import BundledThemes
import ReaderUI
import Screen
import Testing

@testable import lede

@Suite struct ThemeTests {
    private static let catalog = ThemeCatalog(folder: "/nonexistent")

    @Test("The binary contains all themes") func theBinaryAloneHasThemAll() {
        #expect(Self.catalog.themes.map(\.name) == BundledThemes.all.map(\.name))
        #expect(Self.catalog.themes.count >= 12)
        #expect(Self.catalog.problems == [])
    }

    @Test("A single theme can be read by itself") func oneOfThemIsReadAlone() {
        let catalog = ThemeCatalog(folder: "/nonexistent", only: "nord")
        #expect(catalog.themes == [Self.catalog["nord"]])
        #expect(ThemeCatalog(folder: "/nonexistent", only: "no such theme").themes == Self.catalog.themes)
    }

    @Test("A bundled theme defines every role", arguments: catalog.themes.map(\.name))
    func aBundledThemeDefinesEachRole(_ name: String) throws {
        let theme = try #require(Self.catalog[name])
        #expect(Set(theme.own.keys) == Set(Role.allCases))
    }

    /// Contrast of WCAG 2: 6 for the text and 4.5 for every other role, if a theme names its own colours.
    @Test("The text of a bundled theme has enough contrast", arguments: catalog.themes.map(\.name))
    func contrast(_ name: String) throws {
        let theme = try #require(Self.catalog[name])
        for role in Role.allCases {
            guard case .rgb = theme[role].foreground, case .rgb = theme[role].background,
                let ink = theme[role].foreground, let paper = theme[role].background
            else { continue }
            let wanted = [.text, .unread, .title, .selection].contains(role) ? 6 : Color.readable
            #expect(ink.contrast(with: paper) >= wanted, "\(role.name) of \(name)")
        }
    }

    @Test("On white and on black, each colour of the default theme has enough contrast")
    func bothPapers() throws {
        let theme = try #require(Self.catalog["default"])
        for role in Role.allCases where theme[role].background == nil {
            guard let ink = theme[role].foreground else { continue }
            for paper in [Color.indexed(15), .indexed(0)] {
                #expect(ink.contrast(with: paper) >= 3.5, "\(role.name) on \(paper)")
            }
        }
    }

    @Test("With few colours every role differs from its background", arguments: catalog.themes.map(\.name), depths)
    func visibleRoles(_ name: String, _ colors: Int) throws {
        let depth = ColorDepth(colors: colors)
        let theme = try #require(Self.catalog[name]).fitted(to: depth)
        for role in Role.allCases {
            let style = theme[role]
            #expect(depth.fitted(style) == style, "\(role.name) is not fitted twice")
            guard let ink = style.foreground, let paper = style.background else { continue }
            let wanted = colors < 256 ? 3 : 4
            #expect(ink.contrast(with: paper) >= Double(wanted), "\(role.name) of \(name) in \(colors) colours")
        }
    }

    @Test("With few colours no role is bold black, which many terminals show as grey, and good is not red")
    func plainBlack() throws {
        for name in Self.catalog.themes.map(\.name) {
            for colors in [8, 16] {
                let theme = try #require(Self.catalog[name]).fitted(to: ColorDepth(colors: colors))
                for role in Role.allCases {
                    let isBold = theme[role].attributes.contains(.bold)
                    #expect(
                        !isBold || theme[role].foreground != .indexed(0), "\(role.name) of \(name) in \(colors) colours"
                    )
                }
                #expect(
                    ![Color.indexed(1), .indexed(9)].contains(theme[.good].foreground), "\(name) in \(colors) colours")
            }
        }
    }

    @Test("With few colours the roles that must differ still differ", arguments: catalog.themes.map(\.name), depths)
    func differentRoles(_ name: String, _ colors: Int) throws {
        let theme = try #require(Self.catalog[name]).fitted(to: ColorDepth(colors: colors))
        let pairs: [(Role, Role)] = [
            (.dim, .text), (.dim, .unread), (.unread, .text), (.selection, .text), (.selection, .unread),
            (.barAccent, .bar), (.searchMatch, .text), (.link, .text), (.error, .text), (.heading, .text),
            (.title, .bar),
        ]
        for (one, other) in pairs {
            #expect(theme[one] != theme[other], "\(one.name) and \(other.name) of \(name) in \(colors) colours")
        }
        let (keys, words) = (theme[.barAccent], theme[.bar])
        #expect(keys.foreground != words.foreground || keys.attributes.contains(.bold), "the keys of \(name)")
        let isReversed = theme[.selection].attributes.contains(.reverse)
        #expect(isReversed || theme[.selection].background != theme[.text].background)
    }

    @Test("In 256 colours greys stay grey, reds stay red, and the selected row differs from the background")
    func hues() throws {
        let nord = try #require(Self.catalog["nord"]).fitted(to: .indexed)
        let (dim, error) = (
            try #require(nord[.dim].foreground).components, try #require(nord[.error].foreground).components
        )
        #expect(max(dim.red, dim.green, dim.blue) - min(dim.red, dim.green, dim.blue) <= 40, "\(dim)")
        #expect(error.red > error.green && abs(Int(error.green) - Int(error.blue)) <= 20, "\(error)")
        for name in Self.catalog.themes.map(\.name) {
            let theme = try #require(Self.catalog[name])
            guard let paper = theme[.text].background, let selected = theme[.selection].background, paper != selected
            else { continue }
            #expect(paper.contrast(with: selected) >= 1.2, "the selected row of \(name)")
        }
    }

    @Test("A terminal with 24-bit colours shows the first eight in its own palette")
    func directColours() {
        #expect(Color.indexed(1).directNumber == 1 && Color.indexed(9).directNumber == 0xFF0000)
        #expect(Color.rgb(red: 0, green: 0, blue: 0).directNumber == 8)
    }

    @Test("With few colours, colour 8 is not used, since it is the background in some palettes")
    func colorEight() throws {
        let grey = Style(foreground: .indexed(8))
        #expect(ColorDepth.eight.fitted(grey) == Style(attributes: .dim))
        #expect(ColorDepth.sixteen.fitted(grey) == Style(attributes: .dim))
        let theme = try #require(Self.catalog["default"])
        #expect(Role.allCases.allSatisfy { theme[$0].foreground != .indexed(8) })
    }

    /// The numbers of colours that terminals support.
    private static let depths = [8, 16, 88, 256, 1 << 24]

    @Test("A problem in a theme is reported with its line and column") func problemIsReportedWithItsLineAndColumn()
        throws
    {
        let text = "name = \"odd\"\nink = 1\n[roles]\ntext = \"mauve\"\n  tilte = \"red\"\n"
        let file = try ThemeFile(name: "odd", file: "odd.toml", text: text)
        #expect(
            file.problems.map(\.description) == [
                "odd.toml:2:1: there is no ink: a theme has a name, a palette and roles (lede help themes)",
                "odd.toml:4:1: mauve is neither a colour nor an attribute (lede help themes)",
                "odd.toml:5:3: there is no role tilte (lede help themes)",
            ])
    }

    @Test(
        "A style with two colours, two backgrounds or none after “on” is reported",
        arguments: [
            ("bold red blue", "blue is a second colour; “on” precedes a background"),
            ("red on green on default", "default is a second background"), ("red on bold", "no colour follows “on”"),
        ])
    func coloursOfAStyle(_ style: String, _ problem: String) throws {
        let file = try ThemeFile(name: "odd", file: "odd.toml", text: "[roles]\ntext = \"\(style)\"\n")
        #expect(file.problems.map(\.description) == ["odd.toml:2:1: \(problem) (lede help themes)"])
    }

    @Test(
        "A value of a wrong type is reported, and the theme keeps the name of its file",
        arguments: [
            ("name = 3", "1:1: name must be the name of the theme, in quotes"),
            ("name = \"\"", "1:1: name must be the name of the theme, in quotes"),
            ("palette = 3", "1:1: palette must be a table: [palette]"),
            ("roles = \"red\"", "1:1: roles must be a table: [roles]"),
            ("[palette]\nx = true", "2:1: x must be a colour: text in quotes, or 0 to 255 (lede help themes)"),
        ])
    func wrongTypes(_ text: String, _ problem: String) throws {
        let file = try ThemeFile(name: "odd", file: "odd.toml", text: text)
        #expect(file.problems.map(\.description) == ["odd.toml:\(problem)"])
        #expect(file.theme.name == "odd")
    }

    @Test("The help topic names every bundled theme, and every role with the role that replaces it")
    func topic() throws {
        let text = try #require(HelpTopic.named("themes")).text
        let words = text.split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
        for theme in Self.catalog.themes { #expect(" \(words) ".contains(" \(theme.name) "), "\(theme.name)") }
        for role in Role.allCases {
            let row = try #require(text.firstRange(of: "\n    \(role.name)  "), "\(role.name)")
            let fallback = role.fallback?.name ?? "the terminal's own colours"
            #expect(text[row.upperBound...].prefix { $0 != ")" }.hasSuffix("(\(fallback)"), "\(role.name)")
        }
    }

    @Test("The example in the help topic is a theme without problems")
    func example() throws {
        let text = try #require(HelpTopic.named("themes")).text
        let start = try #require(text.firstRange(of: "\nFORM\n")).upperBound
        let end = try #require(text.firstRange(of: "\nSTYLES\n")).lowerBound
        let lines = text[start..<end].split(separator: "\n").filter { $0.hasPrefix("      ") }
        let example = lines.joined(separator: "\n")
        let file = try ThemeFile(name: "mine", file: "mine.toml", text: example)
        #expect(file.problems == [] && file.theme.own.count == 3 && file.theme.name == "mine")
    }

    @Test("Without colours no role has a colour") func withoutColorsNothingHasOne() {
        for theme in Self.catalog.themes.map(\.withoutColors) {
            for role in Role.allCases {
                #expect(theme[role].foreground == nil && theme[role].background == nil)
            }
            #expect(theme[.selection].attributes.contains(.reverse) || !theme[.selection].attributes.isEmpty)
        }
    }
}
