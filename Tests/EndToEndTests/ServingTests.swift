import Foundation
import TestSupport
import Testing

/// Serving as whoever runs the server meets it: stopping in the midst of work, and TLS.
@Suite(.serialized)
struct ServingTests {
    @Test func `a server stopped during a large push keeps what it acknowledged`() throws {
        let team = try Team()
        let audit = try team.audit()
        try team.recordMuch()
        let recorded = try Team.queue(of: team.tester)
        #expect(team.server.stop() == 0)
        let before = try team.sequence(of: audit)

        let server = try Serving(
            "--data", team.server.data.path, "--listen", team.server.listen)
        let sync = team.tester.process(["sync"])
        sync.standardOutput = FileHandle.nullDevice
        sync.standardError = FileHandle.nullDevice
        try sync.run()
        try server.readLog(until: "POST", "/changes", "status=200")
        #expect(server.stop() == 0)
        sync.waitUntilExit()
        #expect([0, 69].contains(sync.terminationStatus))

        let acknowledged = try recorded - Team.queue(of: team.tester)
        #expect(acknowledged > 0)
        #expect(try team.sequence(of: audit) >= before + acknowledged)

        try team.server.start()
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        #expect(try Team.queue(of: team.tester) == 0)
        #expect(try team.sequence(of: audit) == before + recorded)
        #expect(try team.root(by: team.lead) == team.root(by: team.tester))
    }

    @Test func `metrics are told at an address of their own, when asked for`() throws {
        let folder = try TemporaryFolder()
        let server = try Serving(
            "--data", folder.url.path, "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0")
        let line = try server.readLog(until: "metrics", "listen.port=")
        let port = try #require(line.firstMatch(of: /listen\.port=([0-9]+)/)).1
        let out = Pipe()
        let curl = try ChildProgram(
            ["curl", "-sf", "http://127.0.0.1:\(port)/metrics"],
            output: out.fileHandleForWriting.fileDescriptor)
        try out.fileHandleForWriting.close()
        let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(curl.end() == .exited(0))
        #expect(text.contains("\naccord_disk_free_bytes "), "\(text)")
        #expect(server.stop() == 0)
    }

    @Test func `whoever trusts the server's certificate joins and syncs by https`() throws {
        let site = try SecureSite()
        let laptop = try site.laptop()
        try laptop.succeed(
            "join", site.server.address, site.invite(), "--ca", site.certificate)
        try laptop.succeed("audit", "new", "Larkfield Mobile", "--environment", Team.environment)
        try laptop.succeed("sync")
        let status = try laptop.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        #expect(audits.first?["onServer"] as? Bool == true)
        // The certificate is good for two days.
        let doctor = try laptop.succeed("doctor", "--json").json()
        let lines = try #require(doctor["lines"] as? [[String: Any]])
        let line = try #require(lines.first { $0["topic"] as? String == "certificate" })
        #expect(line["verdict"] as? String == "attention")
        #expect((line["words"] as? String)?.contains("a day from now") == true, "\(line)")
    }

    @Test func `a certificate of an unknown issuer is refused, with what to do`() throws {
        let site = try SecureSite()
        let laptop = try site.laptop()
        let code = try site.invite()
        let refused = try laptop.run("join", site.server.address, code)
        #expect(refused.status == 76)
        #expect(refused.errors.contains("could not prove who it is"))
        #expect(refused.errors.contains("join with --ca FILE"))
        // Nothing was sent, so that the code is still good.
        try laptop.succeed("join", site.server.address, code, "--ca", site.certificate)
    }

    @Test func `at SIGHUP a new certificate holds, and one that cannot be used alters nothing`()
        throws
    {
        let site = try SecureSite()
        let laptop = try site.laptop()
        let code = try site.invite()
        try site.renew()
        // Not read yet: the one from before is still shown.
        let early = try laptop.run("join", site.server.address, code, "--ca", site.certificate)
        #expect(early.status == 76, "\(early.errors)")
        site.server.hangUp()
        try site.server.readLog(until: "begun anew with the settings")
        try laptop.succeed("join", site.server.address, code, "--ca", site.certificate)
        try "no key".write(toFile: site.key, atomically: true, encoding: .utf8)
        site.server.hangUp()
        try site.server.readLog(until: "SIGHUP", "those from before hold")
        try laptop.succeed("sync")
        #expect(site.server.stop() == 0)
    }
}

