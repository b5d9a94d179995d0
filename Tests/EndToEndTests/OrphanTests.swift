import Foundation
import TestSupport
import Testing

/// Unsent work that did not fit a database that was put back: counted, and sent by the next sync.
@Suite(.serialized)
struct OrphanTests {
    private let team: Team
    private var database: URL { team.folder.url.appending(path: "maya/accord.sqlite") }
    private var backup: URL { team.folder.url.appending(path: "monday.sqlite") }

    /// How a backup is put back.
    enum Way: CaseIterable { case asAnotherFile, inPlace }

    /// A backup, then work that is sent, then work that waits; a sync lies between the two.
    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
        try team.tester.succeed("sync")
        try team.tester.succeed("backup", backup.path)
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try team.tester.succeed("sync")
        try team.tester.succeed(
            Team.verdict("cantTell", criterion: "trigger-name", state: "collapsed"))
    }

    @Test(arguments: Way.allCases)
    func `work that waits behind a sync the backup does not know is sent`(_ way: Way) throws {
        try putBack(way)
        let told = try team.tester.succeed("list").errors
        #expect(told.contains("accord sync"), "\(told)")
        let sync = try team.tester.succeed("sync")
        #expect(sync.out.contains("sent 1 change"), "\(sync.out)")
        try team.lead.succeed("sync")
        for program in [team.lead, team.tester] {
            let list = try program.succeed("list").out
            for criterion in ["state-open", "confined", "trigger-name"] {
                #expect(list.contains(criterion), "\(criterion): \(list)")
            }
        }
        let status = try team.tester.succeed("status")
        #expect(status.out.contains("everything is sent"), "\(status.out)")
        #expect(try orphans() == 0)
        #expect(try team.tester.succeed("doctor").out.contains("journal     empty"))
        try team.tester.succeed("verify", "--online")
    }

    @Test func `status and doctor count what waits beside the database, and say what to do`() throws
    {
        try putBack(.asAnotherFile)
        try team.tester.succeed("list")
        let status = try team.tester.succeed("status").out
        #expect(!status.contains("everything is sent"), "\(status)")
        #expect(status.contains("1 change"), "\(status)")
        #expect(status.contains("accord sync"), "\(status)")
        #expect(try orphans() == 1)
        let doctor = try team.tester.succeed("doctor").out
        #expect(!doctor.contains("everything is sent"), "\(doctor)")
        let line = try #require(doctor.split(separator: "\n").first { $0.contains("journal ") })
        #expect(line.hasPrefix("attention") && line.contains("1 change"), "\(line)")
        #expect(doctor.contains("accord sync"), "\(doctor)")
    }

    @Test func `without a server it goes on waiting, and is counted`() throws {
        try putBack(.asAnotherFile)
        team.server.kill()
        #expect(try team.tester.run("sync").status == 69)
        #expect(try orphans() == 1)
        try team.server.start()
        try team.tester.succeed("sync")
        #expect(try orphans() == 0)
        try team.lead.succeed("sync")
        #expect(try team.lead.succeed("list").out.contains("trigger-name"))
    }

    // MARK: Steps

    private func putBack(_ way: Way) throws {
        switch way {
        case .asAnotherFile:
            try FileManager.default.removeItem(at: database)
            try FileManager.default.copyItem(at: backup, to: database)
        case .inPlace:
            let handle = try FileHandle(forWritingTo: database)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: try Data(contentsOf: backup))
            try handle.close()
        }
    }

    private func orphans() throws -> Int {
        let status = try team.tester.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        return try #require(audits.first?["orphans"] as? Int, "\(status)")
    }
}
