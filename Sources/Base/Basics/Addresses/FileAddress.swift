/// The file that an address names by its path.
package enum FileAddress {
    /// Returns the address without its query if its path names the file; the query is then a token or a size. Returns
    /// nil if the query may name the file, as in `get.php?id=1`.
    package static func withoutQuery(_ url: String) -> String? {
        ending(of: url) == nil ? nil : String(url.withoutQuery)
    }

    /// Returns what two addresses of one file, such as two sizes of a picture, have in common.
    package static func comparable(_ url: String) -> Substring {
        (withoutQuery(url) ?? url)[...].withoutScheme
    }

    /// Returns `.mp3` from an address's path, if the path ends in the extension of a medium or a document.
    package static func ending(of url: String) -> String? {
        let path = url.withoutQuery
        guard let dot = path.lastIndex(of: "."), let slash = path.lastIndex(of: "/"), slash < dot else { return nil }
        let letters = path[path.index(after: dot)...].lowercased()
        return known.contains(letters) ? "." + letters : nil
    }

    private static let known: Set<String> = [
        "3gp", "aac", "aif", "aiff", "avi", "flac", "flv", "m4a", "m4b", "m4v", "mid", "mka", "mkv", "mov",
        "mp2", "mp3", "mp4", "mpeg", "mpg", "oga", "ogg", "ogv", "opus", "wav", "weba", "webm", "wma", "wmv",
        "avif", "gif", "jpeg", "jpg", "png", "webp", "7z", "azw3", "bz2", "cbr", "cbz", "csv", "djvu", "doc",
        "docx", "epub", "gz", "ics", "json", "md", "mobi", "odp", "ods", "odt", "pdf", "ppt", "pptx", "rtf",
        "srt", "tar", "torrent", "txt", "vtt", "xls", "xlsx", "xml", "xz", "zip", "zst",
    ]
}
