package import Foundation
import Shared

/// Something that a lead names with a reason, because she may not be able to mend it.
package enum SigningException: Hashable, Sendable {
    /// A device that had not sent all its work when it was heard of last.
    case device(id: String, name: String, unsent: Int, told: Date)
    /// Files that findings refer to and that are not on this laptop.
    case evidence(Int)
    /// Findings on which nobody could tell.
    case cantTell(Int)
    /// The signer's own changes that the server set aside or refused.
    case setAside(Int)
    /// When the server was last known to have nothing more; nil where that never was.
    case contact(since: Date?)

    /// What an option or a field calls it.
    package var key: String {
        switch self {
        case .device(let id, _, _, _): "device-\(id)"
        case .evidence, .cantTell, .setAside, .contact: kind
        }
    }

    /// Its word for scripts, and in the signature.
    package var kind: String {
        switch self {
        case .device: "device"
        case .evidence: "evidence"
        case .cantTell: "cantTell"
        case .setAside: "setAside"
        case .contact: "contact"
        }
    }

    /// What it is, such as `2 files of evidence are not here`.
    ///
    /// - Parameter shown: Writes a moment.
    package func words(_ shown: (Date) -> String) -> String {
        switch self {
        case .device(_, let name, let unsent, let told):
            "\(name) may hold work: \(counted(unsent, "change")) waited on \(shown(told))"
        case .evidence(let count):
            "\(counted(count, "file")) of evidence \(count == 1 ? "is" : "are") not here"
        case .cantTell(let count):
            "\(counted(count, "finding")) \(count == 1 ? "says" : "say") “can’t tell”"
        case .setAside(let count):
            "\(counted(count, "change")) of yours \(count == 1 ? "was" : "were") not accepted"
        case .contact(let since?): "Nothing was heard from the server since \(shown(since))"
        case .contact(nil): "Nothing was heard from the server yet"
        }
    }
}
