/// One picture on the whole screen.
package struct BigPicture: Equatable, Sendable {
    /// The pictures of the article, in the order of its text.
    let addresses: [String]
    /// What is said of each.
    let captions: [String]
    package internal(set) var index: Int
    /// What came of asking for the one that is shown; nil: it has not come.
    package internal(set) var outcome: PictureOutcome?

    package var address: String { addresses[index] }
    var caption: String { captions[index] }
}
