import Basics

/// Names the file of an enclosure so that any player shows its title: `FEED/2026-11-22 TITLE.mp3`.
package enum EnclosureName {
    /// In bytes: file systems allow 255, and a number or an extension may be added.
    private static let maximumLength = 120

    /// The extension of the address if media or documents have it, else the extension of the media type, else `.bin`: a
    /// feed must not save a file that a desktop runs, such as `.sh` or `.exe`.
    ///
    /// - Parameter day: `2026-11-22`, in the person's time zone.
    package static func file(feed: String, day: String, title: String, url: String, type: String?) -> String {
        let name = safe(title)
        return safe(feed) + "/" + day + " " + name + (FileAddress.ending(of: url) ?? ending(ofType: type) ?? ".bin")
    }

    /// Returns a name without characters that separate folders, hide the file, make `*/*.mp3` an option of a player, or
    /// are invalid on other file systems.
    private static func safe(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isBad = scalar.value < 0x20 || scalar.value == 0x7f || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
            let next = isBad ? " " : scalar
            if next == " ", name.last == " " || name.isEmpty { continue }
            guard name.utf8.count + 4 <= maximumLength else { break }
            name.unicodeScalars.append(next)
        }
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        while let first = name.first, [".", " ", "-"].contains(first) { name.removeFirst() }
        return name.isEmpty ? "untitled" : name
    }

    private static func ending(ofType type: String?) -> String? {
        let name = type?.prefix { $0 != ";" }.lowercased()
        return name.flatMap { endings[$0] }
    }

    private static let endings = [
        "audio/mpeg": ".mp3", "audio/mp3": ".mp3", "audio/mp4": ".m4a", "audio/x-m4a": ".m4a", "audio/aac": ".aac",
        "audio/ogg": ".ogg", "audio/opus": ".opus", "audio/flac": ".flac", "audio/x-flac": ".flac",
        "audio/wav": ".wav", "audio/x-wav": ".wav", "video/mp4": ".mp4", "video/x-m4v": ".m4v",
        "video/quicktime": ".mov", "video/ogg": ".ogv", "video/webm": ".webm", "application/pdf": ".pdf",
        "application/epub+zip": ".epub", "application/zip": ".zip", "text/plain": ".txt",
    ]
}
