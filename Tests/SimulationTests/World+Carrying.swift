import Foundation
import Server
import Shared
import Storage
import TestSupport

@testable import Client

/// What a command said it took over is shown, sent or listed, and never swallowed.
extension World {
    /// What laptops took out of files, and neither the server has nor anybody is shown.
    func swallowed() async throws -> [String] {
        var found: [String] = []
        for audit in audits {
            let kept = Set(try await items(of: audit).map(\.id))
            for (index, laptop) in laptops.enumerated()
            where !isOut(laptop) && laptop.ruins == nil {
                let listed = try laptop.listed(of: audit)
                for (hash, change) in laptop.takenOver where change.key.audit == audit {
                    guard !oracle.isAnswered(change.deed), !kept.contains(hash.hex),
                        !listed.contains(hash)
                    else { continue }
                    found.append(
                        "laptop \(index) took \(change.deed) over, and it is nowhere")
                }
            }
        }
        return found
    }
}

extension Laptop {
    /// What it has of others' chains that came as files, by the hash of each change.
    func carried(of audit: AuditID) throws -> [Hash256: Change] {
        let changes = try store.rows(
            of: audit,
            """
            select chain.replica, change.n, change.body, record.key
            from chain join change on change.chain = chain.number
            join record on record.number = change.record
            where chain.audit = ?1 and chain.source = 2 and length(change.body) > 0
            """
        ) { try $0.change(of: try $0.recordKey(3)) }
        return Dictionary(changes.map { ($0.hash, $0) }) { first, _ in first }
    }

    /// What of that it tells as having no effect: refused, set aside, or of an unknown device.
    fileprivate func listed(of audit: AuditID) throws -> Set<Hash256> {
        var listed = Set(try store.bundles.importedRefusals(audit).map(\.change.hash))
        // Of what a server keeps it is the server's list that counts.
        let apart = Set(
            try store.devices.apart(audit).filter { $0.standing != .unplaced }.map(\.fingerprint))
        let chains = try store.read(audit, or: []) { row, database in
            try ClientStore.chains(row, .imported, database)
        }
        let replicas = Set(
            chains.filter { apart.contains($0.signed?.key?.fingerprint ?? "") }.map(\.replica))
        for (hash, change) in try carried(of: audit) where replicas.contains(change.dot.replica) {
            listed.insert(hash)
        }
        return listed
    }
}
