import FeedRules
import GRDB

/// Composes the letters of a text in statements.
///
/// The index's tokenizer drops marks, and those of composed Latin letters too. But it keeps й apart from и, and が
/// from か: a text with such letters would be found only in the form in which it was written.
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
