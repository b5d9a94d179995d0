/// Sixteen bytes that name one thing; `Kind` keeps a replica from being taken for a person.
package struct Identifier<Kind>: Hashable, Comparable, Sendable {
    /// Bytes 0 to 7, big-endian.
    package let high: UInt64
    /// Bytes 8 to 15, big-endian.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init?(bytes: some Collection<UInt8>) { self.init(bytes: Array(bytes)) }

    /// Reads exactly sixteen bytes; nil for any other count.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard bytes.count == 16, let identifier = reader.identifier(Self.self) else { return nil }
        self = identifier
    }

    /// Reads 32 hexadecimal digits of either case; nil for anything else.
    package init?(hex: String) {
        guard let bytes = [UInt8](hex: hex) else { return nil }
        self.init(bytes: bytes)
    }

    /// Draws a new identifier; the generator decides whether it is secret or repeatable.
    package static func random(using generator: inout some RandomNumberGenerator) -> Self {
        Self(high: generator.next(), low: generator.next())
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        writer.append(self)
        return writer.bytes
    }

    /// Thirty-two lower-case hexadecimal digits.
    package var hex: String { bytes.hex }

    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension Identifier: Decodable {
    /// Reads hexadecimal digits.
    package init(from decoder: any Decoder) throws {
        self = try decoder.hexadecimal { Identifier(hex: $0) }
    }
}

/// The kinds of things that identifiers name; they exist only as type parameters.
package enum Named {
    package enum Audit {}
    package enum Component {}
    package enum Edit {}
    package enum Environment {}
    package enum Epoch {}
    package enum Group {}
    package enum Person {}
    package enum Replica {}
    package enum ServerKey {}
}

/// An audit; made offline by the person who begins it, from her id and a nonce.
package typealias AuditID = Identifier<Named.Audit>
/// A component; derived from screen, control, label and ordinal (`NaturalKey`).
package typealias ComponentID = Identifier<Named.Component>
/// A logical edit: the first 16 bytes of its change's hash as first written.
package typealias EditID = Identifier<Named.Edit>
/// An environment; derived from platform, assistive technology, class and major version.
package typealias EnvironmentID = Identifier<Named.Environment>
/// One life of a server's database; a restored server mints a new one.
package typealias EpochID = Identifier<Named.Epoch>
/// A group of people in a plan; derived from the name that it was first given (`NaturalKey`).
package typealias GroupID = Identifier<Named.Group>
/// A person; made from the key of her first device, and handed out by invites.
package typealias PersonID = Identifier<Named.Person>
/// One incarnation of one database file, of one person.
package typealias ReplicaID = Identifier<Named.Replica>
/// The key by which a server certifies devices.
package typealias ServerKeyID = Identifier<Named.ServerKey>
