/// The loop of `--batch`: each line of standard input is a request, and each line of standard output is a reply.
enum BatchLines {
    /// Returns the requests as they arrive; reading blocks. Skips empty lines.
    static func requests() -> AnyIterator<String> {
        AnyIterator {
            while let line = readLine() {
                if !line.isEmpty { return line }
            }
            return nil
        }
    }

    /// Replies to the requests one after another.
    static func reply(with reply: (String) -> [UInt8]) {
        for line in requests() { Console.write(reply(line) + [UInt8(ascii: "\n")]) }
    }
}
