package import Shared

/// Components of one control that bear one name: rows and people cannot tell them apart by it.
///
/// They come to be on two laptops that did not see each other; a lead renames one, or says that
/// they are the same control.
package struct SharedName: Sendable {
    /// Two or more, in the order of the plan.
    package let components: [Component]

    package var name: String { components[0].name }

    /// The fronts of their ids, which tell them apart.
    package var ids: [String] { components.map { String($0.id.hex.prefix(12)) } }

    /// Such as `“Cards/Options” is the name of 2 components, 0a1b... and 2c3d...`.
    package var words: String {
        "“\(name)” is the name of \(components.count) components, \(AuditView.list(ids))"
    }
}

extension AuditView {
    /// A component's name, or the front of its id where others bear that name too.
    package func distinctName(of component: Component) -> String {
        bearers(of: ComponentName(component)).count > 1
            ? String(component.id.hex.prefix(12)) : component.name
    }

    /// Names that several components bear which are to be tested, but for those that are linked.
    package func sharedNames() throws -> [SharedName] {
        let groups = names.born.shared
        guard !groups.isEmpty else { return [] }
        let gone = try withdrawnWork().components
        return groups.compactMap { ids in
            let group = ids.filter { !gone.contains($0) }.compactMap { components[$0] }
            let isSettled = group.indices.allSatisfy { index in
                let same = Set(sameComponents(as: group[index].id).map(\.id))
                return group[(index + 1)...].allSatisfy { same.contains($0.id) }
            }
            return isSettled ? nil : SharedName(components: group)
        }
    }
}
