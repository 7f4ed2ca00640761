import HTTPTypes
import Testing

@testable import HTTPCache

/// The rules for a body that is fetched in parts, applied to heads as servers send them (RFC 9110 §13.1.5, §14.4,
/// §15.3.7).
@Suite struct ResumptionTests {
    private func head(_ code: Int, _ fields: (String, String)...) -> HTTPResponse {
        var head = HTTPResponse(status: .init(code: code))
        for (name, value) in fields {
            guard let name = HTTPField.Name(name) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        return head
    }

    @Test("The first of two tags is the validator, and a weak tag is not a validator")
    func validator() {
        #expect(Resumption.validator(of: head(200, ("ETag", "\"1\""), ("ETag", "\"2\"")), now: 0) == "\"1\"")
        #expect(Resumption.validator(of: head(200, ("ETag", "W/\"1\"")), now: 0) == nil)
        let dates = [("Last-Modified", "Sun, 22 Nov 2026 12:00:00 GMT"), ("Date", "Sun, 22 Nov 2026 12:00:02 GMT")]
        #expect(Resumption.validator(of: head(200, dates[0], dates[1]), now: 0) == dates[0].1)
    }

    @Test("A 206 continues a part from its end to the end of the body, under the same tag")
    func continuation() {
        let range = ("Content-Range", "bytes 5-9/10")
        #expect(Resumption.continues(head(206, range), at: 5, of: "\"1\""))
        #expect(Resumption.continues(head(206, range, ("ETag", "\"1\""), ("ETag", "\"2\"")), at: 5, of: "\"1\""))
        #expect(!Resumption.continues(head(206, range, ("ETag", "\"2\"")), at: 5, of: "\"1\""))
        #expect(!Resumption.continues(head(206, range), at: 4, of: "\"1\""))
        #expect(!Resumption.continues(head(206, ("Content-Range", "bytes 5-8/10")), at: 5, of: "\"1\""))
        #expect(!Resumption.continues(head(206), at: 5, of: "\"1\""))
        #expect(Resumption.continues(head(206, range), at: 5, of: "\"1\"", whole: 10))
        #expect(!Resumption.continues(head(206, range), at: 5, of: "\"1\"", whole: 11))
        let open = head(206, ("Content-Range", "bytes 5-7/*"), ("Content-Length", "3"))
        #expect(!Resumption.continues(open, at: 5, of: "\"1\""))
        #expect(Resumption.continues(open, at: 5, of: "\"1\"", whole: 10))
    }

    @Test("A 416 that gives the length of a part shows that the part is the whole body of its version")
    func wholePart() {
        let length = ("Content-Range", "bytes */10")
        #expect(Resumption.isWhole(head(416, length), length: 10, of: "\"1\""))
        #expect(Resumption.isWhole(head(416, length, ("ETag", "\"1\"")), length: 10, of: "\"1\"", whole: 10))
        #expect(!Resumption.isWhole(head(416, length, ("ETag", "\"2\"")), length: 10, of: "\"1\""))
        #expect(!Resumption.isWhole(head(416, length), length: 9, of: "\"1\""))
        #expect(!Resumption.isWhole(head(416, length), length: 10, of: "\"1\"", whole: 11))
        for other in ["bytes */*", "bytes 0-9/10", "*/10", "bytes */-10"] {
            #expect(!Resumption.isWhole(head(416, ("Content-Range", other)), length: 10, of: "\"1\""), "\(other)")
        }
        #expect(!Resumption.isWhole(head(416), length: 10, of: "\"1\""))
        let noon = "Sun, 22 Nov 2026 12:00:00 GMT"
        let later = ("Last-Modified", "Sun, 22 Nov 2026 13:00:00 GMT")
        #expect(Resumption.isWhole(head(416, length, ("Last-Modified", noon)), length: 10, of: noon))
        #expect(!Resumption.isWhole(head(416, length, later), length: 10, of: noon))
    }

    @Test("A 206 with a date other than the validator belongs to another version")
    func otherDate() {
        let (range, noon) = (("Content-Range", "bytes 5-9/10"), "Sun, 22 Nov 2026 12:00:00 GMT")
        #expect(Resumption.continues(head(206, range, ("Last-Modified", noon)), at: 5, of: noon))
        #expect(Resumption.continues(head(206, range), at: 5, of: noon))
        let later = ("Last-Modified", "Sun, 22 Nov 2026 13:00:00 GMT")
        #expect(!Resumption.continues(head(206, range, later), at: 5, of: noon))
        #expect(Resumption.continues(head(206, range, later), at: 5, of: "\"1\""), "a tag is not a date")
    }

    @Test(
        "The whole length is in Content-Range, else in Content-Length; an unrequested part has only its own"
    )
    func wholeLength() {
        let (range, length) = (("Content-Range", "bytes 5-9/10"), ("Content-Length", "5"))
        #expect(Resumption.wholeLength(head(206, range), from: 5) == 10)
        #expect(Resumption.wholeLength(head(206, ("Content-Range", "bytes 5-9/*"), length), from: 5) == nil)
        #expect(Resumption.wholeLength(head(206, range, length), from: 0) == 5)
        #expect(Resumption.wholeLength(head(200, length, ("Content-Length", "6")), from: 0) == 5)
        #expect(Resumption.wholeLength(head(200, ("Content-Length", "-5")), from: 0) == nil)
        #expect(Resumption.wholeLength(head(200), from: 0) == nil)
    }
}
