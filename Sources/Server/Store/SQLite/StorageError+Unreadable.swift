import Storage

extension StorageError {
    /// The server's database, beside which everything else of it lies.
    static let serverDatabase = "accord-server.sqlite"

    /// A row does not hold what this program writes there.
    static func unreadable(_ detail: String) -> StorageError {
        .damaged(path: serverDatabase, detail: detail)
    }
}
