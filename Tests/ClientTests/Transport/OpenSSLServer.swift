import Foundation
import TestSupport

/// An HTTPS server with a fresh self-signed certificate: openssl's own, as a child process.
final class OpenSSLServer {
    /// The certificate, which is also the authority to trust.
    let certificateFile: String

    /// The address by name, so that certificates for names can match.
    let url: String

    private let folder: URL
    private let process: Process

    init(certificateFor host: String, isExpired: Bool = false) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("accord-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificateFile = folder.appendingPathComponent("certificate.pem").path
        let keyFile = folder.appendingPathComponent("key.pem").path
        try await Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-days", "2",
            "-keyout", keyFile, "-out", certificateFile,
        ])
        if isExpired {
            try await Self.expire(certificateFile, of: host, key: keyFile, in: folder)
        }
        process = Self.openssl([
            "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificateFile,
            "-key", keyFile,
        ])
        let output = Pipe()
        process.standardOutput = output
        try process.start()
        url = "https://localhost:\(Self.port(announcedBy: output.fileHandleForReading))"
    }

    /// Ends the child; by SIGKILL, as it may have inherited a mask that blocks every other signal.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Puts one of the past in place of a certificate; `req` makes none, `ca` does.
    private static func expire(
        _ certificate: String, of host: String, key: String, in folder: URL
    ) async throws {
        let (settings, request) = (folder.path + "/ca.cnf", folder.path + "/request.pem")
        let lines = [
            "[ca]", "default_ca=d", "[d]", "database=\(folder.path)/index", "rand_serial=yes",
            "new_certs_dir=\(folder.path)", "default_md=sha256", "policy=p", "x509_extensions=e",
            "[p]", "commonName=supplied", "[e]", "subjectAltName=DNS:\(host)", "",
        ]
        try lines.joined(separator: "\n").write(
            toFile: settings, atomically: true, encoding: .utf8)
        try Data().write(to: folder.appendingPathComponent("index"))
        try await run(["req", "-new", "-key", key, "-subj", "/CN=\(host)", "-out", request])
        try await run([
            "ca", "-config", settings, "-selfsign", "-batch", "-notext", "-keyfile", key,
            "-in", request, "-out", certificate, "-startdate", "20200101000000Z",
            "-enddate", "20200102000000Z",
        ])
    }

    private static func run(_ arguments: [String]) async throws {
        let process = openssl(arguments)
        try await withCheckedThrowingContinuation { end in
            process.terminationHandler = { _ in end.resume() }
            do {
                try process.start()
            } catch {
                end.resume(throwing: error)
            }
        }
    }

    /// openssl says "ACCEPT 127.0.0.1:41234" when it listens.
    private static func port(announcedBy output: FileHandle) -> String {
        var text = ""
        while true {
            if let port = text.firstMatch(of: /ACCEPT .*:(\d+)\n/)?.1 { return String(port) }
            let piece = output.availableData
            precondition(!piece.isEmpty, "openssl must announce its port before it ends.")
            text += String(decoding: piece, as: UTF8.self)
        }
    }

    private static func openssl(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }
}
