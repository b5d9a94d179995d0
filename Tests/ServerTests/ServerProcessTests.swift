import Foundation
import NIOSSL
import Shared
import TestSupport
import Testing

@testable import Server

struct ServerProcessTests {
    @Test func `a key and a certificate from files make an HTTPS server`() throws {
        let folder = try TemporaryFolder()
        let files = try Self.certificate(in: folder.url)
        let configuration = try ServerProcess.configuration(of: files)
        #expect(configuration.certificateChain.count == 1)
        #expect(configuration.applicationProtocols == ["http/1.1"])
    }

    @Test func `a file that is no certificate or no key is named`() throws {
        let folder = try TemporaryFolder()
        let good = try Self.certificate(in: folder.url)
        let text = folder.url.appending(path: "notes.txt")
        try Data("not PEM".utf8).write(to: text)
        let pairs = [(text.path, good.key, text.path), (good.certificate, text.path, text.path)]
        for (certificate, key, culprit) in pairs {
            let error = #expect(throws: SettingsError.self) {
                try ServerProcess.configuration(
                    of: ServerSettings.TLSFiles(certificate: certificate, key: key))
            }
            guard case .tlsFile(let path, _) = error else {
                Issue.record("not named: \(String(describing: error))")
                continue
            }
            #expect(path == culprit)
        }
    }

    @Test func `a failure to start has a kind and a next step`() {
        let failure = ReportedError(
            serving: SettingsError.given(place: "--tls-key", reason: "give both"))
        #expect(failure.kind == .settings)
        #expect(failure.message.contains("--tls-key"))
    }

    @Test func `what nobody foresaw is told without the library's words`() {
        struct Unknown: Error { let secret = "internals" }
        let unknown = ReportedError(serving: Unknown())
        #expect(unknown.kind == .bug && !unknown.message.contains("internals"))
        let missing = ReportedError(serving: CocoaError(.fileReadNoSuchFile))
        #expect(missing.kind == .disk && !missing.message.contains("Cocoa"))
        #expect(missing.message.contains("it is not there"))
    }

    @Test func `a key of another certificate is named`() throws {
        let folders = [try TemporaryFolder(), try TemporaryFolder()]
        let pairs = try folders.map { try Self.certificate(in: $0.url) }
        let mixed = ServerSettings.TLSFiles(certificate: pairs[0].certificate, key: pairs[1].key)
        let error = #expect(throws: SettingsError.self) {
            try ServerProcess.configuration(of: mixed)
        }
        #expect(error?.description.contains("is not the key of") == true)
    }

    @Test func `a certificate that is not there, or a folder, is told as that`() throws {
        let folder = try TemporaryFolder()
        let good = try Self.certificate(in: folder.url)
        for (path, words) in [("/nowhere/a.pem", "is not there"), (folder.url.path, "is a folder")]
        {
            let error = #expect(throws: SettingsError.self) {
                try ServerProcess.configuration(
                    of: ServerSettings.TLSFiles(certificate: path, key: good.key))
            }
            #expect(error?.description.contains(words) == true)
        }
    }

    private static func certificate(in folder: URL) throws -> ServerSettings.TLSFiles {
        let certificate = folder.appending(path: "server.pem").path
        let key = folder.appending(path: "server.key").path
        let openssl = try ChildProgram([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-keyout", key, "-out", certificate,
        ])
        #expect(openssl.end() == .exited(0))
        return ServerSettings.TLSFiles(certificate: certificate, key: key)
    }
}
