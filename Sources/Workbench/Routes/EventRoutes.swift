import Client
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Shared

/// What an open page is told, as server-sent events.
struct EventRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        router.get("/audits/:audit/events", use: listen)
    }

    /// Tells until the browser goes or the program ends.
    @Sendable
    private func listen(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        let query = request.uri.queryParameters
        let page = query.get("page") ?? ""
        let since = query.get("since") ?? ""
        // Before anything is read, so that nothing falls between.
        let news = desk.broadcast.read()
        let watch = try await desk.run { desk in
            try PageWatch(desk, audit, page: page, since: since)
        }
        let desk = desk
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                var watch = watch
                try await writer.write(Self.event(watch.greeting))
                for try await one in news.cancelOnGracefulShutdown() where one.isAbout(audit) {
                    if one.kind == .pulse {
                        try await writer.write(ByteBuffer(string: ":\n\n"))
                        continue
                    }
                    let before = watch
                    let (after, tidings) = try await desk.run { desk in
                        var watch = before
                        let tidings = try watch.look(desk)
                        return (watch, tidings)
                    }
                    watch = after
                    if let tidings { try await writer.write(Self.event(tidings)) }
                }
                try await writer.finish(nil)
            })
    }

    private static func event(_ tidings: Tidings) -> ByteBuffer {
        ByteBuffer(bytes: Array("data: ".utf8) + tidings.bytes + Array("\n\n".utf8))
    }
}
