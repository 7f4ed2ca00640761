/// How pictures are shown.
package enum PictureStyle: String, CaseIterable, Sendable {
    /// The best that the terminal is known to have.
    case auto
    /// Block characters.
    case symbols
    /// Kitty's placeholders, whatever the terminal says of itself.
    case kitty
    /// Block characters in the text, sixels in the big view.
    case sixel
    /// Captions only.
    case none
}
