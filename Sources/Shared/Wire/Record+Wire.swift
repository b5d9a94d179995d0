import Foundation
import SwiftProtobuf

extension Record {
    /// Reads a record as stored or sent; hashes are computed here, never believed.
    ///
    /// - Throws: `ChangeError.undecodable` when the bytes are no record.
    package init(decoding bytes: [UInt8]) throws(ChangeError) {
        if let record = Record(canonical: bytes) {
            self = record
            return
        }
        let wire: WireRecord
        do { wire = try WireRecord(serializedBytes: bytes) } catch {
            throw .undecodable(reason: "the record is not a protobuf message")
        }
        try self.init(wire)
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
    fileprivate init(
        _ wire: WireLiveChange, bytes: [UInt8], key: RecordKey
    ) throws(ChangeError) {
        guard let replica = ReplicaID(bytes: wire.replica), wire.n > 0 else {
            throw .undecodable(reason: "a live change has no dot")
        }
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
