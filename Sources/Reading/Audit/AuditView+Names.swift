package import Shared

extension AuditView {
    /// Finds by `Screen/Label[/ordinal]`, or by six or more digits of the id.
    ///
    /// - Throws: `.notFound` too for a name that something had once, with what it is called now:
    ///   whoever types a name can mean another thing that bore it never.
    package func component(named name: String) throws(AuditError) -> Component {
        let bearers = bearers(ofWords: name)
        if let found = only(of: bearers) { return found }
        guard bearers.isEmpty else { throw ambiguity(of: name, bearers) }
        let found =
            isIdentifierPrefix(name)
            ? components.filter { $0.id.hex.hasPrefix(name.lowercased()) } : []
        if found.isEmpty, let now = former(words: name).first {
            throw .notFound(
                what: "component any more; it is called “\(now.name)” now", name: name, known: [])
        }
        guard found.count < 2 else { throw ambiguity(of: name, found) }
        return try only(
            of: found, what: "component", name: name, known: components.map(\.name)
        ) { $0.name }
    }

    /// Those that were made under a name in words, which may hold slashes of its own.
    private func former(words name: String) -> [Component] {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // Each way to take it apart is looked up for every control.
        guard (2...8).contains(parts.count) else { return [] }
        return (1..<parts.count).flatMap { at -> [Component] in
            let screen = parts[..<at].joined(separator: "/")
            let plain = ComponentName(
                screen: screen, control: nil, label: parts[at...].joined(separator: "/"), ordinal: 1
            )
            guard at < parts.count - 1, let ordinal = UInt32(parts[parts.count - 1]) else {
                return former(plain)
            }
            let label = parts[at..<(parts.count - 1)].joined(separator: "/")
            return former(plain)
                + former(
                    ComponentName(screen: screen, control: nil, label: label, ordinal: ordinal))
        }
    }

    /// Finds by the plain form, such as `ios-voiceover-phone-18`, or throws `.notFound`.
    package func environment(named name: String) throws(AuditError) -> Environment {
        let wanted = NaturalKey.folded(name)
        let environments = plan.environments.values.sorted { $0.plain < $1.plain }
        let found = environments.first { NaturalKey.folded($0.plain) == wanted }
        if let found { return found }
        throw .notFound(what: "environment", name: name, known: environments.map(\.plain))
    }

    /// Finds by `COMPONENT@ENVIRONMENT:STATE`; a nil round is the current one.
    ///
    /// It is taken apart at the last @ behind which an environment stands: labels may have some.
    package func state(named name: String, round: UInt32? = nil) throws(AuditError) -> StateID {
        let ways = name.indices.filter { name[$0] == "@" }.reversed().compactMap { at in
            name[at...].firstIndex(of: ":")
                .flatMap { name.index(after: $0) < name.endIndex ? (at: at, colon: $0) : nil }
        }
        func environment(_ way: (at: String.Index, colon: String.Index)) -> String {
            String(name[name.index(after: way.at)..<way.colon])
        }
        let known = Set(plan.environments.values.map { NaturalKey.folded($0.plain) })
        let way = ways.first { known.contains(NaturalKey.folded(environment($0))) } ?? ways.first
        guard let way else {
            throw .misread(
                "A component state is written COMPONENT@ENVIRONMENT:STATE, such as "
                    + "“Accounts/Account options@ios-voiceover-phone-18:expanded”; “\(name)” is "
                    + "not.")
        }
        return StateID(
            component: try component(named: String(name[..<way.at])).id,
            environment: try self.environment(named: environment(way)).id,
            round: round ?? plan.currentRound, state: String(name[name.index(after: way.colon)...]))
    }

    /// Finds a component, or else a component state, by what either is called.
    ///
    /// The whole name goes first: a label can hold an @, and even all that follows one.
    package func subject(named name: String) throws -> RecordKey {
        if name.contains("@"), bearers(ofWords: name).isEmpty {
            return .state(audit, try item(named: name).id)
        }
        return .component(audit, try component(named: name).id)
    }

    /// Finds by name, or by six or more digits of the id.
    package func member(named name: String) throws(AuditError) -> PersonID {
        let wanted = NaturalKey.folded(name)
        var found = plan.people.filter { NaturalKey.folded($0.value.name) == wanted }.map(\.key)
        if found.isEmpty, isIdentifierPrefix(name) {
            found = plan.people.keys.filter { $0.hex.hasPrefix(name.lowercased()) }
        }
        return try only(
            of: found, what: "member", name: name, known: plan.people.values.map(\.name)
        ) { "\($0.hex.prefix(12))  \(plan.name(of: $0))" }
    }

