/// How much of a packed article can be read without a network.
package enum PackState: Equatable, Sendable {
    /// Its text is stored, but a page or a picture that it wants is still missing.
    case partly
    /// Everything that it shows is stored, but for what cannot be had at all.
    case aboard
}
