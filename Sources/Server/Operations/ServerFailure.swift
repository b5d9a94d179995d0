import Foundation
import NIOCore
import Shared
import Storage

/// A failure as whoever runs the server is told of it.
package struct ServerFailure: Error, Hashable, Sendable {
    package let kind: Kind
    /// What is true now, and what to do next.
    package let message: String

    /// What went wrong, as far as programs tell it apart by exit codes.
    package enum Kind: Hashable, Sendable {
        /// A setting, or a file that a setting names.
        case settings
        /// A later version made the database.
        case newerDatabase
        /// Another process has what is needed.
        case busy
        /// The disk or a file on it.
        case disk
        /// What was asked for does not exist.
        case notFound
        /// What was asked for is not allowed.
        case badInput
        /// The program itself.
        case bug
    }

    /// Puts any error into words; what a library says reaches nobody as it is.
    package init(_ error: any Error) {
        switch error {
        case let error as ServerSettings.Failure:
            self.init(kind: .settings, message: error.description)
        case let error as SettingsError:
            self.init(kind: .settings, message: error.description)
        case let error as SecretsFolder.Failure:
            self.init(kind: .settings, message: error.description)
        case let error as ServerBackup.Failure:
            self.init(kind: Self.kind(of: error), message: error.description)
        case let error as HealingWait:
            self.init(kind: .busy, message: error.description)
        case let error as StorageError:
            self.init(kind: Self.kind(of: error), message: error.description)
        case let error as Problem:
            let sentences = [error.title, error.detail].compactMap(\.self)
            self.init(kind: Self.kind(of: error.code), message: sentences.joined(separator: " "))
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self.init(
                kind: .busy,
                message: "Another program listens at this address already. Choose another port.")
        case let error as IOError where error.errnoCode == EACCES:
            self.init(
                kind: .settings,
                message: "This user may not listen at that port. Choose one above 1023.")
        case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
            self.init(
                kind: .settings,
                message:
                    "This machine has no such address. Name one of its own with --listen, such "
                    + "as 127.0.0.1:8437.")
        case let error as IOError:
            let failure = StorageError.ofSystem("The network", code: error.errnoCode)
            self.init(kind: Self.kind(of: failure), message: failure.description)
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            self.init(
                kind: .settings,
                message: "Nobody knows the host of --listen. Name an address of this machine, such "
                    + "as 127.0.0.1:8437.")
        default:  // open set: whatever else can be thrown
            self.init(unforeseen: error)
        }
    }

    private init(unforeseen error: any Error) {
        if let failure = StorageError(unforeseen: error) {
            self.init(kind: Self.kind(of: failure), message: failure.description)
        } else {
            self.init(
                kind: .bug,
                message: "Something went wrong that nobody foresaw (\(type(of: error))). What the "
                    + "server said to have is on its disk. Do it again; if it stays, report it "
                    + "with this message.")
        }
    }

    private init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    private static func kind(of error: ServerBackup.Failure) -> Kind {
        switch error {
        case .exists: .badInput
        case .none: .notFound
        case .damaged: .disk
        case .keyMissing: .settings
        }
    }

    private static func kind(of error: StorageError) -> Kind {
        switch error {
        case .newerVersion: .newerDatabase
        case .olderVersion, .foreignFile: .settings
        case .busy: .busy
        case .damaged, .diskFull, .replaced, .failed: .disk
        }
    }

    private static func kind(of code: ProblemCode) -> Kind {
        switch code {
        case .notFound, .auditUnknown, .auditGone, .evidenceMissing: .notFound
        case .rateLimited, .overloaded: .busy
        case .storageFull: .disk
        case .malformed, .unsupportedEncoding, .tooLarge, .tokenMissing,
            .tokenExpired, .notAMember, .notAllowed, .notItsCreator, .inviteInvalid,
            .replicaRetired,
            .cursorExpired, .snapshotGone, .gap, .replicaForked, .replicaTaken, .epochChanged,
            .protocolTooOld, .tooManyDevices, .evidenceDiffers, .uploadOffset, .rangeUnsatisfiable:
            .badInput
        case .bug: .bug
        }
    }
}
