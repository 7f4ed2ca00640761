/// The desktop and the multiplexer that the program runs in, as environment variables show them.
struct DesktopEnvironment: Equatable, Sendable {
    /// True if programs can open windows.
    let hasWindows: Bool
    /// The program between lede and the terminal; nil if there is none.
    let multiplexer: Multiplexer?

    enum Multiplexer: Equatable, Sendable {
        case tmux, screen
    }

    /// - Parameter variable: returns the value of an environment variable.
    init(_ variable: (String) -> String?) {
        // An empty variable counts as unset.
        func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }
        hasWindows = isSet("DISPLAY") || isSet("WAYLAND_DISPLAY")
        multiplexer = isSet("TMUX") ? .tmux : isSet("STY") ? .screen : nil
    }
}
