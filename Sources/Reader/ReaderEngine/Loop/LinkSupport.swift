/// Recognises terminals that show links (OSC 8) by their environment variables. No terminal query reports link support,
/// and an old terminal may print the address.
enum LinkSupport {
    static func isKnown(_ environment: [String: String]) -> Bool {
        let program = environment["TERM_PROGRAM"] ?? ""
        switch DesktopEnvironment({ environment[$0] }).multiplexer {
        case .tmux: return program == "tmux" && number(environment["TERM_PROGRAM_VERSION"]) >= firstTmux
        case .screen: return false
        case nil: break
        }
        let name = environment["TERM"] ?? ""
        return names.contains(where: name.hasPrefix) || programs.contains(program)
            || versions.contains { number(environment[$0.variable]) >= $0.first }
    }

    /// Prefixes of `TERM`.
    private static let names = ["xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "contour", "rio"]
    /// Values of `TERM_PROGRAM`.
    private static let programs: Set<String> = ["iTerm.app", "WezTerm", "ghostty", "vscode", "mintty", "rio"]
    /// Variables that hold a version, with the first version that shows links: VTE 0.50, Konsole 20.12.
    private static let versions: [(variable: String, first: Double)] = [
        ("VTE_VERSION", 5_000), ("KONSOLE_VERSION", 201_200),
    ]
    /// The first version of tmux that passes links on.
    private static let firstTmux = 3.4

    /// Returns the number at the start of a version such as `3.5a`.
    private static func number(_ version: String?) -> Double {
        Double((version ?? "").prefix { $0.isNumber || $0 == "." }) ?? 0
    }
}
