import FeedRules
import GRDB

/// Composes the letters of a text in statements.
///
/// The index's tokenizer leaves marks out. It also leaves them out of composed Latin letters, but й and и, or が and か,
/// stay different letters to it, so that a text would be found only in the form in which it was written.
enum ComposedText {
    /// The name in statements of the function that composes a text; every connection to a library has it.
    static let function = "composedText"

    static func add(to configuration: inout Configuration) {
        configuration.prepareDatabase { database in
            database.add(
                function: DatabaseFunction(function, argumentCount: 1, pure: true) { values in
                    String.fromDatabaseValue(values[0]).map(ComposedLetters.of)
                })
        }
    }
}
