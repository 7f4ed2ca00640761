internal import Basics
internal import FeedModel
internal import Markup

/// Reads the words of an episode from its transcript: WebVTT, SubRip (`.srt`), or JSON with segments.
///
/// ```swift
/// let file = "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>Fog in the harbour,\n\n00:04.000 --> 00:06.000\nagain."
/// Transcript.text(of: Array(file.utf8))  // Ada: Fog in the harbour, again.
/// ```
package enum Transcript {
    /// Returns paragraphs with the names of the speakers and without times, separated by empty lines.
    ///
    /// - Parameter file: safe text (`SafeText.clean`).
    /// - Returns: nil for a file in another format, and for one without words.
    package static func text(of file: [UInt8]) -> [UInt8]? {
        var speech = Speech()
        switch file.first(where: { !$0.isMarkupSpace }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): readSegments(of: file, into: &speech)
        case UInt8(ascii: "<"), nil: break
        default: readCues(of: file, into: &speech)
        }
        return speech.paragraphs.isEmpty ? nil : Array(speech.paragraphs.joined(separator: "\n\n").utf8)
    }

    /// True for a file that may be a transcript, by its media type or the end of its address: many servers do not know
    /// the type of subtitles.
    package static func mayBe(_ contentType: String?, at url: String) -> Bool {
        let type = contentType?.lowercased() ?? ""
        let path = url.withoutQuery.lowercased()
        return Enclosure.timedTranscriptTypes.contains { type.hasPrefix($0) }
            || type.contains("octet-stream") && (path.hasSuffix(".vtt") || path.hasSuffix(".srt"))
    }

    /// Reads the JSON of the podcast namespace (`segments` with `body`), of Whisper (`text`) or of Podlove (a list).
    private static func readSegments(of file: [UInt8], into speech: inout Speech) {
        guard let root = JSONParser.whole(file) else { return }
        for segment in root["segments"]?.elements ?? root.elements
        where segment["startTime"] ?? segment["start"] != nil {
            speech.add((segment["body"] ?? segment["text"])?.string ?? "", by: segment["speaker"]?.string)
        }
    }

    /// Reads the lines below each line with times, up to an empty one.
    private static func readCues(of file: [UInt8], into speech: inout Speech) {
        let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { file.trimmed($0.indices) }
        let head = lines.lazy.filter { !$0.isEmpty }.prefix(2)
        guard head.contains(where: { isTime(file, $0) || file.hasBytes("WEBVTT", at: $0.lowerBound) }) else { return }
        var isSpoken = false
        var previous = ""
        for (line, next) in zip(lines, lines.dropFirst() + [0..<0]) {
            if isTime(file, line) {
                isSpoken = true
                continue
            }
            isSpoken = isSpoken && !line.isEmpty
            // The number of the next cue, if no empty line precedes it.
            let isNumber = isTime(file, next) && file[line].allSatisfy(\.isASCIIDigit)
            guard isSpoken, !isNumber else { continue }
            let (words, speaker) = withoutTags(file[line])
            // Captions that roll upwards repeat each line in the next cue.
            if words != previous || words.utf8.count < minimumRepeatedLength { speech.add(words, by: speaker) }
            previous = words
        }
    }

    /// Minimum length, in bytes, of a repeated line that counts as shown twice instead of spoken twice.
    private static let minimumRepeatedLength = 12

    /// True for `00:01.000 --> 00:04.000 align:start`, also with commas and hours.
    private static func isTime(_ file: [UInt8], _ line: Range<Int>) -> Bool {
        guard let arrow = file.firstRange(of: "-->", in: line) else { return false }
        let start = file[line.lowerBound..<arrow.lowerBound]
        return start.contains(UInt8(ascii: ":")) && start.allSatisfy { $0.isASCIIDigit || " \t:.,".utf8.contains($0) }
    }

    /// Removes tags such as `<i>` and `<00:01.500>`, and decodes references; `<v Ada>` names the speaker.
    private static func withoutTags(_ line: ArraySlice<UInt8>) -> (words: String, speaker: String?) {
        var (rest, words, speaker) = (line, [UInt8](), String?.none)
        while let open = rest.firstIndex(of: UInt8(ascii: "<")),
            let end = rest[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            let tag = rest[open..<end].dropFirst()
            let isTag = tag.first.map { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "/") } ?? false
            words += rest[..<open] + (isTag ? [] : rest[open...end])
            rest = rest[end...].dropFirst()
            guard let space = tag.firstIndex(of: UInt8(ascii: " ")), tag.first == UInt8(ascii: "v") else { continue }
            speaker = speaker ?? PlainText.line(html: Array(tag[space...]))
        }
        words += rest
        // `{\an8}` is the place of a line on the screen.
        if words.starts(with: "{\\".utf8) { words = Array(words.drop { $0 != UInt8(ascii: "}") }.dropFirst()) }
        return (PlainText.line(html: words), speaker)
    }
}
