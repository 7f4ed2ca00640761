import Glibc

/// Finds the desktop's clipboard program.
enum Clipboard {
    /// Returns the program that copies its standard input to the desktop's clipboard; nil if there is none.
    static func desktopCommand(environment: (String) -> String?, isInstalled: (String) -> Bool) -> ExternalCommand? {
        programs.first { environment($0.display) != nil && isInstalled($0.words[0]) }
            .map { ExternalCommand(words: $0.words, usesTerminal: false) }
    }

    private static let programs: [(display: String, words: [String])] = [
        ("WAYLAND_DISPLAY", ["wl-copy"]),
        ("DISPLAY", ["xclip", "-selection", "clipboard"]),
        ("DISPLAY", ["xsel", "--clipboard", "--input"]),
        ("HOME", ["pbcopy"]),
    ]
}
