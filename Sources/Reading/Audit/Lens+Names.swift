package import Shared

extension Lens {
    /// Finds by id in any case; throws `.notFound` with those that there are.
    package static func find(_ name: String) throws(AuditError) -> Lens {
        if let lens = named(name.lowercased()) { return lens }
        throw .notFound(what: "lens", name: name, known: nearNames(to: name, among: all.map(\.id)))
    }
}
