import Foundation
import TestSupport
import Testing

/// Sudden death of the built programs: whatever was acknowledged is there afterwards.
///
/// `ACCORD_KILLS` asks for more kills than a test run has time for.
@Suite(.serialized, .timeLimit(.search))
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
