/// What kind of act a change is; it decides who may write what.
package enum Act: String, CaseIterable, Sendable {
    case edit, decision, plan
}

/// One register write of a change.
package struct Write: Hashable, Sendable {
    package let field: FieldID
    /// Nil removes what is named and adds nothing.
    package let value: FieldValue?
    /// The edits this write replaces, ascending: what its form showed (docs/merge.md, "names").
    package let replaces: [EditID]
    /// The other judgements and the decisions that a judgement's form showed, ascending.
    ///
    /// It replaces nothing; it tells an informed judgement from a late one.
    package let knew: [EditID]

    /// Sorts `replaces` and `knew`.
    package init(field: FieldID, value: FieldValue?, replaces: [EditID], knew: [EditID] = []) {
        self.field = field
        self.value = value
        self.replaces = replaces.count > 1 ? replaces.sorted() : replaces
        self.knew = knew.count > 1 ? knew.sorted() : knew
    }
}

/// What a change's author wrote, apart from its place in a chain.
package struct ChangeBody: Hashable, Sendable {
    /// The format of the body, now 1.
    package let schema: UInt32
    package let author: PersonID
    package let act: Act
    /// At least one, each field at most once, ascending by field.
    package let writes: [Write]
    /// What the form had seen; it is told and shown, and replaces nothing.
    package let sees: VersionVector
    /// Unix milliseconds on the writer's clock; shown, never used to order.
    package let wallTime: Int64
    /// Eight random bytes when the body holds free text, so that its hash gives nothing away.
    package let salt: [UInt8]

    /// Sorts `writes`; `Change.check` tells what else must hold.
    package init(
        schema: UInt32 = 1, author: PersonID, act: Act, writes: [Write], sees: VersionVector,
        wallTime: Int64, salt: [UInt8] = []
    ) {
        self.init(
            schema: schema, author: author, act: act,
            ascending: writes.sorted { $0.field < $1.field }, sees: sees, wallTime: wallTime,
            salt: salt)
    }

    /// Takes over writes that ascend by field already.
    init(
        schema: UInt32, author: PersonID, act: Act, ascending writes: [Write],
        sees: VersionVector, wallTime: Int64, salt: [UInt8]
    ) {
        self.schema = schema
        self.author = author
        self.act = act
        self.writes = writes
        self.sees = sees
        self.wallTime = wallTime
        self.salt = salt
    }
}

/// The first writing of a change that was issued again: where it stood, and its bytes.
package struct FirstWriting: Hashable, Sendable {
    package let dot: Dot
    /// The body as first serialised, never encoded again.
    package let bytes: [UInt8]
    /// h of the first writing, computed from key, dot and bytes.
    package let hash: Hash256
}

/// A change in its place: envelope, body as first serialised, and hash.
///
/// It never varies, and is an object so that records and queues hand it on as one reference.
package final class Change: Sendable {
    /// The record that all its writes belong to.
    package let key: RecordKey
    package let dot: Dot
    /// What its author wrote; of a change issued again, what the first writing says.
    package let body: ChangeBody
    /// The bytes that are hashed, stored and sent, never encoded again.
    package let bytes: [UInt8]
    /// h: SHA-256 over envelope and bytes.
    package let hash: Hash256
    /// Nil unless it is a re-issue or an adoption, which wraps the first writing.
    package let first: FirstWriting?
    /// Nil when the author issued it herself.
    package let adoption: Adoption?

    init(
        key: RecordKey, dot: Dot, body: ChangeBody, bytes: [UInt8], first: FirstWriting? = nil,
        adoption: Adoption? = nil
    ) {
        self.key = key
        self.dot = dot
        self.body = body
        self.bytes = bytes
        self.first = first
        self.adoption = adoption
        hash = ChangeHash.hash(key: key, dot: dot, body: bytes)
    }

    /// The lead who adopted it; nil when the author issued it herself.
    package var by: PersonID? { adoption?.lead }

    package var writing: FirstWriting { first ?? FirstWriting(dot: dot, bytes: bytes, hash: hash) }

    /// The logical edit, computed from the first writing: whoever brings it cannot claim another.
    package var edit: EditID { (first?.hash ?? hash).edit }

    package var firstDot: Dot { first?.dot ?? dot }

    /// Whose act it is, whom roles are asked of: the adopting lead, else the author.
    package var actingPerson: PersonID { by ?? body.author }

    package var firstBytes: [UInt8] { first?.bytes ?? bytes }

    /// What it writes of a register; nil for nothing.
    package func write(of field: FieldID) -> Write? {
        body.writes.place(of: field).map { body.writes[$0] }
    }
}

extension Change: Equatable {
    package static func == (left: Change, right: Change) -> Bool {
        left.hash == right.hash && left.dot == right.dot
    }
}

/// Why bytes are not a change that can be kept.
package enum ChangeError: Error, Hashable, Sendable {
    /// The bytes are no body of any version; nothing was taken over.
    case undecodable(reason: String)
    /// The body is well formed but says something that no rule allows.
    case invalid(reason: String)

    package var reason: String {
        switch self {
        case .undecodable(let reason), .invalid(let reason): reason
        }
    }
}
