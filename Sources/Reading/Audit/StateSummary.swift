package import Shared

/// What stands on a component state on which nothing differs, in a few bytes beside its record.
///
/// No policy and no role is asked for it, so it follows from the record alone and stays true when
/// the plan changes. Lists of an audit read these instead of records.
package struct StateSummary: Hashable, Sendable {
    /// By full id, of every criterion of which anything was written; nil where nobody judged it.
    package let judgements: [String: Judgement?]
    /// As `StateItem.assignees`.
    package let assignees: [String]
    /// Whoever wrote anything that stands.
    package let authors: [PersonID: Share]

    /// What one person has on a component state.
    package struct Share: Hashable, Sendable {
        /// Verdicts of hers that stand.
        package fileprivate(set) var verdicts: UInt32 = 0
        /// When she wrote the last of what stands, by her own clock, in Unix milliseconds.
        package fileprivate(set) var last = Int64.min
    }

    /// Nil where anything but plain verdicts stands.
    ///
    /// Verdicts differ, a lead has decided, something was withdrawn, or a later version has judged;
    /// nil too where nothing lives, as in a row that is there for a change that is not shown.
    package init?(_ record: Record) {
        guard case .state = record.key, !record.changes.isEmpty else { return nil }
        var judgements: [String: Judgement?] = [:]
        var isAssigned = false
        for entry in record.changes {
            for index in entry.live {
                let write = entry.change.body.writes[index]
                let criterion = write.field.criterion
                guard let value = write.value else { continue }
                switch write.field.name {
                case .decision, .withdrawn: return nil
                case .judgement:
                    guard let judgement = value.judgement else { return nil }
                    let before = judgements.updateValue(judgement, forKey: criterion)
                    if let before, let before, before != judgement { return nil }
                case .assignee: isAssigned = true
                default:  // open set: other registers judge nothing
                    guard !criterion.isEmpty, judgements[criterion] == nil else { continue }
                    judgements.updateValue(nil, forKey: criterion)
                }
            }
        }
        self.judgements = judgements
        assignees =
            isAssigned ? record.siblings(of: FieldID(.assignee)).compactMap(\.value.text) : []
        authors = Self.shares(of: record)
    }

    /// - Parameter criterion: By full id.
    package func outcome(of criterion: String) -> Outcome {
        (judgements[criterion] ?? nil)?.outcome ?? .untested
    }

    /// What each person has in a record that stands.
    static func shares(of record: Record) -> [PersonID: Share] {
        var shares: [PersonID: Share] = [:]
        for entry in record.changes {
            let body = entry.change.body
            var share = shares[body.author] ?? Share()
            share.last = max(share.last, body.wallTime)
            share.verdicts += UInt32(
                entry.live.count {
                    body.writes[$0].field.name == .judgement && body.writes[$0].value != nil
                })
            shares[body.author] = share
        }
        return shares
    }
}

/// As it is stored: assignees, authors, then judgements, each ascending.
///
/// How many assignees u32, each as s(x). How many authors u32, each her id, her verdicts u32 and
/// her last moment i64. Then, to the end, a judgement u8 and its criterion as s(x).
extension StateSummary {
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 64 + judgements.count * 32)
        writer.append(UInt32(assignees.count))
        for person in assignees { writer.append(text: person) }
        writer.append(UInt32(authors.count))
        for (person, share) in authors.sorted(by: { $0.key < $1.key }) {
            writer.append(person)
            writer.append(share.verdicts)
            writer.append(UInt64(bitPattern: share.last))
        }
        for (criterion, judgement) in judgements.sorted(by: { $0.key < $1.key }) {
            writer.append(Self.codes[judgement] ?? 0)
            writer.append(text: criterion)
        }
        return writer.bytes
    }

    /// Reads `bytes` back; nil for anything else.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let count = reader.integer(UInt32.self) else { return nil }
        var assignees: [String] = []
        for _ in 0..<count {
            guard let text = reader.text() else { return nil }
            assignees.append(text)
        }
        guard let people = reader.integer(UInt32.self) else { return nil }
        var authors: [PersonID: Share] = [:]
        for _ in 0..<people {
            guard let high = reader.integer(UInt64.self), let low = reader.integer(UInt64.self),
                let verdicts = reader.integer(UInt32.self), let last = reader.integer(Int64.self)
            else { return nil }
            authors[PersonID(high: high, low: low)] = Share(verdicts: verdicts, last: last)
        }
        var judgements: [String: Judgement?] = [:]
        while !reader.isAtEnd {
            guard let code = reader.byte(), let criterion = reader.text(),
                Self.judgements.indices.contains(Int(code))
            else { return nil }
            judgements.updateValue(Self.judgements[Int(code)], forKey: criterion)
        }
        (self.assignees, self.authors, self.judgements) = (assignees, authors, judgements)
    }

    /// A judgement is stored as its place here, which it keeps.
    private static let judgements: [Judgement?] =
        [nil, .passed, .cantTell, .inapplicable]
        + Attribution.allCases.flatMap { attribution in
            Severity.allCases.map { .failed($0, attribution) }
        }

    private static let codes = Dictionary(
        uniqueKeysWithValues: judgements.enumerated().map { ($1, UInt8($0)) })
}

extension Record {
    /// Whether something in it may wait for a person, or was decided.
    ///
    /// That is where several writes of a register live, beside a decision or a withdrawal, and
    /// where a later version has judged.
    package var isShared: Bool {
        var fields: Set<FieldID> = []
        for entry in changes {
            for index in entry.live {
                let write = entry.change.body.writes[index]
                switch write.field.name {
                case .decision, .withdrawn: return true
                case .judgement where write.value?.judgement == nil: return true
                default: break  // open set: other registers
                }
                // One change writes a register once.
                if changes.count > 1, !fields.insert(write.field).inserted { return true }
            }
        }
        return false
    }
}

extension ByteReader {
    fileprivate mutating func text() -> String? {
        integer(UInt32.self).flatMap { raw(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
