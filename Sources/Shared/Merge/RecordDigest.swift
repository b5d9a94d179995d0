extension Record {
    /// What two sides compare: a hash over context and live writes (docs/protocol.md, "digest").
    package var digest: Hash256 {
        let keyBytes = key.bytes
        var writer = ByteWriter(capacity: 64 + keyBytes.count + changes.count * 256)
        writer.append(tag: "accord/record/1")
        writer.append(UInt32(keyBytes.count))
        writer.append(raw: keyBytes)
        writer.append(UInt32(context.entries.count))
        for dot in context.entries { writer.append(dot) }
        let live = rows()
        writer.append(UInt32(live.count))
        for (field, change) in live {
            writer.append(UInt16(clamping: field.path.utf8.count))
            writer.append(raw: field.path.utf8)
            writer.append(change.dot)
            writer.append(change.hash)
        }
        return Hash256(of: writer.bytes)
    }

    /// Every live write as (field, its change), ascending by the field's bytes, then dot.
    private func rows() -> [(field: FieldID, change: Change)] {
        var result: [(field: FieldID, change: Change)] = []
        for entry in changes {
            for index in entry.live {
                result.append((entry.change.body.writes[index].field, entry.change))
            }
        }
        // A single change has its writes in order already; the sort is stable in dot order.
        if changes.count > 1 {
            result.sort {
                $0.field == $1.field ? $0.change.dot < $1.change.dot : $0.field < $1.field
            }
        }
        return result
    }
}

/// The bucket a key's digest is summed in: the first byte of SHA-256(key).
package func digestBucket(of key: RecordKey) -> Int {
    Int(Hash256(of: key.bytes).bytes[0])
}
