import GRDB
package import Shared

extension ServerCore {
    /// A piece of an audit's trail as lines of JSON: entries, then the head.
    ///
    /// - Throws: `audit-unknown`, `not-a-member`, ...
    func trail(
        of audit: AuditID, from sequence: UInt64, by bearer: Bearer
    ) async throws(Problem) -> [UInt8] {
        try await read { db in
            let row = try AuditReader(bearer, of: audit, in: db).audit
            var lines: [UInt8] = []
            var count = 0
            try TrailTables(db: db, audit: row.number).forEach(from: sequence, bodies: false) {
                lines += $0.entry.line
                count += 1
                return count < Self.entriesMax
            }
            let head = TrailHead(
                epoch: try ServerTable(db: db).currentEpoch(), sequence: row.sequence,
                trail: row.trail)
            return lines + head.line
        }
    }

    /// What one answer tells at most; the rest is asked for from the sequence after its last.
    static let entriesMax = 10_000

    /// Recomputes an audit from the bodies that were received.
    ///
    /// - Throws: `audit-unknown`.
    package func verify(_ id: AuditID) async throws(Problem) -> AuditVerification {
        try await read { db in
            guard let audit = try AuditTables(db: db).audit(id) else {
                throw Problem(.auditUnknown)
            }
            var check = AuditCheck(audit)
            try TrailTables(db: db, audit: audit.number).forEach(from: 1, bodies: true) {
                check.take($0)
                return true
            }
            check.take(vector: try ChainTables(db: db, audit: audit.number).vector())
            let healed = ReconcileTables(db: db, audit: audit.number)
            try RecordTable(db: db, audit: audit.number).feed(after: 0, leavingOut: nil) {
                try check.take($0) { try healed.hash(of: $0) }
                return true
            }
            return check.finish()
        }
    }
}

// Written by hand: every value is a number, hexadecimal digits or one of our words.
extension TrailEntry {
    fileprivate var line: [UInt8] {
        let (dot, hash, outcome) =
            switch event {
            case .change(let dot, let hash, let outcome): (dot, hash, outcome.rawValue)
            case .healed(let replica, let digest):
                (Dot(replica: replica, n: 0), digest, "healed")
            }
        return Array(
            """
            {"hash":"\(hash.hex)","kind":\(kind),"n":\(dot.n),"outcome":"\(outcome)",\
            "replica":"\(dot.replica.hex)","sequence":\(sequence)}\n
            """.utf8)
    }
}

extension TrailHead {
    fileprivate var line: [UInt8] {
        Array(
            """
            {"epoch":"\(epoch.hex)","sequence":\(sequence),"trail":"\(trail.hex)"}\n
            """.utf8)
    }
}
