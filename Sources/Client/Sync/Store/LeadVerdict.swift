package import Foundation
package import Shared

/// What a lead made of an own change that the server had set aside.
package struct LeadVerdict: Hashable, Sendable {
    package let kind: Kind
    package let person: PersonID
    /// By the server's clock.
    package let date: Date
    /// Why it was discarded; empty when it was adopted.
    package let reason: String

    /// What the lead decided.
    package enum Kind: String, CaseIterable, Sendable {
        /// It took effect, under its author's name.
        case adopted
        /// It stays without effect, unless a lead adopts it after all.
        case discarded
    }

    package init(_ kind: Kind, by person: PersonID, at date: Date, reason: String) {
        self.kind = kind
        self.person = person
        self.date = date
        self.reason = reason
    }
}

/// What the opening of a pull tells of all the changes that leads have settled since.
package struct ToldVerdicts: Sendable {
    /// In the order in which leads settled them; perhaps of another laptop of the same person.
    package let verdicts: [(dot: Dot, verdict: LeadVerdict)]
    /// The ordinal up to which the laptop knows them then.
    package let ordinal: UInt64

    package init(_ verdicts: [(dot: Dot, verdict: LeadVerdict)] = [], through ordinal: UInt64 = 0) {
        self.verdicts = verdicts
        self.ordinal = ordinal
    }
}
