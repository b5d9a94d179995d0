package import Reading
import Shared

/// What somebody asks of an export, in the names that commands and addresses share.
package struct ExportQuery: Sendable {
    package let export: Export
    package let options: ExportOptions
    /// Conditions of a filter, in the order in which they were given.
    package let conditions: [(name: String, value: String)]
    /// From where on only what differs is asked for; empty from the beginning, nil for no cursor.
    package let cursor: String?

    /// The name of the format, and that of the cursor.
    package static let formatName = "format"
    package static let cursorName = "after"

    /// Every name that may be given.
    package static let names =
        [formatName, cursorName] + ExportOptions.Name.allCases.map(\.rawValue) + AuditFilter.names

    /// Each is looked up in the audit, by whoever asks for as many as an address holds.
    private static let countMax = 200

    /// Reads all of it: whoever believes to have filtered would take all rows for some.
    ///
    /// - Throws: What there is instead, for a name or a value that there is not.
    package init(_ given: [(name: String, value: String)]) throws(AuditError) {
        var options = ExportOptions()
        var conditions: [(name: String, value: String)] = []
        var single: [String: String] = [:]
        guard given.count <= Self.countMax
        else { throw .misread("An export takes at most \(Self.countMax) conditions.") }
        for (name, value) in given {
            if AuditFilter.names.contains(name) {
                conditions.append((name, value))
                continue
            }
            guard Self.names.contains(name) else {
                throw .notFound(
                    what: "parameter", name: name, known: nearNames(to: name, among: Self.names))
            }
            guard single.updateValue(value, forKey: name) == nil
            else { throw .misread("\(name) is given twice, and can be one thing only.") }
            if let option = ExportOptions.Name(rawValue: name) { try options.set(option, value) }
        }
        let name = single[Self.formatName] ?? ""
        guard let export = Export.named(name) else {
            throw .notFound(what: "export format", name: name, known: Export.all.map(\.id))
        }
        let taken = export.options.union([.strict]).map(\.rawValue)
        for option in ExportOptions.Name.allCases.map(\.rawValue)
        where single[option] != nil && !taken.contains(option) {
            let takers = Export.all.filter { $0.options.map(\.rawValue).contains(option) }
            throw .misread(
                "“\(option)” goes with \(takers.map(\.id).joined(separator: ", ")); "
                    + "\(export.id) takes none.")
        }
        guard single[Self.cursorName] == nil || export.id == Export.ndjson.id
        else {
            throw .misread("Only ndjson has increments: \(export.id) has no line for a cursor.")
        }
        self.export = export
        self.options = options
        self.conditions = conditions
        cursor = single[Self.cursorName]
    }

    /// Whether its file has something of the files that findings refer to.
    package var readsFiles: Bool { options.hasThumbnails }

    /// All that was asked for but a cursor, alike for whoever asks the same.
    package var identity: String {
        let pairs = conditions.map { "\($0.name)=\($0.value)" }.sorted()
        return ([export.id, String(describing: options)] + pairs).joined(separator: "\n")
    }
}
