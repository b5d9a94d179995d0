import Foundation
import GRDB
import TestSupport
import Testing

/// Sudden death of the built programs: whatever was acknowledged is there afterwards.
///
/// `ACCORD_KILLS` asks for more kills than a test run has time for.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct KillTests {
    private static let killsWanted =
        ProcessInfo.processInfo.environment["ACCORD_KILLS"].flatMap(Int.init) ?? 30

    @Test func `what was acknowledged survives kills of laptops and server`() throws {
        for seed in Seeds.first(1) {
            let driver = try KillDriver(seed: seed)
            while driver.kills < Self.killsWanted { try driver.step() }
            let violations = try driver.finish()
            #expect(violations.isEmpty, "\(violations.prefix(5)). \(Seeds.replay(seed))")
            print(
                "tally: kills survived: \(driver.kills), \(driver.acknowledged) findings",
                "acknowledged, \(driver.counts.sorted { $0.key < $1.key })")
        }
    }

    @Test func `a home whose making was cut off can be made again`() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 1)
        for time in 0..<12 {
            let laptop = Program.accord(home: folder.url.appending(path: "home\(time)"))
            let child = try DriverChild(
                laptop, ["init", "--name", "Maya"], output: folder.url.appending(path: "output"))
            let end = try child.end(killAfter: .microseconds(generator.below(60_000)))
            if end == .killed {
                // Either all of it is there, or it is made now.
                let status = try laptop.run("status").status
                let again = try laptop.run("init", "--name", "Maya").status
                #expect(status == 0 || again == 0, "\(time): \(status) \(again)")
            }
            #expect(try laptop.run("status").status == 0)
        }
    }
}

/// Drives a team at random, kills at random, and remembers what it was told.
private final class KillDriver {
    private enum Work: String, CaseIterable {
        case record, bulk, sync, syncAndKillServer, restart
    }

    private(set) var kills = 0
    /// Kills by what was going on.
    private(set) var counts: [String: Int] = [:]
    private let team: Team
    private let people: [(name: String, laptop: DriverLaptop, ledger: DriverLedger)]
    private var generator: SeededGenerator
    private var steps = 0
    /// How long each kind of work takes when it is left alone: kills fall within that.
    private var usual: [Work: Duration] = [:]
    /// The life of the server's database when the first thing was acknowledged.
    private let epoch: String

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        let team = try Team()
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
        case .sync: try command(work, ["sync"], by: person)
        case .syncAndKillServer: try syncAndKillServer(by: person)
        case .restart:
            team.server.kill()
            try team.server.start()
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
    private func command(
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
            let told = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            let allowed = work == .sync ? DriverLaptop.passingEnds : [0]
            #expect(allowed.contains(status), "\(work): \(status) \(told)")
            return status
        case .killed:
            count(work)
            return nil
        }
    }

    /// A microsecond within the usual time of some work, or a little after it.
    private func moment(within work: Work) -> Duration {
        let span = usual[work] ?? .milliseconds(300)
        return .microseconds(generator.below(Int(span / .microseconds(1) * 1.1) + 1))
    }

    private func count(_ work: Work) {
        kills += 1
        counts[work.rawValue, default: 0] += 1
    }
}
