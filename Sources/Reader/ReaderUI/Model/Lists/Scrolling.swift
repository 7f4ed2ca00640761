/// Computes a list's first visible row, so that the selection stays away from the edges.
enum Scrolling {
    /// Keeps `margin` rows between the selection and the edge, if the list continues there.
    static func top(_ top: Int, cursor: Int, count: Int, height: Int, margin: Int) -> Int {
        guard height > 0 else { return top }
        let margin = min(margin, (height - 1) / 2)
        let highest = max(0, count - height)
        let wanted = min(max(top, cursor + margin - height + 1), cursor - margin)
        return min(max(0, wanted), highest)
    }
}
