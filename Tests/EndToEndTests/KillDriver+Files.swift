import Foundation
import GRDB
import TestSupport
import Testing

/// Files that a killed program may leave behind in half: evidence and backups.
extension KillDriver {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Attaches a file that nobody else has.
    func attach(by person: Int) throws {
        let file = team.folder.url.appending(path: "screenshot")
        let noise = (0..<50_000).map { _ in UInt8(generator.below(256)) }
        try Data(Self.png + noise).write(to: file)
        let end = try command(
            .attach,
            ["attach", Team.state, "--criterion", "state-open", file.path, "--json"], by: person)
        guard end == 0 else { return }
        let answer = try JSONSerialization.jsonObject(with: Data(try told().utf8))
        let files = (answer as? [String: Any])?["evidence"] as? [[String: Any]]
        attached.insert(try #require(files?.first?["sha256"] as? String))
    }

    /// Copies a home into one file.
    func backUp(by person: Int) throws {
        let path = team.folder.url.appending(path: "\(people[person].name)-\(steps).backup").path
        backups.insert(path)
        guard try command(.backup, ["backup", path], by: person) == 0 else { return }
        try #require(FileManager.default.fileExists(atPath: path))
    }

    /// A sentence for each file that is lost, damaged or half there.
    func fileViolations() throws -> [String] {
        var violations: [String] = []
        for person in people {
            let listed = try person.laptop.program.succeed("evidence", "list", "--json").out
            let items = try JSONSerialization.jsonObject(with: Data(listed.utf8))
            let here = (items as? [[String: Any]] ?? []).filter { $0["place"] as? String == "here" }
            let lost = attached.subtracting(here.compactMap { $0["sha256"] as? String })
            if !lost.isEmpty { violations.append("\(person.name) lacks \(lost.count) files") }
            if try person.laptop.program.run("evidence", "scrub").status != 0 {
                violations.append("\(person.name) has damaged files")
            }
        }
        for path in backups where FileManager.default.fileExists(atPath: path) {
            var configuration = Configuration()
            configuration.readonly = true
            let database = try DatabaseQueue(path: path, configuration: configuration)
            let word = try database.read { try String.fetchOne($0, sql: "pragma integrity_check") }
            try database.close()
            if word != "ok" { violations.append("the backup \(path) is damaged: \(word ?? "")") }
        }
        return violations
    }
}
