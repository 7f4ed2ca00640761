/// Converts text to ASCII, for a terminal whose locale has no other characters: ’ becomes ', é becomes e, and a
/// character without an equivalent becomes a question mark.
package enum Transliteration {
    package static func ascii(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var plain = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                plain.unicodeScalars.append(scalar)
            } else if let likeness = likenesses[scalar] {
                plain += likeness
            } else if !isInvisible(scalar) {
                // A wide character keeps its width of two columns.
                plain += DisplayWidth.of(scalar) == 2 ? "??" : "?"
            }
        }
        return plain
    }

    /// True for marks that combine with the preceding letter, and for zero-width characters.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        DisplayWidth.of(scalar) == 0
    }

    private static let likenesses: [Unicode.Scalar: String] = {
        var likenesses: [Unicode.Scalar: String] = [:]
        for (likeness, letters) in table {
            for scalar in letters.unicodeScalars { likenesses[scalar] = likeness }
        }
        return likenesses
    }()

    /// ASCII replacements, each with the characters that it replaces.
    private static let table: [(String, String)] = [
        (" ", "\u{a0}\u{2002}\u{2003}\u{2007}\u{2009}\u{200a}\u{202f}"),
        ("!", "¡"),
        ("\"", "“”„‟″«»"),
        ("'", "‘’‚‛′ʼ‹›"),
        ("*", "•·‣∙●▪◦★☆✱✶"),
        ("-", "‐‑‒–—―−"),
        ("/", "÷⁄"),
        ("?", "¿"),
        ("+", "†"),
        ("^", "↑"),
        ("x", "✗✘"),
        ("A", "ÀÁÂÃÄÅĀĂĄǍǞǠǺȀȂȦḀẠẢẤẦẨẪẬẮẰẲẴẶ"),
        ("v", "▾"),
        ("B", "ḂḄḆ"),
        ("C", "ÇĆĈĊČḈ"),
        ("D", "ĎḊḌḎḐḒĐÐ"),
        ("E", "ÈÉÊËĒĔĖĘĚȄȆȨḔḖḘḚḜẸẺẼẾỀỂỄỆ"),
        ("F", "Ḟ"),
        ("G", "ĜĞĠĢǦǴḠ"),
        ("H", "ĤȞḢḤḦḨḪĦ"),
        ("I", "ÌÍÎÏĨĪĬĮİǏȈȊḬḮỈỊ"),
        ("J", "Ĵ"),
        ("K", "ĶǨḰḲḴ"),
        ("L", "ĹĻĽḶḸḺḼŁ"),
        ("M", "ḾṀṂ"),
        ("N", "ÑŃŅŇǸṄṆṈṊ"),
        ("O", "ÒÓÔÕÖŌŎŐƠǑǪǬȌȎȪȬȮȰṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢØ"),
        ("P", "ṔṖ¶"),
        ("R", "ŔŖŘȐȒṘṚṜṞ"),
        ("S", "ŚŜŞŠȘṠṢṤṦṨ§"),
        ("T", "ŢŤȚṪṬṮṰŦ"),
        ("U", "ÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛȔȖṲṴṶṸṺỤỦỨỪỬỮỰ"),
        ("V", "ṼṾ"),
        ("W", "ŴẀẂẄẆẈ"),
        ("X", "ẊẌ"),
        ("Y", "ÝŶŸȲẎỲỴỶỸ"),
        ("Z", "ŹŻŽẐẒẔ"),
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
        ("b", "ḃḅḇ"),
        ("c", "çćĉċčḉ"),
        ("d", "ďḋḍḏḑḓđð"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
        ("f", "ḟ"),
        ("g", "ĝğġģǧǵḡ"),
        ("h", "ĥȟḣḥḧḩḫẖħ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉịı"),
        ("j", "ĵǰ"),
        ("k", "ķǩḱḳḵ"),
        ("l", "ĺļľḷḹḻḽł"),
        ("m", "ḿṁṃ"),
        ("n", "ñńņňǹṅṇṉṋ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợø"),
        ("p", "ṕṗ"),
        ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšſșṡṣṥṧṩẛ"),
        ("t", "ţťțṫṭṯṱẗŧ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
        ("v", "ṽṿ"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("x", "ẋẍ×"),
        ("y", "ýÿŷȳẏẙỳỵỷỹ"),
        ("z", "źżžẑẓẕ"),
        ("~", "≈∼"),
        ("!=", "≠"),
        ("+-", "±"),
        ("++", "‡"),
        ("<3", "♥❤"),
        ("<<", "≪"),
        (">>", "≫"),
        ("->", "→⇒"),
        ("<-", "←⇐"),
        ("<=", "≤"),
        (">=", "≥"),
        ("AE", "ÆǼǢ"),
        ("DZ", "ǄǱ"),
        ("Dz", "ǅǲ"),
        ("IJ", "Ĳ"),
        ("LJ", "Ǉ"),
        ("Lj", "ǈ"),
        ("NJ", "Ǌ"),
        ("Nj", "ǋ"),
        ("OE", "Œ"),
        ("SS", "ẞ"),
        ("TH", "Þ"),
        ("^1", "¹"),
        ("^2", "²"),
        ("^3", "³"),
        ("ae", "æǽǣ"),
        ("dz", "ǆǳ"),
        ("ij", "ĳ"),
        ("lj", "ǉ"),
        ("mu", "µ"),
        ("nj", "ǌ"),
        ("oe", "œ"),
        ("ss", "ß"),
        ("th", "þ"),
        ("(R)", "®"),
        ("(c)", "©"),
        ("...", "…"),
        ("1/2", "½"),
        ("1/4", "¼"),
        ("3/4", "¾"),
        ("EUR", "€"),
        ("No.", "№"),
        ("YEN", "¥"),
        ("fi", "ﬁ"),
        ("fl", "ﬂ"),
        ("ff", "ﬀ"),
        ("ffi", "ﬃ"),
        ("ffl", "ﬄ"),
        ("o/oo", "‰"),
        ("sqrt", "√"),
        ("inf", "∞"),
        ("pi", "π"),
        ("alpha", "α"),
        ("beta", "β"),
        ("sum", "∑"),
        ("v", "✓✔↓"),
        ("GBP", "£"),
        ("deg", "°"),
        ("(TM)", "™"),
    ]
}
