/// The messages about a server that requires a login.
package enum LoginWords {
    static func needed(by host: String) -> String { "\(host) needs a login" }

    /// - Parameter file: the configuration, as the person knows it.
    package static func needed(by host: String, configuration file: String) -> String {
        "\(needed(by: host)): add [[credentials]] to \(file)"
    }
}
