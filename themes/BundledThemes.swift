/// The themes that the binary carries, as the bytes of their TOML documents.
public enum BundledThemes {
    /// By name, in the order in which they are listed.
    public static let all: [(name: String, document: [UInt8])] = [
        ("default", PackageResources.default_toml),
        ("mono", PackageResources.mono_toml),
    ]
}
