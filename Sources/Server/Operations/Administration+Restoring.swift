package import Foundation
package import Shared

extension Administration {
    /// Declares that the database was put back from a backup, while nobody serves it.
    ///
    /// - Returns: The epoch that begins.
    /// - Throws: `SecretsFolder.Failure`, `StorageError`, busy while a server runs, `Problem`.
    package static func declareRestore(
        in dataFolder: URL, at now: Date, using generator: inout some RandomNumberGenerator
    ) async throws -> EpochID {
        let secret = try SecretsFolder(in: dataFolder).secret(using: &generator)
        // As a server would: the file of what was told must have one writer.
        let store = try SQLiteStore(
            folder: dataFolder, purpose: .serving, at: now, using: &generator)
        let core = ServerCore(
            store: store, secret: secret, witness: try HeadWitness(in: dataFolder), now: { now })
        try await core.declareRestore()
        try store.close()
        return core.epoch
    }
}
