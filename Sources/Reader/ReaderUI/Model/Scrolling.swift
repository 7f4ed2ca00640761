/// Where a list's first shown row has to be so that the selection stays away from the edges.
enum Scrolling {
    /// `margin` rows are kept between the selection and the edge, where the list goes on there.
    static func top(_ top: Int, cursor: Int, count: Int, height: Int, margin: Int) -> Int {
        guard height > 0 else { return top }
        let margin = min(margin, (height - 1) / 2)
        let highest = max(0, count - height)
        let wanted = min(max(top, cursor + margin - height + 1), cursor - margin)
        return min(max(0, wanted), highest)
    }
}
