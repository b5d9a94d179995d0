import Client
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Presentation
import Shared

/// What is where, syncing when a person asks for it, and exports.
struct SyncRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        router.get("/audits/:audit/sync", use: show)
        router.post("/audits/:audit/sync", use: sync)
        router.post("/audits/:audit/sync/seen", use: seen)
        router.get("/audits/:audit/export/:format", use: export)
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        let query = request.uri.queryParameters
        let took = query.get("took", as: Int.self)
        let files = query.get("files", as: Int.self) ?? 0
        return Response(
            page: try await desk.run { desk in
                var reading = try SyncReading(desk, audit)
                reading.imported = took.map { (changes: $0, files: files) }
                return try reading.page()
            })
    }

    @Sendable
    private func sync(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        try await desk.run { desk in
            guard try desk.client.store.plan(audit) != nil else { throw PageError.notFound }
        }
        await desk.backgroundSync.syncNow(audit)
        return .seeOther(Address.sync(audit))
    }

    /// Takes what the page showed as seen, and nothing that came since.
    @Sendable
    private func seen(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        let form = try await SubmittedForm(request)
        let facts = Set((form.text("facts") ?? "").split(separator: ",").map(String.init))
        return try await desk.run { desk in
            guard try desk.client.store.plan(audit) != nil else { throw PageError.notFound }
            let news = try desk.client.news(audit).filter { facts.contains($0.fact.hex) }
            try desk.client.store.events.markSeen(news, in: audit)
            return .seeOther(Address.sync(audit))
        }
    }

    @Sendable
    private func export(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        let format = context.parameters.get("format") ?? ""
        let file = try await desk.runAside { desk in
            guard try desk.client.store.plan(audit) != nil,
                AuditClient.exportFormats.contains(format)
            else { throw PageError.notFound }
            return try ExportFile(of: desk.client.view(audit), as: format, by: desk.client)
        }
        var response = Response(status: .ok)
        response.headers[.contentType] =
            format == "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8"
        response.headers[.contentDisposition] = "attachment; filename=\"\(file.name)\""
        response.body = ResponseBody(contentLength: file.size) { writer in
            while let piece = try file.next() {
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
        }
        return response
    }
}

/// An export that is written whole before its first byte is sent, and has no name on the disk.
private final class ExportFile: Sendable {
    let name: String
    let size: Int
    private let handle: FileHandle

    init(of view: AuditView, as format: String, by client: AuditClient) throws {
        let path = client.home.folder.appending(path: "export-\(UUID().uuidString).part").path
        guard
            FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forUpdatingAtPath: path)
        else { throw ReportedError(.disk, "\(path) cannot be written. Nothing was exported.") }
        // Whatever ends the program, no copy of the findings is left behind.
        try FileManager.default.removeItem(atPath: path)
        var size = 0
        _ = try client.export(view, as: format) { piece in
            try handle.write(contentsOf: piece)
            size += piece.count
        }
        try handle.seek(toOffset: 0)
        self.handle = handle
        self.size = size
        let words = view.plan.title.lowercased().split {
            !($0.isASCII && $0.isLetter || $0.isNumber)
        }
        let title = words.filter { $0.allSatisfy(\.isASCII) }.joined(separator: "-")
        name = "\(title.isEmpty ? "findings" : title).\(format)"
    }

    /// The next bytes; nil behind the end.
    func next() throws -> Data? {
        let piece = try handle.read(upToCount: 64 * 1024) ?? Data()
        return piece.isEmpty ? nil : piece
    }
}
