package import Foundation
package import Reading
package import Shared

/// A device of an audit, as far as this laptop knows it.
package struct AuditDevice: Sendable {
    package let replica: ReplicaID
    /// Nil where nothing here says whose it is.
    package let person: PersonID?
    /// As its owner named it; empty where no server has told that.
    package let device: String
    /// The number of its last change that is here; 0 for none.
    package let changes: UInt64
    package let work: Work
    /// When it last told the server of its queue, or wrote what stands; nil for neither.
    package let heard: Date?

    /// What a device holds back.
    package enum Work: Hashable, Sendable {
        /// It is this laptop, with so much that no server has answered.
        case here(unsent: Int)
        /// As it told the server last, at a time by the server's clock.
        case told(unsent: Int, at: Date)
        /// It never told that it had anything to send.
        case untold
        /// A server says that it was retired or lost; nothing above this number counts.
        case ended(after: UInt64)

        package var isEnded: Bool { if case .ended = self { true } else { false } }

        /// How many changes it had not sent, as far as that is known; nil of one that has ended.
        package var unsent: Int? {
            switch self {
            case .here(let unsent), .told(let unsent, _): unsent
            case .untold: 0
            case .ended: nil
            }
        }

        package var words: String {
            switch self {
            case .here(let unsent):
                unsent == 0 ? "Nothing to send" : "\(counted(unsent, "change")) to send"
            case .told(let unsent, _):
                unsent == 0 ? "All sent" : "Had \(counted(unsent, "change")) to send"
            case .untold: "Never told of work to send"
            case .ended(let n):
                n == 0 ? "Ended before it wrote here" : "Ended after its change \(n)"
            }
        }
    }

    /// Such as `laptop-7`, else by the front of its id.
    package var name: String {
        if case .here = work { return device.isEmpty ? "This laptop" : "\(device), this laptop" }
        return device.isEmpty ? "Device \(replica.hex.prefix(8))" : device
    }

    package func owner(in view: AuditView) -> String {
        person.map(view.plan.name(of:)) ?? "Nothing here says whose"
    }
}
