import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Shared
import Testing

@testable import Server

/// What whoever watches the server is told, and what its log says of one request.
struct ServerMetricsTests {
    @Test func `requests, changes and pulls are counted by route, outcome and answer`() async throws
    {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        team.tester.judge(team.state(2), .passed)
        let push = team.tester.request().canonicalBytes()
        team.reader.judge(team.state(3), .passed)
        let kept = team.reader.request().canonicalBytes()
        let (metrics, audit, server) = (ServerMetrics(), team.audit, team.server)
        let (tester, reader) = (team.tester.token, team.reader.token)
        try await server.application(metrics).test(.router) { client in
            for _ in 0..<2 {
                _ = try await client.post(ProtocolNames.changes(audit), .bearer(tester), push)
            }
            _ = try await client.post(ProtocolNames.changes(audit), .bearer(reader), kept)
            let first = try await client.get(ProtocolNames.records(audit), .bearer(tester))
            let tag = try #require(first.headers[.eTag])
            _ = try await client.get(
                ProtocolNames.records(audit), .bearer(tester, [.ifNoneMatch: tag]))
            _ = try await client.get("/v1/nowhere/\(audit.hex)")
            _ = try await client.execute(uri: "/join", method: .delete, headers: [:]) { $0 }
        }
        let text = metrics.text(try await server.core.state())
        let route = "route=\"/v1/audits/{audit}"
        for line in [
            "accord_requests_total{method=\"POST\",\(route)/changes\",status=\"200\"} 3",
            "accord_requests_total{method=\"GET\",\(route)/records\",status=\"200\"} 2",
            "accord_requests_total{method=\"GET\",route=\"NotFound\",status=\"404\"} 1",
            "accord_requests_total{method=\"other\",route=\"/join\",status=\"405\"} 1",
            "accord_request_seconds_count{\(route)/changes\"} 3",
            "accord_changes_total{outcome=\"applied\"} 2",
            "accord_changes_total{outcome=\"quarantined\"} 1",
            "accord_pulls_total{answer=\"records\"} 2", "accord_pulls_held 0",
            "accord_writes_waiting 0",
        ] { #expect(text.contains(line + "\n"), "\(line) is not in\n\(text)") }
        for name in ServerMetrics.Name.allCases {
            #expect(text.contains("# HELP \(name.rawValue) \(name.help)\n"), "\(name.rawValue)")
        }
        // Nobody's audit, device or name is told.
        for id in [audit.hex, team.tester.replica.hex, "Maya"] { #expect(!text.contains(id)) }
    }

    @Test func `they are told at their own address, and nowhere else`() async throws {
        let server = try TestServer()
        let metrics = ServerMetrics()
        try await Application(router: metrics.router(of: server.core)).test(.router) { client in
            let answer = try await client.get("/metrics")
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == PrometheusMetrics.mediaType)
            let text = String(decoding: answer.bytes, as: UTF8.self)
            #expect(text.contains("accord_disk_free_bytes "))
            #expect(text.contains("accord_database_bytes{file=\"log\"} "))
            #expect(try await client.get("/v1/capabilities").status == .notFound)
        }
        try await server.overHTTP { client in
            let status = try await client.get("/metrics").status
            #expect(status == .notFound)
        }
    }

    @Test func `the page lists every metric`() throws {
        let page = try String(
            contentsOf: ExchangeFile.folder.appending(path: "../database.md"), encoding: .utf8)
        for name in ServerMetrics.Name.allCases {
            #expect(page.contains("| `\(name.rawValue)` |"), "docs/database.md: \(name.rawValue)")
        }
    }

    @Test func `each line of the log that a request causes has its id`() async throws {
        let server = try TestServer()
        let lines = LogLines()
        let core = ServerCore(
            store: server.store, secret: server.secret, now: { TestServer.now }, log: lines.logger)
        let application = Application(
            router: buildRouter(core, program: "test", log: lines.logger), logger: lines.logger)
        try server.store.close()
        try await application.test(.router) { client in
            for _ in 0..<2 {
                let status = try await client.get("/ready").status
                #expect(status != .ok)
            }
        }
        let ids = ["storage failed", "request"].map { message in
            lines.all.filter { $0.message == message }.map { "\($0.metadata["request.id"] ?? "")" }
        }
        #expect(ids[0] == ids[1] && Set(ids[0]).count == 2 && !ids[0].contains(""), "\(ids)")
    }
}

extension TestServer {
    fileprivate func application(
        _ metrics: ServerMetrics
    ) -> Application<RouterResponder<AccordRequestContext>> {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return Application(
            router: buildRouter(
                core, program: "test", log: log, now: { TestServer.now }, metrics: metrics),
            logger: log)
    }
}
