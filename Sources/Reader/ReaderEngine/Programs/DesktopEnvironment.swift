/// The desktop and the multiplexer around the program, as environment variables show them.
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
        // An empty name of a display names none.
        hasWindows = ["DISPLAY", "WAYLAND_DISPLAY"].contains { variable($0)?.isEmpty == false }
        multiplexer = variable("TMUX") != nil ? .tmux : variable("STY") != nil ? .screen : nil
    }
}
