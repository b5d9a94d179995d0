import Foundation
import TestSupport
import Testing

/// What the built programs send each other, counted on the line between them.
@Suite(.serialized)
struct WireBytesTests {
    private static let bytesMax = 660

    @Test func `a sync with nothing to do is one request of 660 bytes both ways`() throws {
        let team = try Team()
        let line = try team.line()
        let laptop = try team.join("Lee Park", over: line.url)
        try laptop.succeed(Team.verdict("passed"))
        try laptop.succeed("sync")
        let before = try laptop.lastSync()
        for _ in 1...2 {
            line.reset()
            let report = try laptop.syncReport()
            #expect(report["requests"] as? Int == 1)
            #expect(report["complete"] as? Bool == true)
            let traffic = line.traffic
            let text = String(decoding: traffic.sent + traffic.received, as: UTF8.self)
            #expect(traffic.requestLines.count == 1)
            #expect(traffic.count <= Self.bytesMax, "\(traffic.count) bytes:\n\(text)")
            #expect(text.contains("HTTP/1.1 304 Not Modified"))
        }
        #expect(try laptop.lastSync() > before)
        #expect(try laptop.succeed("verify").status == 0)
    }

    @Test func `it stays within them when a lead has settled something`() throws {
        let team = try Team()
        let line = try team.line()
        let laptop = try team.join("Lee Park", over: line.url)
        try team.lead.succeed("audit", "people", "role", "Lee Park", "--role", "reader")
        try team.lead.succeed("sync")
        try laptop.succeed(Team.verdict("failed"))
        try laptop.succeed("sync")
        func server(_ arguments: String...) throws -> Program.Output {
            try Program.server.succeed(arguments + ["--data", team.server.data.path])
        }
        let audit = try #require(try server("audit", "list", "--json").json()["audit"] as? String)
        let listed = try server("quarantine", "list", audit, "--json").json()
        let id = try #require(listed["id"] as? String)
        _ = try server(
            "quarantine", "discard", audit, id, "--by", "Tomas Berg", "--reason", "Twice.")
        try laptop.succeed("sync")
        #expect(try laptop.succeed("log").out.contains("Tomas Berg: Twice."))
        line.reset()
        #expect(try laptop.syncReport()["requests"] as? Int == 1)
        #expect(line.traffic.count <= Self.bytesMax, "\(line.traffic.count) bytes")
    }

    @Test func `whoever had nothing to do still hears of what comes next`() throws {
        let team = try Team()
        let line = try team.line()
        let laptop = try team.join("Lee Park", over: line.url)
        try laptop.succeed("sync")
        // Her own work, which came too late: she may only read by now.
        try laptop.succeed(Team.verdict("failed"))
        try team.lead.succeed("audit", "people", "role", "Lee Park", "--role", "reader")
        try team.lead.succeed("sync")
        let refused = try laptop.syncReport()
        #expect(refused["sent"] as? Int == 1)
        #expect(refused["notAccepted"] as? Int == 1)
        // The roster, with the same sync.
        #expect(refused["received"] as? Int == 1)
        #expect(try laptop.syncReport()["received"] as? Int == 0)
        // Another's work.
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        #expect(try laptop.syncReport()["received"] as? Int == 1)
    }
}

extension Team {
    /// A counted line to the team's server.
    fileprivate func line() throws -> CountingProxy {
        let port = server.address.split(separator: ":").last.flatMap { UInt16($0) }
        return CountingProxy(to: try #require(port))
    }
}

extension Program {
    /// What a sync says of the home's one audit.
    fileprivate func syncReport() throws -> [String: Any] {
        let audits = try succeed("sync", "--json").json()["audits"] as? [[String: Any]]
        return try #require(audits?.first)
    }

    fileprivate func lastSync() throws -> String {
        let audits = try succeed("status", "--json").json()["audits"] as? [[String: Any]]
        return try #require(audits?.first?["lastSync"] as? String)
    }
}
