import Screen
import Testing

@Suite struct StyleTests {
    private static let colors: [Color?] = [
        nil, .indexed(0), .indexed(255), .rgb(red: 0, green: 0, blue: 0), .rgb(red: 255, green: 1, blue: 128),
    ]

    @Test("A style keeps its colours and attributes", arguments: colors, colors)
    func keepsWhatItIsMadeOf(_ foreground: Color?, _ background: Color?) {
        for attributes: Style.Attributes in [[], .bold, .reverse, [.bold, .dim, .italic, .underline, .reverse]] {
            var style = Style(foreground: foreground, background: background, attributes: attributes)
            #expect(style.foreground == foreground && style.background == background)
            #expect(style.attributes == attributes)
            for color in Self.colors {
                style.foreground = color
                #expect(style == Style(foreground: color, background: background, attributes: attributes))
                style.background = color
                style.attributes.insert(.italic)
                #expect(style.foreground == color && style.background == color)
                style = Style(foreground: foreground, background: background, attributes: attributes)
            }
        }
    }

    @Test("With 24-bit colours, only an indexed black keeps its number in the terminal's palette")
    func directNumbers() {
        #expect(Color.indexed(0).directNumber == 0)
        #expect(Color.indexed(16).directNumber == 8)
        #expect(Color.rgb(red: 0, green: 0, blue: 0).directNumber == 8)
        #expect(Color.rgb(red: 0, green: 0, blue: 7).directNumber == 8)
        #expect(Color.rgb(red: 1, green: 2, blue: 3).directNumber == 0x01_0203)
    }

    @Test("Styles differ if any part differs") func stylesDifferIfAnyPartDiffers() {
        let styles = Self.colors.flatMap { foreground in
            Self.colors.flatMap { background in
                [[], .bold, .underline].map { Style(foreground: foreground, background: background, attributes: $0) }
            }
        }
        #expect(Set(styles).count == styles.count)
    }

    @Test("Black applied to bold text makes it plain, since bold black is grey in many terminals")
    func boldBlack() {
        let match = Style(foreground: .indexed(0), background: .indexed(3))
        #expect(
            match.over(Style(attributes: [.bold, .italic]))
                == Style(
                    foreground: .indexed(0), background: .indexed(3), attributes: .italic))
        #expect(Style(attributes: .bold).over(match) == match)
        #expect(Style(foreground: .indexed(1)).over(Style(attributes: .bold)).attributes == .bold)
    }
}
