import Foundation
import Reading
import Shared
import Storage
import Synchronization

/// A file that comes piece by piece, as an upload does; on the disk from its first byte on.
///
/// What is never completed is removed, at the latest when nobody looks after cut off copies.
package final class EvidenceIntake: Sendable {
    private let folder: EvidenceFolder
    private let draft: String
    private let file: DiskFile
    private let state = Mutex(State())

    private struct State {
        var hash = RunningHash()
        var size: UInt64 = 0
        var isComplete = false
    }

    init(into folder: EvidenceFolder, draft: String) throws {
        self.folder = folder
        self.draft = draft
        file = try DiskFile(draft, for: .writing)
    }

    deinit {
        guard !state.withLock(\.isComplete) else { return }
        // A draft that cannot be removed now is removed by the next scrub.
        try? DurableFolder.remove(draft)
    }

    /// - Throws: `AuditError.invalid` above what a file of evidence may have; `StorageError`.
    package func take(_ bytes: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            let bytesMax = Limits.standard.evidenceFileBytesMax
            guard state.size + UInt64(bytes.count) <= bytesMax
            else { throw AuditError.invalid("a file of evidence has at most \(bytesMax) bytes") }
            try file.write(bytes, at: state.size)
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
            let location = try FileLocation.settle(wish, in: file)
            try file.synchronize()
            let hash = try location == .removed ? file.hash() : state.hash.value
            try DurableFolder.move(draft, to: folder.path(of: hash))
            state.isComplete = true
            return AttachedEvidence(
                hash: hash, size: state.size, name: name.flatMap { EvidenceName.cleaned($0) },
                type: folder.type(of: hash), location: location)
        }
    }
}
