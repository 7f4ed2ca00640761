/// A regular expression whose matching time is at most proportional to its own length times the text's.
///
/// It follows all possible matches at once (K. Thompson, 1968) and never backtracks. So it has no back-references and
/// no look-around; all other notations are those in POSIX extended expressions and Perl:
/// `. [a-z] [^…] [[:alpha:]] ( ) (?: ) | * + ? {2,5} ^ $ \b \B \d \w \s \D \W \S`. Letter case is ignored.
package struct Pattern: Hashable, Sendable {
    let source: String
    private let program: PatternProgram

    /// Maximum length of an expression, in characters.
    private static let sourceLimit = 1_000

    package init(_ source: String) throws(PatternError) {
        guard source.count <= Self.sourceLimit else {
            throw PatternError(offset: Self.sourceLimit, message: "longer than \(Self.sourceLimit) characters")
        }
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.parse())
    }

    /// True if it matches anywhere in a text.
    func matches(_ text: FoldedText) -> Bool {
        program.matches(text.scalars)
    }

    package static func == (a: Pattern, b: Pattern) -> Bool {
        a.source == b.source
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

extension Pattern {
    private static let operators = Set("\\^$.|?*+()[]{}".unicodeScalars)

    /// Returns an expression that matches exactly this text. It may be a whole condition: a `!` at the beginning, which
    /// would negate that, is escaped too.
    package static func escaped(_ text: String) -> String {
        var expression = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if operators.contains(scalar) || expression.isEmpty && scalar == "!" { expression.append("\\") }
            expression.append(scalar)
        }
        return String(expression)
    }
}

/// An error in an expression.
package struct PatternError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The position in characters from the beginning.
    var offset: Int
    var message: String

    package var description: String {
        "\(message) (at character \(offset + 1))"
    }
}
