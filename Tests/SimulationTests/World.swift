import Client
import Foundation
import Server
import Shared
import TestSupport

/// Laptops and a server under one seed: chaos, then healing, then everything must agree.
struct World {
    private let seed: UInt64
    private var generator: SeededGenerator
    private let folder: URL
    private let audit: AuditID
    private var serverStore: SQLiteStore
    private var core: ServerCore
    private var laptops: [Laptop] = []
    private var oracle = Oracle()
    private var faults: SimulatedNetwork.Faults
    private(set) var goals: [Goal: Int] = [:]
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// The states that testers quarrel about; few, so that they meet.
    private let states: [RecordKey]
    private let criteria = ["menu.android.state-open", "menu.android.trigger-name"]

    init(seed: UInt64, folder: URL) async throws {
        self.seed = seed
        self.folder = folder
        var generator = SeededGenerator(seed: seed)
        let audit = AuditID.random(using: &generator)
        self.audit = audit
        let component = NaturalKey.component(
            screen: "Accounts", control: "menu", label: "Account options")
        let environment = Environment(
            platform: "android", assistiveTechnology: "talkback", deviceClass: "phone",
            majorVersion: "15")
        states = ["expanded", "disabled"].map { state in
            .state(
                audit,
                StateID(
                    component: component, environment: environment.id, round: 1, state: state))
        }
        faults = Self.swarm(&generator)
        serverStore = try SQLiteStore(
            folder: folder.appending(path: "server"), purpose: .serving, at: now,
            using: &generator)
        core = Self.core(serverStore)
        self.generator = generator
        for name in ["tomas", "maya", "lee"] { try await addLaptop(name) }
        try await plan()
    }

    /// Each run has its own mix of faults, so that rare ones are not drowned by common ones.
    private static func swarm(
        _ generator: inout SeededGenerator
    ) -> SimulatedNetwork.Faults {
        func draw(_ most: Int) -> Int { generator.chance(60) ? generator.below(most) : 0 }
        return SimulatedNetwork.Faults(
            requestLost: draw(30), answerLost: draw(40), requestRepeated: draw(30),
            oldRequestReplayed: draw(30), answerCut: draw(40), captivePortal: draw(10))
    }

    private static func core(_ store: SQLiteStore) -> ServerCore {
        ServerCore(
            store: store, secret: ServerSecret(bytes: [UInt8](repeating: 7, count: 32)))
    }

    private mutating func addLaptop(_ name: String) async throws {
        let person = PersonID.random(using: &generator)
        let replica = ReplicaID.random(using: &generator)
        let code = InviteCode.random(using: &generator)
        try await core.invite(name: name, code: code, at: now)
        var request = WireEnrolRequest()
        request.invite = code.text
        request.replica = Data(replica.bytes)
        request.person = Data(person.bytes)
        _ = try await core.enrol(request, at: now)
        let network = SimulatedNetwork(
            core: core, bearer: .device(person: person, replica: replica), faults: .none,
            generator: SeededGenerator(seed: generator.next()))
        laptops.append(
            try Laptop(
                folder: folder, name: name, person: person, replica: replica, epoch: core.epoch,
                network: network))
    }

    /// Tomas plans the audit, everybody has the plan, and then the weather turns bad.
    private mutating func plan() async throws {
        var edits = laptops.dropFirst().flatMap {
            Drafts.person($0.person, name: "tester", role: .tester)
        }
        edits += Drafts.person(laptops[0].person, name: "Tomas", role: .lead)
        let rule = PolicyRule(control: "", state: "disabled", method: "most-severe")
        edits.append(FieldEdit(FieldID(.policy), .policy(Policy(rules: [rule]))))
        try save(RecordDraft(key: .plan(audit), act: .plan, edits: edits), laptop: 0)
        for index in laptops.indices { try await syncToEnd(index) }
        for laptop in laptops { laptop.network.connect(to: core, faults: faults) }
    }

    // MARK: Running

    /// Does random things for so many steps.
    mutating func chaos(steps: Int) async throws {
        for _ in 0..<steps {
            let index = generator.below(laptops.count)
            switch generator.below(100) {
            case 0..<12: try open(index)
            case 12..<38: try edit(index)
            case 38..<41 where index == 0: try decide()
            case 41..<42: try assignRole()
            case 42..<44: try withdraw(index)
            case 44..<46: try overreach(index)
            case 50..<56: try forge(index)
            case 46..<49: try crash(index)
            case 49..<50: try restartServer()
            default: try await sync(index)
            }
        }
    }

    /// Mends the network, syncs everybody until nothing moves, and checks every invariant.
    mutating func heal() async throws -> [String] {
        for laptop in laptops { laptop.network.connect(to: core, faults: .none) }
        for _ in 0..<2 {
            for index in laptops.indices { try await syncToEnd(index) }
        }
        for laptop in laptops {
            goals.merge(laptop.network.goals, uniquingKeysWith: +)
        }
        return try await violations()
    }

