import CurlTransport
import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Testing

@Suite struct ExchangeTests {
    private let origin: Origin
    private let transport = CurlTransport.direct()

    init() throws {
        origin = try Origin()
    }

    @Test("A task that reads a body while another one does gets an error, and the other one reads to the end")
    func twoReaders() async throws {
        let gate = Gate()
        origin.route("/held", .stalledBody(gate, body: "held"))
        let body = try await transport.send(TransportRequest(.get, origin.url("/held"))).body
        await withTaskGroup(of: Result<[UInt8], TransportError>.self) { group in
            for _ in 1...2 {
                group.addTask {
                    do throws(TransportError) {
                        return .success(try await body.collect())
                    } catch {
                        return .failure(error)
                    }
                }
            }
            let message = "\(origin.url("/held")): another task is reading this body"
            #expect(await group.next() == .failure(TransportError(.badRequest, message)))
            gate.open()
            #expect(await group.next() == .success(Array("held".utf8)))
        }
    }

    @Test("The cancellation of a task that may not read a body does not end the exchange of its reader")
    func cancelledSecondReader() async throws {
        let gate = Gate()
        origin.route("/held", .stalledBody(gate, body: "held"))
        let body = try await transport.send(TransportRequest(.get, origin.url("/held"))).body
        @Sendable func result() async -> Result<[UInt8], TransportError> {
            do throws(TransportError) { return .success(try await body.collect()) } catch { return .failure(error) }
        }
        await withTaskGroup(of: Result<[UInt8], TransportError>.self) { group in
            for _ in 1...2 {
                group.addTask {
                    let first = await result()
                    guard case .failure = first else { return first }
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await result()
                }
            }
            let message = "\(origin.url("/held")): another task is reading this body"
            #expect(await group.next() == .failure(TransportError(.badRequest, message)))
            gate.open()
            #expect(await group.next() == .success(Array("held".utf8)))
        }
    }

    // MARK: Requests

    @Test("The transport adds only Host to a request") func nothingIsAddedToARequestButHost() async throws {
        origin.route("/", .response())
        _ = try await transport.fetch(origin.url("/"))
        let request = origin.requests[0]
        #expect(request.fields == [RawField("Host", "127.0.0.1:\(origin.port)")])
        #expect(request.method == "GET")
    }

