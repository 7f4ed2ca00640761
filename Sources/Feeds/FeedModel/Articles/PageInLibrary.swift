/// The text that the library has of an article's page.
package enum PageInLibrary: Equatable, Sendable {
    case none
    /// It may come from a hotspot.
    case unproven
    case proven
}
