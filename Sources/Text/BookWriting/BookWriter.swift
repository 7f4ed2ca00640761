import ArticleText

/// Writes articles as a book in EPUB 3.3, one after the other: memory holds one chapter and the names of the others.
///
///     var writer = try BookWriter(book, pictures: stored) { try file.write($0) }
///     for chapter in chapters { try writer.append(chapter) }
///     try writer.finish()
package struct BookWriter {
    /// Maximum length of the file, in bytes (1 GB): ZIP's own limit is 4 GB, and e-readers have less memory.
    package static let maximumSize = 1_000_000_000
    /// Maximum number of chapters (10,000).
    package static let maximumChapters = 10_000
    /// Maximum number of pictures (50,000); descriptions replace further ones. ZIP allows 65,535 files.
    package static let maximumPictures = 50_000

    private let book: Book
    private let picture: (String) -> BookPicture?
    private let sizeLimit: Int
    private var archive: ZIPArchive
    private var contents = BookContents()
    /// The files of the pictures so far, by their addresses; nil for a picture that is not in the book.
    private var files: [String: String?] = [:]

    /// The number of pictures in the book.
    package var pictureCount: Int { contents.pictures.count }
    /// The number of pictures that are not stored in a format for books, which only have descriptions.
    package private(set) var missingPictures = 0
    /// The length of the file so far, in bytes.
    package var size: Int { archive.wholeLength }

    /// Writes the beginning of the file.
    ///
    /// - Parameters:
    ///   - picture: returns the stored picture at an address; nil if there is none that a book can show.
    ///   - write: appends bytes to the file.
    package init(
        _ book: Book, sizeLimit: Int = Self.maximumSize, picture: @escaping (String) -> BookPicture?,
        write: @escaping ([UInt8]) throws -> Void
    ) throws {
        self.book = book
        self.sizeLimit = sizeLimit
        self.picture = picture
        archive = ZIPArchive(write: write)
        // The first file, stored and without further fields: its bytes identify the format (OCF, EPUB 3.3 §4.2.4).
        try archive.append("mimetype", Array("application/epub+zip".utf8), isCompressed: false)
        try archive.append("META-INF/container.xml", Array(Self.container.utf8), isCompressed: true)
        try archive.append(Self.path("style.css"), Array(Self.style.utf8), isCompressed: true)
    }

    /// Appends the pictures of a chapter that the book does not have yet, then the chapter.
    package mutating func append(_ chapter: BookChapter) throws {
        guard contents.chapterCount < Self.maximumChapters else { throw BookError.tooManyChapters }
        let pictures = chapter.showsPictures ? try embed(picturesOf: chapter.document) : [:]
        let name = contents.add(chapter)
        try append(name, ChapterMarkup.xhtml(of: chapter, pictures: pictures), isCompressed: true)
    }

    /// Writes the contents and ends the file.
    package mutating func finish() throws {
        try append("nav.xhtml", contents.navigation(book), isCompressed: true)
        try append("toc.ncx", contents.ncx(book), isCompressed: true)
        try append("package.opf", contents.package(book), isCompressed: true)
        try archive.finish()
    }

    private mutating func append(_ name: String, _ bytes: [UInt8], isCompressed: Bool) throws {
        try archive.append(Self.path(name), bytes, isCompressed: isCompressed)
        guard size <= sizeLimit else { throw BookError.tooLarge }
    }

    private static func path(_ name: String) -> String { "EPUB/\(name)" }

    // MARK: - Pictures

    /// Returns the names of the document's pictures that are in the book, by their addresses.
    private mutating func embed(picturesOf document: Document) throws -> [String: String] {
        var names: [String: String] = [:]
        for case .picture(_, let link?, _, _) in document.blocks.lazy.map(\.content) {
            let address = document.links[link].shownAddress
            if names[address] == nil, let name = try file(of: address) { names[address] = name }
        }
        return names
    }

    /// Returns the name of a picture's file, which is written at the first use.
    private mutating func file(of address: String) throws -> String? {
        if let known = files[address] { return known }
        guard pictureCount < Self.maximumPictures, let picture = self.picture(address) else {
            missingPictures += 1
            files.updateValue(nil, forKey: address)
            return nil
        }
        let name = contents.add(picture.format)
        files[address] = name
        // Its format is compressed already.
        try append(name, picture.bytes, isCompressed: false)
        return name
    }

    // MARK: - Constant files

    private static let container = """
        <?xml version="1.0" encoding="UTF-8"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
        <rootfiles>
        <rootfile full-path="\(path("package.opf"))" media-type="application/oebps-package+xml"/>
        </rootfiles>
        </container>

        """

    private static let style = """
        h1, h2, h3, h4, h5, h6 { line-height: 1.2; page-break-after: avoid; }
        .facts { font-size: 0.85em; overflow-wrap: anywhere; }
        .picture { margin: 1em 0; }
        .caption, figcaption { font-size: 0.85em; margin-top: 0; }
        .tight { margin-top: 0; }
        .right { text-align: right; }
        img { max-width: 100%; height: auto; }
        pre, code { font-size: 0.85em; }
        pre { white-space: pre-wrap; }
        td, th { padding: 0.2em 0.8em 0.2em 0; text-align: left; vertical-align: top; }
        td.right, th.right { text-align: right; }
        li p { margin: 0; text-indent: 0; }
        blockquote { margin: 1em 0; padding-left: 1em; border-left: 2px solid; }

        """
}
