import Foundation
import Glibc
import HTTPCache
import ScriptedOrigin
import SeededNumbers
import Synchronization
import Testing

extension EndToEnd {
    /// `lede fetch -o` writes the complete reply to its file, or nothing.
    @Suite struct DownloadTests {
        private let home: TemporaryHome
        private let origin: Origin
        private let file: String

        init() throws {
            home = try TemporaryHome()
            origin = try Origin()
            file = home.url.appendingPathComponent("file").path
        }

        private func fetch(_ arguments: String...) throws -> Program.Result {
            try Program.lede(["fetch", "-o", file] + arguments + [origin.url("/f")], home: home.url)
        }

        private func content() -> String? {
            try? String(contentsOfFile: file, encoding: .utf8)
        }

        private var hasPart: Bool { FileManager.default.fileExists(atPath: file + ".part") }

        private func begin(_ part: String) throws {
            try part.write(toFile: file + ".part", atomically: true, encoding: .utf8)
            try note()
        }

        /// Writes the validator `"1"` of a part of `/f` whose complete length is not known.
        private func note() throws {
            let address = BodyDigest(of: Array(origin.url("/f").utf8))
            try "\"1\"\n\n\(address)".write(toFile: file + ".part.validator", atomically: true, encoding: .utf8)
        }

        @Test("An error page never replaces an existing file", arguments: [304, 404, 503])
        func errors(_ status: Int) throws {
            try "precious".write(toFile: file, atomically: true, encoding: .utf8)
            chmod(file, 0o640)
            origin.route("/f", .response(status, body: "sorry"))
            let result = try fetch()
            #expect(result.status == 1 && result.errors.contains("\(status)"), "\(result)")
            var facts = stat()
            #expect(content() == "precious" && stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
        }

        @Test("A part that turns out to be the whole file is not fetched again")
        func wholePart() throws {
            try begin("whole")
            origin.route("/f", .response(416, fields: ["ETag": "\"1\"", "Content-Range": "bytes */5"]))
            #expect(try fetch().status == 0 && content() == "whole" && !hasPart)
            #expect(origin.requests.map { $0["Range"] } == ["bytes=5-"])
            #expect(!FileManager.default.fileExists(atPath: file + ".part.validator"))
        }

        @Test(
            "A part survives a server error, and a server that asks for a pause gets no second request",
            arguments: [(403, 2), (500, 2), (503, 1), (429, 1)])
        func partOutlivesErrors(_ status: Int, _ requests: Int) throws {
            try begin("01234")
            origin.route("/f", .response(status, body: "sorry"))
            let result = try fetch()
            #expect(result.status == 1 && result.errors.contains("\(status)") && content() == nil, "\(result)")
            #expect(origin.requests.count == requests)
            let rest: KeyValuePairs = ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"]
            origin.route("/f", .response(206, fields: rest, body: "56789"))
            #expect(try fetch().status == 0 && content() == "0123456789")
        }

        @Test("--fail drops an error page; without it the page is written")
        func fail() throws {
            origin.route("/f", .response(404, body: "sorry"))
            #expect(try fetch("--fail").status == 1 && content() == nil)
            #expect(try fetch().status == 0 && content() == "sorry")
            let printed = try Program.lede(["fetch", "--fail", origin.url("/f")], home: home.url)
            #expect(printed.status == 1 && printed.output == "")
        }

