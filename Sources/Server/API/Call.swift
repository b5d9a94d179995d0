import Foundation
import Hummingbird
import NIOCore
import Shared

/// One request, as the functions behind the sheet of routes see it.
struct Call: Sendable {
    let request: Request
    let context: AccordRequestContext
    let environment: RouteEnvironment

    var core: ServerCore { environment.core }
    var now: Date { environment.now() }

    /// Whom its token speaks for; where the route's right asks for a token there is one.
    var bearer: Bearer {
        get throws(Problem) {
            guard let bearer = try context.bearer.get() else { throw Problem(.tokenMissing) }
            return bearer
        }
    }

    var audit: AuditID { get throws(Problem) { try identifier("audit", of: "an audit") } }

    /// The id that the path has under a name; `not-found` where there is none.
    func identifier<Kind>(_ name: String, of thing: String) throws(Problem) -> Identifier<Kind> {
        guard let id = context.parameters.get(name).flatMap({ Identifier<Kind>(hex: $0) })
        else { throw Problem(.notFound, detail: "\(thing)'s id has 32 hexadecimal digits") }
        return id
    }

    /// Waits until one more large answer may be made; `overloaded`.
    func beginAnswer() async throws(Problem) {
        try await context.turn?.begin(for: bearer.asker)
    }

    /// Returns once a piece of an answer has left; cuts a client off that takes none for too long.
    @concurrent func send(
        _ bytes: [UInt8], to writer: inout any ResponseBodyWriter
    ) async throws {
        let channel = context.channel
        let alarm = Task { [environment] in
            try await environment.clock.sleep(for: environment.core.limits.stallMax)
            channel.close(mode: .all, promise: nil)
        }
        defer { alarm.cancel() }
        try await writer.write(ByteBuffer(bytes: bytes))
    }
}
