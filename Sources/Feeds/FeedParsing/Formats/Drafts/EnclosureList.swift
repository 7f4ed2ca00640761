internal import FeedModel

/// The files of an item, each once, up to a limit: first the item's own (`enclosure`), then renditions
/// (`media:content`), each group in document order.
struct EnclosureList {
    private var files: [Enclosure] = []
    private var renditions: [Enclosure] = []
    private var addresses: Set<String> = []
    /// The indices in `files`, by address.
    private var fileIndices: [String: Int] = [:]
    private var renditionAddresses: Set<String> = []

    var values: [Enclosure] { files + renditions }

    mutating func append(_ file: Enclosure) {
        guard fileIndices[file.url] == nil else { return }
        let rendition = removeRendition(file.url)
        if rendition == nil {
            guard hasRoom, addresses.insert(file.url).inserted else { return }
        }
        fileIndices[file.url] = files.count
        files.append(rendition.map { file.completed(by: $0) } ?? file)
    }

    mutating func append(rendition: Enclosure) {
        guard hasRoom else { return }
        if let index = fileIndices[rendition.url] {
            files[index] = files[index].completed(by: rendition)
        } else if addresses.insert(rendition.url).inserted {
            renditionAddresses.insert(rendition.url)
            renditions.append(rendition)
        }
    }

    /// Searches the list only if it holds the address.
    private mutating func removeRendition(_ url: String) -> Enclosure? {
        guard renditionAddresses.remove(url) != nil, let index = renditions.firstIndex(where: { $0.url == url }) else {
            return nil
        }
        return renditions.remove(at: index)
    }

    /// Gives the file at an address a title, if it has none.
    mutating func describe(_ url: String, as title: String) {
        if let index = fileIndices[url] {
            files[index].title = files[index].title ?? title
        } else if let index = renditions.lastIndex(where: { $0.url == url }) {
            renditions[index].title = renditions[index].title ?? title
        }
    }

    /// Replaces a proxy's address of the first file by the original one.
    mutating func correctFirst(url: String) {
        if !files.isEmpty { files[0].url = url } else if !renditions.isEmpty { renditions[0].url = url }
    }

    private var hasRoom: Bool { files.count + renditions.count < FeedLimits.enclosures }
}

extension Enclosure {
    /// Returns this file, completed with the other element's facts.
    fileprivate func completed(by other: Enclosure) -> Enclosure {
        Enclosure(
            url: url, mimeType: mimeType ?? other.mimeType, title: title ?? other.title, size: size ?? other.size,
            duration: duration ?? other.duration)
    }
}
