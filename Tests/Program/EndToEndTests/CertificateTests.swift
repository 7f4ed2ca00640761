import Foundation
import Testing

extension EndToEnd {
    /// The certificates that the program trusts.
    @Suite(.enabled(if: TLSHosts.program != nil, "nginx is not installed (package nginx-light)"))
    struct CertificateTests {
        @Test("A certificate is always checked, also against the authorities of a file that a variable names")
        func authorities() throws {
            let (hosts, home) = (try TLSHosts(count: 1), try TemporaryHome())
            #expect(try Program.lede(["import", "-"], home: home.url, input: hosts.subscriptions).status == 0)
            func refresh(_ variable: String?) throws -> Program.Result {
                var environment = ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": ""]
                if let variable { environment[variable] = hosts.authority }
                return try Program.lede(["refresh", "--force"], home: home.url, environment: environment)
            }
            var trusted = try refresh("CURL_CA_BUNDLE")
            // nginx may not listen yet.
            for _ in 0..<100 where trusted.status != 0 { trusted = try refresh("CURL_CA_BUNDLE") }
            #expect(trusted.status == 0, "\(trusted)")
            let untrusted = try refresh(nil)
            #expect(untrusted.status == 1 && untrusted.errors.contains("certificate"), "\(untrusted)")
            #expect(try refresh("SSL_CERT_FILE").status == 0)
        }
    }
}
