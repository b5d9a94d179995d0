import SwiftProtobuf

extension ChangeBody {
    /// The protobuf bytes; what is stored and hashed is what this returned the first time.
    func encoded() -> [UInt8] {
        var writer = ProtobufWriter(capacity: 128 + writes.count * 128)
        writer.integer(1, UInt64(schema))
        writer.identifier(2, author)
        if let by { writer.identifier(3, by) }
        writer.integer(4, UInt64(WireAct(act).rawValue))
        for write in writes { writer.message(5) { write.write(to: &$0) } }
        writer.raw(6, sees.bytes)
        writer.integer(7, UInt64(bitPattern: wallTime))
        if let origin {
            writer.message(8) {
                $0.identifier(1, origin.dot.replica)
                $0.integer(2, origin.dot.n)
                $0.raw(3, origin.hash.bytes)
            }
        }
        writer.raw(9, salt)
        writer.append(later)
        return writer.bytes
    }

    /// Reads a body in the form that `encoded` writes.
    ///
    /// Nil for any other: `init(decoding:)` then reads it with the generated code, which also says
    /// what is wrong with it.
    init?(canonical bytes: [UInt8]) {
        var reader = ProtobufReader(bytes)
        guard let schema = UInt32(exactly: reader.integer(1) ?? 0),
            let author = reader.identifier(2, PersonID.self)
        else { return nil }
        let by = reader.identifier(3, PersonID.self)
        guard let act = reader.integer(4).flatMap({ Act(code: $0) }) else { return nil }
        var writes: [Write] = []
        while let range = reader.range(5) {
            guard let write = Write(reader.message(range)),
                writes.last.map({ $0.field < write.field }) ?? true
            else { return nil }
            writes.append(write)
        }
        let vector = reader.range(6).map(reader.copy) ?? []
        guard !writes.isEmpty, let sees = VersionVector(bytes: vector) else { return nil }
        let wallTime = reader.integer(7) ?? 0
        var origin: ChangeOrigin?
        if let range = reader.range(8) {
            guard let read = ChangeOrigin(reader.message(range)) else { return nil }
            origin = read
        }
        let salt = reader.range(9).map(reader.copy) ?? []
        guard reader.isWhole else { return nil }
        self.init(
            schema: schema, author: author, by: by, act: act, ascending: writes, sees: sees,
            wallTime: Int64(bitPattern: wallTime), origin: origin, salt: salt)
    }
}

extension Act {
    fileprivate init?(code: UInt64) {
        guard let code = Int(exactly: code), let wire = WireAct(rawValue: code) else { return nil }
        self.init(wire)
    }
}

extension ChangeOrigin {
    fileprivate init?(_ reader: ProtobufReader) {
        var reader = reader
        guard let replica = reader.identifier(1, ReplicaID.self), let n = reader.integer(2),
            let hash = reader.range(3).flatMap({ Hash256(bytes: reader.copy($0)) }),
            n > 0, n < 1 << 63, reader.isWhole
        else { return nil }
        self.init(dot: Dot(replica: replica, n: n), hash: hash)
    }
}

extension Write {
    fileprivate init?(_ reader: ProtobufReader) {
        var reader = reader
        guard let path = reader.range(1).flatMap(reader.text), let field = FieldID(path: path)
        else { return nil }
        var value: FieldValue?
        if let range = reader.range(2) {
            guard let read = FieldValue(reader.message(range), of: range) else { return nil }
            value = read
        }
        var replaces: [EditID] = []
        if let range = reader.range(3) {
            guard range.count.isMultiple(of: 16) else { return nil }
            var edits = ByteReader(reader.copy(range))
            while let edit = edits.identifier(EditID.self) { replaces.append(edit) }
        }
        guard reader.isWhole else { return nil }
        self.init(field: field, value: value, replaces: replaces)
    }

    fileprivate func write(to writer: inout ProtobufWriter) {
        writer.text(1, field.path)
        if let value { writer.message(2) { value.write(to: &$0) } }
        writer.identifiers(3, replaces)
        writer.append(later)
    }
}

extension FieldValue {
    /// Nearly every value is a judgement or a text; the rest is read by the generated code.
    fileprivate init?(_ reader: ProtobufReader, of range: Range<Int>) {
        var fields = reader
        if let text = fields.range(1) {
            guard fields.isWhole, let text = reader.text(text) else { return nil }
            self = .text(Text(normalizing: text))
        } else if let part = fields.range(2), fields.isWhole,
            let judgement = Judgement(reader.message(part))
        {
            self = .judgement(judgement)
        } else {
            guard let wire = try? WireValue(serializedBytes: reader.copy(range)),
                let value = try? FieldValue(wire)
            else { return nil }
            self = value
        }
    }

    fileprivate func write(to writer: inout ProtobufWriter) {
        switch self {
        case .judgement(let judgement):
            let wire = WireJudgement(judgement)
            writer.message(2) {
                $0.integer(1, UInt64(wire.outcome.rawValue))
                $0.integer(2, UInt64(wire.severity.rawValue))
                $0.integer(3, UInt64(wire.attribution.rawValue))
            }
        case .text(let text):
            // A member of a `oneof` is written even where it is empty.
            writer.message(1) { $0.append(text.string.utf8) }
        case .decision, .present, .withdrawal, .number, .role, .policy, .round, .opaque:
            writer.append(WireValue(self).canonicalBytes())
        }
    }
}

extension Judgement {
    fileprivate init?(_ reader: ProtobufReader) {
        var reader = reader
        guard let outcome = reader.integer(1) else { return nil }
        let severity = reader.integer(2) ?? 0
        let attribution = reader.integer(3) ?? 0
        guard reader.isWhole else { return nil }
        var wire = WireJudgement()
        guard let outcome = Int(exactly: outcome).flatMap(WireOutcome.init(rawValue:)),
            let severity = Int(exactly: severity).flatMap(WireSeverity.init(rawValue:)),
            let attribution = Int(exactly: attribution).flatMap(WireAttribution.init(rawValue:))
        else { return nil }
        (wire.outcome, wire.severity, wire.attribution) = (outcome, severity, attribution)
        guard let judgement = try? Judgement(wire) else { return nil }
        self = judgement
    }
}
