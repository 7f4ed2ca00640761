/// One picture on the whole screen.
package struct BigPicture: Equatable, Sendable {
    /// The pictures of the article, in the order of its text.
    let addresses: [String]
    /// The caption of each picture.
    let captions: [String]
    var index: Int
    /// The result of loading the shown picture; nil while it is loading.
    package internal(set) var outcome: PictureOutcome?

    package var address: String { addresses[index] }
    var caption: String { captions[index] }
}
