package import Shared

extension Catalogue {
    /// Finds by id or alias; throws `.notFound` with the controls there are.
    package func control(named name: String) throws(AuditError) -> Control {
        if let found = control(name) { return found }
        throw .notFound(what: "control in the catalogue", name: name, known: controls.map(\.id))
    }

    /// Throws as for the control; `.invalid` when it has no such platform.
    package func platform(
        _ platform: String, of name: String
    ) throws(AuditError) -> ControlPlatform {
        if let found = try control(named: name).platform(platform) { return found }
        throw .invalid("the catalogue has no \(name) on \(platform)")
    }
}

extension ControlPlatform {
    package func state(named name: String, of control: String) throws(AuditError) -> ControlState {
        if let found = state(name) { return found }
        throw .notFound(what: "state of \(control) on \(id)", name: name, known: states.map(\.id))
    }

    /// Finds by full or short id what is judged in a state; `enabled` are inferred criteria.
    ///
    /// - Throws: `AuditError.notFound` with near ids; `.invalid` when it is not judged there.
    package func criterion(
        named name: String, in state: ControlState, enabled: Set<String>
    ) throws(AuditError) -> Criterion {
        let judged = criteria(in: state, enabled: enabled)
        if let found = judged.first(where: { $0.id == name || $0.shortID == name }) { return found }
        guard let known = criteria.first(where: { $0.id == name || $0.shortID == name }) else {
            throw .notFound(
                what: "criterion that is judged in the state \(state.id)", name: name,
                known: nearNames(to: name, among: judged.map(\.shortID)))
        }
        if known.applies(in: state) { throw .invalid("\(known.id) is switched off in this audit") }
        let places = states.filter(known.applies(in:)).map(\.id).joined(separator: ", ")
        throw .invalid("\(known.id) is not judged in the state \(state.id), but in: \(places)")
    }
}
