import Foundation
import GRDB
import TestSupport

/// Programs that die while they bring a database of an older one up to date.
extension KillDriver {
    /// Puts the server's database back to its first format, starts the server, and kills it while
    /// it opens that, or soon after.
    func migrateAndKillServer() throws {
        team.server.kill()
        try Self.makeOld(
            team.server.data.appending(path: "accord-server.sqlite"),
            """
            drop index settlement_by_ordinal;
            alter table settlement drop column author;
            alter table settlement drop column replica;
            alter table settlement drop column n;
            alter table settlement drop column ordinal;
            alter table server drop column restored_ms
            """)
        let server = try DriverChild(
            .server, ["serve", "--data", team.server.data.path, "--listen", "127.0.0.1:0"],
            output: team.folder.url.appending(path: "migration"))
        if try server.end(killAfter: .microseconds(generator.below(150_000))) == .killed {
            count(.migrateServer)
        }
        try team.server.start()
    }

    /// A laptop's database.
    func database(of person: Int) -> URL {
        team.folder.url.appending(path: person == 0 ? "tomas" : "maya")
            .appending(path: "accord.sqlite")
    }

    /// As a program of the first format would have left it.
    private static func makeOld(_ file: URL, _ script: String) throws {
        let database = try DatabaseQueue(path: file.path)
        defer { try? database.close() }
        try database.write {
            guard try Int.fetchOne($0, sql: "pragma user_version") == 3 else { return }
            try $0.execute(sql: "\(script); pragma user_version = 1;")
        }
    }
}
