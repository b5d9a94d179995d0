import Presentation
import Shared

extension AuditClient {
    /// The ids of the export formats, in the order people are offered them.
    package static var exportFormats: [String] { Export.all.map(\.id) }

    /// Writes every finding of an audit in one format, ascending by component state's key.
    ///
    /// Piece by piece, so that memory stays constant; all from one snapshot.
    ///
    /// - Parameter write: Takes the next bytes.
    /// - Returns: How many findings were written.
    /// - Throws: `ClientError.notFound` for an unknown format; what `write` throws.
    package func export(
        _ view: AuditView, as format: String, to write: ([UInt8]) throws -> Void
    ) throws -> Int {
        guard let export = Export.named(format) else {
            throw ClientError.notFound(
                what: "export format", name: format, known: Self.exportFormats)
        }
        let table = FindingTable(plan: view.plan, components: view.components)
        var bytes = export.header(view.plan)
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
        try write(bytes + export.footer)
        return count
    }

    /// The findings of some component states as a JSON array, one object each.
    ///
    /// The objects of an NDJSON export, with what this laptop knows of each finding's files.
    package func json(of items: [StateItem], in view: AuditView) throws -> [UInt8] {
        let table = FindingTable(plan: view.plan, components: view.components)
        let shelf = try shelf(of: view)
        let unconfirmed = try store.devices.unconfirmed(view.audit)
        return Self.array(
            of: items.flatMap { item in
                let wanted = Set(item.findings.map(\.criterion))
                var rows = table.rows(of: item.record, unconfirmed: unconfirmed)
                rows.removeAll { !wanted.contains($0.entry.criterion) }
                for index in rows.indices { rows[index].files = [] }
                for reference in item.record.evidenceReferences {
                    let file = FindingRow.File(shelf.item(reference), in: view.plan)
                    for index in rows.indices
                    where rows[index].entry.criterion == reference.criterion {
                        rows[index].files?.append(file)
                    }
                }
                return rows
            })
    }

    /// Rows as a JSON array, one a line.
    static func array(of rows: [FindingRow]) -> [UInt8] {
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
