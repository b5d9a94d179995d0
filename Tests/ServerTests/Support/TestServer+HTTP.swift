import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Shared
import TestSupport
import Testing

// For the initialiser of `TestResponse`.
@testable import HummingbirdTesting
@testable import Server

extension TestServer {
    /// Runs the server's routes, without sockets unless asked for.
    func overHTTP(
        _ setup: TestingSetup = .router, clock: any Clock<Duration> = ContinuousClock(),
        proxies: Set<RemoteNetwork> = [],
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: buildRouter(
                core, program: "test", log: log, now: { TestServer.now }, clock: clock,
                proxies: proxies),
            server: .accord(core.limits),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: log)
        let routes = routes
        try await application.test(setup) { client in
            guard let port = client.port else {
                return try await body(WatchfulClient(client: client, routes: routes))
            }
            // The library's own client waits for an answer as long as it likes.
            try await TestClient.withClient(
                host: "localhost", port: port, configuration: .init(timeout: Patience.answer)
            ) { try await body(PatientClient(client: $0)) }
        }
    }
}

extension TestServer {
    var routes: Routes { Routes(limits: core.limits, program: "test") }
}

/// Holds every problem that a test meets against the sheet of routes.
private struct WatchfulClient: TestClientProtocol {
    let client: any TestClientProtocol
    let routes: Routes

    var port: Int? { nil }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        let answer = try await client.executeRequest(
            uri: uri, method: method, headers: headers, body: body)
        guard let code = Problem(json: answer.bytes)?.code else { return answer }
        let path = String(uri.prefix { $0 != "?" })
        let route = routes.all.first { $0.method == method && $0.isAt(path) }
        let problems = route?.problems ?? Route.commonProblems
        // Whatever a request has to do with, a wrong token never makes its server read more.
        #expect(
            problems.contains(code) || (code == .tokenExpired && body != nil),
            "\(method) \(path) answers \(code.rawValue), which the sheet of routes does not list")
        return answer
    }
}

/// The library's client over a socket, with the tests' own time-out.
private struct PatientClient: TestClientProtocol {
    let client: TestClient

    var port: Int? { client.port }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        var headers = headers
        headers[.connection] = "keep-alive"
        let response = try await client.execute(
            TestClient.Request(
                uri, method: method, authority: "localhost", headers: headers, body: body))
        return TestResponse(
            head: response.head, body: response.body ?? ByteBuffer(),
            trailerHeaders: response.trailerHeaders)
    }
}

extension TestClientProtocol {
    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(uri: path, method: .get, headers: headers) { $0 }
    }

    func post(
        _ path: String, _ headers: HTTPFields, _ body: [UInt8]
    ) async throws -> TestResponse {
        try await execute(
            uri: path, method: .post, headers: headers, body: ByteBuffer(bytes: body)
        ) { $0 }
    }
}

extension TestResponse {
    var bytes: [UInt8] { [UInt8](body.readableBytesView) }
}

extension HTTPFields {
    static func bearer(_ token: String, _ others: HTTPFields = [:]) -> HTTPFields {
        var fields = others
        fields[.authorization] = "Bearer \(token)"
        return fields
    }
}
