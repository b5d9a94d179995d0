package import Foundation
package import Shared

/// What concerns a person: mostly what somebody else did with her work, or wants of her.
///
/// She is told at her next sync, and `accord status` and the pages list it until she has seen it.
package struct WorkEvent: Hashable, Sendable {
    package let kind: Kind
    /// 16 bytes that are the same whenever the same is found.
    package let fact: [UInt8]
    package let key: RecordKey
    /// The criterion's full id; empty where it is about the record as a whole.
    package let criterion: String
    /// Who did it; nil where the record tells no more.
    package let person: PersonID?
    /// In that person's words; empty where none are known.
    package var reason: String
    /// When, by that person's clock; nil where nobody tells.
    package var happened: Date?
    /// How much of her live work is taken back by it.
    package var taken = Amount()
    /// How much of her live work stands beside it until a lead decides.
    package var standing = Amount()

    /// What was done.
    package enum Kind: String, CaseIterable, Sendable {
        /// Somebody withdrew what she had recorded, or a place where she had recorded.
        case withdrawn
        /// Her own withdrawal was taken back.
        case lifted
        /// Somebody's withdrawal took the place of hers.
        case replaced
        /// A lead decided otherwise than she had judged.
        case overruled
        /// A lead pinned another catalogue, by which her work goes on.
        case repinned
        /// Somebody judged otherwise than she, and she did not know it when she judged.
        case disagreed
        /// A lead decided as she had judged where others had judged otherwise.
        case decided
        /// Her verdict differs from a decision that it did not know.
        case challenged
        /// Somebody gave her something to test.
        case assigned
        /// A lead began another round.
        case round
        /// Somebody named her in a comment.
        case mentioned
        /// The server set a change of hers aside.
        case quarantined
        /// The server did not take a change of hers.
        case rejected
        /// A lead let take effect what had been set aside.
        case adopted
        /// A lead left without effect what had been set aside.
        case discarded
        /// Somebody took away or replaced what she had written; `reason` quotes it.
        case removed
        /// Something stands in her name that came by no device of hers; the person is the lead who
        /// adopted it.
        case unplaced
        /// To a lead: the server keeps work for the leads; the reason says how much.
        case waiting
        /// Somebody calls otherwise what she added under `reason`, and neither had seen the other.
        case renamed
        /// A lead signed a round.
        case signed
        /// To a lead: what was written since is not what somebody signed; `reason` says what.
        case signedSince
    }

    /// How much of her work.
    package struct Amount: Hashable, Sendable {
        /// Criteria of component states.
        package var findings = 0
        /// Writes of a record as a whole, such as a label or who is to do it.
        package var entries = 0

        var isEmpty: Bool { findings + entries == 0 }
    }
}
