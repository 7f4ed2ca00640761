import Basics

/// The phrases with which pages announce other articles, forms and credits, in the languages of most feeds.
enum AnnouncingPhrases {
    /// Maximum length, in characters, of a line that is not a sentence; lines after a colon may be a little longer.
    static let maximumLineLength: Int32 = 120
    private static let maximumPhraseLength = 60

    /// True if a short line begins with one of the phrases.
    static func begin(_ line: String) -> Bool {
        let isShort = line.count <= maximumPhraseLength
        return countsComments(line) || phrases(of: line).contains { isShort || $0.phrase.last == UInt8(ascii: ":") }
    }

    /// True if a line is one of the phrases, perhaps with a number: "Comments (12)".
    static func are(_ line: String) -> Bool {
        countsComments(line) || phrases(of: line).contains { $0.rest.allSatisfy { !$0.isASCIILetter && $0 < 0x80 } }
    }

    /// True for "12 comments".
    private static func countsComments(_ line: String) -> Bool {
        guard line.count <= maximumCountLength, let first = line.first, first.isNumber else { return false }
        let words = line.split(separator: " ")
        guard words.count == 2, words[0].allSatisfy({ $0.isNumber || $0 == "," || $0 == "." }) else { return false }
        return comments.contains(words[1].lowercased())
    }

    private static let maximumCountLength = 30
    private static let comments: Set = [
        "comment", "comments", "kommentar", "kommentare", "commentaire", "commentaires", "comentario", "comentarios",
        "comentário", "comentários", "commento", "commenti", "reactie", "reacties", "komentarz", "komentarze",
        "komentarzy", "komentář", "komentáře", "komentářů", "kommentarer", "kommentit", "комментарий", "комментария",
        "комментариев", "yorum", "hozzászólás", "コメント", "评论",
    ]

    /// True for the label of a box that asks whether content of another site may be loaded.
    static func nameExternalContent(_ line: String) -> Bool {
        externalContent.contains(line.lowercased())
    }

    private static let externalContent: Set = [
        "externer inhalt", "empfohlener inhalt", "empfohlener externer inhalt", "empfohlener redaktioneller inhalt",
    ]

    /// True if a short line begins like the heading of a table of contents.
    static func nameContents(_ line: String) -> Bool {
        guard line.count <= maximumPhraseLength else { return false }
        return phrases(of: line).contains { found in
            contents.split(separator: "|").contains { found.phrase.elementsEqual($0.utf8) }
        }
    }

    /// Returns the phrases with which a line begins, and the rest of the line after each.
    private static func phrases(of line: String) -> [(phrase: [UInt8], rest: ArraySlice<UInt8>)] {
        let bytes = Array(line.lowercased().drop { !$0.isLetter && !$0.isNumber }.utf8)
        guard let first = bytes.first, let phrases = byFirstByte[first] else { return [] }
        return phrases.filter { bytes.starts(with: $0) }.map { ($0, bytes.dropFirst($0.count)) }
    }

    private static let byFirstByte: [UInt8: [[UInt8]]] = Dictionary(
        grouping: phrases.flatMap { $0.split(separator: "|").map { Array($0.utf8) } }, by: { $0[0] })

    /// The headings of tables of contents.
    private static let contents = "table of contents|inhaltsverzeichnis"

    private static let phrases = [
        contents,
        """
        related|read more|read also|also read|read next|more from|more on|more stories|more great|more:|you may also|\
        you might also|recommended|trending|most read|most popular|popular posts|latest news|don't miss|don’t miss|up next|\
        share this|follow us|sign up|subscribe|newsletter|tags|filed under|about the author|comments|leave a |advertisement|\
        continue reading|click here|report error|something to consider|source:|photo:|photos:|topics|previous message:|\
        previous message (by thread):|next message:|next message (by thread):|messages sorted by|previous post|next post|previous article|next article|permalink:
        """,
        """
        das könnte|lesen sie|siehe auch|mehr zum|mehr zu|auch interessant|auch auf|weitere artikel|weitere informationen|weitere themen|\
        weiterführende|verwandte|ähnliche|passend zum|zum thema|tipp:|lesetipp|meistgelesen|empfohlen|unsere empfehlung|\
        über den autor|über die autor|schlagwörter|schlagworte|kommentare|teilen|anzeige|werbung|quellen|quelle:|foto:|\
        fotos:|diesen artikel teilen|nachfolgebeitrag:|vorgängerbeitrag:|vorheriger beitrag|nächster beitrag|vorheriger artikel|nächster artikel|externer inhalt|titelbild:|bild:|bilder:|bildquelle:|dieser text wurde|dieser artikel wurde
        """,
        "lire aussi|à lire|sur le même sujet|en savoir plus|voir aussi|articles liés|partager",
        """
        le puede interesar|te puede interesar|lea también|lee también|ver también|más noticias|más información|relacionad|\
        compart|etiquetas|leia também|veja também|leggi anche|potrebbe interessarti|lees ook
        """,
        "zobacz też|zobacz również|powiązane|czytaj też|czytaj także|zobacz także|przeczytaj|читайте также|смотрите также|по теме",
        "相关|推荐阅读|延伸阅读|関連記事|あわせて読みたい|اقرأ أيضا|مواضيع ذات صلة",
    ]
}
