import Foundation
import GRDB
import TestSupport

/// A server that dies while it brings its database up to date.
extension KillDriver {
    /// Puts the server's database back to its first format, starts the server, and kills it while
    /// it opens that, or soon after.
    func migrateAndKillServer() throws {
        team.server.kill()
        try makeOld()
        let server = try DriverChild(
            .server, ["serve", "--data", team.server.data.path, "--listen", "127.0.0.1:0"],
            output: team.folder.url.appending(path: "migration"))
        if try server.end(killAfter: .microseconds(generator.below(150_000))) == .killed {
            count(.migrate)
        }
        try team.server.start()
    }

    /// As a server of the first format would have left it.
    private func makeOld() throws {
        let database = try DatabaseQueue(
            path: team.server.data.appending(path: "accord-server.sqlite").path)
        defer { try? database.close() }
        try database.write {
            guard try Int.fetchOne($0, sql: "pragma user_version") == 2 else { return }
            try $0.execute(
                sql: """
                    alter table server drop column restored_ms;
                    pragma user_version = 1;
                    """)
        }
    }
}
