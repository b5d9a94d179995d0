import GRDB
import Shared
import struct Shared.Record
import Storage

/// What an imported change may do here before a server has it.
///
/// Once a server has the audit, who leads and what the policy is are the server's to say: a file
/// changes neither, decides only in the name of somebody who leads, and adopts nothing.
struct ImportedRights {
    /// The leads of an audit that a server has; nil for one that no server has.
    ///
    /// There every change is permitted that this laptop lets have effect at all.
    private let leads: Set<PersonID>?

    /// - Parameter record: The number of the record that is composed.
    init(record: Int64, _ database: Database) throws {
        leads =
            try database.first(
                """
                select audit.is_on_server, audit.id, plan.pulled from record
                join audit on audit.number = record.audit
                left join record as plan
                  on plan.audit = audit.number and plan.key = audit.id || x'01'
                where record.number = ?1
                """, record
            ) { row -> Set<PersonID>? in
                guard row.int(0) == 1 else { return nil }
                let key = RecordKey.plan(try row.identifier(1))
                let pulled = row.isNull(2) ? nil : try? Record(decoding: row.blob(2))
                let people = Plan(pulled ?? Record(key: key)).people
                return Set(people.filter { $0.value.role == .lead }.keys)
            } ?? nil
    }

    func permit(_ change: Change) -> Bool {
        guard let leads else { return true }
        guard change.by == nil else { return false }
        if change.body.act == .decision { return leads.contains(change.body.author) }
        guard case .plan = change.key else { return true }
        return !change.body.writes.contains {
            $0.field.name == .person || $0.field.name == .policy
        }
    }
}
