import Presentation
import Shared

/// The bytes of one export, read piece by piece from one snapshot (docs/formats.md).
///
/// Nothing is read before it is asked for, so that a slow reader costs one open snapshot and one
/// piece of memory, and no thread.
struct ExportPieces: Sendable {
    private let snapshot: StoreSnapshot
    /// Among the exports of whoever reads it; nil for whoever has the data folder.
    private let share: AskerShare?
    private let number: Int64
    private let export: Export
    /// The last key that was read; no key comes before none.
    private var lastKey: [UInt8] = []
    private var isAtEnd = false
    private var plan: Plan
    private var components: [ComponentID: Component] = [:]
    /// Made of plan and components when the first component state comes.
    private var table: FindingTable?
    private var bytes: [UInt8] = []
    private(set) var findings = 0

    /// What a piece is filled up to; a record's rows stay together.
    static let pieceBytes = 64 * 1024

    init(
        of audit: AuditID, number: Int64, as export: Export, from snapshot: StoreSnapshot,
        share: AskerShare?
    ) {
        self.snapshot = snapshot
        self.share = share
        self.number = number
        self.export = export
        plan = Plan(Record(key: .plan(audit)))
    }

    /// The next bytes, nil behind the end.
    mutating func next() async throws -> [UInt8]? {
        guard !isAtEnd else { return nil }
        self = try await snapshot.read { [self] db in
            var pieces = self
            try pieces.fill(from: RecordTable(db: db, audit: pieces.number))
            return pieces
        }
        defer { bytes = [] }
        return bytes
    }

    private mutating func fill(from records: RecordTable) throws {
        isAtEnd = true
        try records.all(after: lastKey) { record, key in
            take(record)
            guard bytes.count >= Self.pieceBytes else { return true }
            lastKey = key
            isAtEnd = false
            return false
        }
        if isAtEnd { _ = begun() }
    }

    /// The plan and the components come before all component states.
    private mutating func take(_ record: Record) {
        switch record.key {
        case .plan: plan = Plan(record)
        case .component(_, let id): components[id] = Component(record)
        case .state:
            for row in begun().rows(of: record) {
                export.encode(row, &bytes)
                findings += 1
            }
        case .other: break
        }
    }

    private mutating func begun() -> FindingTable {
        if let table { return table }
        bytes += export.header
        let made = FindingTable(plan: plan, components: components)
        table = made
        return made
    }
}