    @Test("Field values are sent byte for byte, repeated fields included")
    func fieldValuesAreSentUnchanged() async throws {
        origin.route("/", .response())
        var fields = HTTPFields()
        let latin = HTTPField(name: HTTPField.Name("X-Latin")!, value: [0x63, 0x61, 0x66, 0xe9])
        fields.append(HTTPField(name: .acceptEncoding, value: "gzip;q=1.0,  br"))
        fields.append(HTTPField(name: .ifNoneMatch, value: #"W/"a,b""#))
        fields.append(HTTPField(name: .ifNoneMatch, value: "unquoted"))
        fields.append(latin)
        fields.append(HTTPField(name: HTTPField.Name("X-Empty")!, value: ""))
        fields.append(HTTPField(name: .userAgent, value: "lede"))
        fields.append(HTTPField(name: .accept, value: "*/*;q=0.1"))
        _ = try await transport.fetch(TransportRequest(.get, origin.url("/"), fields: fields))
        #expect(
            origin.requests[0].fields.dropFirst() == [
                RawField("Accept-Encoding", "gzip;q=1.0,  br"), RawField("If-None-Match", #"W/"a,b""#),
                RawField("If-None-Match", "unquoted"), RawField("X-Latin", "caf\u{e9}"), RawField("X-Empty", ""),
                RawField("User-Agent", "lede"), RawField("Accept", "*/*;q=0.1"),
            ])
    }

    @Test(
        "Every method sends its body unchanged, and nothing else",
        arguments: [
            (HTTPRequest.Method.get, nil, nil), (.delete, nil, nil), (.options, nil, nil), (.post, nil, "0"),
            (.put, "", "0"), (.post, "one", "3"), (.put, "two!", "4"), (.patch, "three", "5"), (.get, "four", "4"),
            (.delete, "fives", "5"), (HTTPRequest.Method("REPORT")!, "six", "3"),
            (HTTPRequest.Method("MKCOL")!, nil, nil),
        ] as [(HTTPRequest.Method, String?, String?)])
    func everyMethodCarriesItsBodyAndNothingElse(
        _ method: HTTPRequest.Method, _ body: String?, _ length: String?
    ) async throws {
        origin.route("/", .response(body: "done"))
        let request = TransportRequest(method, origin.url("/"), body: body.map { Array($0.utf8) })
        let fetched = try await transport.fetch(request)
        #expect(fetched.text == "done")
        let seen = origin.requests[0]
        #expect(seen.method == method.rawValue)
        #expect(seen.body == Array((body ?? "").utf8))
        #expect(seen["Content-Length"] == length)
        #expect(seen.fields.count == (length == nil ? 1 : 2), "\(seen.fields)")
        let headSize = seen.fields.map { $0.name.utf8.count + $0.value.utf8.count + 4 }.reduce(2, +)
        let lineSize = "\(method.rawValue) / HTTP/1.1\r\n".utf8.count
        #expect(fetched.receipt.bytes.sent == Int64(lineSize + headSize + seen.body.count))
    }

    @Test("A request inherits nothing from the previous one") func aRequestKeepsNothingOfTheOneBeforeIt() async throws {
        let transport = CurlTransport.direct(perHost: 1, total: 1)
        origin.route("/", .response(body: "done"))
        var small = TransferLimits()
        small.bytesAhead = 1_024
        let target = origin.url("/")
        let before = [
            TransportRequest(.post, target, fields: [.from: "me"], body: Array("body".utf8)),
            TransportRequest(.head, target), TransportRequest(.delete, target),
            TransportRequest(.get, target.replacing("http://", with: "http://joe:secret@")),
            TransportRequest(.get, target, limits: small),
        ]
        for request in before {
            _ = try await transport.fetch(request)
            #expect(try await transport.fetch(target).text == "done")
            let seen = try #require(origin.requests.last)
            #expect(seen.method == "GET" && seen.body.isEmpty)
            #expect(seen.fields == [RawField("Host", "127.0.0.1:\(origin.port)")])
        }
        #expect(origin.requests.count == 2 * before.count)
    }

    @Test("A large body arrives complete") func largeBodyArrivesComplete() async throws {
        try await everyMethodCarriesItsBodyAndNothingElse(
            .post, String(repeating: "large ", count: 100_000), "600000")
    }

    @Test("Paths are sent unchanged") func pathsGoOutAsTheyAre() async throws {
        let path = "/a/../b/./c%20d?e=f&g=%zz&h=//i"
        _ = try await transport.fetch(origin.url(path))
        #expect(origin.requests[0].target == path)
    }

    @Test("User information becomes a Basic credential") func userinfoBecomesABasicCredential() async throws {
        let url = "http://user:pass@127.0.0.1:\(origin.port)/"
        _ = try await transport.fetch(url)
        #expect(origin.requests[0]["Authorization"] == "Basic dXNlcjpwYXNz")
    }

    // MARK: Responses

    @Test("Response fields arrive byte for byte and in order")
    func responseFieldsArriveByteForByteInOrder() async throws {
        let fields = [
            RawField("ETag", "unquoted"), RawField("Set-Cookie", "a=1"), RawField("Set-Cookie", "b=2"),
            RawField("X-Latin", "caf\u{e9}"), RawField("X-Empty", ""), RawField("x-lower", "\u{fc}ber, \u{1}"),
        ]
        origin.route("/", .response(203, fields: fields, body: Array("hello".utf8)))
        let fetched = try await transport.fetch(origin.url("/"))
        #expect(fetched.head.status == 203)
        #expect(fetched.head.status.reasonPhrase == "Scripted")
        #expect(fetched.text == "hello")
        let seen = fetched.head.headerFields.map { field in
            RawField(
                field.name.rawName,
                field.withUnsafeBytesOfValue { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) })
        }
        #expect(seen == fields + [RawField("Content-Length", "5")])
    }

    @Test(
        "Every kind of framing delivers the body",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"),
            ("HTTP/1.0 200 OK\r\n\r\nto the end", "to the end"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: t\r\n\r\n",
                "abcde"
            ),
            ("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"),
            ("HTTP/1.1 200 OK\r\nX-Folded: one\r\n  two\r\nContent-Length: 0\r\n\r\n", ""),
            ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", ""),
        ])
    func everyFramingGivesTheBody(_ wire: String, _ body: String) async throws {
        origin.route("/", .raw(wire))
        let fetched = try await transport.fetch(origin.url("/"))
        #expect(fetched.head.status.code == 200)
        #expect(fetched.text == body)
        #expect(fetched.head.headerFields[HTTPField.Name("X-Trailer")!] == nil)
        #expect(fetched.head.headerFields[HTTPField.Name("Link")!] == nil)
    }

