import Foundation
import Markup

/// Prints a value as JSON, indented by two spaces for each level, with dates in RFC 3339. Names and tags of the person
/// may hold characters that a terminal obeys: they are escaped.
func printJSON(_ value: some Encodable) throws {
    print(try jsonText(of: value))
}

func jsonText(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return JSONLayout.indented(SafeText.escaped(json: Array(try encoder.encode(value))))
}

/// Formats compact JSON as most programs do: `"name": value`, two spaces for each level. Foundation writes `"name" :
/// value`.
enum JSONLayout {
    static func indented(_ compact: [UInt8]) -> String {
        var bytes: [UInt8] = []
        var (depth, isInString, isEscaped) = (0, false, false)
        for (index, byte) in compact.enumerated() {
            if isInString {
                bytes.append(byte)
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                bytes.append(byte)
                // Empty objects and lists stay on one line.
                if compact[index + 1] != byte + 2 { newLine(depth, &bytes) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if compact[index - 1] != byte - 2 { newLine(depth, &bytes) }
                bytes.append(byte)
            case UInt8(ascii: ","):
                bytes.append(byte)
                newLine(depth, &bytes)
            case UInt8(ascii: ":"): bytes += Array(": ".utf8)
            default:
                isInString = byte == UInt8(ascii: "\"")
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func newLine(_ depth: Int, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\n"))
        bytes += Array(repeating: UInt8(ascii: " "), count: 2 * depth)
    }
}
