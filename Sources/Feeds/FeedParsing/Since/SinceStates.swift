package import FeedModel
internal import Markup

/// The other documents of the since-id endpoint: whole sets of marked articles, marks to apply, and their results.
package enum SinceStates {
    /// Returns the ids of all articles in one state, as of a position.
    package static func writtenIDs(_ ids: [String], epoch: String, at position: Int64) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("epoch", epoch)
            json.member("at", String(position))
            json.key("ids")
            json.array(ids) { json, id in json.string(id) }
        }
        return json.bytes
    }

    /// Returns the marks that a client requests; nil if the bytes are not such a document.
    package static func marks(in bytes: [UInt8]) -> [(id: String, mark: Mark)]? {
        guard let document = document(bytes), case .array(let operations) = document["ops"] else { return nil }
        var marks: [(id: String, mark: Mark)] = []
        for operation in operations {
            guard let id = operation["id"]?.string else { return nil }
            for (name, make) in fields {
                guard let value = operation[name] else { continue }
                guard let value = value.bool else { return nil }
                marks.append((id, make(value)))
            }
            for (name, isAdded) in tagFields {
                guard let value = operation[name] else { continue }
                guard let names = strings(value) else { return nil }
                for name in names where OwnTag.isName(name) { marks.append((id, .tagged(name, isAdded))) }
            }
        }
        return marks
    }

    /// Returns a document of marks, which are values, never toggles.
    package static func writtenMarks(_ marks: [(id: String, mark: Mark)]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("ops")
            json.array(marks) { json, mark in
                json.object { json in
                    json.member("id", mark.id)
                    switch mark.mark {
                    case .read(let value): json.member("read", value ? "true" : "false", quoted: false)
                    case .starred(let value): json.member("starred", value ? "true" : "false", quoted: false)
                    case .tagged(let name, let isAdded):
                        json.key(isAdded ? "tagged" : "untagged")
                        json.array([name]) { json, name in json.string(name) }
                    }
                }
            }
        }
        return json.bytes
    }

    /// Returns the articles that the server has marked, and those that it does not know; nil if the bytes are not a
    /// complete response.
    package static func results(in bytes: [UInt8]) -> (done: Set<String>, gone: Set<String>)? {
        guard let document = document(bytes), let done = strings(document["done"]),
            let gone = strings(document["gone"])
        else { return nil }
        return (Set(done), Set(gone))
    }

    package static func writtenResults(done: [String], gone: [String]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("done")
            json.array(done) { json, id in json.string(id) }
            json.key("gone")
            json.array(gone) { json, id in json.string(id) }
        }
        return json.bytes
    }

    /// Raw and escaped forms of the characters that `SafeText` removes give the same id.
    private static func document(_ bytes: [UInt8]) -> JSONValue? {
        JSONParser.whole(SafeText.clean(bytes))
    }

    private static let fields: [(name: String, make: @Sendable (Bool) -> Mark)] = [
        ("read", { .read($0) }), ("starred", { .starred($0) }),
    ]

    /// Each holds a list of the person's own tags.
    private static let tagFields = [(name: "tagged", isAdded: true), (name: "untagged", isAdded: false)]

    /// Nil if it is not an array of strings.
    private static func strings(_ value: JSONValue?) -> [String]? {
        guard case .array(let elements) = value else { return nil }
        let strings = elements.compactMap(\.string)
        return strings.count == elements.count ? strings : nil
    }
}
