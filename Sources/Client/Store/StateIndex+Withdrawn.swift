import GRDB
package import Shared
package import struct Shared.Record
import Storage

extension StateIndex {
    /// As `selectShared`, without its blobs.
    static let selectSharedDigests = """
        select key, shown_digest
        from record indexed by record_shared
        where audit = ?1 and key >= ?2 and key < ?3 and is_shared = 1
        order by key
        """

    /// The component states that a withdrawal may be about, each with the digest of what is shown.
    ///
    /// - Parameter components: Those that are withdrawn; all states of theirs are among them.
    func withdrawable(
        _ audit: AuditID, under components: [ComponentID]
    ) throws -> [StateID: Hash256] {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [:] }
            var digests: [StateID: Hash256] = [:]
            func read(_ statement: String, from first: [UInt8], to last: [UInt8]) throws {
                try database.each(statement, row.number, first, last) { state in
                    guard case .state(_, let id) = try state.recordKey(0) else { return }
                    digests[id] = try state.hash(1)
                }
            }
            try read(
                Self.selectSharedDigests, from: RecordKind.state.firstKey(of: audit),
                to: RecordKind.state.lastKey(of: audit))
            for component in components {
                let first = RecordKind.state.firstKey(of: audit) + component.bytes
                try read(ClientStore.selectNameDigests, from: first, to: Self.end(of: first))
            }
            return digests
        }
    }

    /// Every state of one component as shown, in every environment and round, ascending by key.
    package func states(
        of component: ComponentID, in audit: AuditID, _ body: (Record) throws -> Void
    ) throws {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return }
            let first = RecordKind.state.firstKey(of: audit) + component.bytes
            try database.each(
                ClientStore.selectRecords, row.number, first, Self.end(of: first)
            ) { try body(try Record(decoding: $0.blob(0))) }
        }
    }

    /// The bytes before which keys end that begin so.
    private static func end(of prefix: [UInt8]) -> [UInt8] {
        var end = prefix
        while let last = end.popLast() {
            guard last == .max else { return end + [last + 1] }
        }
        return end
    }
}
