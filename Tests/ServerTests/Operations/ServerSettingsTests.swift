import Shared
import Testing

@testable import Server

struct ServerSettingsTests {
    @Test(arguments: [
        ("127.0.0.1:8437", "127.0.0.1", 8437), ("localhost:0", "localhost", 0),
        ("[::1]:80", "::1", 80),
    ])
    func `an address is host and port`(_ text: String, _ host: String, _ port: Int) throws {
        let address = try #require(ServerSettings.ListenAddress(text))
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(arguments: ["", "8437", ":8437", "host:", "host:70000", "::1:80", "[::1:80"])
    func `anything else is refused by name`(_ text: String) {
        let told = "--listen: “\(text)” cannot be: HOST:PORT"
        #expect(Self.fault([.listen: text])?.hasPrefix(told) == true)
    }

    @Test func `a certificate without its key is half of TLS`() {
        #expect(
            Self.fault([.tlsCertificate: "server.pem"])
                == "--tls-certificate: TLS needs tls_certificate and tls_key: give both")
    }

    @Test func `an empty path is no path, least of all the working directory`() {
        #expect(Self.fault([.data: ""]) == "--data: no path is empty")
    }

    private static func fault(_ options: [ServerSettings.Key: String]) -> String? {
        let error = #expect(throws: SettingsError.self) {
            try ServerSettings(
                options: options.merging([.data: "/srv/accord"]) { given, _ in given }, file: nil,
                environment: [:])
        }
        return error?.description
    }
}
