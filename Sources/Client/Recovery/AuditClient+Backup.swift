import Foundation
import Shared
import Storage

/// What a backup holds.
package struct Backup: Hashable, Sendable {
    /// The size of the database's copy in bytes.
    package let bytes: UInt64
    /// How many files of evidence are in the folder now and were not before.
    package let filesCopied: Int
    /// How many files of evidence the folder has.
    package let files: Int
}

extension AuditClient {
    /// Copies the database into one file that stands alone, and evidence into a folder.
    ///
    /// The identity lies elsewhere, so neither key nor token is part of it: whoever puts the file
    /// back goes on as a device of her own. Files of evidence that the folder has already are not
    /// copied again.
    ///
    /// - Throws: `StorageError.taken` when something has that name already; it was not touched.
    package func backUp(to path: String, evidenceTo folder: String?) throws -> Backup {
        try store.copy(to: path)
        let bytes = FileStatus(of: path)?.size ?? 0
        guard let folder else { return Backup(bytes: bytes, filesCopied: 0, files: 0) }
        let (copied, all) = try evidence.folder.copy(to: folder)
        return Backup(bytes: bytes, filesCopied: copied, files: all)
    }
}

extension EvidenceFolder {
    /// Copies every file that another folder lacks, durable under its hash when this returns.
    fileprivate func copy(to folder: String) throws -> (copied: Int, all: Int) {
        try DurableFolder.make(URL(fileURLWithPath: folder).standardizedFileURL.path)
        let files = files()
        var copied = 0
        for hash in files {
            let target = URL(fileURLWithPath: folder).appending(path: hash.hex).path
            guard FileStatus(of: target)?.size != size(of: hash) else { continue }
            try DurableFolder.copy(self.path(of: hash), to: target)
            copied += 1
        }
        return (copied, files.count)
    }
}
