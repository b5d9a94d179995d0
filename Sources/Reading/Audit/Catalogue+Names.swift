package import Shared

extension Catalogue {
    /// Finds by id, alias or title, in any case; throws `.notFound` with near names.
    package func control(named name: String) throws(AuditError) -> Control {
        // Rows say it as exports do, a million times.
        if headings.contains(where: { $0.id == name }), let found = control(name) { return found }
        let wanted = Self.plain(name)
        let heading = headings.first { heading in
            ([heading.id, heading.title] + heading.aliases).contains { Self.plain($0) == wanted }
        }
        if let found = heading.flatMap({ control($0.id) }) { return found }
        throw .notFound(
            what: "control in the catalogue", name: name,
            known: nearNames(
                to: name, among: headings.flatMap { [$0.id] + $0.aliases }, isClose: true))
    }

    /// The id of each control by its id, title and aliases, for many that are looked up.
    package func controlsByName() -> [String: String] {
        let names = headings.flatMap { heading in
            ([heading.id, heading.title] + heading.aliases).map { (Self.plain($0), heading.id) }
        }
        return Dictionary(names) { first, _ in first }
    }

    /// Finds by full id, or by its last part where that is one criterion's; in any case.
    ///
    /// - Throws: `.ambiguous` with the full ids; `.notFound` with near names.
    package func criterion(named name: String) throws(AuditError) -> Criterion {
        let wanted = name.lowercased()
        if let found = criterion(wanted) { return found }
        let all = controls.flatMap(\.platforms).flatMap(\.criteria)
        let found = all.filter { $0.isCalled(wanted) }
        if let only = found.first, found.count == 1 { return only }
        guard found.isEmpty else {
            throw .ambiguous(what: "criterion", name: name, candidates: found.map(\.id))
        }
        throw .notFound(
            what: "criterion in the catalogue", name: name,
            known: nearNames(to: name, among: all.map(\.id) + all.map(\.shortID)))
    }

    /// Reads an environment of platforms and technologies that the catalogue has.
    ///
    /// - Throws: `.notFound` with near names, `.invalid` for a pair that cannot be.
    package func environment(_ text: String) throws(AuditError) -> Environment {
        guard let environment = Environment(plain: text) else {
            throw .invalid(
                "an environment is written platform-at-class-major, such as "
                    + "ios-voiceover-phone-18; “\(text)” is not")
        }
        let platforms = commons.platforms.map(\.id)
        guard platforms.contains(environment.platform) else {
            throw .invalid(
                "the platform of “\(text)” is none of " + platforms.joined(separator: ", "))
        }
        let name = environment.assistiveTechnology
        guard let technology = technologies.first(where: { $0.id == name }) else {
            throw .notFound(
                what: "assistive technology", name: name,
                known: nearNames(to: name, among: technologies.map(\.id)))
        }
        guard technology.platforms.contains(environment.platform) else {
            let own = technologies.filter { $0.platforms.contains(environment.platform) }
            throw .invalid(
                "\(technology.title) is not on \(environment.platformWord); there are "
                    + own.map(\.id).joined(separator: ", "))
        }
        return environment
    }

    /// Says when nothing is judged in an environment; nil when something is.
    package func emptiness(of environment: Environment) -> String? {
        let platforms = controls.compactMap { $0.platform(environment.platform) }
        let isJudged = platforms.contains { platform in
            platform.criteria.contains {
                platform.judges($0, with: environment.assistiveTechnology)
            }
        }
        return isJudged
            ? nil : "No criterion of the catalogue is judged on \(environment.sentence)."
    }

    /// The form in which names of controls are compared.
    package static func plain(_ name: String) -> String {
        NaturalKey.folded(name).replacing(" ", with: "-")
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
        if let found = judged.first(where: { $0.isCalled(name) }) { return found }
        guard let known = criteria.first(where: { $0.isCalled(name) }) else {
            throw .notFound(
                what: "criterion that is judged in the state \(state.id)", name: name,
                known: nearNames(to: name, among: judged.map(\.shortID)))
        }
        if known.applies(in: state) { throw .invalid("\(known.id) is switched off in this audit") }
        let places = states.filter(known.applies(in:)).map(\.id).joined(separator: ", ")
        throw .invalid("\(known.id) is not judged in the state \(state.id), but in: \(places)")
    }
}
