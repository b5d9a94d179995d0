import Foundation
import SwiftProtobuf

extension Record {
    /// Reads a stored or sent record, or throws; hashes are computed here, never believed.
    package init(decoding bytes: [UInt8]) throws(ChangeError) {
        if let record = Record(canonical: bytes) {
            self = record
        } else if let wire = try? WireRecord(serializedBytes: bytes) {
            try self.init(wire)
        } else {
            throw .undecodable(reason: "the record is not a protobuf message")
        }
    }

    /// Takes over a decoded message, checking that it is a record some apply could have made.
    private init(_ wire: WireRecord) throws(ChangeError) {
        guard let key = RecordKey(bytes: [UInt8](wire.key)),
            let context = VersionVector(bytes: [UInt8](wire.context))
        else { throw .undecodable(reason: "the record has no key or context") }
        var bodies = FirstBodies(of: [])
        var read: [LiveChange] = []
        for message in wire.changes where !message.hasAgain {
            let entry = try LiveChange(message, bytes: [UInt8](message.body), key: key)
            bodies.add(entry.change)
            read.append(entry)
        }
        var whole = read.makeIterator()
        var changes: [LiveChange] = []
        changes.reserveCapacity(wire.changes.count)
        for message in wire.changes {
            let entry =
                message.hasAgain
                ? try LiveChange(message, bytes: Self.bytes(of: message, bodies), key: key)
                : whole.next()
            guard let entry, context.covers(entry.change.dot),
                changes.last.map({ $0.change.dot < entry.change.dot }) ?? true
            else { throw .undecodable(reason: "the record's changes are out of order") }
            changes.append(entry)
        }
        self.init(key: key, context: context, changes: changes)
    }

    /// The bytes of a wrapper whose first body stands elsewhere in the record.
    private static func bytes(
        of wire: WireLiveChange, _ bodies: FirstBodies
    ) throws(ChangeError) -> [UInt8] {
        guard wire.body.isEmpty, wire.again.body.isEmpty,
            let replica = ReplicaID(bytes: wire.again.replica),
            let body = bodies.body(at: Dot(replica: replica, n: wire.again.n))
        else { throw .undecodable(reason: "a live change refers to a body that is not here") }
        var again = wire.again
        again.body = Data(body)
        return try Again(again).encoded()
    }
}

extension LiveChange {
    fileprivate init(_ wire: WireLiveChange, bytes: [UInt8], key: RecordKey) throws(ChangeError) {
        guard let replica = ReplicaID(bytes: wire.replica), wire.n > 0
        else { throw .undecodable(reason: "a live change has no dot") }
        let change = try Change(key: key, dot: Dot(replica: replica, n: wire.n), bytes: bytes)
        let live = wire.live.map(Int.init)
        guard !live.isEmpty, zip(live, live.dropFirst()).allSatisfy(<),
            live.allSatisfy({
                change.body.writes.indices.contains($0) && change.body.writes[$0].value != nil
            })
        else { throw .undecodable(reason: "a live change names writes that it does not have") }
        self.init(change: change, live: live)
    }
}

// MARK: The form that this version writes

extension Record {
    /// As stored and sent, without a receipt; the first body of an edit stands in it once.
    package func encoded() -> [UInt8] {
        let size = changes.reduce(128) { $0 + $1.change.bytes.count + 64 }
        var writer = ProtobufWriter(capacity: size + context.entries.count * 24)
        writer.raw(1, key.bytes)
        writer.raw(2, context.bytes)
        let bodies = FirstBodies(of: changes)
        for entry in changes {
            let again = bodies.wrapperAlone(of: entry.change)
            writer.message(3) {
                $0.identifier(1, entry.change.dot.replica)
                $0.integer(2, entry.change.dot.n)
                if again == nil { $0.raw(3, entry.change.bytes) }
                $0.integers(4, entry.live)
                if let again { $0.message(5) { again.write(to: &$0, with: []) } }
            }
        }
        return writer.bytes
    }

    /// Reads the form that `encoded` writes, with or without a receipt; nil for any other.
    ///
    /// `init(decoding:)` then reads it with the generated code, which also says what is wrong.
    init?(canonical bytes: [UInt8]) {
        var reader = ProtobufReader(bytes)
        guard let key = reader.range(1).flatMap({ RecordKey(bytes: reader.copy($0)) }),
            let context = VersionVector(bytes: reader.range(2).map(reader.copy) ?? [])
        else { return nil }
        var changes: [LiveChange] = []
        while let range = reader.range(3) {
            guard let entry = LiveChange(reader.message(range), key: key),
                context.covers(entry.change.dot),
                changes.last.map({ $0.change.dot < entry.change.dot }) ?? true
            else { return nil }
            changes.append(entry)
        }
        _ = reader.range(4)
        guard reader.isWhole else { return nil }
        self.init(key: key, context: context, changes: changes)
    }
}

extension LiveChange {
    fileprivate init?(_ reader: ProtobufReader, key: RecordKey) {
        var reader = reader
        guard let replica = reader.identifier(1, ReplicaID.self), let n = reader.integer(2), n > 0,
            let bytes = reader.range(3).map(reader.copy),
            let body = ChangeBody(canonical: bytes), let numbers = reader.integers(4),
            reader.isWhole
        else { return nil }
        var live: [Int] = []
        live.reserveCapacity(numbers.count)
        for number in numbers {
            guard number < body.writes.count, live.last.map({ $0 < number }) ?? true,
                body.writes[Int(number)].value != nil
            else { return nil }
            live.append(Int(number))
        }
        guard !live.isEmpty else { return nil }
        let dot = Dot(replica: replica, n: n)
        let change = Change(key: key, dot: dot, body: body, bytes: bytes)
        self.init(change: change, live: live)
    }
}
