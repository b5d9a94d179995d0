/// What kind of act a change is; it decides who may write what.
package enum Act: String, CaseIterable, Sendable {
    case edit, decision, plan, adoption, erasure
}

/// One register write of a change.
package struct Write: Hashable, Sendable {
    package let field: FieldID
    /// Nil removes what is named and adds nothing.
    package let value: FieldValue?
    /// The edits this write replaces, ascending: exactly what its form showed.
    package let replaces: [EditID]
    /// What a later version says beside these, as it wrote it: fields that this one does not know.
    package let later: [UInt8]

    /// Sorts `replaces`.
    package init(
        field: FieldID, value: FieldValue?, replaces: [EditID], later: [UInt8] = []
    ) {
        self.field = field
        self.value = value
        self.later = later
        self.replaces = replaces.count > 1 ? replaces.sorted() : replaces
    }
}

/// The dot and hash that a re-issued change had when it was first written.
package struct ChangeOrigin: Hashable, Sendable {
    package let dot: Dot
    package let hash: Hash256

    package init(dot: Dot, hash: Hash256) {
        self.dot = dot
        self.hash = hash
    }
}

/// What a change says, apart from its place in a chain.
package struct ChangeBody: Hashable, Sendable {
    /// The format of the body, now 1.
    package let schema: UInt32
    /// Whose judgement it is.
    package let author: PersonID
    /// Who adopted or moved it, nil when the author wrote it herself.
    package let by: PersonID?
    package let act: Act
    /// At least one, each field at most once, ascending by field.
    package let writes: [Write]
    /// What the form had seen; tells late from informed, replaces nothing.
    package let sees: VersionVector
    /// Unix milliseconds on the writer's clock; shown, never used to order.
    package let wallTime: Int64
    /// Nil unless the change was issued again under a new dot.
    package let origin: ChangeOrigin?
    /// Eight random bytes when the body holds free text, so that its hash gives nothing away.
    package let salt: [UInt8]
    /// What a later version says beside these, as it wrote it: fields that this one does not know.
    package let later: [UInt8]

    /// Sorts `writes`; `Change.check` tells what else must hold.
    package init(
        schema: UInt32 = 1, author: PersonID, by: PersonID? = nil, act: Act, writes: [Write],
        sees: VersionVector, wallTime: Int64, origin: ChangeOrigin? = nil, salt: [UInt8] = [],
        later: [UInt8] = []
    ) {
        self.schema = schema
        self.author = author
        self.by = by
        self.act = act
        self.writes = writes.sorted { $0.field < $1.field }
        self.sees = sees
        self.wallTime = wallTime
        self.origin = origin
        self.salt = salt
        self.later = later
    }

    /// Takes over writes that ascend by field already; says nothing that this version cannot read.
    init(
        schema: UInt32, author: PersonID, by: PersonID?, act: Act, ascending writes: [Write],
        sees: VersionVector, wallTime: Int64, origin: ChangeOrigin?, salt: [UInt8]
    ) {
        self.schema = schema
        self.author = author
        self.by = by
        self.act = act
        self.writes = writes
        self.sees = sees
        self.wallTime = wallTime
        self.origin = origin
        self.salt = salt
        later = []
    }

    /// The same under another dot, in the author's own name or in that of whoever adopts it.
    ///
    /// - Parameters:
    ///   - first: Its present dot and hash; a body that has an origin keeps that.
    ///   - sees: In place of what the form had seen; nil leaves it.
    ///   - lead: Who adopts it; nil leaves the act and `by`.
    package func issuedAgain(
        from first: ChangeOrigin, sees: VersionVector? = nil, adoptedBy lead: PersonID? = nil
    ) -> ChangeBody {
        ChangeBody(
            schema: schema, author: author, by: lead ?? by, act: lead == nil ? act : .adoption,
            writes: writes, sees: sees ?? self.sees, wallTime: wallTime, origin: origin ?? first,
            salt: salt, later: later)
    }
}

/// A change in its place: envelope, body as first serialised, and hash.
///
/// It never varies, and is an object so that records and queues hand it on as one reference.
package final class Change: Sendable {
    /// The record that all its writes belong to.
    package let key: RecordKey
    package let dot: Dot
    /// What `bytes` say, decoded.
    package let body: ChangeBody
    /// The body's bytes, never encoded again.
    package let bytes: [UInt8]
    /// h: SHA-256 over envelope and body bytes.
    package let hash: Hash256

    /// Serialises a new body for the first and only time.
    package convenience init(key: RecordKey, dot: Dot, body: ChangeBody) {
        self.init(key: key, dot: dot, body: body, bytes: body.encoded())
    }

    /// Reads a body that was stored or sent.
    ///
    /// - Throws: `ChangeError.undecodable` when the bytes are no body.
    package convenience init(key: RecordKey, dot: Dot, bytes: [UInt8]) throws(ChangeError) {
        self.init(key: key, dot: dot, body: try ChangeBody(decoding: bytes), bytes: bytes)
    }

    /// Reads a body in the form that this version writes; nil for any other.
    convenience init?(canonical bytes: [UInt8], key: RecordKey, dot: Dot) {
        guard let body = ChangeBody(canonical: bytes) else { return nil }
        self.init(key: key, dot: dot, body: body, bytes: bytes)
    }

    private init(key: RecordKey, dot: Dot, body: ChangeBody, bytes: [UInt8]) {
        self.key = key
        self.dot = dot
        self.body = body
        self.bytes = bytes
        hash = ChangeHash.hash(key: key, dot: dot, body: bytes)
    }

    /// The logical edit: a re-issue keeps the one it first had.
    package var edit: EditID { (body.origin?.hash ?? hash).edit }

    /// The first dot of the logical edit.
    package var firstDot: Dot { body.origin?.dot ?? dot }
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

    /// What is wrong, in words for people.
    package var reason: String {
        switch self {
        case .undecodable(let reason), .invalid(let reason): reason
        }
    }
}
