package import Foundation
import Shared

extension Administration {
    /// Writes a backup of the folder, served or not; throws `StorageError`.
    package func backUp(to folder: URL) async throws -> ServerBackup.Contents {
        try await ServerBackup(at: folder).make(of: core.store)
    }
}

extension ServerBackup {
    /// Puts it into a data folder that has the server's key and no database.
    ///
    /// A new epoch begins, so that the laptops bring back what came after the backup.
    ///
    /// - Throws: `BackupError`, `StorageError`, `Problem`; where a database is, nothing is touched.
    package func restore(
        to dataFolder: URL, at now: Date, using generator: inout some RandomNumberGenerator
    ) async throws -> Contents {
        let contents = try put(into: dataFolder)
        _ = try await Administration.declareRestore(in: dataFolder, at: now, using: &generator)
        return contents
    }
}
