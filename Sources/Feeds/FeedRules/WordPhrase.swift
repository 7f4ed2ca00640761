/// Whole words in their order: `sea harbour` matches "The Séa, harbour", but not a word that only begins with one of
/// them. Case and accents are ignored, as in a search.
///
/// Chinese, Japanese and Korean words have no blanks between them, so each of their characters counts as a word.
struct WordPhrase: Hashable, Sendable {
    let source: String
    private let words: [[UInt32]]

    /// Nil if the text has no word.
    init?(_ source: String) {
        self.source = source
        words = Self.words(of: FoldedText(source))
        guard !words.isEmpty else { return nil }
    }

    func matches(_ text: FoldedText) -> Bool {
        let found = Self.words(of: text)
        guard found.count >= words.count else { return false }
        return (0...(found.count - words.count)).contains { found[$0..<($0 + words.count)].elementsEqual(words) }
    }

    private static func words(of text: FoldedText) -> [[UInt32]] {
        var words: [[UInt32]] = []
        var word: [UInt32] = []
        let end = { (word: inout [UInt32], words: inout [[UInt32]]) in
            if !word.isEmpty { words.append(word) }
            word = []
        }
        for value in text.scalars {
            guard let scalar = Unicode.Scalar(value), !isMark(scalar) else { continue }
            guard ScalarSet.isWord(scalar), scalar != "_" else {
                end(&word, &words)
                continue
            }
            if isUnspaced(scalar) { end(&word, &words) }
            word.append(LetterBases.base(of: scalar))
            if isUnspaced(scalar) { end(&word, &words) }
        }
        end(&word, &words)
        return words
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.generalCategory == .nonspacingMark
    }

    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9D,
            0x20000...0x3FFFF:
            true
        default:
            false
        }
    }
}

/// Letters without their accents.
private enum LetterBases {
    static func base(of scalar: Unicode.Scalar) -> UInt32 {
        guard !scalar.isASCII, scalar.value < 0x2000 else { return scalar.value }
        return bases[scalar.value] ?? scalar.value
    }

    /// é → e
    private static let bases: [UInt32: UInt32] = {
        var bases: [UInt32: UInt32] = [:]
        for group in groups.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            for letter in group.dropFirst() { bases[letter.value] = group.first?.value }
        }
        return bases
    }()

    /// The small letters of Latin and Greek, each before its forms with accents. The names of characters, which would
    /// give them too, are missing in a release (`ScalarNames.c`).
    private static let groups = """
        aàáâãäåāăąǎǟǡǻȁȃȧḁẚạảấầẩẫậắằẳẵặ bƀƃḃḅḇ cçćĉċčƈȼḉ dďđƌȡḋḍḏḑḓ eèéêëēĕėęěȅȇȩɇḕḗḙḛḝẹẻẽếềểễệ fƒḟ gĝğġģǥǧǵḡ
        hĥħȟḣḥḧḩḫẖ iìíîïĩīĭįǐȉȋḭḯỉị jĵǰɉ kķƙǩḱḳḵ lĺļľŀłƚȴḷḹḻḽ mḿṁṃ nñńņňƞǹȵṅṇṉṋ
        oòóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ pƥṕṗ qɋ rŕŗřȑȓɍṙṛṝṟ sśŝşšșȿṡṣṥṧṩ tţťŧƫƭțȶṫṭṯṱẗ
        uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷƴȳɏẏẙỳỵỷỹỿ zźżžƶȥɀẑẓẕ æǣǽ ſẛẜẝ ǳǆ
        αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ οόὀὁὂὃὄὅὸό ρῤῥ
        υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ
        """
}
