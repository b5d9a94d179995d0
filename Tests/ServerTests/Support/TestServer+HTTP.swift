import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Shared

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
        try await application.test(setup) { try await body($0) }
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
