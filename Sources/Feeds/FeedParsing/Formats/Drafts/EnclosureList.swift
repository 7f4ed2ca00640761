internal import FeedModel

/// The files of an item, each once, up to a limit: first the item's own (`enclosure`), then renditions
/// (`media:content`), each group in document order.
struct EnclosureList {
    private var files: [Enclosure] = []
    private var renditions: [Enclosure] = []
    private var addresses: Set<String> = []

    var values: [Enclosure] { files + renditions }

    mutating func append(_ file: Enclosure) {
        if let index = renditions.firstIndex(where: { $0.url == file.url }) {
            let rendition = renditions.remove(at: index)
            return files.append(file.completed(by: rendition))
        }
        guard hasRoom, addresses.insert(file.url).inserted else { return }
        files.append(file)
    }

    mutating func append(rendition: Enclosure) {
        guard hasRoom else { return }
        if addresses.insert(rendition.url).inserted {
            renditions.append(rendition)
        } else if let index = files.firstIndex(where: { $0.url == rendition.url }) {
            files[index] = files[index].completed(by: rendition)
        }
    }

    /// Replaces a proxy's address of the first file by the original one.
    mutating func correctFirst(url: String) {
        if !files.isEmpty { files[0].url = url } else if !renditions.isEmpty { renditions[0].url = url }
    }

    private var hasRoom: Bool { files.count + renditions.count < FeedLimits.enclosures }
}

extension Enclosure {
    /// This file, completed with the other element's facts.
    fileprivate func completed(by other: Enclosure) -> Enclosure {
        Enclosure(
            url: url, mimeType: mimeType ?? other.mimeType, title: title ?? other.title, size: size ?? other.size,
            duration: duration ?? other.duration)
    }
}
