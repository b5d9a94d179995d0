import Foundation
import TestSupport
import Testing

/// A tester's laptop in the hands of a driver, which knows what it was told and when it is done.
struct DriverLaptop {
    let program: Program

    /// What a sync may end with while the line or the server is bad: nothing is lost by any.
    static let passingEnds: Set<Int32> = [0, 69, 76]

    /// Syncs until it is up to date; returns how often that took.
    @discardableResult
    func syncThrough(
        atMost times: Int = 20, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
        for time in 1...times {
            let output = try program.run("sync")
            if output.status == 0 { return time }
            try #require(
                Self.passingEnds.contains(output.status), "\(output.status) \(output.errors)",
                sourceLocation: sourceLocation)
        }
        Issue.record("not up to date after \(times) syncs", sourceLocation: sourceLocation)
        return times
    }

    /// The notes of all findings by their names; a finding without a note has an empty one.
    func notes() throws -> [String: String] {
        var notes: [String: String] = [:]
        for finding in try findings() {
            let names = ["screen", "label", "state", "criterion"].map { finding[$0] as? String }
            notes[names.map { $0 ?? "" }.joined(separator: "|")] = finding["note"] as? String ?? ""
        }
        return notes
    }

    func findings() throws -> [[String: Any]] {
        let listed = try program.succeed("list", "--json").out
        return try #require(
            try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
    }

    /// The root that `verify` proves; demands that everything is sound.
    func soundRoot() throws -> String {
        let verdict = try program.run("verify", "--json")
        try #require(verdict.status == 0, "\(verdict.out) \(verdict.errors)")
        return try #require(try verdict.json()["root"] as? String)
    }
}

/// Rows of findings for bulk recording, each with a note of its own.
struct DriverRows {
    /// Tells the notes of one file from those of others.
    let name: String
    let count: Int
    /// Tells what was written later under the same names.
    var version = 0

    /// Judged in each of these states, so that a component has twelve findings.
    static let states = ["collapsed", "expanded", "selected", "disabled"]
    static let criteria = [
        "menu.android.label-in-name", "menu.android.one-stop", "menu.android.keyboard-order",
    ]

    private static let words = "the menu speaks its label twice and jumps back to the top".split(
        separator: " ")

    /// The names of a row's finding, as `DriverLaptop.notes` has them.
    func finding(_ row: Int) -> String {
        let state = Self.states[row / 3 % Self.states.count]
        return "\(screen(row))|\(label(row))|\(state)|\(Self.criteria[row % 3])"
    }

    func note(_ row: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(row))
        let words = (0..<10).map { _ in String(generator.pick(Self.words)) }
        return "\(name) \(version) \(row): \(words.joined(separator: " "))"
    }

    var ndjson: String {
        (0..<count).map { row in
            """
            {"screen":"\(screen(row))","control":"menu","label":"\(label(row))",\
            "environment":"\(Team.environment)","state":"\(Self.states[row / 3 % 4])",\
            "criterion":"\(Self.criteria[row % 3])","outcome":"failed","note":"\(note(row))"}

            """
        }.joined()
    }

    private func screen(_ row: Int) -> String { "Screen \(row / 12 % 12)" }
    private func label(_ row: Int) -> String { "\(name) \(row / 12)" }
}

extension Team {
    /// A laptop of a further tester, whose way to the server is a bad line; it behaves so far.
    func laptop(_ name: String, over line: FaultProxy) throws -> DriverLaptop {
        let home = name.lowercased().replacing(" ", with: "-")
        let laptop = Program.accord(home: folder.url.appending(path: home))
        try laptop.succeed("init", "--name", name)
        try laptop.succeed("join", line.url, server.invite(name))
        try lead.succeed("audit", "people", "add", name, "--role", "tester")
        try lead.succeed("sync")
        try laptop.succeed("sync")
        return DriverLaptop(program: laptop)
    }

    /// A line to the team's server that behaves until it is told otherwise.
    func faultyLine(seed: UInt64 = 0) throws -> FaultProxy {
        let port = server.address.split(separator: ":").last.flatMap { UInt16($0) }
        return FaultProxy(to: try #require(port), seed: seed)
    }

    /// Demands that the lead, once synced, has exactly what the laptop has.
    func expectAgreement(
        with laptop: DriverLaptop, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let lead = DriverLaptop(program: lead)
        try lead.syncThrough(atMost: 1, sourceLocation: sourceLocation)
        #expect(try Team.queue(of: laptop.program) == 0, sourceLocation: sourceLocation)
        #expect(try lead.soundRoot() == laptop.soundRoot(), sourceLocation: sourceLocation)
        #expect(try lead.notes() == laptop.notes(), sourceLocation: sourceLocation)
    }
}
