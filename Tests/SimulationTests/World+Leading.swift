import Client
import Server
import Shared
import TestSupport

/// What leads do: decide, give roles, open rounds and change the policy.
extension World {
    /// Later rounds that a lead may open; few, so that people meet in them.
    private static let roundsMax: UInt32 = 2

    mutating func decide(_ index: Int) throws {
        let key = try anyState(of: index)
        guard try leads(index, key.audit), let record = try laptops[index].store.record(key)
        else { return }
        let criterion = generator.pick(criteria)
        let form = FormContext(showing: record)
        let edit =
            generator.chance(15)
            ? FieldEdit(FieldID(criterion: criterion, .decision), nil)
            : Drafts.decision(
                generator.chance(50) ? .passed : .failed(.serious, .app), reason: "seen again",
                rule: nil, criterion: criterion, showing: form)
        let judgements = form.shown[FieldID(criterion: criterion, .judgement)] ?? []
        try save(
            RecordDraft(key: key, act: .decision, edits: [edit], form: form), laptop: index,
            about: [edit.field: Set(judgements.map(\.deed))])
    }

    /// A lead makes somebody a reader, a tester or a lead; what that one records before she hears
    /// of it may be set aside, and what she records later must still replace what that had
    /// replaced.
    mutating func assignRole(by index: Int) throws {
        let audit = generator.pick(audits)
        guard try leads(index, audit) else { return }
        let plan = try laptops[index].store.plan(audit)
        // Tomas stays the lead, or a run could have none.
        let others = laptops.map(\.person).filter { $0 != laptops[0].person }
        let leads = others.filter { plan?.role(of: $0) == .lead }
        let demotes = !leads.isEmpty && generator.chance(60)
        guard let person = demotes ? leads.first : generator.pick(others) else { return }
        let role: Role = demotes ? .tester : generator.pick([.reader, .tester, .tester, .lead])
        try save(
            RecordDraft(
                key: .plan(audit), act: .plan,
                edits: Drafts.person(person, name: "tester", role: role)), laptop: index)
    }

    /// A lead gives up all that she may do, and her device ends with what it has not sent.
    mutating func leave(_ index: Int) async throws {
        guard !isOut(laptops[index]) else { return }
        // Tomas's device stays, so that there is somebody to be named when nobody leads any more.
        if laptops[index].person == laptops[0].person { return try await leaveAlone(index) }
        for audit in audits where try leads(index, audit) {
            try save(
                RecordDraft(
                    key: .plan(audit), act: .plan,
                    edits: Drafts.person(laptops[index].person, name: "tester", role: .reader)),
                laptop: index)
            goals[.leadLeft, default: 0] += 1
        }
        guard generator.chance(50) else { return }
        try await sync(index)
        try await retire(laptops[index], as: .retired, by: index)
    }

    mutating func openRound(by index: Int) throws {
        let audit = generator.pick(audits)
        guard try leads(index, audit), let plan = try laptops[index].store.plan(audit),
            plan.currentRound < Self.roundsMax
        else { return }
        let number = plan.currentRound + 1
        let build = Text(normalizing: "build \(generator.below(3))")
        let edit = FieldEdit(
            FieldID(.round, "\(number)"), .round(number: number, build: build))
        try save(RecordDraft(key: .plan(audit), act: .plan, edits: [edit]), laptop: index)
    }

    mutating func changePolicy(by index: Int) throws {
        let audit = generator.pick(audits)
        guard try leads(index, audit) else { return }
        let method = generator.pick(
            ["most-severe", "majority", "seniority", "knowing", "lead-decides"])
        let rule = PolicyRule(
            control: generator.pick(["", "menu"]), state: generator.pick(["", "disabled"]),
            method: method, ranks: method == "seniority" ? laptops.map(\.person) : [])
        try save(Drafts.policy(audit, Policy(rules: [rule])), laptop: index)
        goals[.policyChanged, default: 0] += 1
    }

    /// Whether somebody leads an audit, as far as her laptop knows.
    func leads(_ index: Int, _ audit: AuditID) throws -> Bool {
        try laptops[index].store.plan(audit)?.role(of: laptops[index].person) == .lead
    }

    /// A state of any round that has begun, as far as the laptop knows; mostly of the present one.
    mutating func anyState(of index: Int) throws -> RecordKey {
        let audit = generator.pick(audits)
        let current = Int(try laptops[index].store.plan(audit)?.currentRound ?? 1)
        let round = generator.chance(70) ? current : 1 + generator.below(current)
        let control = Self.controls[generator.chance(80) ? 0 : 1]
        return state(
            generator.pick(Self.stateNames), of: audit, round: UInt32(round), on: control)
    }
}
