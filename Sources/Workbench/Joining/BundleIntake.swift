import Client
import Foundation
import Shared
import Site
import Storage

/// A bundle that was sent by a form: in a file of its own, which is gone once it was read.
struct BundleIntake: Sendable {
    private let draft: FileDraft
    private let name: String

    /// Reads the form as it comes, a piece at a time.
    init(_ request: PageRequest) async throws {
        let folder = request.site.client.home.folder.path
        let draft = try await request.run(isAside: true) { _ in try FileDraft(in: folder) }
        var name = ""
        var size = UInt64(0)
        try await request.request.readParts { event in
            switch event {
            case .begin(let part): name = part.file ?? name
            case .bytes(let bytes):
                let offset = size
                try await request.run(isAside: true) { _ in
                    try draft.file.write([UInt8](bytes), at: offset)
                }
                size += UInt64(bytes.count)
            case .end: break
            }
        }
        self.draft = draft
        self.name = name
    }

    /// Takes over what is new in it, once.
    func take(into client: AuditClient) throws -> (audit: AuditID, taken: BundleTaken) {
        // Whoever ran this may hold the value for a moment longer than the answer takes.
        defer { draft.discard() }
        return try client.bundles.importBundle(from: draft.path)
    }

    /// Why it was not taken over, under the name that its owner knows.
    func words(for error: any Error) -> String {
        guard !name.isEmpty else { return "No file was chosen." }
        return ReportedError(error).message.replacing(draft.path, with: "“\(name)”")
    }
}
