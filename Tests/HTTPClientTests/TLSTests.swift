@testable import HTTPClient
import Foundation
import TestSupport
import Testing

struct TLSTests {
    private let get = TransportRequest(.get, "/")

    private func certificateDetail(_ server: OpenSSLServer, trusted: Bool) async throws -> String {
        var settings = TransportSettings()
        if trusted { settings.certificateAuthorityFile = server.certificateFile }
        let transport = try CurlTransport(server: server.url, settings: settings)
        let error = await #expect(throws: TransportError.self) { try await transport.send(get) }
        guard case .certificate(let detail) = error else {
            Issue.record("The certificate ended as \(String(describing: error)).")
            return ""
        }
        return detail
    }

    @Test func `a trusted certificate for the right host is accepted`() async throws {
        let server = try OpenSSLServer(certificateFor: "localhost")
        defer { server.stop() }
        var settings = TransportSettings()
        settings.certificateAuthorityFile = server.certificateFile
        let transport = try CurlTransport(server: server.url, settings: settings)
        let response = try await transport.send(get)
        #expect(response.status == 200)
        let left = try #require(response.certificateExpires).timeIntervalSinceNow
        #expect(left > 1.9 * 86_400 && left < 2.1 * 86_400)
    }

    @Test func `an expired certificate is refused, and known as expired`() async throws {
        let server = try OpenSSLServer(certificateFor: "localhost", isExpired: true)
        defer { server.stop() }
        let detail = try await certificateDetail(server, trusted: true)
        #expect(TransportError.certificate(detail: detail).isExpiredCertificate, "\(detail)")
    }

    @Test func `a certificate of an unknown issuer is refused`() async throws {
        let server = try OpenSSLServer(certificateFor: "localhost")
        defer { server.stop() }
        let detail = try await certificateDetail(server, trusted: false)
        #expect(detail.contains("self-signed"))
        #expect(!TransportError.certificate(detail: detail).isExpiredCertificate)
    }

    @Test func `a certificate for another host is refused`() async throws {
        let server = try OpenSSLServer(certificateFor: "other.example.org")
        defer { server.stop() }
        #expect(try await certificateDetail(server, trusted: true).contains("subject name"))
    }

    @Test func `an authority file that is not there is an error of the certificate`() async throws {
        let server = ScriptedServer { _ in .raw("", then: .close) }
        var settings = TransportSettings()
        settings.certificateAuthorityFile = "/does/not/exist.pem"
        let address = "https://localhost:\(server.port)"
        let transport = try CurlTransport(server: address, settings: settings)
        let error = await #expect(throws: TransportError.self) { try await transport.send(get) }
        guard case .certificate = error else {
            Issue.record("The missing file ended as \(String(describing: error)).")
            return
        }
    }

    @Test func `a server without TLS cannot be reached by https`() async throws {
        let server = ScriptedServer { _ in .ok("fine") }
        let listener = try CurlTransport(server: "https://localhost:\(server.port)")
        // The server waits for the end of a request that a handshake never is, hence the bound.
        var request = get
        request.noProgressTimeout = Patience.silence
        await #expect(throws: TransportError.timedOut) { try await listener.send(request) }
    }
}
