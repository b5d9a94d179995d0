package import Foundation
package import Shared

/// What people and scripts name, in the ids and words of one audit.
extension AuditFilter {
    /// The name under which a day or a moment is given.
    package static let sinceName = "since"

    /// All names that `add` takes, in the order people are offered them.
    package static let names = Condition.allCases.map(\.rawValue) + [sinceName]

    /// Puts conditions in place of those of the same names.
    ///
    /// Several of one name are “or”, those of different names “and”.
    ///
    /// - Parameters:
    ///   - given: Names out of `names`, each with a value.
    ///   - zone: In which a day begins.
    /// - Throws: What there is instead, for a value that names nothing.
    package mutating func put(
        _ given: [(name: String, value: String)], in view: AuditView, _ catalogue: AuditCatalogue,
        zone: TimeZone
    ) throws(AuditError) {
        for condition in given.compactMap({ Condition(rawValue: $0.name) }) {
            wanted[condition] = nil
        }
        if given.contains(where: { $0.name == Self.sinceName }) { since = nil }
        for (name, value) in given {
            try add(value.trimmed, as: name, in: view, catalogue, zone: zone)
        }
    }

    private mutating func add(
        _ value: String, as name: String, in view: AuditView, _ catalogue: AuditCatalogue,
        zone: TimeZone
    ) throws(AuditError) {
        guard let condition = Condition(rawValue: name) else {
            guard name == Self.sinceName else {
                throw .notFound(what: "condition", name: name, known: Self.names)
            }
            // Of several days the earliest lets everything through that the others do.
            let moment = try Self.moment(value, in: zone)
            since = since.map { min($0, moment) } ?? moment
            return
        }
        let naming = ConditionNaming(view: view, catalogue: catalogue)
        wanted[condition, default: []].formUnion(try naming.values(of: condition, value))
    }

    /// A day begins at midnight; a moment is ISO 8601.
    package static func moment(
        _ text: String, in zone: TimeZone
    ) throws(AuditError) -> Date {
        if isOnClocks(text), let moment = try? Date(text, strategy: .iso8601) { return moment }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let day = DateComponents(
            year: parts.first, month: parts.dropFirst().first, day: parts.last)
        guard isOnClocks(text), parts.count == 3, day.isValidDate(in: calendar),
            let date = calendar.date(from: day)
        else {
            throw .misread(
                "A day is written 2026-11-21, a moment 2026-11-21T10:30:00Z; “\(text)” is neither.")
        }
        return date
    }

    /// Whether its year has four digits, and its time is one: what reads dates takes 99:00, too.
    private static func isOnClocks(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.prefix(while: digits.contains).count == 4 else { return false }
        let numbers = text.utf8.prefix(19).split { !digits.contains($0) }
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? .max }
        return zip(numbers.dropFirst(3), [23, 59, 59]).allSatisfy(<=)
    }
}

/// Finds what the value of a condition means in one audit.
private struct ConditionNaming {
    let view: AuditView
    let catalogue: AuditCatalogue

    func values(
        of condition: AuditFilter.Condition, _ value: String
    ) throws(AuditError) -> Set<String> {
        switch condition {
        case .screen: [NaturalKey.folded(try view.screen(named: value))]
        case .component: [try view.component(named: value).id.hex]
        case .environment: [try view.environment(named: value).plain]
        case .tester: [try tester(named: value).hex]
        case .control: [try known(value, "control", among: controls)]
        case .state:
            [try known(value, "state", among: platforms.flatMap(\.states).map(\.id))]
        case .round: [String(try round(value))]
        case .criterion: try criteria(named: value)
        case .clause: try criteria(ofClause: value)
        case .outcome: [try known(value, "outcome", among: Outcome.allCases.map(\.rawValue))]
        case .severity: [try known(value, "severity", among: Severity.allCases.map(\.rawValue))]
        case .basis: [try known(value, "basis", among: Effective.bases)]
        }
    }

    /// Those of the audit's components: the others need not be read.
    private var platforms: [ControlPlatform] {
        Set(view.components.map(\.control)).compactMap(catalogue.catalogue.control)
            .flatMap(\.platforms)
    }
    private var controls: Set<String> {
        Set(catalogue.catalogue.headings.map(\.id) + view.components.map(\.control))
    }

    private func known(
        _ value: String, _ what: String, among names: some Collection<String>
    ) throws(AuditError) -> String {
        let wanted = value.trimmed.lowercased()
        if let found = names.first(where: { $0.lowercased() == wanted }) { return found }
        // Without its own catalogue nobody can say what an audit does not have.
        if catalogue.gap != nil, what == "state" || what == "control" { return value.trimmed }
        throw .notFound(what: what, name: value, known: nearNames(to: value, among: Set(names)))
    }

    private func round(_ value: String) throws(AuditError) -> UInt32 {
        let last = view.plan.currentRound
        if let round = UInt32(value), (1...last).contains(round) { return round }
        throw .notFound(what: "round", name: value, known: (1...min(last, 20)).map { String($0) })
    }

    /// Somebody who left the audit is found, too.
    private func tester(named name: String) throws(AuditError) -> PersonID {
        let wanted = NaturalKey.folded(name)
        let former = view.plan.formerNames.filter { NaturalKey.folded($0.value) == wanted }
        if former.count == 1, let only = former.first?.key,
            !view.plan.people.values.contains(where: { NaturalKey.folded($0.name) == wanted })
        {
            return only
        }
        return try view.member(named: name)
    }

    private func criteria(named name: String) throws(AuditError) -> Set<String> {
        let wanted = name.trimmed.lowercased()
        let all = platforms.flatMap(\.criteria)
        let found = all.filter { $0.isCalled(wanted) }
        if !found.isEmpty { return Set(found.flatMap { [$0.id] + $0.ids }) }
        if catalogue.gap != nil || wanted.split(separator: ".").count == 3 { return [wanted] }
        throw .notFound(
            what: "criterion", name: name,
            known: nearNames(to: name, among: Set(all.map(\.shortID))))
    }

    /// A clause of a lens, `LENS:NUMBER`; of one of the audit's lenses the number is enough.
    private func criteria(ofClause name: String) throws(AuditError) -> Set<String> {
        _ = try catalogue.required()
        let parts = name.trimmed.split(separator: ":", maxSplits: 1).map(String.init)
        let lenses =
            parts.count == 2
            ? [try Lens.find(parts[0])] : view.plan.lenses.compactMap(Lens.named)
        guard let number = parts.last, !lenses.isEmpty else {
            throw .misread(
                "A clause is written LENS:NUMBER, such as “en-301-549-3.2.1:11.4.1.2”; its number "
                    + "alone is one of the audit's lenses, and this audit has none "
                    + "(accord audit lens).")
        }
        let folded = number.trimmed.lowercased()
        func isMeant(_ clause: LensClause) -> Bool {
            let number = clause.number.lowercased()
            return number == folded || number.hasPrefix(folded + ".")
        }
        let numbers = lenses.flatMap(\.clauses)
        guard numbers.contains(where: isMeant) else {
            throw .notFound(
                what: "clause", name: name,
                known: nearNames(to: number, among: Set(numbers.map(\.number))))
        }
        let criteria = platforms.flatMap(\.criteria).filter { one in
            lenses.contains { $0.clauses(of: one).contains(where: isMeant) }
        }
        return Set(criteria.flatMap(\.ids))
    }
}

extension Effective {
    /// Every word that `basis` can be.
    package static let bases = [
        "untested", "single", "agreed", "automatic", "undecided", "decided", "challenged",
    ]
}
