import Foundation
import TestSupport

/// An HTTPS server with a fresh self-signed certificate: openssl's own, as a child process.
final class OpenSSLServer {
    /// The certificate, which is also the authority to trust.
    let certificateFile: String

    /// The address by name, so that certificates for names can match.
    let url: String

    private let folder: URL
    private let child: ChildProgram

    init(certificateFor host: String, isExpired: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("accord-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificateFile = folder.appendingPathComponent("certificate.pem").path
        let keyFile = folder.appendingPathComponent("key.pem").path
        try Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-days", "2",
            "-keyout", keyFile, "-out", certificateFile,
        ])
        if isExpired {
            try Self.expire(certificateFile, of: host, key: keyFile, in: folder)
        }
        let output = Pipe()
        child = try ChildProgram(
            [
                "openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificateFile,
                "-key", keyFile,
            ], output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        url = "https://localhost:\(Self.port(announcedBy: output.fileHandleForReading))"
    }

    func stop() {
        kill(child.identifier, SIGKILL)
        _ = child.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Puts one of the past in place of a certificate; `req` makes none, `ca` does.
    private static func expire(
        _ certificate: String, of host: String, key: String, in folder: URL
    ) throws {
        let settings = folder.path + "/ca.cnf"
        let request = folder.path + "/request.pem"
        let lines = [
            "[ca]", "default_ca=d", "[d]", "database=\(folder.path)/index", "rand_serial=yes",
            "new_certs_dir=\(folder.path)", "default_md=sha256", "policy=p", "x509_extensions=e",
            "[p]", "commonName=supplied", "[e]", "subjectAltName=DNS:\(host)", "",
        ]
        try lines.joined(separator: "\n").write(
            toFile: settings, atomically: true, encoding: .utf8)
        try Data().write(to: folder.appendingPathComponent("index"))
        try run(["req", "-new", "-key", key, "-subj", "/CN=\(host)", "-out", request])
        try run([
            "ca", "-config", settings, "-selfsign", "-batch", "-notext", "-keyfile", key,
            "-in", request, "-out", certificate, "-startdate", "20200101000000Z",
            "-enddate", "20200102000000Z",
        ])
    }

    private static func run(_ arguments: [String]) throws {
        guard try ChildProgram(["openssl"] + arguments).end() == .exited(0) else {
            throw CocoaError(.fileWriteUnknown)
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
}
