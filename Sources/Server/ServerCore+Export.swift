package import Presentation
package import Shared

extension ServerCore {
    /// Writes every finding of an audit in one format: the bytes that `accord export` writes.
    ///
    /// Piece by piece from one snapshot, so that memory stays constant.
    ///
    /// - Parameter write: Takes the next bytes.
    /// - Returns: How many findings were written.
    /// - Throws: `audit-unknown`; `bug` when `write` fails, and what it wrote is not whole.
    package func export(
        _ id: AuditID, as export: Export, to write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws(Problem) -> Int {
        try await read { db in
            guard let audit = try AuditTables(db: db).audit(id) else {
                throw Problem(.auditUnknown)
            }
            var writer = ExportWriter(export, audit: id, write: write)
            try RecordTable(db: db, audit: audit.number).all { try writer.take($0) }
            return try writer.finish()
        }
    }
}

/// Turns records, the plan and the components first, into the bytes of an export.
private struct ExportWriter {
    private let export: Export
    private let write: ([UInt8]) throws -> Void
    private var plan: Plan
    private var components: [ComponentID: Component] = [:]
    /// Made of plan and components when the first component state comes.
    private var table: FindingTable?
    private var bytes: [UInt8] = []
    private var count = 0

    private static let pieceBytes = 64 * 1024

    init(_ export: Export, audit: AuditID, write: @escaping ([UInt8]) throws -> Void) {
        self.export = export
        self.write = write
        plan = Plan(Shared.Record(key: .plan(audit)))
    }

    mutating func take(_ record: Shared.Record) throws {
        switch record.key {
        case .plan: plan = Plan(record)
        case .component(_, let id): components[id] = Component(record)
        case .state:
            for row in begun().rows(of: record) {
                export.encode(row, &bytes)
                count += 1
            }
            guard bytes.count >= Self.pieceBytes else { return }
            try write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
    }

    mutating func finish() throws -> Int {
        _ = begun()
        try write(bytes + export.footer)
        return count
    }

    private mutating func begun() -> FindingTable {
        if let table { return table }
        bytes += export.header(plan)
        let made = FindingTable(plan: plan, components: components)
        table = made
        return made
    }
}
