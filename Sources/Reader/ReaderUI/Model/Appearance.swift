/// What the person's files say about look, behaviour and keys.
package struct Appearance: Equatable, Sendable {
    package var settings: ReaderSettings
    package var keymap: Keymap
    package var themes: [Theme]
    /// The name of the theme to take; nil: that which is shown stays.
    package var theme: String?

    package init(settings: ReaderSettings, keymap: Keymap, themes: [Theme], theme: String?) {
        self.settings = settings
        self.keymap = keymap
        self.themes = themes
        self.theme = theme
    }
}
