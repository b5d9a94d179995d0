import Foundation
import NIOCore
package import Shared
import Storage

extension ReportedError {
    /// Puts any error into words for whoever runs a server; no library's words are among them.
    package init(serving error: any Error) {
        let (kind, message): (Kind, String) =
            switch error {
            case let error as SettingsError: (.settings, error.description)
            case let error as SecretsError: (.settings, error.description)
            case let error as BackupError: (Self.kind(of: error), error.description)
            case let error as ReconcileWait: (.busy, error.description)
            case let error as StorageError: (Self.kind(of: error), error.description)
            case let error as Problem:
                (
                    Self.kind(of: error.code),
                    [error.title, error.detail].compactMap(\.self).joined(separator: " ")
                )
            case let error as IOError: Self.listening(error)
            case is SocketAddressError, is SocketAddressError.UnknownHost:
                (
                    .settings,
                    "Nobody knows the host of --listen. Name an address of this machine, such "
                        + "as 127.0.0.1:8437."
                )
            default: Self.unforeseen(error)  // open set: whatever else can be thrown
            }
        self.init(kind, message)
    }

    private static func listening(_ error: IOError) -> (Kind, String) {
        switch error.errnoCode {
        case EADDRINUSE:
            return (.busy, "Another program listens at this address already. Choose another port.")
        case EACCES:
            return (.settings, "This user may not listen at that port. Choose one above 1023.")
        case EADDRNOTAVAIL:
            return (
                .settings,
                "This machine has no such address. Name one of its own with --listen, such "
                    + "as 127.0.0.1:8437."
            )
        default:  // open set: whatever else the system says
            let failure = StorageError.ofSystem("The network", code: error.errnoCode)
            return (kind(of: failure), failure.description)
        }
    }

    private static func unforeseen(_ error: any Error) -> (Kind, String) {
        if let failure = StorageError(unforeseen: error) {
            return (kind(of: failure), failure.description)
        }
        return (
            .bug,
            "Something went wrong that nobody foresaw (\(type(of: error))). What the "
                + "server said to have is on its disk. Do it again; if it stays, report it "
                + "with this message."
        )
    }

    private static func kind(of error: BackupError) -> Kind {
        switch error {
        case .exists: .badInput
        case .none: .notFound
        case .damaged: .disk
        case .keyMissing: .settings
        }
    }

    private static func kind(of error: StorageError) -> Kind {
        switch error {
        case .newerVersion: .newer
        case .olderVersion, .foreignFile: .settings
        case .busy: .busy
        case .damaged, .diskFull, .replaced, .failed: .disk
        case .taken: .badInput
        case .unfit: .usage
        }
    }

    private static func kind(of code: ProblemCode) -> Kind {
        switch code {
        case .notFound, .auditUnknown, .auditGone, .evidenceMissing: .notFound
        case .rateLimited, .overloaded: .busy
        case .storageFull: .disk
        case .malformed, .unsupportedEncoding, .tooLarge, .tokenMissing, .tokenExpired,
            .notAMember, .notAllowed, .notItsCreator, .inviteInvalid, .invitesOff,
            .tooManyInvites, .replicaRetired,
            .cursorExpired, .snapshotGone, .gap, .replicaForked, .replicaTaken, .epochChanged,
            .protocolTooOld, .tooManyDevices, .evidenceDiffers, .uploadOffset, .rangeUnsatisfiable,
            .methodNotAllowed, .awaitingDecision:
            .badInput
        case .bug: .bug
        }
    }
}
