import Foundation
import TestSupport
import Testing

/// Answers to `accord join` that do not come (`Enrolling.swift`).
struct JoinCommandTests {
    private static let capabilities = """
        HTTP/1.1 200 OK\r\nAccord-Protocol: 1\r\nContent-Type: application/x-protobuf\r\n\
        Content-Length: 0\r\n\r\n
        """

    @Test func `a lost answer is asked for again, and then told as lost`() throws {
        let server = ScriptedServer { request in
            request.method == "POST"
                ? .raw("", then: .close) : .raw(Self.capabilities, then: .keepAlive)
        }
        let told = try join(server)
        #expect(told.status == 69)
        #expect(told.errors.contains("answer was lost on its way"), "\(told.errors)")
        #expect(told.errors.contains("encryption") == false)
        let asked = server.requests.filter { $0.method == "POST" }
        // Once more by the program, and perhaps by libcurl on a connection that was kept.
        #expect(asked.count >= 2 && Set(asked.map(\.body)).count == 1)
    }

    @Test func `a server that answers nothing at all may expect encryption`() throws {
        let told = try join(ScriptedServer { _ in .raw("", then: .close) })
        #expect(told.errors.contains("as one does that expects encryption"), "\(told.errors)")
    }

    private func join(_ server: ScriptedServer) throws -> Program.Output {
        let folder = try TemporaryFolder()
        let program = Program.accord(home: folder.url.appending(path: "home"))
        try program.succeed("init", "--name", "Maya Lindqvist")
        return try program.run("join", server.url, "ABCD-EFGH-JKLM-NPQR")
    }
}
