/// A regular expression that takes no longer than its own length times the text's, whatever either of them says.
///
/// All ways to match are followed at once (K. Thompson, 1968), none is gone back on. So there are no back-references and no
/// look-around; all else is as in POSIX extended expressions and Perl's: `. [a-z] [^…] [[:alpha:]] ( ) (?: ) | * + ? {2,5} ^ $
/// \b \B \d \w \s \D \W \S`. Upper and lower case are alike.
package struct Pattern: Hashable, Sendable {
    package let source: String
    private let program: PatternProgram

    /// The longest expression, in characters.
    package static let sourceLimit = 1_000

    package init(_ source: String) throws(PatternError) {
        guard source.count <= Self.sourceLimit else {
            throw PatternError(offset: Self.sourceLimit, message: "longer than \(Self.sourceLimit) characters")
        }
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.parse())
    }

    /// Whether it matches anywhere in a text.
    package func matches(_ text: FoldedText) -> Bool {
        program.matches(text.scalars)
    }

    package static func == (a: Pattern, b: Pattern) -> Bool {
        a.source == b.source
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

/// What is wrong with an expression.
package struct PatternError: Error, Equatable, Sendable, CustomStringConvertible {
    /// In characters from its beginning.
    package var offset: Int
    package var message: String

    package var description: String {
        "\(message) (at character \(offset + 1))"
    }
}
