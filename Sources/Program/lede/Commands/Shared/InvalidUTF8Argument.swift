import ArgumentParser

/// A word of the command line that is not UTF-8.
///
/// The runtime puts U+FFFD in place of its bytes, so that it names another file: an import finds none, and an export or
/// a download creates a file that nobody asked for.
enum InvalidUTF8Argument {
    /// Ends the program with a usage error if there is such a word.
    static func refuse() {
        let words = CommandLine.unsafeArgv
        for (index, word) in CommandLine.arguments.enumerated() {
            guard let bytes = words[index], String(validatingCString: bytes) == nil else { continue }
            Console.printError("“\(word)” is not UTF-8 (for a file with such a name, use < or >: lede import - < FILE)")
            ProcessExit.exit(.validationFailure)
        }
    }
}
