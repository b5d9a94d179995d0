@testable import Client
import Foundation
import Presentation
import Publishing
import Reading
import Shared
import Synchronization
import TestSupport

/// A laptop with a small audit, on which the others' changes arrive as a sync would bring them.
struct Desk {
    let client: AuditClient
    let audit: AuditID
    let catalogue: Catalogue
    let maya: PersonID
    let lee: PersonID
    private let folder: TemporaryFolder

    static let android = "android-talkback-phone-15"
    static let ios = "ios-voiceover-phone-18"
    static let menu = "Accounts/Account options"
    static let open = "\(menu)@\(android):expanded"
    static let grey = "\(menu)@\(android):disabled"
    static let criterion = "menu.android.state-open"

    /// Read once: every test would else parse the files anew.
    private static let embedded = CatalogueLoader.embedded()

    /// Tomas's laptop; he leads unless another role is given, Maya and Lee test.
    init(role: Role = .lead, seed: UInt64 = 1) throws {
        var generator = SeededGenerator(seed: seed)
        folder = try TemporaryFolder(preferMemory: true)
        let home = ClientHome(
            home: folder.url.appending(path: "tomas").path, state: nil, environment: [:])
        client = try AuditClient.create(home, name: "Tomas Berg")
        catalogue = Self.embedded
        audit = AuditID.random(using: &generator)
        maya = PersonID.random(using: &generator)
        lee = PersonID.random(using: &generator)
        let me = try client.whoami()
        let environments = [Self.android, Self.ios].compactMap(Environment.init(plain:))
        let plan = Drafts.audit(
            audit, title: "Larkfield Mobile", catalogue: catalogue.pin.text,
            builds: ["ios": "8.4.0"],
            environments: environments, creator: me.person, name: "Tomas Berg")
        let people = RecordDraft(
            key: .plan(audit), act: .plan,
            edits: Drafts.person(maya, name: "Maya Lindqvist", role: .tester)
                + Drafts.person(lee, name: "Lee Okafor", role: .tester)
                + (role == .lead
                    ? [] : [FieldEdit(FieldID(.person, me.person.hex, "role"), .role(role))]))
        let component = Drafts.component(
            audit, screen: "Accounts", control: "menu", label: "Account options", ordinal: 1,
            states: try catalogue.control(named: "menu").usualStates(on: []))
        try client.save([plan, component], in: audit)
        try client.save([people], in: audit)
    }

    func view() throws -> AuditView { try client.view(audit) }

    func item(_ name: String = open) throws -> StateItem {
        let view = try view()
        return try view.item(try view.state(named: name))
    }

    func finding(
        _ name: String = open, _ criterion: String = criterion
    ) throws -> Finding {
        try item(name).finding(named: criterion)
    }

    /// Records a verdict of the laptop's own person.
    @discardableResult
    func record(
        _ outcome: Outcome?, severity: Severity? = nil, note: String? = nil,
        state: String = "expanded", criterion: String = "state-open"
    ) throws -> RecordingSummary {
        var finding = FindingEntry(environment: Self.android, state: state, criterion: criterion)
        finding.outcome = outcome
        finding.severity = severity
        finding.texts[.note] = note
        return try client.recording.record(
            finding, of: Self.menu, in: try view(), catalogue: catalogue)
    }

    /// Opens the second round.
    func openRound() throws {
        let build = Text(normalizing: "8.5.0")
        let edit = FieldEdit(FieldID(.round, "2"), .round(number: 2, build: build))
        try client.save([RecordDraft(key: .plan(audit), act: .plan, edits: [edit])], in: audit)
    }

    /// Lets a record arrive to which somebody else has added writes, from a laptop of her own.
    ///
    /// - Parameter seen: Whether she had seen everything that stands there now.
    func hear(
        from author: PersonID, on name: String = open, _ writes: [Write], seen: Bool = false,
        act: Act = .edit
    ) throws {
        try hear(from: author, in: try item(name).record, writes, seen: seen, act: act)
    }

