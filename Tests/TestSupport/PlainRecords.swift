package import Reading
package import Shared

/// Records in memory, read as the protocol describes them: no database is asked.
package final class PlainRecords: AuditRecords {
    private let byKey: [RecordKey: Record]

    package init(_ byKey: [RecordKey: Record]) { self.byKey = byKey }

    package convenience init(_ records: [Record]) {
        self.init(Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) }))
    }

    private var records: [Record] {
        byKey.values.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
    }

    package func record(_ key: RecordKey) -> Record? { byKey[key] }

    package func states(_ selection: StateSelection, _ body: (Record) throws -> Void) rethrows {
        for record in records {
            guard case .state(_, let id) = record.key else { continue }
            switch selection {
            case .all: try body(record)
            case .of(let component): if id.component == component { try body(record) }
            }
        }
    }

    package func summaries(_ body: (StateID, StateSummary) throws -> Void) rethrows {
        try states(.all) { record in
            guard case .state(_, let id) = record.key, let summary = StateSummary(record)
            else { return }
            try body(id, summary)
        }
    }

    package func contexts(_ body: (RecordKey, VersionVector) throws -> Void) rethrows {
        for record in records {
            switch record.key {
            case .component, .state: try body(record.key, record.context)
            case .plan, .other: break
            }
        }
    }

    package func known() -> VersionVector {
        byKey.values.reduce(into: VersionVector()) { $0 = $0.joined(with: $1.context) }
    }

    package func disputes(in view: AuditView) throws -> Disputes { try view.readDisputes() }
}
