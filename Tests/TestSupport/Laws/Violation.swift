package import Shared

/// Something that the rules promise never happens, seen in a run of a world.
package enum Violation: Hashable, Sendable, CustomStringConvertible {
    /// What somebody said must stand and does not.
    case lost(Oracle.Word, at: String)
    /// Something stands that was replaced, or stands twice.
    case extra(Deed, at: String)
    /// A laptop's record differs from the one that the server said it had.
    case diverged(RecordKey, at: String)
    /// A record's live writes are not in order.
    case unsorted(RecordKey, at: String)
    /// A laptop takes a change for safe that the server does not have.
    case falselySafe(Dot)
    /// The server answered against the rules.
    case wrongAnswer(Deed, String)
    /// A judgement says that its writer knew what she did not, or the reverse.
    case wrongKnowledge(Deed)
    /// Something waits for ever.
    case stuck(Dot)
    /// A claim of a small world is false; the history or state is told with it.
    case broken(String)

    package var description: String {
        switch self {
        case .lost(let word, let place): "\(word.value) of \(word.author.low) is lost at \(place)"
        case .extra(let deed, let place): "deed \(deed) stands too many at \(place)"
        case .diverged(_, let place): "\(place) has another record than the server"
        case .unsorted(_, let place): "live writes are out of order at \(place)"
        case .falselySafe(let dot): "\(dot.n) of \(dot.replica.low) is not safe"
        case .wrongAnswer(let deed, let why): "deed \(deed): \(why)"
        case .wrongKnowledge(let deed): "what the writer of \(deed) knew is told wrongly"
        case .stuck(let dot): "\(dot.n) of \(dot.replica.low) was never answered"
        case .broken(let claim): claim
        }
    }
}
