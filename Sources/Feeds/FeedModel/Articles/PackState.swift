/// The parts of a packed article that can be read without a network.
package enum PackState: Equatable, Sendable {
    /// Its text is stored, but a page or a picture of it is still missing.
    case partly
    /// Everything in it is stored, except unavailable parts.
    case packed
}
