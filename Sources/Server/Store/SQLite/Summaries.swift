package import Foundation
package import Shared

/// A device as people are told of it.
package struct DeviceSummary: Hashable, Sendable, Encodable {
    package let replica: String
    package let person: String
    /// Empty for one who is known by her token alone.
    package let personName: String
    package let device: String
    package let enrolled: Date
    /// When it last asked for anything, within ten minutes; nil for never.
    @NullWhenNil package internal(set) var seen: Date?
    /// Nil while it may sync, as is `retirement`.
    @NullWhenNil package internal(set) var retired: Date?
    @NullWhenNil package internal(set) var retirement: Retirement?
}

/// An invite or an exporter's token, as administrators are told of it.
package struct GrantSummary: Hashable, Sendable, Encodable {
    /// The id by which it is revoked: SHA-256 of what was handed over, which is stored nowhere.
    package let id: String
    /// The person's name, of an invite; the audit's id, of a token.
    package let subject: String
    package let expires: Date
    /// When it let a device in; nil while none, and for a token.
    @NullWhenNil package internal(set) var used: Date?
    /// When it was taken back; nil while it was not.
    @NullWhenNil package internal(set) var revoked: Date?
    /// The name of the lead who wrote it; nil for what was made here, beside the data.
    @NullWhenNil package internal(set) var lead: String?
}

/// What a device last told of its queues, over all audits.
package struct QueueSummary: Hashable, Sendable {
    package let replica: String
    package let unsent: UInt64
    /// When the oldest of them was saved, by the server's clock.
    package let oldest: Date
    package let told: Date
}

// Ids and hashes stand in JSON as hexadecimal digits.
extension Identifier: Encodable {
    var data: Data { Data(bytes) }

    package func encode(to encoder: any Encoder) throws { try hex.encode(to: encoder) }
}

extension Hash256: Encodable {
    var data: Data { Data(bytes) }

    package func encode(to encoder: any Encoder) throws { try hex.encode(to: encoder) }
}
