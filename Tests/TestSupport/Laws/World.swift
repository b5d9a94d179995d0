import Shared

/// Several laptops and one server under one seed, with loss, delay, copies and hand-carried chains.
///
/// Everything is a value and every choice comes from the seed, so a run can be repeated. Persons
/// act on forms; the ledger remembers what they meant, and the oracle says from that alone what
/// must stand (docs/merge.md, "The oracle law").
package struct World: Sendable {
    /// What may happen in a run beyond editing, pushing with loss, and pulling with cuts.
    package enum Feature: String, CaseIterable, Sendable {
        /// Several forms open on one laptop at once.
        case tabs
        /// Changes that the server rejects, persons whose changes it sets aside.
        case refusals
        /// Leads decide.
        case decisions
        /// Backups are restored and laptops copied.
        case copies
        /// Chains are carried by hand from one laptop to another.
        case bundles
        /// A lead adopts what was set aside; it may come after what replaced it.
        case adoptions
        /// Findings are withdrawn, and leads lift that.
        case withdrawals
        /// Some name what is not theirs.
        case liars
        /// The server is put back to a backup, and laptops reconcile it.
        case restores
        /// Something on the way finds pushes too large.
        case narrowWays
    }

    /// Things that a run should have met at least once in many seeds.
    package enum Goal: String, CaseIterable, Sendable {
        case forked, rolledBack, answeredAgain, rejected, quarantined, adopted, late
        case answerCrossedRestore, leftOutOwnWork, resumedPull, carriedChainPushed
        case restored, broughtBack, receiptShown, tooLarge
    }

    package let features: Set<Feature>
    package internal(set) var violations: [Violation] = []
    package internal(set) var goals: Set<Goal> = []
    /// Siblings too many because an edit came after all that replaced it.
    package internal(set) var lateSiblings = 0

    let rules: Rules
    var generator: SeededGenerator
    var ledger = Ledger()
    package internal(set) var server: ModelServer
    var laptops: [ModelLaptop] = []
    var backups: [Int: ModelLaptop] = [:]
    var serverBackup: ModelServer?
    /// Answers under way to a laptop's place, whatever laptop stands there when they arrive.
    var delayed: [(place: Int, answer: ModelServer.Answer)] = []
    private var minted = 0

    static let keys = ["expanded", "collapsed", "disabled"].map(Sample.stateKey)
    static let fields = [Sample.decision, Sample.judgement, Sample.note, Sample.withdrawn]

    package init(seed: UInt64, features: Set<Feature>, fault: Fault? = nil) {
        self.features = features
        generator = SeededGenerator(seed: seed)
        rules = Rules(fault: fault)
        server = ModelServer(rules: rules, leads: [Sample.person(1)])
        for person in 1...4 {
            laptops.append(
                ModelLaptop(author: Sample.person(person), replica: newReplica(), rules: rules))
        }
    }

    /// Lets things happen, then lets everything be delivered, and checks all along.
    package mutating func run(steps: Int = 90) {
        for _ in 0..<steps where violations.isEmpty {
            let place = generator.below(laptops.count)
            step(at: place)
            checkLaptop(place)
        }
        guard violations.isEmpty else { return }
        deliverEverything()
        if violations.isEmpty { checkEnd() }
    }

    private mutating func step(at place: Int) {
        switch generator.below(100) {
        case ..<16: open(at: place)
        case ..<40: save(at: place)
        case ..<58: if !isRemote(place) { push(from: place) }
        case ..<68: beginPull(at: place)
        case ..<84: advancePull(at: place, isCut: generator.chance(25))
        case ..<88: deliverDelayed()
        default: somethingRare(at: place)
        }
    }

    /// Where chains are carried by hand, those who give them are seldom on line.
    private mutating func isRemote(_ place: Int) -> Bool {
        features.contains(.bundles) && place.isMultiple(of: 2) && generator.chance(75)
    }

    private mutating func somethingRare(at place: Int) {
        let rare: [Feature] = [.refusals, .copies, .bundles, .adoptions, .restores]
            .filter(features.contains)
        guard !rare.isEmpty else { return }
        switch generator.pick(rare) {
        case .refusals: toggleBar()
        case .copies: copySomething(place)
        case .bundles: carry(from: place)
        case .adoptions: adopt()
        case .restores: putServerBack()
        case .tabs, .decisions, .withdrawals, .liars, .narrowWays:
            break  // These change how editing and pushing go.
        }
    }

    mutating func newReplica() -> ReplicaID {
        minted += 1
        return Sample.replica(minted)
    }

    // MARK: Rare things

    private mutating func toggleBar() {
        let person = Sample.person(2 + generator.below(3))
        if server.barred.remove(person) == nil { server.barred.insert(person) }
    }

    private mutating func copySomething(_ place: Int) {
        if let backup = backups[place], generator.chance(50) {
            laptops[place] = backup
            backups[place] = nil
            return
        }
        var copy = laptops[place]
        copy.forms = []
        copy.pull = nil
        if laptops.count < 6, generator.chance(35) {
            laptops.append(copy)
        } else {
            backups[place] = copy
        }
    }

    /// Only laptops at even places give, and only those at odd places take: so nobody carries a
    /// chain that names edits of a chain which was left behind.
    private mutating func carry(from place: Int) {
        guard place.isMultiple(of: 2) else { return }
        let taker = generator.pick(laptops.indices.filter { !$0.isMultiple(of: 2) })
        for chain in laptops[place].chains where !chain.changes.isEmpty {
            laptops[taker].foreign[chain.replica] = chain
        }
        checkLaptop(taker)
    }

    private mutating func adopt() {
        let setAside = server.chains.sorted { $0.key < $1.key }.flatMap(\.value).filter {
            $0.outcome == .quarantined && $0.change.body.act == .edit
                && server.truth[$0.change.key]?.hasAccepted($0.change.deed) != true
        }
        guard !setAside.isEmpty else { return }
        let chosen = generator.pick(setAside).change
        let chain = laptops[0].chains[laptops[0].chains.count - 1]
        let dot = Dot(replica: chain.replica, n: UInt64(chain.changes.count + 1))
        let change = chosen.issuedAgain(at: dot, adoptedBy: laptops[0].author)
        ledger.note(change, nil)
        laptops[0].record(change)
        goals.insert(.adopted)
    }

    private mutating func deliverEverything() {
        server.barred = []
        delayed = []
        for _ in 0..<8 where !isQuiet {
            for place in laptops.indices where violations.isEmpty {
                laptops[place].forms = []
                push(from: place, isReliable: true)
                laptops[place].pull = nil
                beginPull(at: place, isReliable: true)
                while laptops[place].pull != nil { advancePull(at: place, isCut: false) }
            }
        }
        for place in laptops.indices { checkLaptop(place) }
    }

    /// Whether nobody has anything left to say or to hear.
    private var isQuiet: Bool {
        laptops.allSatisfy { $0.unanswered.isEmpty && $0.vector == server.vector }
    }
}
