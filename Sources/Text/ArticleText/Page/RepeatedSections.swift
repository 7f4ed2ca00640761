/// Removes boxes that a page shows twice, such as beside its text on a wide screen and below it on a narrow one.
extension ArticleTrimmer {
    /// Minimum lengths, in characters, of the heading and the first paragraph of such a box. Shorter ones may be the
    /// refrain of a song.
    private static let minimumBoxHeading: Int32 = 16
    private static let minimumBoxText: Int32 = 60

    /// Removes a heading that was there before, if the same paragraphs are below it, and removes these.
    func removeRepeatedSections(_ remains: inout PageRemains) {
        let passages = passages(remains)
        // By length: only the texts of headings of the same length are compared.
        var first: [Int32: Int] = [:]
        for (position, index) in passages.enumerated()
        where tree.nodes[index].kind.isHeading && remains.measures[index].length >= Self.minimumBoxHeading {
            let length = remains.measures[index].length
            guard let earlier = first[length], text(passages[earlier]) == text(index) else {
                first[length] = position
                continue
            }
            let copies = zip(passages[(earlier + 1)..<position], passages[(position + 1)...]).prefix { one, other in
                !tree.nodes[other].kind.isHeading && remains.measures[one].length == remains.measures[other].length
                    && text(one) == text(other)
            }
            guard let paragraph = copies.first?.1, remains.measures[paragraph].length >= Self.minimumBoxText else {
                continue
            }
            remains.remove(index)
            for (_, copy) in copies { remains.remove(copy) }
        }
    }
}
