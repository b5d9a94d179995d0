import Foundation
import SwiftProtobuf

/// What a change's bytes say: what its author wrote, or a first writing that is issued again.
enum Body {
    case first(ChangeBody)
    case again(Again)
}

/// A wrapper around a first writing: nothing that the first body says is said twice.
struct Again {
    let dot: Dot
    /// The first body's bytes, as first written.
    let bytes: [UInt8]
    /// Nil in a re-issue.
    let adoption: Adoption?
    let body: ChangeBody
}

extension Body {
    /// Throws `undecodable` for bytes that are no body, `invalid` for what no version allows.
    init(decoding bytes: [UInt8]) throws(ChangeError) {
        if Framing.onlyField(2, in: bytes[...]) != nil {
            self = .again(try Again(Body.message(bytes).again))
        } else {
            self = .first(try ChangeBody(decodingFirst: bytes))
        }
    }

    /// The message; a body is one field and nothing else, so that it cannot say two things.
    fileprivate static func message(_ bytes: [UInt8]) throws(ChangeError) -> WireBody {
        do { return try WireBody(serializedBytes: bytes) } catch {
            throw .undecodable(reason: "the body is not a protobuf message")
        }
    }
}

extension Again {
    init(_ wire: WireAgain) throws(ChangeError) {
        guard let replica = ReplicaID(bytes: wire.replica), wire.n > 0, wire.n < 1 << 63
        else { throw .undecodable(reason: "what is issued again has no first dot") }
        var adoption: Adoption?
        if !wire.by.isEmpty {
            guard let lead = PersonID(bytes: wire.by)
            else { throw .undecodable(reason: "`by` is not 16 bytes") }
            adoption = Adoption(by: lead, isUnplaced: wire.unplaced)
        }
        guard adoption != nil || !wire.unplaced
        else { throw .undecodable(reason: "only an adoption is of an unplaced chain") }
        // Only a first body is read here: a wrapper within a wrapper would nest without end.
        let bytes = [UInt8](wire.body)
        self.init(
            dot: Dot(replica: replica, n: wire.n), bytes: bytes, adoption: adoption,
            body: try ChangeBody(decodingFirst: bytes))
    }
}

extension Change {
    package convenience init(key: RecordKey, dot: Dot, body: ChangeBody) {
        self.init(key: key, dot: dot, body: body, bytes: body.encoded())
    }

    /// Reads a stored or sent body; throws when the bytes, or those that they wrap, are none.
    package convenience init(key: RecordKey, dot: Dot, bytes: [UInt8]) throws(ChangeError) {
        switch try Body(decoding: bytes) {
        case .first(let body):
            self.init(key: key, dot: dot, body: body, bytes: bytes)
        case .again(let again):
            let first = FirstWriting(
                dot: again.dot, bytes: again.bytes,
                hash: ChangeHash.hash(key: key, dot: again.dot, body: again.bytes))
            self.init(
                key: key, dot: dot, body: again.body, bytes: bytes, first: first,
                adoption: again.adoption)
        }
    }

    /// Its first writing, wrapped as it is, under another dot; by its author where `lead` is nil.
    ///
    /// - Parameter isUnplaced: Of an adoption, whether nothing shows that its author wrote it.
    package func issuedAgain(
        at dot: Dot, adoptedBy lead: PersonID? = nil, isUnplaced: Bool = false
    ) -> Change {
        let first = writing
        let adoption = lead.map { Adoption(by: $0, isUnplaced: isUnplaced) }
        let wrapper = Again(dot: first.dot, bytes: first.bytes, adoption: adoption, body: body)
        return Change(
            key: key, dot: dot, body: body, bytes: wrapper.encoded(), first: first,
            adoption: adoption)
    }
}

extension ChangeBody {
    /// Reads what an author wrote, of a first writing and of a re-issue alike.
    package init(decoding bytes: [UInt8]) throws(ChangeError) {
        switch try Body(decoding: bytes) {
        case .first(let body): self = body
        case .again(let again): self = again.body
        }
    }

    /// Reads a body whose kind is `first`.
    fileprivate init(decodingFirst bytes: [UInt8]) throws(ChangeError) {
        if let body = ChangeBody(canonical: bytes) {
            self = body
            return
        }
        guard Framing.onlyField(1, in: bytes[...]) != nil
        else { throw .undecodable(reason: "the body is none that this version can read") }
        try self.init(Body.message(bytes).first)
    }

    fileprivate init(_ wire: WireFirstBody) throws(ChangeError) {
        guard let author = PersonID(bytes: wire.author)
        else { throw .undecodable(reason: "the author is not 16 bytes") }
        guard let act = Act(wire.act)
        else { throw .undecodable(reason: "the act is unknown to this version") }
        guard let sees = VersionVector(bytes: [UInt8](wire.sees))
        else { throw .undecodable(reason: "`sees` is no sorted version vector") }
        self.init(
            schema: wire.schema, author: author, act: act, ascending: try Self.writes(wire.writes),
            sees: sees, wallTime: wire.wallMilliseconds, salt: [UInt8](wire.salt))
    }

    private static func writes(_ wire: [WireWrite]) throws(ChangeError) -> [Write] {
        guard !wire.isEmpty else { throw .invalid(reason: "a change needs at least one write") }
        var writes: [Write] = []
        writes.reserveCapacity(wire.count)
        for message in wire {
            let write = try Write(message)
            if let last = writes.last, !(last.field < write.field) {
                throw .invalid(reason: "fields must ascend, each at most once")
            }
            writes.append(write)
        }
        return writes
    }
}

extension Act {
    var wire: WireAct {
        switch self {
        case .edit: .edit
        case .decision: .decision
        case .plan: .plan
        }
    }

    init?(_ wire: WireAct) {
        switch wire {
        case .edit: self = .edit
        case .decision: self = .decision
        case .plan: self = .plan
        case .unspecified, .UNRECOGNIZED: return nil
        }
    }
}

extension Write {
    init(_ wire: WireWrite) throws(ChangeError) {
        guard let field = FieldID(path: wire.field)
        else { throw .invalid(reason: "a field has no criterion/name form") }
        self.init(
            field: field, value: wire.hasValue ? try FieldValue(wire.value) : nil,
            replaces: try [EditID](wire: wire.replaces), knew: try [EditID](wire: wire.knew))
    }
}

extension [EditID] {
    init(wire: Data) throws(ChangeError) {
        guard let edits = Self(bytes: [UInt8](wire))
        else { throw .undecodable(reason: "edit ids are not 16 bytes each") }
        self = edits
    }

    /// Ids one behind the other; nil when the last one is cut.
    init?(bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: 16) else { return nil }
        var reader = ByteReader(bytes)
        self = []
        while let edit = reader.identifier(EditID.self) { append(edit) }
    }
}

extension SwiftProtobuf.Message {
    /// The message's bytes; our messages have no required fields, so encoding cannot fail.
    package func canonicalBytes() -> [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            preconditionFailure("A message without required fields always encodes: \(error)")
        }
    }
}
