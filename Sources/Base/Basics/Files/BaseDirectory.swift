/// A person's directories for the files of programs (XDG Base Directory Specification).
package enum BaseDirectory: String {
    case configuration = "XDG_CONFIG_HOME"
    case data = "XDG_DATA_HOME"
    case cache = "XDG_CACHE_HOME"
    case state = "XDG_STATE_HOME"

    /// The part of the default after the home folder.
    package var defaultBelowHome: String {
        switch self {
        case .configuration: "/.config"
        case .data: "/.local/share"
        case .cache: "/.cache"
        case .state: "/.local/state"
        }
    }

    /// Returns the directory that the variable names; an empty or relative path counts as not set.
    package func named(in environment: [String: String]) -> String? {
        environment[rawValue].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    package func path(in environment: [String: String], home: String) -> String {
        named(in: environment) ?? home + defaultBelowHome
    }
}
