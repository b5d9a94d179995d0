package import Foundation

/// Something that the server keeps for the leads, as they are told of it.
package struct QuarantinedItem: Hashable, Sendable, Encodable {
    /// What it is named by: the hash of the change, or the digest of the record.
    package let id: String
    /// A change's place in the log; nil for a record that was set aside.
    @NullWhenNil package internal(set) var sequence: UInt64?
    /// The record it belongs to, as people name it.
    package let record: String
    /// Why it had no effect: a word for programs, a colon, a sentence.
    package let reason: String
    /// Whose word it is; nil for a record, which may hold the words of many.
    @NullWhenNil package internal(set) var author: Person?
    /// Which device wrote the change or brought the record.
    package let device: String
    /// The key that signed what could not be placed, for a lead to compare with the device's owner.
    @NullWhenNil package internal(set) var fingerprint: String?
    /// Who brought what could not be placed.
    @NullWhenNil package internal(set) var carrier: Person?
    /// A change's number in the device's chain.
    @NullWhenNil package internal(set) var n: UInt64?
    /// By the server's clock.
    package let received: Date
    /// When it was written, by the clock of the device; nil for a record.
    @NullWhenNil package internal(set) var written: Date?
    package let writes: [Write]
    /// Nil while it waits for a lead.
    @NullWhenNil package internal(set) var settled: Settlement?

    /// Somebody, as people know her.
    package struct Person: Hashable, Sendable, Encodable {
        /// In hexadecimal digits.
        package let id: String
        /// As she enrolled, or as the plan has it.
        package let name: String
    }

    /// One register that it wants to write.
    package struct Write: Hashable, Sendable, Encodable {
        /// The register's path.
        package let field: String
        /// The value in words; nil when the write only takes something away.
        @NullWhenNil package internal(set) var value: String?
        /// The edits that it replaces.
        package let replaces: [String]
    }

    /// What a lead made of it.
    package struct Settlement: Hashable, Sendable, Encodable {
        package let verdict: QuarantineResolution
        package let by: Person
        package let at: Date
        /// Why it was discarded; empty when it was adopted.
        package let reason: String
    }
}
