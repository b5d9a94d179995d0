import Shared

/// A live write as a summary keeps it: what holds follows from it, and it has no words.
///
/// Its field as s(x), dot, edit, author, act u8, time i64, the edits that it knew, each with how
/// many there are as u32; a byte that says whether the lead and the chain of an unplaced origin
/// follow; then its value's bytes, with their number as u32, or none where it is no verdict,
/// decision or withdrawal.
extension Sibling {
    /// The same without its words, and without what its author had seen of other registers.
    var bare: Sibling {
        let value: FieldValue =
            switch self.value {
            case .judgement, .decision, .withdrawal, .opaque: self.value
            case .text, .present, .number, .role, .policy, .round, .signOff: .present
            }
        return Sibling(
            field: field, dot: dot, edit: edit, author: author, act: act, value: value,
            knew: knew, sees: VersionVector(), wallTime: wallTime, unplaced: unplaced)
    }

    func append(to writer: inout ByteWriter) {
        writer.append(text: field.path)
        writer.append(dot)
        writer.append(edit)
        writer.append(author)
        writer.append(UInt8(Act.allCases.firstIndex(of: act) ?? 0))
        writer.append(UInt64(bitPattern: wallTime))
        writer.append(UInt32(knew.count))
        for edit in knew { writer.append(edit) }
        writer.append(UInt8(unplaced == nil ? 0 : 1))
        if let unplaced {
            writer.append(unplaced.lead)
            writer.append(unplaced.replica)
        }
        let bytes = value == .present ? [] : value.bytes
        writer.append(UInt32(bytes.count))
        writer.append(raw: bytes)
    }

    /// Reads back what `append(to:)` wrote of a bare one; nil for anything else.
    init?(_ reader: inout ByteReader) {
        guard let field = reader.text().flatMap(FieldID.init(path:)),
            let replica = reader.identifier(ReplicaID.self),
            let n = reader.integer(UInt64.self), let edit = reader.identifier(EditID.self),
            let author = reader.identifier(PersonID.self), let act = reader.byte(),
            Act.allCases.indices.contains(Int(act)), let wallTime = reader.integer(Int64.self),
            let knownCount = reader.integer(UInt32.self)
        else { return nil }
        var knew: [EditID] = []
        for _ in 0..<knownCount {
            guard let edit = reader.identifier(EditID.self) else { return nil }
            knew.append(edit)
        }
        guard let mark = reader.byte(), mark < 2 else { return nil }
        var origin: UnplacedOrigin?
        if mark == 1 {
            guard let lead = reader.identifier(PersonID.self),
                let replica = reader.identifier(ReplicaID.self)
            else { return nil }
            origin = UnplacedOrigin(lead: lead, replica: replica)
        }
        guard let bytes = reader.integer(UInt32.self).flatMap({ reader.raw(Int($0)) })
        else { return nil }
        var value = FieldValue.present
        if !bytes.isEmpty {
            guard let read = FieldValue(bytes: bytes) else { return nil }
            value = read
        }
        self.init(
            field: field, dot: Dot(replica: replica, n: n), edit: edit, author: author,
            act: Act.allCases[Int(act)], value: value, knew: knew, sees: VersionVector(),
            wallTime: wallTime, unplaced: origin)
    }
}
