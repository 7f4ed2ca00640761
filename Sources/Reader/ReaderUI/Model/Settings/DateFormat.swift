import Basics
import Screen

/// The form of the dates in lists of articles.
enum DateFormat: Equatable, Sendable {
    /// The form that suits the age: see `Clock.when`.
    case short
    case pattern(DatePattern)

    private static let shortWord = "short"
    /// Width of the short form, in columns.
    private static let shortWidth = 6

    /// Returns nil for text that is neither the word nor a pattern.
    init?(_ text: String) {
        if text == Self.shortWord {
            self = .short
        } else if let pattern = DatePattern(text) {
            self = .pattern(pattern)
        } else {
            return nil
        }
    }

    /// The text in `config.toml`.
    var text: String {
        switch self {
        case .short: Self.shortWord
        case .pattern(let pattern): pattern.text
        }
    }

    /// Width of all dates, in columns.
    var width: Int {
        switch self {
        case .short: Self.shortWidth
        case .pattern(let pattern): DisplayWidth.of(pattern.widest)
        }
    }

    /// Returns the form for rows of this width: the short one if the person's own would take more than a third of the
    /// row.
    func fitting(rowWidth: Int) -> DateFormat {
        width > max(Self.shortWidth, rowWidth / 3) ? .short : self
    }
}
