package import PictureArt

/// The pictures that the screen shows, and the size of the cells that they are drawn in.
package struct ScreenPictures: Equatable, Sendable {
    /// The size of a cell in pixels; nil if the terminal shows no pictures.
    package var cell: PixelSize?
    /// The reason why this system shows no pictures; nil if it may.
    var obstacle: String?
    /// The picture shown on the whole screen.
    package internal(set) var big: BigPicture?
    /// The pictures whose cells are kept, as last reported.
    var kept: Set<String> = []
}
