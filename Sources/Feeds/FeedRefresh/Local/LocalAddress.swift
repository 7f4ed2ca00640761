import Basics

/// The addresses of feeds on this machine, in any letter case (RFC 3986 §3.1).
package enum LocalAddress {
    /// The beginning of a file's address, before its host.
    static let filePrefix = "file://"

    static func isFile(_ address: String) -> Bool {
        address.lowercased().hasPrefix(filePrefix)
    }

    /// True for `exec:NAME`, the name of a feed that is a program's output.
    package static func isProgram(_ address: String) -> Bool {
        WebAddress.scheme(of: address) == "exec"
    }

    package static func ofProgram(named name: String) -> String {
        "exec:\(name)"
    }
}
