import Foundation
import GRDB
import Storage

@testable import Client

extension AuditClient {
    /// Lets laptops accept each other's devices, as after comparing fingerprints.
    static func introduce(_ clients: AuditClient...) throws {
        let keys = try clients.map { try $0.identity().publicKey }
        for client in clients {
            try client.store.file.write { database in
                for key in keys {
                    try database.execute(
                        sql: "insert or ignore into accepted_device values (?, 0)",
                        arguments: [Data(key)])
                }
            }
        }
    }
}
