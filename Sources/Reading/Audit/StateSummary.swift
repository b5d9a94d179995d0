package import Shared

/// What stands on a component state, in a few bytes beside its record.
///
/// No policy and no role is asked for it, so it follows from the record alone and stays true when
/// the plan changes. Lists of an audit read these instead of records.
package struct StateSummary: Hashable, Sendable {
    /// By full id, of every criterion of which one word tells all; nil where nobody judged it.
    package let judgements: [String: Judgement?]
    /// What stands on the other criteria, ascending by field, then dot, without its words.
    ///
    /// Verdicts differ there, a lead has decided, something was withdrawn, or a later version has
    /// judged. Where the state as a whole was withdrawn, all that stands on it is here.
    package let contested: [Sibling]
    /// As `StateItem.assignees`.
    package let assignees: [String]
    /// As `StateItem.due`.
    package let due: Int64?
    /// Whoever wrote anything that stands.
    package let authors: [PersonID: Share]
    /// How many texts stand in several versions.
    package let versions: Int

    /// What one person has on a component state.
    package struct Share: Hashable, Sendable {
        /// Verdicts of hers that stand.
        package fileprivate(set) var verdicts: UInt32 = 0
        /// When she wrote the last of what stands, by her own clock, in Unix milliseconds.
        package fileprivate(set) var last = Int64.min
    }

    /// Nil for what is no component state.
    ///
    /// - Parameter withdrawn: Whether its component was withdrawn, so that all that stands on it
    ///   has to be held against that.
    package init?(_ record: Record, withdrawn: Bool = false) {
        guard case .state = record.key else { return nil }
        var reading = Reading(isWhole: withdrawn)
        for entry in record.changes { reading.read(entry) }
        let isShared = reading.isWhole || !reading.contested.isEmpty || reading.hasVersions
        let registers = isShared ? record.registers() : []
        contested = registers.filter {
            reading.isWhole || reading.contested.contains($0.field.criterion)
        }.flatMap(\.siblings).map(\.bare)
        judgements =
            reading.isWhole
            ? [:] : reading.judgements.filter { !reading.contested.contains($0.key) }
        assignees =
            reading.isAssigned
            ? record.siblings(of: FieldID(.assignee)).compactMap(\.value.text) : []
        due = reading.due
        authors = Self.shares(of: record)
        versions = reading.hasVersions ? Self.versions(in: registers) : 0
    }

    private init(
        judgements: [String: Judgement?], contested: [Sibling], assignees: [String],
        due: Int64?, authors: [PersonID: Share], versions: Int
    ) {
        self.judgements = judgements
        self.contested = contested
        self.assignees = assignees
        self.due = due
        self.authors = authors
        self.versions = versions
    }

    /// Whether anything in it may wait for a person, or was settled by one or by a rule.
    package var isContested: Bool { !contested.isEmpty }

    /// `contested` by register.
    package var registers: [(field: FieldID, siblings: [Sibling])] {
        var registers: [(field: FieldID, siblings: [Sibling])] = []
        for sibling in contested {
            if registers.last?.field == sibling.field {
                registers[registers.count - 1].siblings.append(sibling)
            } else {
                registers.append((sibling.field, [sibling]))
            }
        }
        return registers
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

    /// - Parameter criterion: By full id, one that is not contested.
    package func judgement(of criterion: String) -> Judgement? { judgements[criterion] ?? nil }

    private static func versions(
        in registers: [(field: FieldID, siblings: [Sibling])]
    ) -> Int {
        registers.count { field, siblings in
            guard siblings.count > 1, field.hasCriterion, let name = field.name
            else { return false }
            return FieldName.findingTexts.contains(name)
                || EvidenceWords.texts.contains(name) && Set(siblings.map(\.value)).count > 1
        }
    }

    /// One pass over what lives in a record.
    private struct Reading {
        var judgements: [String: Judgement?] = [:]
        var contested: Set<String> = []
        var isWhole: Bool
        var isAssigned = false
        var due: Int64?
        var hasVersions = false
        private var texts: Set<FieldID> = []

        init(isWhole: Bool) { self.isWhole = isWhole }

        mutating func read(_ entry: LiveChange) {
            for index in entry.live {
                let write = entry.change.body.writes[index]
                guard let value = write.value else { continue }
                read(write.field, value)
            }
        }

        private mutating func read(_ field: FieldID, _ value: FieldValue) {
            let criterion = field.criterion
            switch field.name {
            case .withdrawn where criterion.isEmpty: isWhole = true
            case .decision, .withdrawn: contested.insert(criterion)
            case .judgement:
                guard let judgement = value.judgement else {
                    contested.insert(criterion)
                    return
                }
                let before = judgements.updateValue(judgement, forKey: criterion)
                if let before, let before, before != judgement { contested.insert(criterion) }
            case .assignee: isAssigned = true
            case .due where criterion.isEmpty: due = [due, value.number].compactMap(\.self).min()
            default:  // open set: other registers judge nothing
                guard !criterion.isEmpty else { return }
                if case .text = value, !texts.insert(field).inserted { hasVersions = true }
                if judgements[criterion] == nil { judgements.updateValue(nil, forKey: criterion) }
            }
        }
    }
}

/// As it is stored: texts in several versions, assignees, the day, authors, what is contested,
/// judgements.
///
/// Each list is led by how many there are, as u32, and ascends; so is the number of versions. An
/// assignee is s(x); the day is a list of none or one, an i64; an author is her id, her verdicts
/// u32 and her last moment i64; a judgement is a u8 and its criterion as s(x).
extension StateSummary {
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 64 + judgements.count * 32 + contested.count * 160)
        writer.append(UInt32(versions))
        writer.append(UInt32(assignees.count))
        for person in assignees { writer.append(text: person) }
        writer.append(UInt32(due == nil ? 0 : 1))
        if let due { writer.append(UInt64(bitPattern: due)) }
        writer.append(UInt32(authors.count))
        for (person, share) in authors.sorted(by: { $0.key < $1.key }) {
            writer.append(person)
            writer.append(share.verdicts)
            writer.append(UInt64(bitPattern: share.last))
        }
        writer.append(UInt32(contested.count))
        for sibling in contested { sibling.append(to: &writer) }
        writer.append(UInt32(judgements.count))
        for (criterion, judgement) in judgements.sorted(by: { $0.key < $1.key }) {
            writer.append(Self.codes[judgement] ?? 0)
            writer.append(text: criterion)
        }
        return writer.bytes
    }

    /// Reads `bytes` back; nil for anything else.
    ///
    /// Where there are none, nothing stands.
    package init?(bytes: [UInt8]) {
        if bytes.isEmpty {
            self.init(
                judgements: [:], contested: [], assignees: [], due: nil, authors: [:], versions: 0)
            return
        }
        var reader = ByteReader(bytes)
        guard let versions = reader.integer(UInt32.self),
            let assignees = reader.list({ $0.text() }),
            let due = reader.list({ $0.integer(Int64.self) }), due.count < 2,
            let authors = reader.list({ Self.author(&$0) }),
            let contested = reader.list({ Sibling(&$0) }),
            let judgements = reader.list({ Self.judgement(&$0) }), reader.isAtEnd
        else { return nil }
        self.init(
            judgements: Dictionary(judgements) { first, _ in first }, contested: contested,
            assignees: assignees, due: due.first,
            authors: Dictionary(authors) { first, _ in first },
            versions: Int(versions))
    }

    private static func author(_ reader: inout ByteReader) -> (PersonID, Share)? {
        guard let person = reader.identifier(PersonID.self),
            let verdicts = reader.integer(UInt32.self), let last = reader.integer(Int64.self)
        else { return nil }
        return (person, Share(verdicts: verdicts, last: last))
    }

    private static func judgement(_ reader: inout ByteReader) -> (String, Judgement?)? {
        guard let code = reader.byte(), judgements.indices.contains(Int(code)),
            let criterion = reader.text()
        else { return nil }
        return (criterion, judgements[Int(code)])
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

extension ByteReader {
    /// As many elements as the next u32 says; nil where one of them cannot be read.
    fileprivate mutating func list<Element>(
        _ element: (inout ByteReader) -> Element?
    ) -> [Element]? {
        guard let count = integer(UInt32.self) else { return nil }
        var list: [Element] = []
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            list.append(next)
        }
        return list
    }
}
