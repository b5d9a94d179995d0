package import Shared

/// A form's context in a page, which outlives the program that wrote it.
///
/// It names what the form showed; texts are in it only as the front of their hash.
package enum FormToken {
    /// A sibling's value as far as a later save needs it.
    enum Value: Hashable {
        case judgement(Judgement)
        case hash(UInt64)

        init(_ value: FieldValue) {
            switch value {
            case .judgement(let judgement): self = .judgement(judgement)
            // With the line ends of today, in which a form sends an older text back.
            case .text(let text): self = .hash(Self.hash(of: text.string.withLineFeeds))
            // What has gone since was read back as the hash of its text.
            case .opaque(let bytes) where bytes.count == 9 && bytes[0] == 0:
                var reader = ByteReader(Array(bytes.dropFirst()))
                self = .hash(reader.integer(UInt64.self) ?? 0)
            case .decision, .present, .withdrawal, .number, .role, .policy, .round, .signOff,
                .opaque:
                self = .hash(0)
            }
        }

        private static func hash(of text: String) -> UInt64 {
            var reader = ByteReader(Hash256(of: Array(text.utf8)).bytes)
            return reader.integer(UInt64.self) ?? 0
        }
    }

    /// Counts have four bytes; in version 1, which pages that are open since then bring, two.
    fileprivate static let version: UInt8 = 2
}

extension FormContext {
    /// The context as URL-safe text, for a hidden field.
    package var token: String {
        var writer = ByteWriter(capacity: 1024)
        writer.append(FormToken.version)
        writer.append(count: sees.entries)
        writer.append(raw: sees.bytes)
        // Comments are never replaced by a form.
        let fields = shown.filter { field, siblings in
            !siblings.isEmpty && field.name != nil && field.name != .comment
        }
        writer.append(count: fields)
        for (field, siblings) in fields.sorted(by: { $0.key < $1.key }) {
            writer.append(text: field.path)
            writer.append(count: siblings)
            for sibling in siblings {
                writer.append(sibling.edit)
                writer.append(sibling.author)
                writer.append(FormToken.Value(sibling.value))
            }
        }
        return writer.bytes.base64URL
    }

    /// Reads a token beside the record as it stands now; nil for anything else.
    ///
    /// A sibling that has gone since keeps its name, its author and what its value is known by.
    package init?(token: String, showing record: Record) {
        guard let bytes = [UInt8](base64URL: token) else { return nil }
        var reader = ByteReader(bytes)
        guard let version = reader.byte(), (1...FormToken.version).contains(version),
            let seen = reader.count(version), let entries = reader.raw(seen * 24),
            let sees = VersionVector(bytes: entries), let count = reader.count(version)
        else { return nil }
        let live = FormContext(showing: record).shown
        var shown: [FieldID: [Sibling]] = [:]
        for _ in 0..<count {
            guard let field = reader.field(), let siblings = reader.count(version) else {
                return nil
            }
            let known = Dictionary(
                (live[field] ?? []).map { ($0.edit, $0) }, uniquingKeysWith: { first, _ in first })
            for _ in 0..<siblings {
                guard let sibling = reader.sibling(of: field, live: known) else { return nil }
                shown[field, default: []].append(sibling)
            }
        }
        guard reader.isAtEnd else { return nil }
        self.init(sees: sees, shown: shown)
    }
}

extension ByteWriter {
    /// Four bytes: more than memory holds of anything that a form shows.
    fileprivate mutating func append(count items: some Collection) {
        append(UInt32(clamping: items.count))
    }

    fileprivate mutating func append(_ value: FormToken.Value) {
        switch value {
        case .judgement(let judgement):
            append(UInt8(1))
            append(text: judgement.outcome.rawValue)
            append(text: judgement.severity?.rawValue ?? "")
            append(text: judgement.attribution?.rawValue ?? "")
        case .hash(let hash):
            append(UInt8(0))
            append(hash)
        }
    }
}

extension ByteReader {
    fileprivate mutating func count(_ version: UInt8) -> Int? {
        version == 1 ? integer(UInt16.self).map(Int.init) : integer(UInt32.self).map(Int.init)
    }

    fileprivate mutating func field() -> FieldID? { text().flatMap { FieldID(path: $0) } }

    fileprivate mutating func sibling(of field: FieldID, live: [EditID: Sibling]) -> Sibling? {
        guard let edit = identifier(EditID.self), let author = identifier(PersonID.self),
            let value = value()
        else { return nil }
        if let found = live[edit] { return found }
        return Sibling(
            field: field, dot: Dot(replica: ReplicaID(high: 0, low: 0), n: 1), edit: edit,
            author: author, value: value, sees: VersionVector(), wallTime: 0)
    }

    private mutating func value() -> FieldValue? {
        switch byte() {
        case 0: return raw(8).map { hash in FieldValue.opaque([0] + hash) }
        case 1:
            guard let outcome = text().flatMap(Outcome.init(rawValue:)), let severity = text(),
                let attribution = text()
            else { return nil }
            return Judgement(
                outcome, Severity(rawValue: severity), Attribution(rawValue: attribution)
            ).map(FieldValue.judgement)
        default:  // open set: a byte that no version writes
            return nil
        }
    }
}

extension Judgement {
    /// Nil for `untested`, and for a failure without its severity or attribution.
    init?(_ outcome: Outcome, _ severity: Severity?, _ attribution: Attribution?) {
        switch outcome {
        case .passed: self = .passed
        case .cantTell: self = .cantTell
        case .inapplicable: self = .inapplicable
        case .untested: return nil
        case .failed:
            guard let severity, let attribution else { return nil }
            self = .failed(severity, attribution)
        }
    }
}
