internal import Basics

/// The encodings that a feed may name. iconv loads a system module for each name: a document must not choose among all
/// of them.
enum EncodingAllowList {
    /// True if iconv may be asked for `name`: code pages and ISO parts by number, beyond the names that `EncodingLabel`
    /// gives.
    static func allows(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        for (prefix, numbers) in families where plain.hasPrefix(prefix) {
            if let number = Int(plain.dropFirst(prefix.count), within: 0...99_999), numbers.contains(number) {
                return true
            }
        }
        return false
    }

    private static let codePages: Set<Int> = [
        37, 273, 277, 278, 280, 284, 285, 290, 297, 420, 424, 437, 500, 737, 775, 850, 851, 852, 855, 856, 857, 858,
        860,
        861, 862, 863, 864, 865, 866, 868, 869, 870, 871, 874, 880, 904, 905, 918, 922, 932, 936, 949, 950, 1004, 1026,
        1046, 1047, 1124, 1125, 1129, 1132, 1133, 1140, 1141, 1142, 1143, 1144, 1145, 1146, 1147, 1148, 1149, 1161,
        1162,
        1163, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 1361,
    ]

    private static let families: [(prefix: String, numbers: Set<Int>)] = [
        ("cp", codePages), ("ibm", codePages), ("csibm", codePages), ("", codePages),
        ("iso8859", Set(1...16)), ("latin", Set(1...10)),
    ]
}