    private mutating func open(_ index: Int) throws {
        let key = generator.pick(states)
        let record = try laptops[index].store.record(key) ?? Record(key: key)
        if laptops[index].forms.contains(where: { $0.key == key }) {
            goals[.twoFormsOpen, default: 0] += 1
        }
        laptops[index].forms.append(
            Laptop.Form(key: key, context: FormContext(showing: record)))
        if laptops[index].forms.count > 3 { laptops[index].forms.removeFirst() }
    }

    private mutating func edit(_ index: Int) throws {
        guard !laptops[index].forms.isEmpty else { return try open(index) }
        let form = generator.below(laptops[index].forms.count)
        let criterion = generator.pick(criteria)
        var edits: [FieldEdit] = []
        if generator.chance(70) {
            edits.append(
                FieldEdit(FieldID(criterion: criterion, .judgement), anyJudgement()))
        }
        if generator.chance(40) || edits.isEmpty {
            edits.append(
                FieldEdit(
                    FieldID(criterion: criterion, .note),
                    Drafts.text("note \(generator.below(4))")))
        }
        if generator.chance(10) {
            let tag = FieldID(criterion: criterion, .tag, "t\(generator.below(3))")
            edits.append(FieldEdit(tag, generator.chance(60) ? .present : nil))
        }
        try edit(index, form: form, edits)
    }

    private mutating func edit(_ index: Int, form: Int, _ edits: [FieldEdit]) throws {
        let context = laptops[index].forms[form].context
        let key = laptops[index].forms[form].key
        let saved = try save(RecordDraft(key: key, edits: edits, form: context), laptop: index)
        if let saved { laptops[index].forms[form].context.note(saved) }
    }

    private mutating func anyJudgement() -> FieldValue? {
        switch generator.below(6) {
        case 0: nil
        case 1: .judgement(.failed(.serious, .app))
        case 2: .judgement(.failed(.minor, .app))
        case 3: .judgement(.cantTell)
        default: .judgement(.passed)
        }
    }

    private mutating func decide() throws {
        let key = generator.pick(states)
        guard let record = try laptops[0].store.record(key) else { return }
        let criterion = generator.pick(criteria)
        let draft =
            generator.chance(15)
            ? Drafts.lift(criterion: criterion, showing: record)
            : Drafts.decision(
                generator.chance(50) ? .passed : .failed(.serious, .app), reason: "seen again",
                rule: nil, criterion: criterion, showing: record)
        try save(draft, laptop: 0)
    }

    private mutating func withdraw(_ index: Int) throws {
        let field = FieldID(criterion: generator.pick(criteria), .withdrawn)
        try save(
            RecordDraft(
                key: generator.pick(states),
                edits: [FieldEdit(field, .withdrawal(Text(normalizing: "wrong screen")))]),
            laptop: index)
        goals[.withdrawn, default: 0] += 1
    }

    /// Something that only a lead may do; from a tester it must be set aside.
    private mutating func overreach(_ index: Int) throws {
        let edit = FieldEdit(FieldID(.title), Drafts.text("title \(generator.below(9))"))
        try save(RecordDraft(key: .plan(audit), act: .plan, edits: [edit]), laptop: index)
    }

    /// The lead makes a tester a reader, or a tester again; what the other records meanwhile is set
    /// aside, and what she records later must still replace what that had replaced.
    private mutating func assignRole() throws {
        let person = laptops[1 + generator.below(laptops.count - 1)].person
        let role: Role = generator.chance(50) ? .reader : .tester
        try save(
            RecordDraft(
                key: .plan(audit), act: .plan,
                edits: Drafts.person(person, name: "tester", role: role)), laptop: 0)
    }

    /// Claims to have seen a conflict and names somebody else's verdict all the same, from a form
    /// that showed it alone. The server must refuse it, and later saves build on the refused one.
    private mutating func forge(_ index: Int) throws {
        for (place, form) in laptops[index].forms.enumerated() {
            let record = try laptops[index].store.record(form.key) ?? Record(key: form.key)
            for criterion in criteria {
                let field = FieldID(criterion: criterion, .judgement)
                let shown = form.context.shown[field] ?? []
                let standing = record.siblings(of: field)
                guard let only = shown.first, shown.count == 1,
                    only.author != laptops[index].person,
                    standing.contains(where: { $0.edit == only.edit }),
                    Set(standing.map(\.value)).count > 1
                else { continue }
                laptops[index].forms[place].context.sees = record.context
                return try edit(index, form: place, [FieldEdit(field, .judgement(.inapplicable))])
            }
        }
    }

    private mutating func crash(_ index: Int) throws {
        goals[.laptopCrashed, default: 0] += 1
        try laptops[index].crash()
    }

    private mutating func restartServer() throws {
        goals[.serverCrashed, default: 0] += 1
        try serverStore.close()
        serverStore = try SQLiteStore(
            folder: folder.appending(path: "server"), purpose: .serving, at: now,
            using: &generator)
        core = Self.core(serverStore)
        for laptop in laptops { laptop.network.connect(to: core, faults: faults) }
    }

    private mutating func sync(_ index: Int) async throws {
        laptops[index].beginSync(audit, seed: generator.next())
        for _ in 0...generator.below(4) {
            if case .blocked(let block)? = try await laptops[index].stepSync() {
                throw Violation(text: "a sync is blocked: \(block)")
            }
        }
    }

