import Foundation
import TestSupport

/// A server that dies while it opens its database.
extension KillDriver {
    /// Kills the server, starts it, and kills it while it opens its database, or soon after.
    func openAndKillServer() throws {
        team.server.kill()
        let server = try DriverChild(
            .server, ["serve", "--data", team.server.data.path, "--listen", "127.0.0.1:0"],
            output: team.folder.url.appending(path: "opening"))
        if try server.end(killAfter: .microseconds(generator.below(150_000))) == .killed {
            count(.openServer)
        }
        try team.server.start()
    }

    /// A laptop's database.
    func database(of person: Int) -> URL {
        team.folder.url.appending(path: person == 0 ? "tomas" : "maya")
            .appending(path: "accord.sqlite")
    }
}