    /// Finds a person or a group of the plan, a group before a person of that name.
    package func assignee(named name: String) throws(AuditError) -> Assignee {
        if let group = group(named: name) { return .group(group) }
        return .person(try member(named: name))
    }

    package func group(named name: String) -> GroupID? {
        let wanted = NaturalKey.folded(name)
        return plan.groups.filter { NaturalKey.folded($0.value.name) == wanted }.keys.min()
    }

    /// The names of screens in the order of the plan, each in one spelling.
    package var screens: [String] { names.screens }

    /// Parts that are in the order of the plan, put together by their screen in any spelling.
    package func byScreen<Part>(
        _ parts: some Sequence<Part>, of component: (Part) -> Component
    ) -> [(screen: String, parts: [Part])] {
        let names = Dictionary(screens.map { (NaturalKey.folded($0), $0) }) { first, _ in first }
        var spellings: [String: String] = [:]
        return parts.reduce(into: []) { found, part in
            let spelled = component(part).screen
            // Each spelling is folded once, however many components have it.
            let screen =
                spellings[spelled] ?? names[NaturalKey.folded(spelled)] ?? spelled
            spellings[spelled] = screen
            if found.last?.screen == screen {
                found[found.count - 1].parts.append(part)
            } else {
                found.append((screen, [part]))
            }
        }
    }

    /// Finds by the name in any case, or throws `.notFound`.
    package func screen(named name: String) throws(AuditError) -> String {
        let wanted = NaturalKey.folded(name)
        let all = screens
        if let found = all.first(where: { NaturalKey.folded($0) == wanted }) { return found }
        throw .notFound(what: "screen", name: name, known: nearNames(to: name, among: all))
    }

    /// The components of a screen in any spelling, in the order of the plan, no withdrawn ones.
    package func components(onScreen name: String) -> [Component] {
        let wanted = NaturalKey.folded(name)
        return components.filter {
            $0.withdrawals.isEmpty && ($0.screen == name || NaturalKey.folded($0.screen) == wanted)
        }
    }

    /// Such as `Accounts/Account options@ios-voiceover-phone-18:open`.
    package func name(of state: StateID) -> String {
        let component = componentName(state.component)
        return "\(component)@\(environmentName(state.environment)):\(state.state)"
    }

    /// The front of the id while the component is still to come.
    func componentName(_ id: ComponentID) -> String {
        components[id]?.name ?? String(id.hex.prefix(12))
    }

    /// The plain form, or the front of the id while the plan does not have it.
    package func environmentName(_ id: EnvironmentID) -> String {
        plan.environments[id]?.plain ?? String(id.hex.prefix(12))
    }

    package func name(of key: RecordKey) -> String {
        switch key {
        case .plan: "the plan"
        case .component(_, let id): componentName(id)
        case .state(_, let id): name(of: id)
        case .other: "a record of a later version"
        }
    }

    /// Whose word a write is, and that nothing shows it to be hers where that is so.
    package func whose(_ write: Sibling) -> String {
        let name = plan.name(of: write.author)
        guard let origin = write.unplaced else { return name }
        return "\(name) (by a device that is not known to be hers; adopted by "
            + "\(plan.name(of: origin.lead)))"
    }

    /// Who wrote any of these, by name, such as `Lee Okafor and Maya Lindqvist`.
    func authors(of siblings: [Sibling]) -> String {
        Self.list(Set(siblings.map(whose)).sorted())
    }

    package static func list(_ names: [String]) -> String {
        names.count < 2
            ? names.joined()
            : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }

    /// The components that are the same control, as either side says, ascending by name.
    package func sameComponents(as id: ComponentID) -> [Component] {
        let pointing = names.pointing.filter { $0.see.contains(id) }.map(\.id)
        return Set((components[id]?.see ?? []) + pointing).compactMap { components[$0] }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Names of the same control; of one that is still to come the front of its id.
    package func sameControls(as id: ComponentID) -> [String] {
        let missing = (components[id]?.see ?? []).filter { components[$0] == nil }
        return sameComponents(as: id).map(\.name) + missing.map { String($0.hex.prefix(12)) }
    }

    private func only<Found>(
        of found: [Found], what: String, name: String, known: [String],
        _ describe: (Found) -> String
    ) throws(AuditError) -> Found {
        guard let first = found.first else {
            throw .notFound(what: what, name: name, known: nearNames(to: name, among: known))
        }
        if found.count == 1 { return first }
        throw .ambiguous(what: what, name: name, candidates: found.map(describe).sorted())
    }
}
