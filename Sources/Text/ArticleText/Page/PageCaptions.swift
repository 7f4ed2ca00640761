/// The captions of a page, looked up by the start of the picture's tag.
struct PageCaptions {
    /// Maximum length of a caption, in characters.
    static let maximumLength: Int32 = 1_000
    /// Maximum number of levels between a caption and the ancestor that it shares with its picture.
    private static let levels = 4
    /// Maximum number of captions of a page that are read.
    private static let maximumCount = 2_000

    private var byPicture: [Int: String] = [:]

    /// Reads the captions inside the roots of a finding, before any of them is removed.
    init(_ finding: ArticleFinding) {
        let tree = finding.remains.tree
        for root in finding.roots {
            let range = root..<Int(tree.nodes[root].subtreeEnd)
            let pictures = range.filter { tree.nodes[$0].kind == .picture }
            guard !pictures.isEmpty else { continue }
            for caption in Self.captions(tree, range, pictures).prefix(Self.maximumCount - byPicture.count) {
                guard let picture = Self.picture(of: caption, pictures, tree, notAbove: root) else { continue }
                let key = Int(tree.nodes[picture].start)
                let text = tree.text(of: caption)
                if byPicture[key] == nil, !text.isEmpty { byPicture[key] = text }
            }
        }
    }

    /// Returns the caption of the picture whose tag begins at `start`.
    func caption(at start: Int) -> String? {
        byPicture[start]
    }

    /// True for `figcaption`, and for an element without a picture whose class says caption.
    static func isCaption(_ index: Int, _ tree: PageTree, hasPicture: Bool) -> Bool {
        let node = tree.nodes[index]
        guard node.kind != .text, node.kind != .picture else { return false }
        return node.kind == .caption || (node.hints.contains(.caption) && !hasPicture)
    }

    /// Returns the outermost captions of a range.
    private static func captions(_ tree: PageTree, _ range: Range<Int>, _ pictures: [Int]) -> [Int] {
        var found: [Int] = []
        var index = range.lowerBound + 1
        while index < range.upperBound {
            let node = tree.nodes[index]
            guard node.kind == .caption || node.hints.contains(.caption) else {
                index += 1
                continue
            }
            let picture = firstIndex(in: pictures, from: index)
            let hasPicture = picture < pictures.count && pictures[picture] < Int(node.subtreeEnd)
            if isCaption(index, tree, hasPicture: hasPicture) {
                found.append(index)
                index = Int(node.subtreeEnd)
            } else {
                index += 1
            }
        }
        return found
    }

    /// Returns the last picture before a caption, or else the first one after it, in the nearest ancestor that contains
    /// one.
    private static func picture(of caption: Int, _ pictures: [Int], _ tree: PageTree, notAbove root: Int) -> Int? {
        let next = firstIndex(in: pictures, from: caption)
        var ancestor = caption
        for _ in 0..<levels where ancestor > root {
            ancestor = Int(tree.nodes[ancestor].parent)
            if next > 0, pictures[next - 1] > ancestor { return pictures[next - 1] }
            if next < pictures.count, pictures[next] < Int(tree.nodes[ancestor].subtreeEnd) { return pictures[next] }
        }
        return nil
    }

    /// Returns the position of the first picture at or after `index`.
    private static func firstIndex(in pictures: [Int], from index: Int) -> Int {
        var (low, high) = (0, pictures.count)
        while low < high {
            let middle = (low + high) / 2
            if pictures[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
