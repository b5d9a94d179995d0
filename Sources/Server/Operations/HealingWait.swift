package import Foundation
import GRDB
import Shared

/// Why no evidence is removed yet: laptops may still bring back findings that refer to it.
package enum HealingWait: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database was put back, and laptops have until then to heal it.
    case until(Date)
    /// The database was put back, and no server has served it since.
    case unnoticed

    /// For how many days after a restore nothing is removed, unless somebody says otherwise.
    package static let daysStandard = 30

    package var description: String {
        switch self {
        case .until(let end):
            """
            The database was put back from a backup, and laptops may still bring back findings \
            that refer to these files; nothing was removed. Run it again after \
            \(end.formatted(.iso8601)). When every laptop has synced since, --despite-restore does \
            it now.
            """
        case .unnoticed:
            """
            The database was put back from a backup since a server last ran, and lacks findings \
            that refer to these files; nothing was removed. Start the server, so that laptops \
            bring them back.
            """
        }
    }
}

extension EvidenceUpkeep {
    /// Looks whether laptops have had their time to heal the server since it was put back.
    ///
    /// - Throws: `HealingWait` when they have not.
    func checkHealed(days: Int, at now: Date) async throws {
        // Read before the database, which may be ahead of what was told, and never behind it.
        let standing = try HeadWitness.standing(in: core.store.folder)
        let (isContradicted, restored) = try await core.read { db in
            let table = ServerTable(db: db)
            let epoch = try table.currentEpoch()
            return (
                try ServerCore.isContradicted(standing, epoch: epoch, in: db),
                try table.restoredMilliseconds()
            )
        }
        guard !isContradicted else { throw HealingWait.unnoticed }
        guard let restored else { return }
        let end = Date(unixMilliseconds: restored).addingTimeInterval(Double(days) * 24 * 3_600)
        guard now < end else { return }
        throw HealingWait.until(end)
    }
}
