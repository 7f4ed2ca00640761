/// The tags made of another reader's flags: `flag-s` for newsboat's flag `s`.
package enum FlagTag {
    package static let prefix = "flag-"

    package static func name(of letter: some StringProtocol) -> String {
        prefix + letter
    }
}
