package import Foundation

/// What a lead made of a quarantined change.
package struct Resolution: Hashable, Sendable {
    package let kind: Kind
    package let person: PersonID
    /// By the server's clock.
    package let date: Date
    /// Why it was discarded; empty when it was adopted.
    package let reason: String

    /// What the lead decided.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        /// It took effect, under its author's name.
        case adopted
        /// It stays without effect, unless a lead adopts it after all.
        case discarded

        /// The number that both sides store.
        package var code: Int64 {
            switch self {
            case .adopted: 1
            case .discarded: 2
            }
        }

        package init?(code: Int64) {
            guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
            self = kind
        }
    }

    package init(_ kind: Kind, by person: PersonID, at date: Date, reason: String) {
        self.kind = kind
        self.person = person
        self.date = date
        self.reason = reason
    }
}
