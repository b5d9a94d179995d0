package import Presentation
package import Shared

/// One finding as scripts read it: names instead of ids, and what holds beside what was said.
package struct FindingRow: Hashable, Sendable {
    /// Names of the finding, the judgement in effect (none while undecided), texts and lists.
    package var entry: FindingEntry
    package var audit: AuditID
    /// The component state that it lies in.
    package let state: StateID
    package var effective: Effective
    /// Names of everybody who has a live write in the finding.
    package var authors: [String] = []
    /// The latest of the live writes by their writers' clocks, Unix milliseconds.
    package var changed: Int64?
    /// The live judgements, ascending by dot; nil is one that only a later version can read.
    package var siblings: [Authored<Judgement?>] = []
    /// The live decisions, ascending by dot; nil as for judgements.
    package var decisions: [Authored<Decision?>] = []
    /// The texts of which several versions live, in the order of the columns.
    package var versions: [TextVersions] = []
    /// Nil when finding, component state and component all stand.
    package var withdrawn: Withdrawn?
    /// SHA-256 names, ascending.
    package var evidence: [String] = []
    /// What is said of the files, in their order; nothing of those of which nothing is said.
    package var evidenceWords: [EvidenceWords] = []
    /// What people remarked, by time.
    package var comments: [Authored<String>] = []
    /// What a check made of what was heard: an outcome and problem codes; nil without a check.
    package var suggestion: String?
    /// Nil where nothing was recorded yet.
    package var version: Version?
    /// Whether it rests on work that no server has confirmed yet.
    package var isUnconfirmed = false
    /// Other components that are the same control, ascending.
    package var see: [String] = []
    /// The evidence as one laptop has it; nil in exports, which are the same everywhere.
    package var files: [File]?

    /// `Screen/Label@environment:state`, as people name its component state in one round.
    var stateName: String {
        let label = entry.ordinal == 1 ? entry.label : "\(entry.label)/\(entry.ordinal)"
        let component = entry.screen.isEmpty ? label : "\(entry.screen)/\(label)"
        return "\(component)@\(entry.environment):\(entry.state)"
    }

    /// What a column holds that people fill; an export says how each other one is written.
    func typed(in column: FindingColumn) -> Typed {
        if let name = column.list { return .list(entry.lists[name] ?? []) }
        guard let name = column.text else {
            preconditionFailure("An export says how each column is written that nobody fills.")
        }
        return .text(entry.texts[name])
    }

    enum Typed {
        /// Nil where nothing is said.
        case text(String?)
        case list([String])
    }

    package init(
        entry: FindingEntry, audit: AuditID, state: StateID, effective: Effective
    ) {
        self.entry = entry
        self.audit = audit
        self.state = state
        self.effective = effective
    }

    /// A value with who wrote it and when.
    package struct Authored<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The writer's name in the roster.
        package let author: String
        package let person: PersonID
        /// Unix milliseconds on the writer's clock.
        package let at: Int64
        package let edit: EditID
        package let value: Value
        /// Who adopted it while nothing shows that it is its author's; nil for all else.
        package var unplaced: String?
    }

    /// The versions of one text that live side by side, at least two.
    package struct TextVersions: Hashable, Sendable {
        package let column: FindingColumn
        /// Ascending by dot.
        package let texts: [Authored<String>]
    }

    /// What had been said and seen when the row was made, in the finding's own arrays: no copies.
    package struct Version: Hashable, Sendable {
        /// The component state's: how far each replica's changes are in it.
        package let context: VersionVector
        /// In the order of the row's `siblings`.
        package let judgements: [Sibling]
        /// In the order of the row's `decisions`.
        package let decisions: [Sibling]
    }

    /// One file of evidence, and where it is as seen from one laptop.
    package struct File: Hashable, Sendable {
        /// 64 hexadecimal digits.
        package let sha256: String
        package let name: String?
        /// A media type; nil while the file is not there.
        package let type: String?
        /// Nil while the file is not there.
        package let bytes: UInt64?
        /// `here`, `to-send` or `pending`.
        package let place: String
        /// Who attached it, by the roster's name.
        package let author: String
        package let device: ReplicaID

        package init(
            sha256: String, name: String?, type: String?, bytes: UInt64?, place: String,
            author: String, device: ReplicaID
        ) {
            self.sha256 = sha256
            self.name = name
            self.type = type
            self.bytes = bytes
            self.place = place
            self.author = author
            self.device = device
        }
    }

    /// What was withdrawn, and whether edits stand that the withdrawal had not seen.
    package struct Withdrawn: Hashable, Sendable {
        package let level: Level
        package let reason: String
        /// Whether somebody has to look, because it and an edit did not see each other.
        package let isContested: Bool

        /// The smallest thing around the finding that was withdrawn.
        package enum Level: String, CaseIterable, Sendable { case finding, state, component }
    }
}
