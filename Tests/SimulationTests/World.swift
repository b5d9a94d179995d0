import Client
import Foundation
import Logging
import Server
import Shared
import TestSupport

/// Laptops and a server under one seed: chaos, then healing, then everything must agree.
struct World {
    let seed: UInt64
    var generator: SeededGenerator
    let folder: URL
    /// One, or sometimes two, of the same people.
    let audits: [AuditID]
    var serverStore: AuditStore
    var core: ServerCore
    /// Its routes, to which the network leads.
    var server: SimulatedServer
    var laptops: [Laptop] = []
    var oracle = Oracle()
    var faults = SimulatedNetwork.Faults.none
    var goals: [Goal: Int] = [:]
    /// How often anybody has saved anything; the oracle knows each deed by it.
    var deeds: Deed = 0
    /// Deeds of laptops that were put back to a backup made before they were saved.
    var mayBeLost: Set<Deed> = []
    /// Devices that were ended.
    var retired: [ReplicaID: Retirement] = [:]
    /// How far their chains were known then.
    var tops: [ReplicaID: [AuditID: UInt64]] = [:]
    /// Replicas that the server enrolled while their device had not ended, though its laptop may
    /// ask for them again; each with the server's epoch then.
    var enrolledBefore: [ReplicaID: EpochID] = [:]
    /// What the server has under each number, and said of it, when it was asked last.
    var chainsOnServer: [AuditID: [Dot: (deed: Deed, outcome: Trail.Outcome)]] = [:]
    /// A member who lies; nil in runs without one.
    var liar: Liar?
    /// Changes that the server issued itself: what a lead adopted, as it was set aside, and what
    /// named a lead.
    var adopted: [Deed: Change] = [:]
    /// What happens in this run, and how often.
    let mix: Mix
    /// How many steps of chaos this run has.
    let steps: Int
    /// What was done to the server so far.
    var restoring = Restoring()
    let epochs: SeededEpochs
    let clock = WorldClock()
    var now: Date { clock.now }

    private static let names = [
        "tomas", "maya", "lee", "ida", "omar", "ruth", "noa", "jan", "pia", "sam", "eva", "uli",
    ]
    let criteria = ["menu.android.state-open", "menu.android.trigger-name"]

    init(
        seed: UInt64, folder: URL, team: Int? = nil, hasLiar: Bool? = nil
    ) async throws {
        self.seed = seed
        self.folder = folder
        var generator = SeededGenerator(seed: seed)
        audits = (0..<(generator.chance(25) ? 2 : 1)).map { _ in .random(using: &generator) }
        mix = Mix(disasters: Operation.Disaster.drawn(&generator), using: &generator)
        steps = 60 + generator.below(141)
        epochs = SeededEpochs(seed: seed)
        serverStore = try AuditStore(
            folder: folder.appending(path: "server"), purpose: .serving, at: clock.now,
            patience: .zero, using: &generator)
        core = Self.core(serverStore, epochs, clock)
        server = SimulatedServer(core, clock: clock)
        self.generator = generator
        let drawn = Self.teamSize(&self.generator)
        for name in Self.names.prefix(team ?? drawn) { try await addLaptop(name) }
        let isLiedTo = self.generator.chance(50)
        if hasLiar ?? isLiedTo { try await addLiar() }
        try await plan()
    }

    /// The states that testers quarrel about; few, so that they meet.
    func state(
        _ name: String, of audit: AuditID, round: UInt32 = 1, on control: Control = controls[0]
    ) -> RecordKey {
        let environment = Environment(
            platform: "android", assistiveTechnology: "talkback", deviceClass: "phone",
            majorVersion: "15")
        return .state(
            audit,
            StateID(
                component: control.id, environment: environment.id, round: round, state: name))
    }

    static let stateNames = ["expanded", "disabled"]

    /// Each run has its own mix of faults, so that rare ones are not drowned by common ones.
    static func swarm(
        _ generator: inout SeededGenerator
    ) -> SimulatedNetwork.Faults {
        func draw(_ most: Int) -> Int { generator.chance(60) ? generator.below(most) : 0 }
        return SimulatedNetwork.Faults(
            requestLost: draw(30), answerLost: draw(40), requestRepeated: draw(30),
            oldRequestReplayed: draw(30), answerCut: draw(40), captivePortal: draw(10),
            tooLarge: draw(30))
    }

    /// Few laptops meet more often; many are a case of their own.
    private static func teamSize(_ generator: inout SeededGenerator) -> Int {
        generator.chance(8) ? 6 + generator.below(names.count - 5) : 2 + generator.below(4)
    }

