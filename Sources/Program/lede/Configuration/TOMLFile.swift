import FoundationEssentials
import TOMLKit

/// A TOML document with its text, so that a problem can name its position.
struct TOMLFile {
    let name: String
    let table: TOMLTable
    /// True if only its owner can read the file, so that it may hold secrets.
    let isPrivate: Bool
    private let text: String

    /// Throws the problem if the text is no TOML.
    init(name: String, text: String, isPrivate: Bool = true) throws(ConfigurationProblem) {
        self.name = name
        self.isPrivate = isPrivate
        self.text = text
        if let fault = TOMLOutline.fault(in: text) {
            throw ConfigurationProblem(
                file: name, position: .init(line: fault.line, column: fault.column), message: fault.message)
        }
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let begin = error.source.begin
            throw ConfigurationProblem(
                file: name, position: .init(line: begin.line, column: begin.column), message: error.description)
        } catch {
            throw ConfigurationProblem(file: name, position: nil, message: String(describing: error))
        }
    }

    private var lines: [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// A problem with a key of a table (nil: of the top level). TOML's parser gives no positions of keys, so the text
    /// is searched.
    func problem(with key: String, in section: String?, _ message: String) -> ConfigurationProblem {
        ConfigurationProblem(file: name, position: position(of: key, in: section), message: message)
    }

    /// The same for a key of one of several tables that share their name (`[[section]]`), counted from 0.
    func problem(with key: String, in section: String, number: Int, _ message: String) -> ConfigurationProblem {
        ConfigurationProblem(
            file: name,
            position: position(of: key, in: section, number: number) ?? position(of: section, number: number),
            message: message)
    }

    /// The beginning of one of several tables with the same name; if they are written in another form, the first
    /// mention.
    func position(of section: String, number: Int) -> ConfigurationProblem.Position? {
        let headers = headers(of: section)
        return headers.indices.contains(number)
            ? .init(line: headers[number] + 1, column: 1) : position(of: section, in: nil)
    }

    private func position(of key: String, in section: String, number: Int) -> ConfigurationProblem.Position? {
        let (headers, lines) = (headers(of: section), lines)
        guard headers.indices.contains(number) else { return nil }
        for index in lines.indices.dropFirst(headers[number] + 1) {
            let text = lines[index].drop { $0 == " " || $0 == "\t" }
            if text.hasPrefix("[") { return nil }
            guard Self.keyForms(key).contains(where: { Self.begins(text, with: $0) }) else { continue }
            return .init(
                line: index + 1, column: lines[index].distance(from: lines[index].startIndex, to: text.startIndex) + 1)
        }
        return nil
    }

    private func headers(of section: String) -> [Int] {
        let lines = lines
        return lines.indices.filter { index in
            lines[index].drop { $0 == " " || $0 == "\t" }.hasPrefix("[[\(section)]]")
        }
    }

    /// The position of a key; nil if it is written in a form that the search does not know.
    func position(of key: String, in section: String?) -> ConfigurationProblem.Position? {
        var current: String?
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " || $0 == "\t" }
            let column = line.distance(from: line.startIndex, to: text.startIndex) + 1
            if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
                current = String(text[text.index(after: text.startIndex)..<end])
                if current == key, section == nil { return .init(line: index + 1, column: column) }
            } else if current == section, Self.keyForms(key).contains(where: { Self.begins(text, with: $0) }) {
                return .init(line: index + 1, column: column)
            }
        }
        return nil
    }

    private static func keyForms(_ key: String) -> [String] {
        [key, "\"\(key)\"", "'\(key)'"]
    }

    private static func begins(_ text: Substring, with key: String) -> Bool {
        guard text.hasPrefix(key) else { return false }
        return text.dropFirst(key.count).first { $0 != " " && $0 != "\t" } == "="
    }
}

extension ConfigurationProblem: Error {}
