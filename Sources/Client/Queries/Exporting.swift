package import Presentation
package import Reading
import Shared

extension ClientQueries {
    package static var exportFormats: [String] { Export.all.map(\.id) }

    /// The format that somebody means.
    ///
    /// - Throws: `AuditError.notFound`, with those that there are.
    package static func exportFormat(
        _ name: String, byteOrderMark: Bool = false
    ) throws(AuditError) -> Export {
        if let export = Export.named(name, byteOrderMark: byteOrderMark) { return export }
        throw .notFound(
            what: byteOrderMark ? "export format with a byte order mark" : "export format",
            name: name, known: byteOrderMark ? [Export.csv.id] : exportFormats)
    }

    /// Writes every finding, ascending by component state's key; returns how many.
    ///
    /// Piece by piece, so that memory stays constant; all from one snapshot.
    package func export(
        _ view: AuditView, as export: Export, to write: ([UInt8]) throws -> Void
    ) throws -> Int {
        let table = FindingTable(plan: view.plan, components: view.components)
        var bytes = export.header
        var count = 0
        let unconfirmed = try store.devices.unconfirmed(view.audit)
        try store.records(view.audit, kind: .state) { record in
            for row in table.rows(of: record, unconfirmed: unconfirmed) {
                export.encode(row, &bytes)
                count += 1
            }
            guard bytes.count >= Self.pieceBytes else { return }
            try write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        try write(bytes)
        return count
    }

    /// The objects of an NDJSON export in an array, with what this laptop knows of their files.
    package func json(of items: [StateItem], in view: AuditView) throws -> [UInt8] {
        let table = FindingTable(plan: view.plan, components: view.components)
        let shelf = try client.evidence.shelf(of: view)
        let unconfirmed = try store.devices.unconfirmed(view.audit)
        return Self.array(
            of: items.flatMap { item in
                let wanted = Set(item.findings.map(\.criterion))
                var rows = table.rows(of: item.record, unconfirmed: unconfirmed)
                rows.removeAll { !wanted.contains($0.entry.criterion) }
                let references = Dictionary(
                    grouping: item.record.evidenceReferences, by: \.criterion)
                for index in rows.indices {
                    rows[index].files = references[rows[index].entry.criterion, default: []]
                        .map { FindingRow.File(shelf($0), in: view.plan) }
                }
                return rows
            })
    }

    /// NDJSON objects without outcome, to be filled in and recorded.
    package func json(of untested: [Untested], in view: AuditView) -> [UInt8] {
        var rows: [FindingRow] = []
        for item in untested {
            let component = item.place.component
            for criterion in item.criteria {
                var entry = FindingEntry()
                entry.component = component.id.hex
                entry.screen = component.screen
                entry.control = component.control
                entry.label = component.label
                entry.ordinal = component.ordinal
                entry.environment = item.place.environment.plain
                entry.round = item.place.id.round
                entry.state = item.place.id.state
                entry.criterion = criterion.id
                rows.append(FindingRow(entry: entry, audit: view.audit, effective: .untested))
            }
        }
        return Self.array(of: rows)
    }

    private static func array(of rows: [FindingRow]) -> [UInt8] {
        var bytes = [UInt8]("[".utf8)
        for (index, row) in rows.enumerated() {
            bytes += [UInt8]((index == 0 ? "\n" : ",\n").utf8)
            Export.ndjson.encode(row, &bytes)
            bytes.removeLast()  // The line's end, which comes behind the comma.
        }
        return bytes + [UInt8]("\n]\n".utf8)
    }

    private static let pieceBytes = 64 * 1024
}

extension FindingRow.File {
    fileprivate init(_ item: EvidenceItem, in plan: Plan) {
        self.init(
            sha256: item.hash.hex, name: item.name, type: item.type?.mediaType, bytes: item.size,
            place: item.place.rawValue, author: plan.name(of: item.author), device: item.replica)
    }
}
