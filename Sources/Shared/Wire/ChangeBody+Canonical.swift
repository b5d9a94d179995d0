import SwiftProtobuf

extension ChangeBody {
    /// The protobuf bytes; what is stored and hashed is what this returned the first time.
    func encoded() -> [UInt8] {
        var writer = ProtobufWriter(capacity: 128 + writes.count * 128)
        writer.message(1) { write(to: &$0) }
        return writer.bytes
    }

    private func write(to writer: inout ProtobufWriter) {
        writer.integer(1, UInt64(schema))
        writer.identifier(2, author)
        writer.integer(3, UInt64(act.wire.rawValue))
        for write in writes { writer.message(4) { write.write(to: &$0) } }
        writer.raw(5, sees.bytes)
        writer.integer(6, UInt64(bitPattern: wallTime))
        writer.raw(7, salt)
    }

    /// Reads a body in the form that `encoded` writes; nil for any other.
    ///
    /// `Body(decoding:)` then reads it with the generated code, which also says what is wrong.
    init?(canonical bytes: [UInt8]) {
        var outer = ProtobufReader(bytes)
        guard let range = outer.range(1), outer.isWhole else { return nil }
        var reader = outer.message(range)
        guard let schema = UInt32(exactly: reader.integer(1) ?? 0),
            let author = reader.identifier(2, PersonID.self),
            let act = reader.integer(3).flatMap({ Act(code: $0) })
        else { return nil }
        var writes: [Write] = []
        while let range = reader.range(4) {
            guard let write = Write(reader.message(range)),
                writes.last.map({ $0.field < write.field }) ?? true
            else { return nil }
            writes.append(write)
        }
        let vector = reader.range(5).map(reader.copy) ?? []
        guard !writes.isEmpty, let sees = VersionVector(bytes: vector) else { return nil }
        let wallTime = reader.integer(6) ?? 0
        let salt = reader.range(7).map(reader.copy) ?? []
        guard reader.isWhole else { return nil }
        self.init(
            schema: schema, author: author, act: act, ascending: writes, sees: sees,
            wallTime: Int64(bitPattern: wallTime), salt: salt)
    }
}

extension Again {
    /// The protobuf bytes of the wrapper; the first body stands in them as it is.
    func encoded() -> [UInt8] {
        var writer = ProtobufWriter(capacity: bytes.count + 64)
        writer.message(2) { write(to: &$0, with: bytes) }
        return writer.bytes
    }

    /// Writes the wrapper's fields around a first body, or without it where it stands elsewhere.
    func write(to writer: inout ProtobufWriter, with body: [UInt8]) {
        writer.identifier(1, dot.replica)
        writer.integer(2, dot.n)
        writer.raw(3, body)
        guard let adoption else { return }
        writer.identifier(4, adoption.lead)
        writer.integer(5, adoption.isUnplaced ? 1 : 0)
    }
}

extension Act {
    fileprivate init?(code: UInt64) {
        guard let code = Int(exactly: code), let wire = WireAct(rawValue: code) else { return nil }
        self.init(wire)
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
        guard let replaces = Self.edits(3, &reader), let knew = Self.edits(4, &reader),
            reader.isWhole
        else { return nil }
        self.init(field: field, value: value, replaces: replaces, knew: knew)
    }

    /// A run of edit ids, empty where the field is absent; nil when it is cut within one.
    private static func edits(_ field: UInt8, _ reader: inout ProtobufReader) -> [EditID]? {
        guard let range = reader.range(field) else { return [] }
        return [EditID](bytes: reader.copy(range))
    }

    fileprivate func write(to writer: inout ProtobufWriter) {
        writer.text(1, field.path)
        if let value { writer.message(2) { value.write(to: &$0) } }
        writer.identifiers(3, replaces)
        writer.identifiers(4, knew)
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
        case .decision, .present, .withdrawal, .number, .role, .policy, .round, .signOff,
            .opaque:
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
        wire.outcome = outcome
        wire.severity = severity
        wire.attribution = attribution
        guard let judgement = try? Judgement(wire) else { return nil }
        self = judgement
    }
}
