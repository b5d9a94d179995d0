import Client
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Publishing
import ServiceLifecycle
import Shared

/// Syncing when a person asks for it, exports, and telling open pages.
extension PageRequest {
    /// What the address says was taken over from a bundle; nil for nothing.
    var imported: (changes: Int, files: Int)? {
        // An address is anybody's words: no sum of the two may overflow.
        query.get("took", as: UInt32.self).map {
            (Int($0), Int(query.get("files", as: UInt32.self) ?? 0))
        }
    }

    func sync() async throws -> Response {
        let audit = try audit()
        try await run { try $0.requireHere(audit) }
        await site.sync.syncNow(audit)
        return .seeOther(Address.sync(audit))
    }

    /// Takes what the page showed as seen, and nothing that came since.
    func markSeen() async throws -> Response {
        let audit = try audit()
        let form = try await SubmittedForm(request)
        let facts = Set((form.text("facts") ?? "").split(separator: ",").map(String.init))
        return try await run { context in
            try context.requireHere(audit)
            let news = try context.client.queries.news(audit)
                .filter { facts.contains($0.fact.hex) }
            try context.client.queries.markSeen(news, in: audit, at: context.now)
            return .seeOther(Address.news(audit))
        }
    }

    func export() async throws -> Response {
        let audit = try audit()
        let name = try segment("format")
        guard Export.named(name) != nil else { throw PageError.notFound }
        let query = try ExportQuery([("format", name)])
        let file = try await run(isAside: true) { context in
            try ExportFile(query, of: try context.view(of: audit), by: context.client)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: query.export.mediaType,
                .contentDisposition: "attachment; filename=\"\(file.name)\"",
            ],
            body: ResponseBody(contentLength: file.size) { writer in
                var sent: UInt64 = 0
                while true {
                    let piece = try file.piece(at: sent)
                    guard !piece.isEmpty else { break }
                    try await writer.write(ByteBuffer(bytes: piece))
                    sent += UInt64(piece.count)
                }
                try await writer.finish(nil)
            })
    }

    /// Tells an open page what is new, as server-sent events, until the browser or program ends.
    func listen() async throws -> Response {
        let audit = try audit()
        let page = query.get("page") ?? ""
        let since = query.get("since") ?? ""
        // Before anything is read, so that nothing falls between.
        let events = site.broadcast.read()
        let watch = try await run { try PageWatch(audit, page: page, since: since, in: $0) }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                var watch = watch
                try await writer.write(Self.event(watch.greeting))
                for try await one in events.cancelOnGracefulShutdown() where one.isAbout(audit) {
                    if one.kind == .pulse {
                        try await writer.write(ByteBuffer(string: ":\n\n"))
                        continue
                    }
                    let before = watch
                    let (after, event) = try await run { context in
                        var watch = before
                        let event = try watch.look(in: context)
                        return (watch, event)
                    }
                    watch = after
                    if let event { try await writer.write(Self.event(event)) }
                }
                try await writer.finish(nil)
            })
    }

    private static func event(_ event: PageEvent) -> ByteBuffer {
        ByteBuffer(bytes: Array("data: ".utf8) + Array(event.scriptBytes) + Array("\n\n".utf8))
    }
}
