import Foundation
import TestSupport
import Testing

extension JSONStory {
    /// A small audit of which everything is judged, one finding as nobody can tell, and signed.
    mutating func sign() throws {
        let signer = Program.accord(home: team.folder.url.appending(path: "signer"))
        _ = try signer.succeed("init", "--name", "Signer")
        _ = try signer.succeed("audit", "new", "Own", "--environment", Team.environment)
        _ = try signer.succeed(
            "component", "add", "--screen", "Cards", "--control", "button", "--label", "Pay")
        // What stands before it has keys, too.
        try see(signer, "audit sign", ["--preview"], as: "audit sign --preview")
        let listed = try signer.succeed("list", "--untested", "--json").out
        var rows = try #require(
            try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
        for index in rows.indices { rows[index]["outcome"] = index == 0 ? "cantTell" : "passed" }
        let file = team.folder.url.appending(path: "all.ndjson")
        let lines = try rows.map { try JSONSerialization.data(withJSONObject: $0) }
        try Data(lines.joined(separator: Data("\n".utf8))).write(to: file)
        _ = try signer.succeed("record", "--from", file.path)
        try see(signer, "audit sign", ["--preview"], as: "audit sign --preview")
        try see(
            signer, "audit sign",
            ["--statement", "All but one passed.", "--except", "cantTell=No such phone."])
        try see(signer, "audit second-opinions", ["100", "--seed", "keys", "--among", "Signer"])
        try see(signer, "audit show")
        try endDevice()
    }

    /// The devices of an audit, and one that its owner ends.
    private mutating func endDevice() throws {
        try see(team.lead, "device list")
        let spare = try team.join("Noor Haddad")
        try spare.succeed(Team.verdict("passed", criterion: "confined"))
        try spare.succeed("sync")
        try see(spare, "device list")
        let own = try spare.succeed("device", "list", "--json").out
        let devices = try #require(
            try JSONSerialization.jsonObject(with: Data(own.utf8)) as? [[String: Any]])
        try see(spare, "device retire", [try #require(devices.first?["replica"] as? String)])
    }
}
