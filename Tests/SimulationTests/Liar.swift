import Client
import Shared

/// A member whose program is not ours: she keeps no records, and says whatever she likes.
struct Liar {
    let person: PersonID
    var identity: Identity
    let network: SimulatedNetwork
    /// Where her own chain ends, as the server said.
    var ends: [AuditID: ChainEnd] = [:]
    /// What she brought in others' names, and the server keeps.
    var forgeries: [Forgery] = []

    /// A change in somebody else's name, under a key that is nobody's.
    struct Forgery {
        let change: Change
        let fingerprint: String
        /// What it says, and which deeds of the same chain it takes the place of.
        let meanings: [FieldID: Oracle.Meaning]
        /// How often the server had been put back when it was brought.
        let restores: Int
    }
}
