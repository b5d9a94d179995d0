import Foundation
import Testing

@testable import Server

struct ServerSettingsTests {
    private static let folder = URL(filePath: "/srv/accord", directoryHint: .isDirectory)

    @Test(arguments: [
        ("127.0.0.1:8437", "127.0.0.1", 8437), ("localhost:0", "localhost", 0),
        ("[::1]:80", "::1", 80),
    ])
    func `an address is host and port`(_ text: String, _ host: String, _ port: Int) throws {
        let address = try ServerSettings.ListenAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(arguments: ["", "8437", ":8437", "host:", "host:70000", "::1:80", "[::1:80"])
    func `anything else is refused by name`(_ text: String) {
        #expect(throws: ServerSettings.Failure.badAddress(text)) {
            try ServerSettings(dataFolder: Self.folder, listen: text)
        }
    }

    @Test func `a certificate without its key is half of TLS`() {
        #expect(throws: ServerSettings.Failure.halfTLS) {
            try ServerSettings(
                dataFolder: Self.folder, listen: "localhost:0", tlsCertificate: "server.pem")
        }
    }
}
