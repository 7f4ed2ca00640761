import Foundation
import TestFolders

/// Many HTTPS hosts, each with its own loopback address, served by one nginx with its own certificates.
final class TLSHosts {
    static let program = ["/usr/sbin/nginx", "/usr/bin/nginx"].first { (path: String) in access(path, X_OK) == 0 }

    /// A PEM file with the authority of all hosts.
    let authority: String
    private let temporary: TemporaryFolder
    private let port: UInt16
    private let count: Int
    private let server: Process

    init(count: Int) throws {
        self.count = count
        temporary = try TemporaryFolder()
        let folder = temporary.url
        authority = folder.appendingPathComponent("authority.pem").path
        port = Self.freePort()
        let names = Self.addresses(count).map { "IP:\($0)" }.joined(separator: ",")
        let made = try Program.run(
            "/bin/sh", ["-c", "cd \"$0\"; names=$1; \(Self.certificateScript)", folder.path, names])
        guard made.status == 0 else { throw Program.NotStarted(description: "openssl: \(made.errors)") }
        try Self.configuration(count, port).write(
            to: folder.appendingPathComponent("nginx.conf"), atomically: true, encoding: .utf8)
        server = Process()
        server.executableURL = URL(fileURLWithPath: Self.program ?? "/usr/sbin/nginx")
        server.arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
        try server.run()
    }

    deinit {
        // A thread that blocks signals may have started nginx, which inherits that and would never see SIGTERM.
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
    }

    /// The hosts' feeds as a list to import.
    var subscriptions: String {
        let outlines = Self.addresses(count).map { "<outline text='\($0)' xmlUrl='https://\($0):\(port)/feed'/>" }
        return "<opml version='2.0'><body>\(outlines.joined())</body></opml>"
    }

    private static func addresses(_ count: Int) -> [String] {
        (1...count).map { "127.0.7.\($0)" }
    }

    private static let certificateScript = """
        set -e
        new="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        openssl req -x509 $new -days 2 -subj /CN=authority -keyout authority.key -out authority.pem
        openssl req $new -subj /CN=lede -keyout server.key -out server.csr
        echo "subjectAltName=$names" > server.ext
        openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -set_serial 7 -days 2 \\
            -extfile server.ext -out server.pem
        """

    private static func configuration(_ count: Int, _ port: UInt16) -> String {
        let feed =
            "<rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>a</title></item></channel></rss>"
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
        return """
            daemon off; master_process off; pid nginx.pid; events { worker_connections 2000; }
            http { access_log off; ssl_session_cache off; ssl_session_tickets off; \(temporary.joined(separator: " "))
            server { ssl_certificate server.pem; ssl_certificate_key server.key;
            \(addresses(count).map { "listen \($0):\(port) ssl;" }.joined(separator: "\n"))
            location / { default_type application/rss+xml; return 200 "\(feed)"; } } }
            """
    }

    private static func freePort() -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, size)
                _ = getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: name.sin_port)
    }
}
