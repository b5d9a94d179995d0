package import Foundation
import Shared

/// Something that the server keeps for the leads, as they are told of it.
package struct QuarantinedItem: Hashable, Sendable, Encodable {
    /// What it is named by: the hash of the change, or the digest of the record.
    package let id: String
    /// A change's place in the log; nil for a record that was set aside.
    package let sequence: UInt64?
    /// The record it belongs to, as people name it.
    package let record: String
    /// Why it had no effect: a word for programs, a colon, a sentence.
    package let reason: String
    /// Whose word it is; nil for a record, which may hold the words of many.
    package let author: Person?
    /// Which device wrote the change or brought the record.
    package let device: String
    /// The fingerprint of the key that signed what could not be placed.
    ///
    /// A lead compares it with the device's owner.
    package let fingerprint: String?
    /// Who brought what could not be placed.
    package let carrier: Person?
    /// A change's number in the device's chain.
    package let n: UInt64?
    /// By the server's clock.
    package let received: Date
    /// When it was written, by the clock of the device; nil for a record.
    package let written: Date?
    /// What it says.
    package let writes: [Write]
    /// Nil while it waits for a lead.
    package let settled: Settlement?

    /// Somebody, as people know her.
    package struct Person: Hashable, Sendable, Encodable {
        /// In hexadecimal digits.
        package let id: String
        /// As she enrolled, or as the plan has it.
        package let name: String
    }

    /// One register that it wants to write.
    package struct Write: Hashable, Sendable {
        /// The register's path.
        package let field: String
        /// The value in words; nil when the write only takes something away.
        package let value: String?
        /// The edits that it replaces.
        package let replaces: [String]
    }

    /// What a lead made of it.
    package struct Settlement: Hashable, Sendable, Encodable {
        /// Which of the two.
        package let verdict: QuarantineResolution
        /// The lead.
        package let by: Person
        /// When that was.
        package let at: Date
        /// Why it was discarded; empty when it was adopted.
        package let reason: String
    }

    private enum Key: String, CodingKey {
        case id, sequence, record, reason, author, device, fingerprint, carrier, n, received
        case written, writes, settled
    }

    package func encode(to encoder: any Encoder) throws {
        // Written out, because what is missing is null and not left out.
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(record, forKey: .record)
        try container.encode(reason, forKey: .reason)
        try container.encode(author, forKey: .author)
        try container.encode(device, forKey: .device)
        try container.encode(fingerprint, forKey: .fingerprint)
        try container.encode(carrier, forKey: .carrier)
        try container.encode(n, forKey: .n)
        try container.encode(received, forKey: .received)
        try container.encode(written, forKey: .written)
        try container.encode(writes, forKey: .writes)
        try container.encode(settled, forKey: .settled)
    }
}

extension QuarantinedItem.Write: Encodable {
    private enum Key: String, CodingKey {
        case field, value, replaces
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(field, forKey: .field)
        try container.encode(value, forKey: .value)
        try container.encode(replaces, forKey: .replaces)
    }
}
