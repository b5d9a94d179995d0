package import Foundation

/// Something that the server keeps for the leads, as they are told of it (docs/protocol.md, 5).
package struct QuarantinedItem: Hashable, Codable, Sendable {
    /// What it is named by: the hash of the change, or the digest of the record.
    package let id: String
    /// A change's place in the log; nil for a record that was set aside, and for what is unplaced.
    @NullWhenNil package private(set) var sequence: UInt64?
    /// The bytes of the record's key, in hexadecimal digits.
    package let key: String
    /// The record in words.
    package let record: String
    /// Why it had no effect: a word for programs, a colon, a sentence.
    package let reason: String
    /// Whose word it says it is; nil for a record, which may hold the words of many.
    @NullWhenNil package private(set) var author: Person?
    /// Who adopts, where it is an adoption; nil for all else.
    @NullWhenNil package private(set) var by: Person?
    package let device: String
    /// As its owner named it; nil where the server does not know the device.
    @NullWhenNil package private(set) var deviceName: String?
    /// The key that signed what could not be placed, for a lead to compare with the device's owner.
    @NullWhenNil package private(set) var fingerprint: String?
    /// Who brought what could not be placed.
    @NullWhenNil package private(set) var carrier: Person?
    @NullWhenNil package private(set) var n: UInt64?
    /// By the server's clock.
    package let received: Date
    /// When it was written, by the clock of the device; nil for a record.
    @NullWhenNil package private(set) var written: Date?
    package let writes: [Write]
    /// Whether a lead can adopt it at all.
    package let adoptable: Bool
    /// Why a lead should look at it first; nil where nothing stands against it.
    @NullWhenNil package private(set) var look: String?
    /// Nil while it waits for a lead.
    @NullWhenNil package private(set) var settled: Resolution?

    package init(
        id: String, sequence: UInt64?, key: String, record: String, reason: String,
        author: Person?, by: Person?, device: String, deviceName: String?, fingerprint: String?,
        carrier: Person?, n: UInt64?, received: Date, written: Date?, writes: [Write],
        adoptable: Bool, look: String?, settled: Resolution?
    ) {
        self.id = id
        self.sequence = sequence
        self.key = key
        self.record = record
        self.reason = reason
        self.author = author
        self.by = by
        self.device = device
        self.deviceName = deviceName
        self.fingerprint = fingerprint
        self.carrier = carrier
        self.n = n
        self.received = received
        self.written = written
        self.writes = writes
        self.adoptable = adoptable
        self.look = look
        self.settled = settled
    }

    /// Somebody, as people know her.
    package struct Person: Hashable, Codable, Sendable {
        /// In hexadecimal digits.
        package let id: String
        package let name: String

        package init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    /// One register that it wants to write.
    package struct Write: Hashable, Codable, Sendable {
        package let field: String
        /// The value in words; nil when the write only takes something away.
        @NullWhenNil package private(set) var value: String?
        package let replaces: [String]
        /// What would go with its adoption, in words, such as `passed (Lee Okafor)`.
        package let takes: [String]
        /// What would stand beside it and says otherwise.
        package let beside: [String]

        package init(
            field: String, value: String?, replaces: [String], takes: [String] = [],
            beside: [String] = []
        ) {
            self.field = field
            self.value = value
            self.replaces = replaces
            self.takes = takes
            self.beside = beside
        }
    }

    /// What a lead made of it.
    package struct Resolution: Hashable, Codable, Sendable {
        package let kind: Shared.Resolution.Kind
        package let by: Person
        package let at: Date
        package let reason: String

        package init(kind: Shared.Resolution.Kind, by: Person, at: Date, reason: String) {
            self.kind = kind
            self.by = by
            self.at = at
            self.reason = reason
        }

        private enum CodingKeys: String, CodingKey {
            case kind = "verdict"
            case by
            case at
            case reason
        }
    }

    /// How its first writing is held, and who brought it, in words.
    package var held: String {
        guard n != nil else { return "A laptop brought it after a restore." }
        guard let fingerprint else {
            let name = deviceName.map { $0.isEmpty ? "" : ", \($0)" } ?? ""
            return "Brought by its author\u{2019}s device \(device.prefix(8))\(name)."
        }
        return "By a device that nobody knows, \(fingerprint), brought by "
            + "\(carrier?.name ?? "somebody")."
    }

    /// In whose name it is, and what shows that, in words.
    package var whose: String {
        guard let author else { return "a record" }
        let name = fingerprint == nil ? author.name : "says it is \(author.name)"
        return by.map { "\($0.name) adopts: \(name)" } ?? name
    }
}

/// What a lead asks for when she adopts: nothing that needs a look, unless she has looked.
package struct AdoptionOrder: Codable, Sendable {
    package let looked: Bool

    package init(looked: Bool) { self.looked = looked }
}

/// Why she discards it.
package struct DiscardOrder: Codable, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
}
