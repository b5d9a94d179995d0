package import Reading
package import Shared

extension ClientPlanning {
    /// Moves a component among those of its screen; where it stands already it stays.
    ///
    /// - Parameter move: It names other components by their ids.
    /// - Returns: Whether it stands elsewhere now.
    @discardableResult
    package func move(_ component: Component, _ move: Move, in view: AuditView) throws -> Bool {
        try view.requireTester()
        let screen = view.components(onScreen: component.screen)
        let place = try move.place(
            of: component.id.hex, among: screen.map { ($0.id.hex, $0.place) })
        guard let place else { return false }
        let edits = [FieldEdit(FieldID(.order), Drafts.text(place))]
        try client.save(
            [RecordDraft(key: .component(view.audit, component.id), edits: edits)], in: view.audit)
        return true
    }

    /// Moves a screen among all; leads do.
    ///
    /// - Parameter move: It names other screens by their names.
    /// - Returns: Whether it stands elsewhere now.
    @discardableResult
    package func moveScreen(_ name: String, _ move: Move, in view: AuditView) throws -> Bool {
        try view.requireLead("order screens")
        let name = try view.screen(named: name)
        let screens = view.screens.map { ($0, view.plan.place(ofScreen: $0)) }
        guard let place = try move.place(of: name, among: screens) else { return false }
        let field = FieldID(.order, NaturalKey.folded(name))
        try client.savePlan([FieldEdit(field, Drafts.text(place))], of: view)
        return true
    }

    /// A way through a list.
    package enum Move: Hashable, Sendable {
        case up, down, top
        /// Beside another thing of the list, so that the same move once more does nothing.
        case before(String), behind(String)

        /// Reads `up`, `down`, `top`, or `before:` or `behind:` and a name; nil for anything else.
        package init?(_ text: String) {
            switch text {
            case "up": self = .up
            case "down": self = .down
            case "top": self = .top
            default:  // open set: names
                let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { return nil }
                switch parts[0] {
                case "before": self = .before(parts[1])
                case "behind": self = .behind(parts[1])
                default: return nil  // open set: whatever somebody sends
                }
            }
        }

        /// What it writes; nil where nothing is to be passed.
        fileprivate func place(
            of name: String, among list: [(name: String, place: Place)]
        ) throws(AuditError) -> String? {
            guard let index = list.firstIndex(where: { $0.name == name }) else {
                throw .invalid("what is withdrawn is not moved: take that back first")
            }
            var others = list
            others.remove(at: index)
            let target =
                switch self {
                case .up: index - 1
                case .down: index + 1
                case .top: 0
                case .before(let other): try Self.index(of: other, in: others.map(\.name))
                case .behind(let other): try Self.index(of: other, in: others.map(\.name)) + 1
                }
            guard target != index, (0...others.count).contains(target) else { return nil }
            return Place.between(
                target == 0 ? nil : others[target - 1].place,
                target == others.count ? nil : others[target].place)
        }

        private static func index(
            of name: String, in names: [String]
        ) throws(AuditError) -> Int {
            guard let index = names.firstIndex(of: name) else {
                throw .invalid("what it was to stand beside is not there any more: look again")
            }
            return index
        }
    }
}
