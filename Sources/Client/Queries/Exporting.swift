import Foundation
package import Publishing
package import Reading
package import Shared

extension ClientQueries {
    /// Writes what was asked for of an audit, piece by piece, from one snapshot.
    ///
    /// Nothing waits for it: it reads on a connection of its own.
    ///
    /// - Parameters:
    ///   - given: What is read where the audit pins no catalogue, or one that is not here.
    ///   - progress: Is told how far it is.
    ///   - write: What it throws ends the export.
    package func export(
        _ query: ExportQuery, of view: AuditView, besides given: Catalogue,
        progress: ExportProgress? = nil, to write: @escaping ([UInt8]) throws -> Void
    ) throws -> ExportRun.Written {
        let snapshot = try LaptopSnapshot(of: view.audit, in: store)
        defer { snapshot.close() }
        let audit = view.audit
        let view = AuditView(
            names: try snapshot.names { client.names.known(audit, as: $0) }, records: snapshot,
            person: view.person, ids: view.ids)
        let evidence = client.evidence.folder
        let run = try ExportRun(
            query, of: view, client.catalogues.catalogue(of: view, besides: given),
            scratch: client.home.folder.path, unconfirmed: try snapshot.unconfirmed(),
            files: { hash, bytesMax in
                guard let size = evidence.size(of: hash) else { return .notHere }
                guard size <= UInt64(bytesMax) else { return .tooLarge }
                return .here(try evidence.read(hash, bytesMax, at: 0))
            }, progress: progress)
        return try run.write(by: snapshot, to: write)
    }

    /// While marks are equal, nothing that an export has was written in between.
    package func mark() throws -> ClientStore.Revision { try store.mark() }

    /// The objects of an NDJSON export in an array, with what this laptop knows of their files.
    package func json(of items: [StateItem], in view: AuditView) throws -> [UInt8] {
        let rows = try FileRows(of: view, in: client)
        return Self.array(of: items.flatMap(rows.rows))
    }

    /// The same of all that a filter lets through, piece by piece, however much it is.
    ///
    /// - Parameter countMax: No more findings than that.
    package func writeJSON(
        matching filter: AuditFilter, countMax: Int, in view: AuditView,
        to write: ([UInt8]) throws -> Void
    ) throws {
        let rows = try FileRows(of: view, in: client)
        var left = countMax
        var bytes = [UInt8]("[".utf8)
        try view.eachState(matching: filter) { item in
            for row in rows.rows(of: item).prefix(left) {
                bytes += (left == countMax ? "\n" : ",\n").utf8
                row.appendLine(to: &bytes)
                bytes.removeLast()  // The line's end, which comes behind the comma.
                left -= 1
            }
            if bytes.count > 64 * 1024 {
                try write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            return left > 0
        }
        try write(bytes + [UInt8]("\n]\n".utf8))
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
                rows.append(
                    FindingRow(
                        entry: entry, audit: view.audit, state: item.place.id, effective: .untested
                    ))
            }
        }
        return Self.array(of: rows)
    }

    private static func array(of rows: [FindingRow]) -> [UInt8] {
        var bytes = [UInt8]("[".utf8)
        for (index, row) in rows.enumerated() {
            bytes += [UInt8]((index == 0 ? "\n" : ",\n").utf8)
            row.appendLine(to: &bytes)
            bytes.removeLast()  // The line's end, which comes behind the comma.
        }
        return bytes + [UInt8]("\n]\n".utf8)
    }
}

/// Makes rows with where their files are, as seen from one laptop.
private struct FileRows {
    private let table: FindingTable
    private let plan: Plan
    private let shelf: (EvidenceReference) -> EvidenceItem
    private let unconfirmed: DotRanges

    init(of view: AuditView, in client: AuditClient) throws {
        table = FindingTable(plan: view.plan, components: view.components)
        plan = view.plan
        shelf = try client.evidence.shelf(of: view)
        unconfirmed = try client.store.devices.unconfirmed(view.audit)
    }

    /// Rows of those findings alone that a filter has left.
    func rows(of item: StateItem) -> [FindingRow] {
        let wanted = Set(item.findings.map(\.criterion))
        let references = Dictionary(grouping: item.record.evidenceReferences, by: \.criterion)
        return table.rows(of: item.record, unconfirmed: unconfirmed) {
            wanted.contains($0.criterion)
        }.map { row in
            var row = row
            row.files = references[row.entry.criterion, default: []]
                .map { FindingRow.File(shelf($0), in: plan) }
            return row
        }
    }
}

extension FindingRow.File {
    fileprivate init(_ item: EvidenceItem, in plan: Plan) {
        self.init(
            sha256: item.hash.hex, name: item.name, type: item.type?.mediaType, bytes: item.size,
            place: item.place.rawValue, author: plan.name(of: item.author), device: item.replica)
    }
}
