/// Finds months by the beginnings of their names, in the languages of feed dates.
enum MonthName {
    /// Returns the month (1–12) that a word names, or nil.
    static func month(_ word: DateWord) -> Int? {
        // Longer beginnings first: `juil` is July, `juin` June, `jul` July again.
        for beginning in word.beginnings(from: 3) {
            if let month = months[beginning] { return month }
        }
        return nil
    }

    private static let months: [DateWord: Int] = {
        var table: [DateWord: Int] = [:]
        for (index, names) in beginnings.enumerated() {
            for name in names.split(separator: " ") { table[DateWord(String(name))] = index + 1 }
        }
        return table
    }()

    /// The words after the Vietnamese word for a month.
    static let vietnameseNumbers: [DateWord: Int] = [
        "một": 1, "giêng": 1, "hai": 2, "ba": 3, "tư": 4, "năm": 5, "sáu": 6, "bảy": 7, "tám": 8, "chín": 9,
        "mười": 10, "chạp": 12,
    ]

    /// English first, then the additions of other languages: German, French, Spanish, Italian, Portuguese, Dutch,
    /// Nordic, Polish, Czech, Hungarian, Turkish, Greek, Russian.
    private static let beginnings = [
        "jan jän ene gen sty led oca ιαν янв",
        "feb fév fev febr lut úno şub φεβ фев",
        "mar mär maer mrt már bře μαρ μάρ мар",
        "apr avr abr kwi dub ápr nis απρ апр",
        "may mai mei maj mag kvě máj μαι μάι μαϊ мая май",
        "jun juin giu cze červn jún haz ιουν ιούν июн",
        "jul juil lug lip červe júl tem ιουλ ιούλ июл",
        "aug aoû aou ago sie srp ağu αυγ αύγ авг",
        "sep set wrz zář sze eyl σεπ сен",
        "oct okt ott out paź říj eki οκτ окт",
        "nov lis kas νοε νοέ ноя",
        "dec dez dic déc des gru pro ara δεκ дек",
    ]
}
