import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Shared
import Testing

@testable import Server

/// The sheet of routes, against the page that promises it and against what the server does.
struct RoutesTests {
    @Test func `the page lists every route as the sheet has it`() throws {
        let page = try String(
            contentsOf: ExchangeFile.folder.appending(path: "../protocol.md"), encoding: .utf8)
        let listed = page.split(separator: "\n").filter {
            $0.contains(/^\| `(GET|HEAD|PATCH|POST|PUT|DELETE) \//)
        }
        let routes = try TestServer().routes.all
        let lines = routes.map { route in
            let cells = [
                "`\(route.method.rawValue) \(route.path)`", route.right.rawValue, route.reads.name,
                route.answers.name,
            ]
            return "|" + cells.map { $0.isEmpty ? " " : " \($0) " }.joined(separator: "|") + "|"
        }
        for line in lines {
            #expect(listed.contains { $0.hasPrefix(line) }, "docs/protocol.md lacks: \(line)")
        }
        #expect(listed.count == lines.count)
        #expect(Set(routes.map { "\($0.method) \($0.path)" }).count == routes.count)
    }

    @Test func `each right lets in whom it names, and nobody else`() async throws {
        let team = try await TestServer().team()
        let server = team.server
        let stranger = try await server.device("Sam", person: 7, replica: 7)
        let exporter = server.secret.exporterToken(
            audit: team.audit, expires: TestServer.now.addingTimeInterval(60))
        try await server.overHTTP { client in
            // What HEAD answers tells no problem.
            for route in server.routes.all where route.method != .head {
                let right = route.right
                func code(_ token: String?) async throws -> ProblemCode? {
                    try await client.code(of: route, in: team.audit, token)
                }
                let isOpen = right == .nothing || right == .invite
                let needsToken = try await code(nil) == .tokenMissing
                #expect(needsToken == !isOpen || right == .invite, "\(route.path)")
                let needsDevice = right == .device || right == .lead
                let refused = try await code(exporter) == .notAllowed
                #expect(refused == needsDevice, "an exporter at \(route.path)")
                guard right == .member || right == .lead else { continue }
                let outside = try await code(stranger.token)
                #expect(outside == .notAMember, "a stranger at \(route.path)")
                let inside = try await code(team.tester.token)
                #expect((inside == .notAllowed) == (right == .lead), "a tester at \(route.path)")
                #expect(inside != .notAMember, "\(route.path)")
                let leading = try await code(team.lead.token)
                #expect(leading != .notAllowed && leading != .notAMember, "\(route.path)")
            }
        }
    }

    @Test func `any other method is refused with those that an address takes`() async throws {
        let team = try await TestServer().team()
        try await team.server.overHTTP { client in
            for route in team.server.routes.all {
                for name in ["PROPFIND", "LOCK", "OPTIONS", "DELETE"] {
                    let answer = try await client.ask(
                        route.address(in: team.audit), try #require(.init(name)), nil)
                    #expect(answer.status == .methodNotAllowed, "\(name) \(route.path)")
                    let allowed = (answer.headers[.allow] ?? "").split(separator: ", ")
                    #expect(allowed.contains { $0 == route.method.rawValue }, "\(route.path)")
                }
            }
            for path in ["/v1/audits/x/y", "/v1/audits/", "/v1/replicas/:retire", "/"] {
                #expect(try await client.ask(path, .delete, nil).status == .notFound, "\(path)")
            }
        }
    }

    @Test func `what no address knows is refused on each of them, and named`() async throws {
        let team = try await TestServer().team()
        try await team.server.overHTTP { client in
            for route in team.server.routes.all where route.method != .head {
                let address = route.address(in: team.audit) + route.query
                let known = route.parameters.filter { $0.place == .query }
                let sign = address.contains("?") ? "&" : "?"
                var refused = [("outcom=failed", "outcom")]
                refused += known.filter { !$0.isRepeatable }.map { one in
                    ("\(one.name)=1&\(one.name)=1", one.name)
                }
                for (query, name) in refused {
                    let answer = try await client.ask(
                        address + sign + query, route.method, team.lead.token)
                    let problem = Problem(json: answer.bytes)
                    #expect(problem?.code == .malformed, "\(route.path)?\(query)")
                    #expect(problem?.detail?.contains(name) == true, "\(route.path)?\(query)")
                }
            }
            let records = ProtocolNames.records(team.audit)
            for query in ["ack=two", "wait=-1", "since=%21", "limit=", "resolved=1.5"] {
                let answer = try await client.ask("\(records)?\(query)", .get, team.lead.token)
                #expect(Problem(json: answer.bytes)?.code == .malformed, "\(query)")
            }
            let kept = ProtocolNames.quarantine(team.audit)
            let answer = try await client.ask("\(kept)?waiting=yes", .get, team.lead.token)
            #expect(Problem(json: answer.bytes)?.detail == "`waiting` is true or false")
        }
    }

    @Test func `an order with a word that nobody reads is refused, and does nothing`()
        async throws
    {
        let team = try await TestServer().team()
        try await team.server.overHTTP { client in
            let path = ProtocolNames.replicas + "/\(team.tester.replica.hex):retire"
            for order in [#"{"lose":true}"#, #"{"lost":true,"why":1}"#, #"[true]"#] {
                let answer = try await client.ask(path, .post, team.tester.token, order)
                #expect(Problem(json: answer.bytes)?.code == .malformed, "\(order)")
            }
            let still = try await client.ask(ProtocolNames.people, .get, team.tester.token)
            #expect(still.status == .ok)
        }
    }

    @Test(arguments: [
        ("/v1/audits/00/export", "/v1/audits/{audit}/export"),
        ("/v1/audits/00/invites/7f:revoke", "/v1/audits/{audit}/invites/{invite}:revoke"),
        ("/v1/replicas/00:retire", "/v1/replicas/{replica}:retire"), ("/join", "/join"),
    ])
    func `a path is found in the sheet`(path: String, template: String) throws {
        #expect(try TestServer().routes.address(of: path)?.template == template)
    }
}

extension Route {
    /// A path of this address; what the audit's does not need to exist for.
    fileprivate func address(in audit: AuditID) -> String {
        let digits = String(repeating: "a", count: 32)
        return path.replacing("{audit}", with: audit.hex)
            .replacing("{sha256}", with: digits + digits)
            .replacing("{invite}", with: digits + digits)
            .replacing(/\{[a-z0-9]+\}/, with: digits)
    }

    /// What a route that reads JSON can read.
    fileprivate var order: String {
        switch path.split(separator: ":").last ?? "" {
        case "retire": "{}"
        case "adopt": #"{"looked":true}"#
        case "discard": #"{"reason":"why"}"#
        default: #"{"name":"Ida","role":"tester"}"#  // open set: invites are the others
        }
    }

    /// What makes most of them look further than at what they were sent.
    fileprivate var query: String {
        let needed = parameters.filter { $0.isRequired && $0.place == .query }.map { parameter in
            let words = ["format": "csv", "replica": String(repeating: "a", count: 32)]
            return "\(parameter.name)=\(words[parameter.name] ?? "")"
        }
        return needed.isEmpty ? "" : "?" + needed.joined(separator: "&")
    }
}

extension TestClientProtocol {
    fileprivate func ask(
        _ uri: String, _ method: HTTPRequest.Method, _ token: String?, _ body: String = ""
    ) async throws -> TestResponse {
        var headers: HTTPFields = token.map { .bearer($0) } ?? [:]
        if !body.isEmpty { headers[.contentType] = ProtocolNames.json }
        return try await execute(
            uri: uri, method: method, headers: headers, body: ByteBuffer(string: body)
        ) { $0 }
    }

    /// The problem that a token meets at a route.
    fileprivate func code(
        of route: Route, in audit: AuditID, _ token: String?
    ) async throws -> ProblemCode? {
        let body = route.reads.name == "JSON" ? route.order : ""
        let answer = try await ask(
            route.address(in: audit) + route.query, route.method, token, body)
        return Problem(json: answer.bytes)?.code
    }
}
