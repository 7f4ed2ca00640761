import Foundation
import Glibc
import TestFolders

/// nginx with its own certificates. Unlike `Origin`, it supports TLS and HTTP/2.
final class Nginx: Sendable {
    /// Each case is one server, identified by its port.
    enum Server: String, CaseIterable {
        /// Trusted, HTTP/2.
        case trusted
        /// A trusted server that speaks only HTTP/1.1.
        case plain
        case expired
        /// Trusted, for another host.
        case otherHost
        /// Signed by an unknown authority.
        case unknownAuthority
    }

    static let program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx", "/usr/local/bin/nginx"]
        .first { (path: String) in access(path, X_OK) == 0 }

    /// Size of each file under `/large`.
    static let largeSize = 3_000_000

    /// A PEM file with the authority of all servers except one.
    let certificateAuthorities: String
    private let temporary: TemporaryFolder
    private let process: ChildProcess
    private let ports: [Server: UInt16]

    init() throws {
        temporary = try TemporaryFolder()
        let folder = temporary.url
        certificateAuthorities = folder.appendingPathComponent("authority.pem").path
        try Self.makeCertificates(in: folder)
        try Data(repeating: UInt8(ascii: "x"), count: Self.largeSize).write(to: folder.appendingPathComponent("large"))
        (process, ports) = try Self.start(in: folder)
    }

    deinit {
        process.terminate()
    }

    func url(_ server: Server, _ path: String = "/") -> String {
        "https://127.0.0.1:\(ports[server, default: 0])\(path)"
    }

    // MARK: Certificates

    /// `sign NAME AUTHORITY DAYS HOST` makes a certificate; `authority NAME` makes one that signs others.
    private static let certificateScript = """
        set -e
        new="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        authority() { openssl req -x509 $new -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem"; }
        sign() {
            echo "subjectAltName=$4" > "$1.ext"
            openssl req $new -subj /CN=lede -keyout "$1.key" -out "$1.csr"
            openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -set_serial 7 -days "$3" \
                -extfile "$1.ext" -out "$1.pem"
        }
        authority authority
        authority stranger
        sign trusted authority 2 IP:127.0.0.1
        sign expired authority -1 IP:127.0.0.1
        sign otherHost authority 2 DNS:feeds.invalid
        sign unknownAuthority stranger 2 IP:127.0.0.1
        """

    private static func makeCertificates(in folder: URL) throws {
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "cd \"$0\"; exec 2> openssl.log; \(certificateScript)", folder.path])
        guard shell.waitForExit() == 0 else { throw NginxError.failed("openssl: see \(folder.path)/openssl.log") }
    }

    // MARK: Process

    /// Another process may take a free port before nginx does: then nginx exits at once, and the test tries another
    /// port.
    private static func start(in folder: URL) throws -> (ChildProcess, [Server: UInt16]) {
        for _ in 1...5 {
            let numbers = try freePorts(Server.allCases.count)
            let ports = Dictionary(uniqueKeysWithValues: zip(Server.allCases, numbers))
            try Data(configuration(ports).utf8).write(to: folder.appendingPathComponent("nginx.conf"))
            let process = try ChildProcess(
                program ?? "/usr/sbin/nginx", ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"])
            while process.isRunning {
                if numbers.allSatisfy(isListening) { return (process, ports) }
                usleep(5_000)
            }
        }
        let log = try? String(contentsOf: folder.appendingPathComponent("error.log"), encoding: .utf8)
        throw NginxError.failed("nginx: \(log ?? "")")
    }

    private static func configuration(_ ports: [Server: UInt16]) -> String {
        let servers = Server.allCases.map { server in
            let certificate = server == .plain ? "trusted" : server.rawValue
            return """
                server {
                    listen 127.0.0.1:\(ports[server, default: 0]) ssl\(server == .trusted ? " http2" : "");
                    ssl_certificate \(certificate).pem;
                    ssl_certificate_key \(certificate).key;
                    add_header X-Connection $connection;
                    add_header X-Protocol $server_protocol;
                    location / { return 200 "hello"; }
                    location /large { root .; }
                }
                """
        }
        return """
            daemon off;
            master_process off;
            pid nginx.pid;
            events {}
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
                \(servers.joined(separator: "\n"))
            }
            """
    }

    private static func freePorts(_ count: Int) throws -> [UInt16] {
        let sockets = (0..<count).map { _ in boundSocket(port: 0) }
        defer { for socket in sockets { close(socket.descriptor) } }
        guard sockets.allSatisfy({ $0.port > 0 }) else { throw NginxError.failed("no free port") }
        return sockets.map(\.port)
    }

    private static func boundSocket(port: UInt16) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var name = loopback(port)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { name in
                bind(descriptor, name.baseAddress, size) == 0 && getsockname(descriptor, name.baseAddress, &size) == 0
            }
        }
        return (descriptor, isBound ? UInt16(bigEndian: name.sin_port) : 0)
    }

    private static func isListening(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var name = loopback(port)
        return withUnsafeBytes(of: &name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { name in
                connect(descriptor, name.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return name
    }
}

enum NginxError: Error {
    case failed(String)
}
