package import Shared

extension AuditView {
    /// The components that are the same control, as either side says, ascending by name.
    package func sameComponents(as id: ComponentID) -> [Component] {
        var others = Set(components[id]?.see ?? [])
        for component in names.pointing where component.see.contains(id) {
            others.insert(component.id)
        }
        return others.compactMap { components[$0] }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Their names; of one that is still to come the front of its id.
    package func sameControls(as id: ComponentID) -> [String] {
        let missing = (components[id]?.see ?? []).filter { components[$0] == nil }
        return sameComponents(as: id).map(\.name) + missing.map { String($0.hex.prefix(12)) }
    }
}
