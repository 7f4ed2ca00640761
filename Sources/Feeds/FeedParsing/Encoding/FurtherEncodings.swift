/// Encodings that the WHATWG's Encoding standard lacks. Public collections of test feeds have feeds in each of them.
/// Each is a stateless single-byte table, so its decoder can neither read beyond the input nor be confused by earlier
/// bytes.
enum FurtherEncodings {
    /// Code pages of DOS, in feeds of old publishing programs.
    private static let dos = [437, 737, 775, 850, 852, 855, 856, 857, 860, 861, 862, 863, 864, 865, 1125]
    /// Code pages of EBCDIC (XML appendix F) that the test feeds contain.
    private static let ebcdic = [500, 875, 1140]

    static let codePages = dos + ebcdic

    static let labels = [
        ("CP1125", "cp866u ruscii"), ("CP861", "cpis"),
        ("CP437", "cspc8codepage437"), ("CP775", "cspc775baltic"), ("CP850", "cspc850multilingual"),
        ("CP862", "cspc862latinhebrew"),
        ("CP037", "ebcdiccpus ebcdiccpca ebcdiccpwt ebcdiccpnl ibm039"), ("CP500", "ebcdiccpbe ebcdiccpch"),
        // The Macintosh outside of Western Europe, and two alphabets that programs of Tajikistan and Vietnam wrote.
        ("MAC-CENTRALEUROPE", "maccentraleurope maccenteuro maclatin2 macce xmacce xmaccentraleurroman"),
        ("MAC-IS", "maciceland macicelandic xmacicelandic macis"), ("MAC-GREEK", "macgreek xmacgreek"),
        ("MAC-TURKISH", "macturkish xmacturkish"), ("KOI8-T", "koi8t"), ("VISCII", "viscii"),
    ]
}
