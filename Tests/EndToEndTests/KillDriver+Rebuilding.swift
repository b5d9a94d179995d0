import Foundation
import TestSupport
import Testing

/// Programs that die while they make a laptop's database anew.
extension KillDriver {
    /// How often a rebuilding is begun again before it counts as one that never ends.
    private static let attemptsMax = 30

    /// Makes a sound database anew, or one in ruins, and perhaps kills what does it.
    func rebuildAndKill(by person: Int) throws {
        let isInRuins = generator.chance(50)
        if isInRuins { try ruin(person) }
        try rebuild(person)
        guard isInRuins else { return }
        // Nobody can do anything else with it before.
        let laptop = people[person].laptop.program
        var attempts = 1
        while try laptop.run("status").status != 0 {
            try #require(attempts < Self.attemptsMax, "a database is not made anew")
            attempts += 1
            try rebuild(person)
        }
    }

    private func rebuild(_ person: Int) throws {
        try command(.rebuild, ["rebuild", "--from-server"], by: person)
    }

    /// Leaves no page of a database; the journal is all that has what waits.
    private func ruin(_ person: Int) throws {
        // What a killed program saved and told nobody is in the journal once another has looked.
        try people[person].laptop.program.succeed("status")
        let file = database(of: person)
        for ending in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file.path + ending)
        }
        try Data(repeating: 0xA5, count: 40_960).write(to: file)
    }
}
