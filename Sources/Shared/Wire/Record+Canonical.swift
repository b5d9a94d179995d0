extension Record {
    /// The record as stored and sent, without a receipt.
    ///
    /// Of an edit with several dots the first body stands in it once.
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

    /// Reads a record in the form that `encoded` writes, with or without a receipt.
    ///
    /// Nil for any other: `init(decoding:)` then reads it with the generated code, which also says
    /// what is wrong with it.
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
            let change = Change(canonical: bytes, key: key, dot: Dot(replica: replica, n: n)),
            let numbers = reader.integers(4), reader.isWhole
        else { return nil }
        var live: [Int] = []
        live.reserveCapacity(numbers.count)
        for number in numbers {
            guard number < change.body.writes.count, live.last.map({ $0 < number }) ?? true,
                change.body.writes[Int(number)].value != nil
            else { return nil }
            live.append(Int(number))
        }
        guard !live.isEmpty else { return nil }
        self.init(change: change, live: live)
    }
}
