import Foundation
import TestSupport
import Testing

/// A server whose disk died, and what is put back is older than what it acknowledged.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct RestoredServerTests {
    /// Whether `keep/`, which remembers the heads, survived beside the database.
    @Test(arguments: [true, false])
    func `a server that lost acknowledged work gets it back from the laptops`(
        _ keepSurvived: Bool
    ) throws {
        let team = try Team()
        let backup = team.folder.url.appending(path: "backup")
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        team.server.kill()
        try FileManager.default.copyItem(at: team.server.data, to: backup)
        try team.server.start()

        // Acknowledged by the server, and then lost by it; the lead has seen one of them.
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        try team.tester.succeed(
            Team.verdict("passed", criterion: "trigger-name", state: "collapsed"))
        try team.tester.succeed("sync")
        team.server.kill()
        try Self.putBack(backup, to: team.server.data, keepSurvived: keepSurvived)
        try team.server.start()

        let laptops = [team.lead, team.tester].map { DriverLaptop(program: $0) }
        for laptop in laptops + laptops { try laptop.syncThrough() }
        for laptop in laptops {
            let criteria = try laptop.findings().compactMap { $0["criterion"] as? String }
            for name in ["state-open", "confined", "trigger-name"] {
                #expect(criteria.contains { $0.hasSuffix(name) }, "\(name) of \(criteria)")
            }
            #expect(try Team.queue(of: laptop.program) == 0)
        }
        #expect(try laptops[0].soundRoot() == laptops[1].soundRoot())
    }

    private static func putBack(_ backup: URL, to data: URL, keepSurvived: Bool) throws {
        let files = FileManager.default
        if keepSurvived {
            try files.removeItem(at: backup.appending(path: "keep"))
            try files.moveItem(
                at: data.appending(path: "keep"), to: backup.appending(path: "keep"))
        }
        try files.removeItem(at: data)
        try files.copyItem(at: backup, to: data)
    }
}
