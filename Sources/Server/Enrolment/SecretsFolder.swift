package import Foundation
import Shared
import Storage

/// `DIR/keep`: what must survive a restore of the database and so is never in its backups.
package struct SecretsFolder: Sendable {
    private let folder: URL
    private let file: URL
    private let database: URL

    package init(in dataFolder: URL) {
        folder = dataFolder.appending(path: "keep")
        file = folder.appending(path: "seal-key")
        database = dataFolder.appending(path: AuditStore.fileName)
    }

    /// Reads the secret, or draws one for a server that has no database yet.
    package func secret(
        using generator: inout some RandomNumberGenerator
    ) throws(SecretsError) -> ServerSecret {
        if let text = storedText {
            guard let bytes = Self.secret(in: text) else { throw .keyDamaged(path: file.path) }
            return ServerSecret(bytes: bytes)
        }
        // Whoever may not read the key must not be told that it is gone.
        guard FileStatus(of: file.path) == nil else {
            throw .unusable(path: file.path, reason: "this user may not read it, or it is no text")
        }
        guard !FileManager.default.fileExists(atPath: database.path)
        else { throw .keyMissing(path: file.path) }
        let bytes = (0..<ServerSecret.byteCount).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        try write(bytes)
        return ServerSecret(bytes: bytes)
    }

    /// Puts a lost server's secret in place; `unusable` where a key or a database is already.
    package func restore(_ secret: [UInt8]) throws(SecretsError) {
        for path in [file.path, database.path] where FileManager.default.fileExists(atPath: path) {
            throw Self.present(path)
        }
        try write(secret)
    }

    private static func present(_ path: String) -> SecretsError {
        .unusable(path: path, reason: "it is there already, and was not touched")
    }

    /// The secret as it is kept in escrow; nil before there is one.
    package var escrow: EscrowCode? {
        storedText.flatMap(Self.secret(in:)).map { EscrowCode(secret: $0) }
    }

    /// What the file says; nil where there is none, or this user may not read it.
    private var storedText: String? { try? String(contentsOf: file, encoding: .utf8) }

    private static func secret(in text: String) -> [UInt8]? {
        let bytes = [UInt8](hex: text.trimmed)
        return bytes?.count == ServerSecret.byteCount ? bytes : nil
    }

    private func write(_ bytes: [UInt8]) throws(SecretsError) {
        do {
            try DurableFolder.make(folder.path)
            // Whole or not at all: half a key would lock every device out.
            try DurableFolder.write(Array("\(bytes.hex)\n".utf8), to: file.path, replacing: false)
        } catch {
            if case .taken(let path) = error { throw Self.present(path) }
            guard case .failed(let path, let detail) = error
            else { throw .unusable(path: file.path, reason: "its disk is full") }
            throw .unusable(path: path, reason: detail)
        }
    }
}

/// Why the server's secret could not be had.
package enum SecretsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A database is there, but the key that sealed what it said is not.
    case keyMissing(path: String)
    case keyDamaged(path: String)
    case unusable(path: String, reason: String)

    package var description: String {
        switch self {
        case .keyMissing(let path):
            """
            \(path) is missing, but there is a database. Without the key no device would get \
            in. Bring the file back from where this folder was copied from.
            """
        case .keyDamaged(let path):
            "\(path) is damaged: it holds 64 hexadecimal digits. Bring back a good copy."
        case .unusable(let path, let reason): "\(path) cannot be used: \(reason)"
        }
    }
}
