import Basics

package import struct FoundationEssentials.Date

/// The facts about a whole book.
package struct Book: Equatable, Sendable {
    package var title: String
    /// The time at which it is written, to the second.
    package var date: Date
    /// The day of `date` in the person's time zone, as `2026-11-29`.
    package var day: String

    package init(title: String, date: Date, day: String) {
        self.title = title
        self.date = date
        self.day = day
    }
}

/// A picture that becomes part of a book.
package struct BookPicture: Equatable, Sendable {
    /// The formats that every e-reader shows (EPUB 3.3 §3.2).
    package enum Format: String, Sendable {
        case jpeg, png, gif
    }

    package var format: Format
    package var bytes: [UInt8]

    package init(_ format: Format, _ bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}

/// The reason why a book cannot be written.
package enum BookError: Error, Equatable, CustomStringConvertible {
    /// The file would exceed `BookWriter.maximumSize`.
    case tooLarge
    /// There are more than `BookWriter.maximumChapters`.
    case tooManyChapters

    package var description: String {
        switch self {
        case .tooLarge: "the book would be larger than \(Numbers.bytes(BookWriter.maximumSize)); choose fewer articles"
        case .tooManyChapters:
            "a book has at most \(Numbers.grouped(BookWriter.maximumChapters)) articles; choose fewer articles"
        }
    }
}