    /// The same for a record of any kind.
    func hear(
        from author: PersonID, in record: Record, _ writes: [Write], seen: Bool = false,
        act: Act = .edit
    ) throws {
        let replica = ReplicaID(high: author.high, low: author.low)
        let change = Change(
            key: record.key, dot: Dot(replica: replica, n: record.context[replica] + 1),
            body: ChangeBody(
                author: author, act: act, writes: writes,
                sees: seen ? record.context : VersionVector(), wallTime: 1_700_000_000_000))
        try arrive(record.applying(change))
    }

    /// The same for one verdict.
    func hear(
        from author: PersonID, on name: String = open, criterion: String = criterion,
        _ judgement: Judgement, seen: Bool = false
    ) throws {
        let field = FieldID(criterion: criterion, .judgement)
        let own = try item(name).record.siblings(of: field).filter { $0.author == author }
        try hear(
            from: author, on: name,
            [Write(field: field, value: .judgement(judgement), replaces: own.map(\.edit))],
            seen: seen)
    }

    /// Lets a withdrawal arrive of all that stands in a record, or of one finding.
    func withdraw(
        by author: PersonID, in record: Record, criterion: String = "", act: Act = .decision,
        covers: [EditID]? = nil, replaces: [EditID] = []
    ) throws {
        let edits = record.registers().filter {
            $0.field.name != .withdrawn && (criterion.isEmpty || $0.field.criterion == criterion)
        }.flatMap(\.siblings).map(\.edit)
        let value = FieldValue.withdrawal(
            Withdrawal(
                reason: Text(normalizing: "Removed in 8.4.1."),
                covers: covers ?? Array(Set(edits))))
        let field = FieldID(criterion: criterion, .withdrawn)
        try hear(
            from: author, in: record, [Write(field: field, value: value, replaces: replaces)],
            act: act)
    }

    /// The component's record as it is shown.
    func component() throws -> Record {
        let id = try view().component(named: Self.menu).id
        let key = RecordKey.component(audit, id)
        return try client.store.record(key) ?? Record(key: key)
    }

    /// The plan's record as it is shown.
    func plan() throws -> Record {
        try client.store.record(.plan(audit)) ?? Record(key: .plan(audit))
    }

    /// Where its home is, to be opened by another program.
    var home: ClientHome { client.home }

    /// Stores a record as pulled, without a word about the own chain.
    func arrive(_ record: Record) throws {
        try arrive(
            [PulledRecord(record: record, bytes: record.encoded())], end: .more(cursor: [1]))
    }

    /// Stores the end of a pull that brought no record.
    func end(_ checkpoint: PullCheckpoint) throws { try arrive([], end: .checkpoint(checkpoint)) }

    private func arrive(_ records: [PulledRecord], end: PullPiece.End) throws {
        let elsewhere = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: ReplicaID(high: 0, low: 0), n: 0), chain: .zero),
            seal: [], answers: [])
        let piece = PullPiece(
            opening: PullOpening(
                epoch: EpochID(high: 0, low: 1), sequence: 1, root: .zero,
                acknowledgement: elsewhere),
            records: records, end: end)
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        _ = try client.store.pull.store(piece, of: audit, at: now)
    }
}

extension ChangeAnswer {
    init(_ n: UInt64, _ outcome: Trail.Outcome, _ reason: String) {
        self.init(n: n, code: Int(outcome.code), reason: reason)
    }
}

/// What a failing call told: the trouble's kind and message; nil when it did not fail.
func trouble(_ call: () throws -> Void) -> ReportedError? {
    do {
        try call()
        return nil
    } catch {
        return ReportedError(error)
    }
}

extension Desk {
    /// What `accord export` writes, and how many findings it has.
    func exported(
        _ format: String, _ conditions: [(name: String, value: String)] = []
    ) throws -> (bytes: [UInt8], count: Int) {
        try client.exported(format, conditions, of: try view())
    }
}

extension AuditClient {
    /// What `accord export` writes, and how many findings it has.
    func exported(
        _ format: String, _ conditions: [(name: String, value: String)] = [], of view: AuditView
    ) throws -> (bytes: [UInt8], count: Int) {
        let bytes = Mutex<[UInt8]>([])
        let query = try ExportQuery([("format", format)] + conditions)
        let written = try queries.export(
            query, of: view, besides: CatalogueLoader.embedded()
        ) { piece in bytes.withLock { $0 += piece } }
        return (bytes.withLock { $0 }, written.findings)
    }
}