    static func core(
        _ store: AuditStore, _ epochs: SeededEpochs, _ clock: WorldClock
    ) -> ServerCore {
        ServerCore(
            store: store, secret: ServerSecret(bytes: [UInt8](repeating: 7, count: 32)),
            now: { clock.tick() },
            log: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() },
            drawEpoch: { epochs.next() })
    }

    /// Another laptop, of somebody new or of a person who is known.
    mutating func addLaptop(_ name: String, of known: PersonID? = nil) async throws {
        let identity = Identity(using: &generator)
        let person = known ?? identity.person
        let code = InviteCode.random(using: &generator)
        try await core.invite(name: name, person: known, code: code, at: now)
        let request = try identity.enrolment(of: person, named: name, invite: code.text)
        let network = newNetwork()
        let enrolled = try await network.enrol(request)
        network.show(token: enrolled.token)
        laptops.append(
            try Laptop(
                folder: folder, name: name, person: person, identity: identity,
                enrolled, epoch: core.epoch, network: network))
    }

    mutating func newNetwork() -> SimulatedNetwork {
        SimulatedNetwork(
            server: server, faults: faults, generator: SeededGenerator(seed: generator.next()),
            clock: clock)
    }

    /// Tomas plans the audits, everybody has the plans, and then the weather turns bad.
    mutating func plan() async throws {
        let hasSecondLead = generator.chance(65)
        for audit in audits {
            // Their ids are drawn before anybody has a key, so the server's owner founds them.
            try await core.found(audit, lead: laptops[0].person, at: now)
            var edits = laptops.enumerated().dropFirst().flatMap { index, laptop in
                Drafts.person(
                    laptop.person, name: "tester",
                    role: hasSecondLead && index == 1 ? .lead : .tester)
            }
            edits += Drafts.person(laptops[0].person, name: "Tomas", role: .lead)
            if let liar { edits += Drafts.person(liar.person, name: "Mallory", role: .tester) }
            let rule = PolicyRule(control: "", state: "disabled", method: "most-severe")
            edits.append(FieldEdit(FieldID(.policy), .policy(Policy(rules: [rule]))))
            try save(RecordDraft(key: .plan(audit), act: .plan, edits: edits), laptop: 0)
        }
        for index in laptops.indices { try await syncToEnd(index) }
        faults = Self.swarm(&generator)
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
    }

    // MARK: Running

    /// Mends the network, syncs everybody until nothing moves, and checks every invariant.
    mutating func heal() async throws -> [String] {
        faults = .none
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
        for index in laptops.indices where laptops[index].isDown { try await rebuild(index) }
        try noteOldCheckpoints()
        let before = requests
        let waiting = try waitingChanges()
        // The first to come after a restore learns what the others bring in her second sync; a
        // restore that nobody declared may be noticed by the last of all.
        let rounds = restoring.count > 0 ? 3 : 2
        for _ in 0..<rounds {
            // What a laptop brought may have left the lead to somebody whose devices have ended.
            try await nameMissingLeads()
            for index in laptops.indices where !laptops[index].isDead {
                try await syncToEnd(index)
            }
        }
        for laptop in laptops {
            goals.merge(laptop.network.goals, uniquingKeysWith: +)
        }
        let bound = 8 * rounds * laptops.count * audits.count + waiting
        guard requests - before <= bound else {
            throw Violation(text: "\(requests - before) requests for \(waiting) changes")
        }
        // Whoever came last may have brought the leads something.
        for index in laptops.indices where !isOut(laptops[index]) {
            for audit in audits where try leads(index, audit) { try await syncToEnd(index) }
        }
        return try await violations()
    }

    /// How many requests all laptops have sent.
    private var requests: Int { laptops.reduce(0) { $0 + $1.network.requests } }

    /// How many changes no server has answered.
    private func waitingChanges() throws -> Int {
        var count = 0
        for laptop in laptops where !laptop.isDead {
            for audit in audits { count += try laptop.store.push.queue(audit).count }
        }
        return count
    }

    mutating func crash(_ index: Int) throws {
        goals[.laptopCrashed, default: 0] += 1
        try laptops[index].crash(torn: generator.chance(30) ? generator.below(400) : 0, at: now)
    }

    mutating func restartServer() async throws {
        goals[.serverCrashed, default: 0] += 1
        try serverStore.close()
        try await openServer()
    }

    mutating func openServer() async throws {
        serverStore = try AuditStore(
            folder: folder.appending(path: "server"), purpose: .serving, at: now,
            patience: .zero, using: &generator)
        core = Self.core(serverStore, epochs, clock)
        server = SimulatedServer(core, clock: clock)
        try await core.reapplyRetirements()
        for laptop in laptops { laptop.network.connect(to: server, faults: faults) }
        liar?.network.connect(to: server, faults: .none)
    }

    mutating func sync(_ index: Int) async throws {
        try await noteOvertaken()
        guard try await enrolRekeyed(index) else { return }
        laptops[index].beginSync(generator.pick(audits), seed: generator.next())
        for _ in 0...generator.below(4) {
            switch try await laptops[index].stepSync() {
            case .blocked(let block): return try await goOn(index, after: block)
            case .failed(.problem(let problem)) where problem.code == .storageFull:
                goals[.serverDiskFull, default: 0] += 1
            case .failed(.problem(let problem)) where problem.code == .overloaded:
                goals[.foreignOnServer, default: 0] += 1
            case .complete, .failed, nil: break
            }
        }
    }

    /// Syncs every audit to its end; what is issued again in one may be new work in another.
    mutating func syncToEnd(_ index: Int) async throws {
        laptops[index].session = nil
        guard try await enrolRekeyed(index) else { return }
        var audits = audits
        var successions = 0
        while let audit = audits.first {
            // What was held over a bad line may have been cut there; a program asks again.
            let mayBeCut = laptops[index].held?.answer != nil
            laptops[index].beginSync(audit, seed: generator.next())
            var end: SyncEnd?
            while laptops[index].session != nil { end = try await laptops[index].stepSync() }
            switch end {
            case .complete:
                try await listQuarantine(index, audit)
                audits.removeFirst()
            case .blocked(let block):
                try await goOn(index, after: block)
                if case .refused = block { audits.removeFirst() } else { audits = self.audits }
                // Where nobody takes the new replica, a program ends with that word.
                guard try await enrolRekeyed(index) else { return }
                successions += 1
                guard successions < 20 else { throw Violation(text: "a laptop never settles") }
            case .failed(.transport) where mayBeCut: break
            case .failed, nil:
                throw Violation(
                    text: "on a good network a sync ended with \(String(describing: end))")
            }
        }
    }
}

/// Something that must never be.
struct Violation: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}
