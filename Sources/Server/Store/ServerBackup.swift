package import Foundation
package import Shared
import Storage

/// A copy of a server's data folder: its database, and the evidence that this refers to.
///
/// What the folder `keep` holds is never in it: with the server's secret a stolen backup would let
/// everybody in.
package struct ServerBackup: Sendable {
    package let folder: URL

    package init(at folder: URL) { self.folder = folder }

    private var database: String { folder.appending(path: AuditStore.fileName).path }
    private var blobs: BlobStore { BlobStore(in: folder) }

    /// What is in a backup, or wrong with it.
    package struct Contents: Hashable, Sendable, Encodable {
        package internal(set) var audits = 0
        package internal(set) var records: UInt64 = 0
        package internal(set) var files = 0
        package internal(set) var bytes: UInt64 = 0
        /// Files that the database refers to and that are not there, or have another hash.
        package internal(set) var missing: [Hash256] = []
        package internal(set) var faults: [String] = []
        package var isWhole: Bool { missing.isEmpty && faults.isEmpty }

        fileprivate mutating func count(
            _ hash: Hash256, in blobs: BlobStore, if isSound: () throws -> Bool
        ) rethrows {
            guard let size = blobs.size(of: hash), try isSound() else {
                missing.append(hash)
                return
            }
            files += 1
            bytes += size
        }
    }

    /// Copies what a store holds, while another process may serve it.
    func make(of store: AuditStore) async throws -> Contents {
        // The database first, from one snapshot, then the files that it refers to; under another
        // name until everything is there.
        guard !DurableFolder.isTaken(folder.path) else {
            throw StorageError.taken(path: folder.path)
        }
        let draft = try FolderDraft(for: folder.path)
        let copy = ServerBackup(at: URL(fileURLWithPath: draft.path))
        _ = try DiskFile(copy.database, for: .writing)
        try store.copy(to: copy.database)
        let contents = try copy.copyFiles(from: BlobStore(in: store.folder))
        try DiskFile(copy.database, for: .writing).synchronize()
        try draft.publish(as: folder.path)
        return contents
    }

    private func copyFiles(from source: BlobStore) throws -> Contents {
        let copy = try StoreCopy(path: database)
        let (audits, records, hashes) = try copy.contents()
        var contents = Contents(audits: audits, records: records)
        for hash in hashes {
            try contents.count(hash, in: source) {
                try source.copy(hash, to: blobs)
                return true
            }
        }
        try copy.close()
        return contents
    }

    /// Reads pages, records and files, and returns what is wrong, or throws `BackupError.none`.
    package func verify() throws -> Contents {
        guard FileStatus(of: database) != nil else { throw BackupError.none(path: folder.path) }
        var contents: Contents
        let hashes: [Hash256]
        do {
            let copy = try StoreCopy(path: database)
            let (audits, records, referred) = try copy.contents()
            contents = Contents(audits: audits, records: records, faults: try copy.faults())
            hashes = referred
            try copy.close()
        } catch {
            throw BackupError.damaged(path: database, reason: "its database cannot be read")
        }
        for hash in hashes {
            try contents.count(hash, in: blobs) { try blobs.stored(hash)?.hash() == hash }
        }
        return contents
    }

    /// Copies it into a data folder that has the server's key and no database.
    ///
    /// - Throws: `BackupError`, `StorageError`; where a database is, nothing is touched.
    func put(into dataFolder: URL) throws -> Contents {
        let target = ServerBackup(at: dataFolder)
        for suffix in ["", "-wal", "-shm"] where FileStatus(of: target.database + suffix) != nil {
            throw BackupError.exists(path: target.database + suffix)
        }
        let key = dataFolder.appending(path: "keep/seal-key").path
        guard FileStatus(of: key) != nil else { throw BackupError.keyMissing(path: key) }
        let contents = try verify()
        if let fault = contents.faults.first {
            throw BackupError.damaged(path: database, reason: fault)
        }
        for hash in blobs.blobs()
        where !contents.missing.contains(hash)
            && target.blobs.size(of: hash) == nil
        {
            try blobs.copy(hash, to: target.blobs)
        }
        // Last of all, so that a restore that was cut off can be run again.
        try DurableFolder.copy(database, to: target.database)
        return contents
    }
}

/// Why a backup was not made or not put back; nothing was changed then.
package enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    case exists(path: String)
    case none(path: String)
    case damaged(path: String, reason: String)
    case keyMissing(path: String)

    package var description: String {
        switch self {
        case .exists(let path):
            "\(path) is there already, and was not touched. Name a place where nothing is."
        case .none(let path):
            "\(path) holds no backup of accord-server."
        case .damaged(let path, let reason):
            "\(path) is damaged: \(reason). Nothing was changed. Take another backup, or start "
                + "an empty server with the same key: laptops bring back what they have."
        case .keyMissing(let path):
            "\(path) is missing. A backup never holds the server's key: copy the folder `keep` "
                + "back, or run \"accord-server init --escrow CODE\" with the code that you "
                + "keep elsewhere. Then restore again."
        }
    }
}