    @Test("A 304 arrives complete: its cost is known, and bytes after it are not a body", arguments: [0, 100])
    func notModified(_ bytesWithHead: Int) async throws {
        let wire = "HTTP/1.1 304 Scripted\r\nX-Number: 1\r\n\r\n"
        origin.route("/", .raw(wire + "stray"))
        var request = TransportRequest(.get, origin.url("/"))
        request.limits.bytesWithHead = bytesWithHead
        let response = try await transport.send(request)
        #expect(response.head.status.code == 304)
        #expect(response.receipt.bytes.received == Int64(wire.utf8.count))
        #expect(try await response.body.collect().isEmpty)
    }

    @Test("Coded bodies stay coded") func codedBodiesStayCoded() async throws {
        let bytes: [UInt8] = [0x1f, 0x8b, 0, 1, 2, 255]
        origin.route("/", .response(fields: [RawField("Content-Encoding", "gzip")], body: bytes))
        let fields: HTTPFields = [.acceptEncoding: "gzip"]
        #expect(try await transport.fetch(TransportRequest(.get, origin.url("/"), fields: fields)).body == bytes)
    }

    @Test("The transport does not follow redirects") func redirectsAreNotFollowed() async throws {
        origin.route("/", .response(301, fields: ["Location": "/elsewhere"]))
        let fetched = try await transport.fetch(origin.url("/"))
        #expect(fetched.head.status.code == 301)
        #expect(fetched.head.headerFields[.location] == "/elsewhere")
        #expect(origin.requests.count == 1)
    }

    @Test("A response to HEAD has fields and no body") func responseToHEADHasFieldsAndNoBody() async throws {
        origin.route("/", .response(fields: ["ETag": "\"1\""], body: "unseen"))
        let fetched = try await transport.fetch(TransportRequest(.head, origin.url("/")))
        #expect(fetched.head.headerFields[.contentLength] == "6")
        #expect(fetched.body.isEmpty)
        #expect(origin.requests[0].method == "HEAD")
    }

    @Test("The head arrives before the body") func theHeadComesBeforeTheBody() async throws {
        let gate = Gate()
        origin.route("/", .stalledBody(gate, fields: ["ETag": "\"1\""], body: "late"))
        let response = try await transport.send(TransportRequest(.get, origin.url("/")))
        #expect(response.head.headerFields[.eTag] == "\"1\"")
        gate.open()
        #expect(try await response.body.collect() == Array("late".utf8))
    }

    @Test("The receipt counts the request and the head before the body") func receiptCountsBeforeBody() async throws {
        let gate = Gate()
        origin.route("/", .stalledBody(gate, fields: [:], body: "late"))
        let response = try await transport.send(TransportRequest(.get, origin.url("/")))
        #expect(response.receipt.bytes.sent > 0 && response.receipt.bytes.received > 0)
        gate.open()
        _ = try await response.body.collect()
    }

    @Test("The receipt counts the bytes on the wire") func receiptCountsBytesOnWire() async throws {
        let wire = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
        origin.route("/", .raw(wire))
        let fetched = try await transport.fetch(origin.url("/"))
        #expect(fetched.receipt.bytes.received == Int64(wire.utf8.count))
    }
}
