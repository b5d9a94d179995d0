package import Shared

extension SQLStatement {
    /// Binds the sixteen bytes of an id.
    package func bind<Kind>(_ index: Int32, _ identifier: Identifier<Kind>) {
        bind(index, identifier.bytes)
    }

    /// Binds the thirty-two bytes of a hash.
    package func bind(_ index: Int32, _ hash: Hash256) {
        bind(index, hash.bytes)
    }

    /// Binds the thirty-two bytes of a hash, nil as null.
    package func bind(_ index: Int32, _ hash: Hash256?) {
        bind(index, hash?.bytes)
    }

    /// The column as a hash.
    ///
    /// - Throws: `StorageError.damaged` when it has not thirty-two bytes.
    package func hash(_ column: Int32) throws -> Hash256 {
        guard let hash = withBlob(column, Hash256.init(raw:)) else {
            throw StorageError.damaged(
                path: path, detail: "a hash in column \(column) has not 32 bytes")
        }
        return hash
    }

    /// The column as a record's key.
    ///
    /// - Throws: `StorageError.damaged` when it is none.
    package func recordKey(_ column: Int32) throws -> RecordKey {
        guard let key = RecordKey(bytes: blob(column)) else {
            throw StorageError.damaged(
                path: path, detail: "a record's key in column \(column) cannot be read")
        }
        return key
    }

    /// The column as an id; the caller knows of what kind.
    ///
    /// - Throws: `StorageError.damaged` when it has not sixteen bytes.
    package func identifier<Kind>(_ column: Int32) throws -> Identifier<Kind> {
        guard let identifier = Identifier<Kind>(bytes: blob(column)) else {
            throw StorageError.damaged(
                path: path, detail: "an id in column \(column) has not 16 bytes")
        }
        return identifier
    }
}
