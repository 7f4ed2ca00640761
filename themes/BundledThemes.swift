/// The themes that the binary carries, as the bytes of their TOML documents.
package enum BundledThemes {
    /// By name, in the order in which they are listed.
    package static let all: [(name: String, document: [UInt8])] = [
        ("default", PackageResources.default_toml),
        ("mono", PackageResources.mono_toml),
        ("high-contrast", PackageResources.high_contrast_toml),
        ("light", PackageResources.light_toml),
        ("dark", PackageResources.dark_toml),
        ("nord", PackageResources.nord_toml),
        ("gruvbox-dark", PackageResources.gruvbox_dark_toml),
        ("gruvbox-light", PackageResources.gruvbox_light_toml),
        ("solarized-dark", PackageResources.solarized_dark_toml),
        ("solarized-light", PackageResources.solarized_light_toml),
        ("catppuccin", PackageResources.catppuccin_toml),
        ("dracula", PackageResources.dracula_toml),
        ("tokyo-night", PackageResources.tokyo_night_toml),
    ]
}
