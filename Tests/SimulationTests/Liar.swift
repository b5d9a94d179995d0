import Shared

@testable import Client

/// A member whose program is not ours: she keeps no records, and says whatever she likes.
struct Liar {
    let person: PersonID
    var identity: Identity
    let network: SimulatedNetwork
    /// Where her own chain ends, as the server said.
    var ends: [AuditID: ChainEnd] = [:]
    /// What she brought in others' names, and the server keeps.
    var forgeries: [Forgery] = []
    /// What she keeps of what the server told members at its checkpoints, the oldest first.
    var told: [AuditID: [ShownReceipts]] = [:]

    /// A change in somebody else's name, under a key that is nobody's.
    struct Forgery {
        let change: Change
        let fingerprint: String
        /// What it says, and which deeds of the same chain it takes the place of; nil where it
        /// wraps what its author wrote herself.
        let meanings: [FieldID: Oracle.Meaning]?
        /// How often the server had been put back when she brought it; nil of what she left to
        /// whoever takes a file.
        var restores: Int?

        /// What is said by which key, under whatever number.
        var content: String { "\(change.edit) \(fingerprint)" }
    }
}
