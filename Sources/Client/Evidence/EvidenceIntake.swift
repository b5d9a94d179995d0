import Foundation
import Reading
import Shared
import Storage
import Synchronization

/// A file that comes piece by piece, as an upload does; on the disk from its first byte on.
///
/// What is never completed is removed.
package final class EvidenceIntake: Sendable {
    private let folder: EvidenceFolder
    private let draft: FileDraft
    private let state = Mutex(State())

    private struct State {
        var hash = RunningHash()
        var size: UInt64 = 0
    }

    init(into folder: EvidenceFolder, draft: FileDraft) {
        self.folder = folder
        self.draft = draft
    }

    /// - Throws: `AuditError.invalid` above what a file of evidence may have; `StorageError`.
    package func take(_ bytes: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            let bytesMax = Limits.standard.evidenceFileBytesMax
            guard state.size + UInt64(bytes.count) <= bytesMax
            else { throw AuditError.invalid("a file of evidence has at most \(bytesMax) bytes") }
            try draft.file.write(bytes, at: state.size)
            state.hash.update(bytes)
            state.size += UInt64(bytes.count)
        }
    }

    /// Gives the file its name, durable when this returns; nothing refers to it yet.
    ///
    /// - Throws: `AuditError.invalid` for a file that is empty, or would keep its place.
    package func complete(
        name: String?, location wish: LocationChoice = .keep
    ) throws -> AttachedEvidence {
        try state.withLock { state in
            guard state.size > 0 else { throw AuditError.invalid("the file is empty") }
            let location = try FileLocation.settle(wish, in: draft.file)
            let hash = try location == .removed ? draft.file.hash() : state.hash.value
            try draft.publish(as: folder.path(of: hash))
            return AttachedEvidence(
                hash: hash, size: state.size, name: name.flatMap { EvidenceName.cleaned($0) },
                type: folder.type(of: hash), location: location)
        }
    }
}