        @Test("A replaced file keeps its mode")
        func mode() throws {
            try "old".write(toFile: file, atomically: true, encoding: .utf8)
            chmod(file, 0o600)
            origin.route("/f", .response(body: "new"))
            var facts = stat()
            #expect(try fetch().status == 0)
            #expect(content() == "new" && stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        }

        @Test("A replaced file loses its set-user-ID bit")
        func ownersRight() throws {
            try "old".write(toFile: file, atomically: true, encoding: .utf8)
            chmod(file, 0o4755)
            origin.route("/f", .response(body: "new"))
            var facts = stat()
            #expect(try fetch().status == 0)
            #expect(content() == "new" && stat(file, &facts) == 0 && facts.st_mode & 0o7777 == 0o755)
        }

        @Test("A part with a second hard link is not written to")
        func hardLink() throws {
            try "precious".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(link(file, file + ".part") == 0)
            try note()
            origin.route("/f", .truncated(body: "new", declaring: 10))
            #expect(try fetch().status != 0)
            #expect(content() == "precious")
        }

        @Test("A second download to the same file is refused while the first one runs")
        func twoAtOnce() async throws {
            let gate = Gate()
            let body = [UInt8](repeating: 65, count: 300_000)
            origin.route("/f", .response(fields: [RawField("ETag", "\"1\"")], body: body).after(gate))
            origin.route("/g", .response(fields: ["ETag": "\"2\""], body: "another"))
            let home = try TemporaryHome()
            let first = try ChildProcess(["fetch", "-o", file, origin.url("/f")], home: home)
            try await origin.waitForRequests(1, to: "/f")
            let second = try Program.lede(["fetch", "-o", file, origin.url("/g")], home: self.home.url)
            #expect(second.status == 1 && second.errors.contains("another download is writing it"), "\(second)")
            gate.open()
            #expect(first.end() == 0)
            #expect(content()?.utf8.count == body.count)
            #expect(try Program.lede(["fetch", "-o", file, origin.url("/g")], home: self.home.url).status == 0)
            #expect(content() == "another")
        }

        @Test("A stored body replaces the rest of a part, and a policy without requests sends no request")
        func storedWhole() throws {
            try begin("01234")
            let result = try fetch("--cache-policy", "returnCacheDataDontLoad")
            #expect(result.status == 3 && hasPart && origin.requests.isEmpty, "\(result)")
            origin.route("/f", .response(fields: ["Cache-Control": "max-age=600"], body: "0123456789"))
            #expect(try Program.lede(["fetch", origin.url("/f")], home: home.url).status == 0)
            for policy in ["returnCacheDataDontLoad", "returnCacheDataElseLoad", "useProtocolCachePolicy"] {
                try begin("01234")
                try? FileManager.default.removeItem(atPath: file)
                #expect(try fetch("--cache-policy", policy).status == 0 && content() == "0123456789" && !hasPart)
            }
            #expect(origin.requests.count == 1)
        }

        @Test("RFC 9110 §8.8.1: a part is not continued from another address, even if its tag is equal")
        func otherAddress() throws {
            try begin("aaaaa")
            origin.route("/g") { request in
                guard request["Range"] != nil else { return .response(fields: ["ETag": "\"1\""], body: "bbbbbbbbbb") }
                return .response(206, fields: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"], body: "bbbbb")
            }
            #expect(try Program.lede(["fetch", "-o", file, origin.url("/g")], home: home.url).status == 0)
            #expect(content() == "bbbbbbbbbb")
        }

        @Test("A resumed file of another length is fetched from the start")
        func otherLength() throws {
            origin.route("/f") { request in
                guard request["Range"] != nil else {
                    return .truncated(fields: ["ETag": "\"1\""], body: "01234", declaring: 10)
                }
                return .response(206, fields: ["ETag": "\"1\"", "Content-Range": "bytes 5-6/7"], body: "56")
            }
            #expect(try fetch().status != 0 && content() == nil)
            #expect(try fetch().status != 0 && content() == nil)
            origin.route("/f") { request in
                guard request["Range"] != nil else { return .response(body: "whole") }
                return .response(206, fields: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"], body: "56789")
            }
            #expect(try fetch().status == 0 && content() == "0123456789")
        }

        @Test(
            "An unrequested part is never taken as the complete file",
            arguments: [
                ("bytes 5-7/10", "567"), ("bytes 5-9/11", "56789"), ("bytes 5-9/10", "567"), ("bytes 0-4/10", "01234"),
                ("bytes 5-9223372036854775807/9223372036854775807", "5"), ("nonsense", "56789"),
            ])
        func parts(_ range: String, _ body: String) throws {
            try begin("01234")
            origin.route("/f") { request in
                guard request["Range"] != nil else { return .response(fields: ["ETag": "\"2\""], body: "the whole") }
                return .response(206, fields: ["ETag": "\"1\"", "Content-Range": range], body: body)
            }
            let result = try fetch()
            // Either the file was fetched again, or the command failed and left no file.
            #expect(result.status == 0 ? content() == "the whole" : content() == nil, "\(result)")
        }

        @Test("A 206 without validators continues the part, even after a second interruption")
        func bareParts() throws {
            origin.route("/f") { request in
                switch request["Range"] {
                case nil: .truncated(fields: ["ETag": "\"1\""], body: "01234", declaring: 10)
                case "bytes=5-": .truncated(206, fields: ["Content-Range": "bytes 5-9/10"], body: "567", declaring: 5)
                default: .response(206, fields: ["Content-Range": "bytes 8-9/10"], body: "89")
                }
            }
            #expect(try fetch().status != 0)
            #expect(try fetch().status != 0)
            #expect(try fetch().status == 0 && content() == "0123456789")
            #expect(origin.requests.map { $0["If-Range"] } == [nil, "\"1\"", "\"1\""])
        }

        @Test(
            "A part without a strong validator is fetched again",
            arguments: [
                [
                    RawField("ETag", "W/\"1\""), RawField("Last-Modified", "Sun, 22 Nov 2026 12:00:00 GMT"),
                    RawField("Date", "Sun, 22 Nov 2026 13:00:00 GMT"),
                ],
                [
                    RawField("Last-Modified", "Sun, 22 Nov 2026 12:00:00 GMT"),
                    RawField("Date", "Sun, 22 Nov 2026 12:00:00 GMT"),
                ],
            ])
        func weakValidators(_ fields: [RawField]) throws {
            let length = RawField("Content-Length", "10")
            origin.route("/f", Reply.response(fields: fields + [length], body: Array("01234".utf8)).then(.close))
            #expect(try fetch().status != 0)
            origin.route("/f", .response(body: "the whole"))
            #expect(try fetch().status == 0 && content() == "the whole")
            #expect(origin.requests.allSatisfy { $0["Range"] == nil })
        }

        @Test("An interrupted range that the person requests is not continued as the beginning of the file")
        func requestedRange() throws {
            origin.route("/f") { request in
                let tag = "\"1\""
                return switch request["Range"] {
                case nil: .response(fields: ["ETag": tag], body: "0123456789")
                case "bytes=5-":
                    .truncated(206, fields: ["ETag": tag, "Content-Range": "bytes 5-9/10"], body: "567", declaring: 5)
                default: .response(206, fields: ["ETag": tag, "Content-Range": "bytes 3-9/10"], body: "3456789")
                }
            }
            #expect(try fetch("-H", "Range: bytes=5-").status != 0 && hasPart && content() == nil)
            #expect(try fetch().status == 0 && content() == "0123456789")
            #expect(origin.requests.map { $0["Range"] } == ["bytes=5-", nil])
        }

        @Test("An unrequested part is refused")
        func unasked() throws {
            origin.route("/f", .response(206, fields: ["Content-Range": "bytes 100-199/1024"], body: "part"))
            #expect(try fetch().status == 1 && content() == nil)
        }

        /// "hello hello hello" in gzip.
        private static let coded: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 72, 205, 201, 201, 87, 200, 64, 144, 0, 128, 136, 249, 229, 17, 0,
            0, 0,
        ]

        @Test("RFC 9110 §8.4: a body that the cache holds compressed is written decompressed, without a request")
        func storedCoded() throws {
            let fields = [RawField("Content-Encoding", "gzip"), RawField("Cache-Control", "max-age=600")]
            origin.route("/f", .response(fields: fields, body: Self.coded))
            #expect(try Program.lede(["fetch", origin.url("/f")], home: home.url).output == "hello hello hello")
            #expect(try fetch().status == 0 && content() == "hello hello hello")
            #expect(origin.requests.count == 1)
        }

        @Test(
            "A file that the server compresses unasked is decompressed, and an interrupted transfer leaves no part"
        )
        func unaskedCoding() throws {
            let fields = [RawField("Content-Encoding", "gzip"), RawField("ETag", "\"1\"")]
            let beginning = Array(Self.coded.prefix(20))
            let length = RawField("Content-Length", "\(Self.coded.count)")
            origin.route("/f", Reply.response(fields: fields + [length], body: beginning).then(.close))
            #expect(try fetch().status != 0 && content() == nil && !hasPart)
            // The body is complete by HTTP's rules, but not by gzip's.
            origin.route("/f", .response(fields: fields, body: beginning))
            #expect(try fetch().status != 0 && content() == nil && !hasPart)
            origin.route("/f", .response(fields: fields, body: Self.coded))
            #expect(try fetch().status == 0 && content() == "hello hello hello")
            #expect(origin.requests.allSatisfy { $0["Range"] == nil && $0["Accept-Encoding"] == "identity" })
            // A range of the coded bytes does not continue the bytes of the file.
            try "precious".write(toFile: file, atomically: true, encoding: .utf8)
            try begin("hello")
            origin.route("/f") { request in
                guard request["Range"] != nil else { return .response(fields: fields, body: Self.coded) }
                let range = RawField("Content-Range", "bytes 5-27/28")
                return .response(206, fields: fields + [range], body: Array(Self.coded.dropFirst(5)))
            }
            #expect(try fetch().status == 0 && content() == "hello hello hello")
        }

        @Test("A symbolic link is neither followed nor replaced, as the file or as its part")
        func links() throws {
            let precious = home.url.appendingPathComponent("precious").path
            try "precious".write(toFile: precious, atomically: true, encoding: .utf8)
            origin.route("/f", .response(body: "new"))
            for link in [file, file + ".part"] {
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: precious)
                #expect(try fetch().status == 1)
                #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == precious)
                try FileManager.default.removeItem(atPath: link)
            }
        }

        @Test("An error names the part if the part cannot be opened")
        func unopenedPart() throws {
            origin.route("/f", .response(body: "new"))
            let part = file + ".part"
            try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: false)
            #expect(try fetch().errors == "lede: \(part): is a directory\n")
            try FileManager.default.removeItem(atPath: part)
            #expect(mkfifo(part, 0o600) == 0)
            let reader = open(part, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            #expect(try fetch().errors == "lede: \(part): not a regular file\n")
            #expect(content() == nil && origin.requests.isEmpty)
        }

        @Test("A device and a FIFO are written to and not replaced")
        func devices() throws {
            origin.route("/f", .response(body: "new"))
            let null = try Program.lede(["fetch", "-o", "/dev/null", origin.url("/f")], home: home.url)
            #expect(null.status == 0, "\(null)")
            var facts = stat()
            #expect(stat("/dev/null", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
            #expect(mkfifo(file, 0o600) == 0)
            let reader = open(file, O_RDWR | O_NONBLOCK)
            defer { close(reader) }
            #expect(try fetch().status == 0)
            var bytes = [UInt8](repeating: 0, count: 16)
            #expect(read(reader, &bytes, 16) == 3 && Array(bytes[..<3]) == Array("new".utf8))
            #expect(lstat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
            let printed = try Program.lede(["fetch", "-o", "/dev/stdout", origin.url("/f")], home: home.url)
            #expect(printed.status == 0 && printed.output == "new", "\(printed)")
        }

        /// Returns a response that a server may send about these bytes; it never lies about what it sends.
        private func answer(_ whole: [UInt8], _ random: inout SplitMix) -> Reply {
            func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
            let tag = [[], [RawField("ETag", "\"1\"")], [RawField("ETag", "W/\"1\"")]][below(3)]
            switch below(8) {
            case 0, 1: return .response(200, fields: tag, body: whole)
            case 2:
                return .truncated(
                    body: String(decoding: whole.prefix(below(whole.count)), as: UTF8.self), declaring: whole.count)
            case 3, 4:
                let start = below(whole.count)
                let end = start + 1 + below(whole.count - start)
                let totals = ["\(whole.count)", "\(whole.count + 7)", "\(Int.max)"] + (end < whole.count ? ["*"] : [])
                let range = RawField("Content-Range", "bytes \(start)-\(end - 1)/\(totals[below(totals.count)])")
                return .response(206, fields: tag + [range], body: Array(whole[start..<end]))
            case 5:
                return .response(
                    416, fields: [RawField("Content-Range", "bytes */\([whole.count, Int.max][below(2)])")], body: [])
            case 6: return .response([304, 404, 503][below(3)], fields: tag, body: [])
            default: return .reset
            }
        }

        @Test("After any response the file is the old one or the complete new one, and status 0 means the new one")
        func anyAnswers() throws {
            let isLong = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
            let whole = Array((0..<200).map { "line \($0)\n" }.joined().utf8)
            var random = SplitMix(seed: 7)
            for round in 0..<(isLong ? 2_000 : 30) {
                let answers = (0..<4).map { _ in answer(whole, &random) }
                let count = Mutex(0)
                origin.route("/f") { _ in
                    count.withLock { count in
                        defer { count += 1 }
                        return answers[min(count, answers.count - 1)]
                    }
                }
                try "old".write(toFile: file, atomically: true, encoding: .utf8)
                for _ in 0..<2 {
                    let result = try fetch()
                    let isNew = content() == String(decoding: whole, as: UTF8.self)
                    #expect(isNew || (result.status != 0 && content() == "old"), "round \(round): \(result)")
                }
            }
        }
    }
}
