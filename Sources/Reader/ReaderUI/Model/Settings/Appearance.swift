/// The look, behaviour and keys that the person's files configure.
package struct Appearance: Equatable, Sendable {
    package var settings: ReaderSettings
    package var keymap: Keymap
    package var themes: [Theme]
    /// The name of the theme to use; nil keeps the current one.
    package var theme: String?

    package init(settings: ReaderSettings, keymap: Keymap, themes: [Theme], theme: String?) {
        self.settings = settings
        self.keymap = keymap
        self.themes = themes
        self.theme = theme
    }
}