    private mutating func syncToEnd(_ index: Int) async throws {
        laptops[index].session = nil
        laptops[index].beginSync(audit, seed: generator.next())
        var end: SyncEnd?
        while laptops[index].session != nil { end = try await laptops[index].stepSync() }
        guard case .complete? = end else {
            throw Violation(text: "on a good network a sync ended with \(String(describing: end))")
        }
    }

    /// Saves a draft, and tells the oracle what its form showed.
    @discardableResult
    private mutating func save(_ draft: RecordDraft, laptop index: Int) throws -> Change? {
        let store = laptops[index].store
        let shown = try draft.form ?? FormContext(showing: store.record(draft.key) ?? Record(key: draft.key))
        let saved = try Recorder(store: store).save(
            [draft], in: audit, at: now, using: &generator)
        guard let change = saved.first else { return nil }
        laptops[index].saved += 1
        let author = laptops[index].person
        var replaced: [FieldID: Set<EditID>] = [:]
        for write in change.body.writes {
            let siblings = shown.shown[write.field] ?? []
            replaced[write.field] = Self.replaced(write, siblings, by: author)
        }
        oracle.note(change, replaced: replaced)
        return change
    }

    /// The rule for judgements in the words of docs/merge.md, apart from the product's code.
    private static func replaced(
        _ write: Write, _ shown: [Sibling], by author: PersonID
    ) -> Set<EditID> {
        let all = Set(shown.map(\.edit))
        guard write.field.name == .judgement else { return all }
        let own = Set(shown.filter { $0.author == author }.map(\.edit))
        let values = Set(shown.map(\.value))
        guard let value = write.value, values.count == 1 else { return own }
        return values.contains(value) ? own : all
    }
}

/// Something that must never be.
struct Violation: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

// MARK: Checking

extension World {
    private mutating func violations() async throws -> [String] {
        var found: [String] = []
        let chains = try await serverChains(&found)
        for (index, laptop) in laptops.enumerated() {
            found += try check(laptop, chain: chains[index])
        }
        try compareWithOracle(&found)
        return found
    }

    /// What the server has of each laptop; the oracle learns every outcome from it.
    private mutating func serverChains(_ found: inout [String]) async throws -> [WireChainResponse] {
        var chains: [WireChainResponse] = []
        for laptop in laptops {
            guard case .device(_, let replica) = laptop.bearer else { continue }
            let chain = try await core.chain(of: replica, from: 1, in: audit, by: laptop.bearer)
            for item in chain.changes {
                guard let hash = Hash256(bytes: item.hash), let outcome = Trail.Outcome(item.outcome)
                else { continue }
                oracle.note(hash.edit, outcome)
                if outcome == .rejected { goals[.rejected, default: 0] += 1 }
                if outcome == .quarantined { goals[.quarantined, default: 0] += 1 }
            }
            chains.append(chain)
        }
        return chains
    }

    private func check(_ laptop: Laptop, chain: WireChainResponse) throws -> [String] {
        var found: [String] = []
        if chain.changes.count != laptop.saved {
            found.append(
                "\(laptop.saved) changes were said to be saved, the server has "
                    + "\(chain.changes.count)")
        }
        if try laptop.store.queue(audit).count != 0 { found.append("a queue is not empty") }
        guard let check = try laptop.store.verify(audit) else { return found + ["no audit"] }
        if !check.isSound || check.standing.agrees != true {
            found.append("a laptop does not agree with the server: \(check)")
        }
        return found
    }

    private mutating func compareWithOracle(_ found: inout [String]) throws {
        let expected = oracle.live()
        for key in states + [.plan(audit)] {
            for (index, laptop) in laptops.enumerated() {
                let record = try laptop.store.record(key) ?? Record(key: key)
                var live: [FieldID: Set<EditID>] = [:]
                for (field, siblings) in record.registers() {
                    live[field] = Set(siblings.map(\.edit))
                }
                if live != (expected[key] ?? [:]) {
                    found.append("laptop \(index) shows other siblings than the oracle in \(key)")
                }
                if index == 0 { countGoals(record) }
            }
        }
    }

    private mutating func countGoals(_ record: Record) {
        guard case .state(_, let state) = record.key else { return }
        let rules = [PolicyRule(control: "", state: "disabled", method: "most-severe")]
        for finding in record.findings(
            policy: .one(Policy(rules: rules)), control: "menu", environment: "")
        {
            switch finding.effective {
            case .undecided: goals[.conflict, default: 0] += 1
            case .agreed: goals[.corroboration, default: 0] += 1
            case .automatic: goals[.settledByRule, default: 0] += state.state == "disabled" ? 1 : 0
            case .decided: goals[.decided, default: 0] += 1
            case .challenged(_, let challenges):
                for challenge in challenges {
                    switch challenge {
                    case .late: goals[.challengedLate, default: 0] += 1
                    case .informed: goals[.challengedInformed, default: 0] += 1
                    }
                }
            case .untested, .single: break
            }
        }
    }
}
