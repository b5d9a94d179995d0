import HTTPClient
import Testing

struct ServerAddressTests {
    @Test(arguments: [
        "https://accord.example.org", "https://accord.example.org:8443/team/",
        "http://localhost:8080", "http://127.0.0.1", "http://127.8.8.8:1", "http://[::1]:8080",
    ])
    func `https anywhere and plain http on this machine are accepted`(address: String) throws {
        try CurlTransport(server: address).shutdown()
    }

    @Test(arguments: [
        "http://accord.example.org", "http://127.0.0.1.example.org", "http://localhost.example.org",
        "http://10.0.0.7:8080", "http://[2001:db8::1]",
    ])
    func `plain http to another machine needs permission`(address: String) throws {
        #expect(throws: TransportError.plainHTTPRefused(url: address)) {
            try CurlTransport(server: address)
        }
        var settings = TransportSettings()
        settings.allowsPlainHTTP = true
        try CurlTransport(server: address, settings: settings).shutdown()
    }

    @Test(arguments: [
        "", "accord.example.org", "ftp://accord.example.org", "https://", "https:accord",
        "https://accord.example.org?x=1", "https://accord.example.org/#top", "https://a b",
    ])
    func `what is no address of a server is refused`(address: String) {
        let error = #expect(throws: TransportError.self) { try CurlTransport(server: address) }
        guard case .invalidURL = error else {
            Issue.record("\(address) was refused as \(String(describing: error)).")
            return
        }
    }

    @Test func `a password in the address is refused and not repeated`() {
        let error = #expect(throws: TransportError.self) {
            try CurlTransport(server: "https://maya:hunter2@accord.example.org")
        }
        #expect(!String(describing: error).contains("hunter2"))
    }
}
