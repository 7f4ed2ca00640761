/// The ways to show pictures.
package enum PictureStyle: String, CaseIterable, Sendable {
    /// The best way that the terminal is known to support.
    case auto
    /// Block characters.
    case symbols
    /// Kitty's placeholders, even if the terminal does not announce them.
    case kitty
    /// Block characters in the text, sixels in the big view.
    case sixel
    /// Captions only.
    case none
}