/// A server that speaks TLS with a fresh certificate for `localhost`.
private struct SecureSite {
    let folder: TemporaryFolder
    let server: Serving
    /// The certificate, which is also the authority to trust.
    let certificate: String
    private let data: String
    let key: String

    init() throws {
        folder = try TemporaryFolder()
        certificate = folder.url.appending(path: "certificate.pem").path
        data = folder.url.appending(path: "server").path
        key = folder.url.appending(path: "key.pem").path
        try Self.makeCertificate(certificate, key: key)
        server = try Serving(
            "--data", data, "--listen", "localhost:0", "--tls-certificate", certificate,
            "--tls-key", key)
    }

    /// Another certificate with another key in the same two files.
    func renew() throws { try Self.makeCertificate(certificate, key: key) }

    private static func makeCertificate(_ certificate: String, key: String) throws {
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days",
            "2", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
    }

    func laptop() throws -> Program {
        let laptop = Program.accord(home: folder.url.appending(path: "maya"))
        try laptop.succeed("init", "--name", "Maya Lindqvist")
        return laptop
    }

    func invite() throws -> String {
        let output = try Program.server.succeed(
            "invite", "--data", data, "--name", "Maya Lindqvist", "--json")
        return try #require(output.json()["code"] as? String)
    }
}

/// An `accord-server serve` with any options, whose log can be followed.
private final class Serving {
    private(set) var address = ""
    private let process: Process
    private let log = Pipe()

    init(_ options: String...) throws {
        process = Program.server.process(["serve"] + options)
        let out = Pipe()
        process.standardOutput = out
        process.standardError = log
        try process.run()
        let line = try Self.line(from: out.fileHandleForReading)
        let first = try JSONSerialization.jsonObject(with: line) as? [String: Any]
        address = try #require(first?["address"] as? String)
    }

    deinit { process.terminate() }

    /// Reads the log up to a line with all of these words, and returns it.
    @discardableResult
    func readLog(until words: String...) throws -> String {
        while true {
            let line = String(
                decoding: try Self.line(from: log.fileHandleForReading), as: UTF8.self)
            if words.allSatisfy({ line.contains($0) }) { return line }
        }
    }

    /// Asks it to read its settings again.
    func hangUp() { kill(process.processIdentifier, SIGHUP) }

    /// Asks it to end and waits; returns its exit status.
    func stop() -> Int32 {
        process.terminate()
        // What it still logs must not fill the pipe.
        _ = log.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func line(from file: FileHandle) throws -> Data {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = try #require(try file.read(upToCount: 1), "the server ended: \(line)")
            try #require(!byte.isEmpty, "the server ended")
            line += byte
        }
        return line
    }
}

extension RunningServer {
    /// Where it listens, as options take it.
    fileprivate var listen: String { String(address.dropFirst("http://".count)) }
}

extension Team {
    /// The only audit's id.
    fileprivate func audit() throws -> String {
        let status = try lead.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        return try #require(audits.first?["audit"] as? String)
    }

    /// Saves twelve times three long texts on twelve findings: several pushes, by their size.
    fileprivate func recordMuch() throws {
        let criteria = ["label-in-name", "one-stop", "keyboard-order"]
        var generator = SeededGenerator(seed: 12)
        for _ in 1...12 {
            // Text that no encoding makes small, so that it takes several pushes.
            let text = (0..<1_100).map { _ in
                String(UInt64.random(in: 0...UInt64.max, using: &generator), radix: 36)
            }.joined(separator: " ")
            var rows = ""
            for state in ["collapsed", "expanded", "selected", "disabled"] {
                for criterion in criteria {
                    rows += """
                        {"screen":"Accounts","label":"Account options",\
                        "environment":"\(Self.environment)","state":"\(state)",\
                        "criterion":"\(criterion)","outcome":"passed","note":"\(text)",\
                        "heard":"\(text)","steps":"\(text)"}

                        """
                }
            }
            try tester.succeed("record", "--from", "-", "--format", "ndjson", input: rows)
        }
    }

    /// How many changes of the audit are in the server's database.
    fileprivate func sequence(of audit: String) throws -> Int {
        let shown = try Program.server.succeed(
            "audit", "show", audit, "--data", server.data.path, "--json")
        return try #require(shown.json()["sequence"] as? Int)
    }

    /// The root that `verify` proves on a laptop.
    fileprivate func root(by program: Program) throws -> String {
        let lines = try program.succeed("verify").out.split(separator: "\n")
        return String(try #require(lines.first { $0.hasPrefix("root ") }))
    }
}
