/// What the person's files say about look, behaviour and keys.
public struct Appearance: Equatable, Sendable {
    public var settings: Settings
    public var keymap: Keymap
    public var themes: [Theme]
    /// The name of the theme to take; nil: that which is shown stays.
    public var theme: String?

    public init(settings: Settings, keymap: Keymap, themes: [Theme], theme: String?) {
        self.settings = settings
        self.keymap = keymap
        self.themes = themes
        self.theme = theme
    }
}
