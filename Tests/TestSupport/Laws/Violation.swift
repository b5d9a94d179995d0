package import Shared

/// Something that the rules promise never happens, seen in a run of the model world.
package enum Violation: Hashable, Sendable, CustomStringConvertible {
    /// An edit that must stand does not.
    case lost(EditID, at: String)
    /// An edit stands that was replaced, or stands twice.
    case extra(EditID, at: String)
    /// A laptop's record differs from the one that the server said it had.
    case diverged(RecordKey, at: String)
    /// A record's live writes are not in order.
    case unsorted(RecordKey, at: String)
    /// A laptop takes a change for safe that the server does not have.
    case falselySafe(Dot)
    /// The server refused, or took, an edit against the rules.
    case refusedWithoutReason(EditID, String)
    /// A vector says that its writer had seen an edit that she had not, or the reverse.
    case wrongSight(of: EditID, by: EditID)
    /// Something waits for ever.
    case stuck(Dot)

    package var description: String {
        switch self {
        case .lost(let edit, let place): "\(edit.hex.prefix(8)) is lost at \(place)"
        case .extra(let edit, let place): "\(edit.hex.prefix(8)) is one too many at \(place)"
        case .diverged(_, let place): "\(place) has another record than the server"
        case .unsorted(_, let place): "live writes are out of order at \(place)"
        case .falselySafe(let dot): "\(dot.n) of \(dot.replica.low) is not safe"
        case .refusedWithoutReason(let edit, let why): "\(edit.hex.prefix(8)): \(why)"
        case .wrongSight(let edit, let by):
            "what \(by.hex.prefix(8)) saw is told wrongly of \(edit.hex.prefix(8))"
        case .stuck(let dot): "\(dot.n) of \(dot.replica.low) was never answered"
        }
    }
}
