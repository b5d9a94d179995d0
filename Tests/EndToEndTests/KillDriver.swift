import Foundation
import GRDB
import TestSupport
import Testing

/// Drives a team at random, kills at random, and remembers what it was told.
final class KillDriver {
    enum Work: String, CaseIterable {
        case record, bulk, attach, backup, sync, syncAndKillServer, restart
        case openServer, rebuild
    }

    private(set) var kills = 0
    /// Kills by what was going on.
    private(set) var counts: [String: Int] = [:]
    let team: Team
    let people: [(name: String, laptop: DriverLaptop, ledger: DriverLedger)]
    var generator: SeededGenerator
    private(set) var steps = 0
    /// Files that were said to be attached, by SHA-256.
    var attached: Set<String> = []
    /// Backups that were begun; one that is there is whole.
    var backups: Set<String> = []
    /// How long each kind of work takes when it is left alone: kills fall within that.
    private var usual: [Work: Duration] = [:]
    /// The life of the server's database when the first thing was acknowledged.
    private let epoch: String

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        let team = try Team()
        // Files are attached to this finding.
        try team.tester.succeed(Team.verdict("failed"))
        for program in [team.tester, team.lead] { try program.succeed("sync") }
        self.team = team
        epoch = try Self.epoch(of: team.server)
        people = try [("lead", team.lead), ("tester", team.tester)].map { name, program in
            let ledger = try DriverLedger(at: team.folder.url.appending(path: "\(name).ledger"))
            return (name, DriverLaptop(program: program), ledger)
        }
    }

    var acknowledged: Int { people.map(\.ledger.acknowledgedCount).reduce(0, +) }

    /// Does one thing, and perhaps kills whoever does it.
    func step() throws {
        steps += 1
        let person = generator.below(people.count)
        let work = generator.pick(Work.allCases)
        switch work {
        case .record: try record(work, by: person, rows: 1)
        case .bulk: try record(work, by: person, rows: 12 * (1 + generator.below(12)))
        case .attach: try attach(by: person)
        case .backup: try backUp(by: person)
        case .sync: try command(work, ["sync"], by: person)
        case .syncAndKillServer: try syncAndKillServer(by: person)
        case .restart:
            team.server.kill()
            try team.server.start()
        case .openServer: try openAndKillServer()
        case .rebuild: try rebuildAndKill(by: person)
        }
    }

    /// Lets everything come to rest and compares; a sentence for whatever is wrong.
    func finish() throws -> [String] {
        for person in people + people { try person.laptop.syncThrough() }
        let roots = try people.map { try $0.laptop.soundRoot() }
        var violations = Set(roots).count == 1 ? [] : ["the roots differ: \(roots)"]
        let notes = try people.map { try $0.laptop.notes() }
        for (person, own) in zip(people, notes) {
            violations += person.ledger.violations(in: own).map { "\(person.name): \($0)" }
            if try Team.queue(of: person.laptop.program) != 0 { violations += ["a queue is left"] }
        }
        if notes[0] != notes[1] { violations.append("the laptops show different findings") }
        violations += try fileViolations()
        team.server.kill()
        // Laptops bring back what a server forgot, under a new epoch: nothing is lost by that, but
        // the server had not kept its word.
        if try Self.epoch(of: team.server) != epoch {
            violations.append("the server had lost what it acknowledged")
        }
        return violations
    }

    private static func epoch(of server: RunningServer) throws -> String {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(
            path: server.data.appending(path: "accord-server.sqlite").path,
            configuration: configuration)
        defer { try? database.close() }
        return try #require(
            try database.read { try String.fetchOne($0, sql: "select hex(epoch) from server") })
    }

    // MARK: Work

    /// Records rows; each person has components of her own, some of them again and again.
    private func record(_ work: Work, by person: Int, rows count: Int) throws {
        let isNew = generator.chance(70)
        let name = "\(people[person].name) \(isNew ? steps : generator.below(3)) \(work)"
        let rows = DriverRows(name: name, count: count, version: steps)
        let notes = (0..<count).map { (rows.finding($0), rows.note($0)) }
        let end = try command(
            work, ["record", "--from", "-", "--format", "ndjson"], input: rows.ndjson, by: person)
        try people[person].ledger.note(
            Dictionary(uniqueKeysWithValues: notes), isAcknowledged: end == 0)
    }

    /// Kills the server somewhere within a sync, and starts it again on the same address.
    private func syncAndKillServer(by person: Int) throws {
        let sync = try DriverChild(
            people[person].laptop.program, ["sync"], output: team.folder.url.appending(path: "sync")
        )
        guard !sync.isOver(within: moment(within: .sync)) else { return }
        team.server.kill()
        count(.syncAndKillServer)
        try team.server.start()
        guard case .exited(let status) = try sync.end() else { return }
        #expect(DriverLaptop.passingEnds.contains(status))
    }

    /// Runs a command, two times in three with a kill; its exit status, nil when it was killed.
    @discardableResult
    func command(
        _ work: Work, _ arguments: [String], input: String = "", by person: Int
    ) throws -> Int32? {
        let isKilled = usual[work] != nil && generator.chance(67)
        let begun = ContinuousClock.now
        let output = team.folder.url.appending(path: "output")
        let child = try DriverChild(
            people[person].laptop.program, arguments, input: input, output: output)
        switch try child.end(killAfter: isKilled ? moment(within: work) : nil) {
        case .exited(let status):
            if !isKilled { usual[work] = ContinuousClock.now - begun }
            let told = try told()
            let allowed = work == .sync ? DriverLaptop.passingEnds : [0]
            #expect(allowed.contains(status), "\(work): \(status) \(told)")
            return status
        case .killed:
            count(work)
            return nil
        }
    }

    /// What the last command printed.
    func told() throws -> String {
        let output = team.folder.url.appending(path: "output")
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    /// A microsecond within the usual time of some work, or a little after it.
    private func moment(within work: Work) -> Duration {
        let span = usual[work] ?? .milliseconds(300)
        return .microseconds(generator.below(Int(span / .microseconds(1) * 1.1) + 1))
    }

    func count(_ work: Work) {
        kills += 1
        counts[work.rawValue, default: 0] += 1
    }
}
