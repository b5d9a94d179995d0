import Foundation
import Shared
import Testing

@testable import Server

/// The recorded exchanges of docs/protocol, against the page that promises them.
///
/// With `ACCORD_RECORD=1` the answers are written anew; what changed in them then needs a reason.
struct ExchangeTests {
    /// Problems that no request can bring about on a server that is well, and why.
    private static let unprovoked: [ProblemCode: String] = [
        .auditGone: "this server removes no audits yet",
        .snapshotGone: "this server answers from the present snapshot only",
        .overloaded: "only with more waiting writes than a file can show",
        .storageFull: "only with a full disk",
        .tooManyDevices: "only after many enrolments",
    ]

    @Test func `every request is answered as it is written down`() async throws {
        for file in try ExchangeFile.all() {
            let answered = try await file.server.started().answers(to: file.exchanges)
            if ProcessInfo.processInfo.environment["ACCORD_RECORD"] == "1" {
                try file.record(answered)
                continue
            }
            for (recorded, now) in zip(file.exchanges, answered) {
                #expect(now.answer == recorded.answer, "\(file.name): \(recorded.title)")
            }
        }
    }

    @Test func `every route has an example, and the page lists every route`() async throws {
        let listed = try Self.page().matches(of: /`(GET|HEAD|PATCH|POST|PUT) (\/[a-z0-9\/{}:.]+)`/)
            .map { "\($0.1) \($0.2)" }
        // The document is docs/openapi.yaml itself.
        let routes = Set(listed + ["GET /ready"]).subtracting(["GET /v1/openapi.json"])
        let shown = try ExchangeFile.all().flatMap(\.exchanges).filter { $0.isAnswered(with: "2") }
            .map { exchange in
                let path = exchange.path.split(separator: "?")[0]
                    .replacing(/invites\/[0-9a-f]+/, with: "invites/{invite}")
                    .replacing(/[0-9a-f]{64}/, with: "{sha256}")
                    .replacing(/uploads\/[0-9a-f]{32}/, with: "uploads/{upload}")
                    .replacing(/replicas\/[0-9a-f]{32}/, with: "replicas/{replica}")
                    .replacing(/quarantine\/[0-9a-f]+/, with: "quarantine/{item}")
                    .replacing(/[0-9a-f]{32}/, with: "{audit}")
                return "\(exchange.method) \(path)"
            }
        #expect(routes.subtracting(shown).isEmpty)
        #expect(Set(shown).subtracting(routes).isEmpty)
    }

    @Test func `every problem has an example, or a reason why it has none`() throws {
        let answers = try ExchangeFile.all().flatMap(\.exchanges).map(\.answer)
        for code in ProblemCode.allCases {
            let isShown = answers.contains { $0.contains("\"code\" : \"\(code.rawValue)\"") }
            #expect(isShown == (Self.unprovoked[code] == nil), "\(code.rawValue)")
        }
    }

    @Test func `the page links every file of exchanges`() throws {
        let page = try Self.page()
        for file in try ExchangeFile.all() {
            #expect(page.contains("](protocol/\(file.name).http)"), "\(file.name)")
        }
    }

    @Test func `a dump of bytes reads back as the same bytes`() {
        for count in [0, 1, 15, 16, 17, 300] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            #expect(ExchangeText.bytes(ofDump: ExchangeText.dump(of: bytes)) == bytes)
        }
    }

    private static func page() throws -> String {
        try String(
            contentsOf: ExchangeFile.folder.appending(path: "../protocol.md"), encoding: .utf8)
    }
}

extension Exchange {
    /// Whether the answer's status begins with these digits.
    fileprivate func isAnswered(with digits: String) -> Bool {
        answer.hasPrefix("HTTP/1.1 " + digits)
    }
}
