import BundledThemes
import ReaderUI
import Screen
import Testing

@testable import lede

@Suite struct ThemeTests {
    private static let shelf = ThemeShelf(folder: "/nonexistent")
    private static let dim: Set<Role> = [.dim, .quote, .rule, .bar, .picture]

    @Test func theBinaryAloneHasThemAll() {
        #expect(Self.shelf.themes.map(\.name) == BundledThemes.all.map(\.name))
        #expect(Self.shelf.themes.count >= 12)
        #expect(Self.shelf.problems == [])
    }

    @Test func oneOfThemIsReadAlone() {
        let shelf = ThemeShelf(folder: "/nonexistent", only: "nord")
        #expect(shelf.themes == [Self.shelf["nord"]])
        #expect(ThemeShelf(folder: "/nonexistent", only: "no such theme").themes == Self.shelf.themes)
    }

    @Test(arguments: shelf.themes.map(\.name))
    func aBundledThemeDefinesEachRole(_ name: String) throws {
        let theme = try #require(Self.shelf[name])
        #expect(Set(theme.own.keys) == Set(Role.allCases))
    }

    /// WCAG 2's contrast: 4.5 for text, 3 for what may be faint, where a theme names its own colours.
    @Test(arguments: shelf.themes.map(\.name))
    func aBundledThemeCanBeRead(_ name: String) throws {
        let theme = try #require(Self.shelf[name])
        for role in Role.allCases {
            guard case .rgb = theme[role].foreground, case .rgb = theme[role].background,
                let ink = theme[role].foreground, let paper = theme[role].background
            else { continue }
            let wanted = Self.dim.contains(role) ? 3 : 4.5
            #expect(Self.contrast(ink, paper) >= wanted, "\(role.name) of \(name)")
        }
    }

    @Test func aProblemIsToldWithItsLineAndColumn() throws {
        let text = "name = \"odd\"\n\n[roles]\ntext = \"mauve\"\n  tilte = \"red\"\n"
        let file = try ThemeFile(name: "odd", file: "odd.toml", text: text)
        #expect(
            file.problems.map(\.description).sorted() == [
                "odd.toml:4:1: mauve is no colour of the palette and no attribute",
                "odd.toml:5:3: there is no role tilte",
            ])
    }

    @Test func withoutColorsNothingHasOne() {
        for theme in Self.shelf.themes.map(\.withoutColors) {
            for role in Role.allCases {
                #expect(theme[role].foreground == nil && theme[role].background == nil)
            }
            #expect(theme[.selection].attributes.contains(.reverse) || !theme[.selection].attributes.isEmpty)
        }
    }

    private static func contrast(_ a: Color, _ b: Color) -> Double {
        let (x, y) = (luminance(a), luminance(b))
        return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }

    private static func luminance(_ color: Color) -> Double {
        let parts = color.components
        return 0.2126 * linear(parts.red) + 0.7152 * linear(parts.green) + 0.0722 * linear(parts.blue)
    }

    /// The sRGB curve between its linear foot and 1, by a cubic that is within a hundredth of it.
    private static func linear(_ value: UInt8) -> Double {
        let x = Double(value) / 255
        return x * (x * (x * 0.305306011 + 0.682171111) + 0.012522878)
    }
}
