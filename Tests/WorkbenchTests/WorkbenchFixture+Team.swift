import Foundation
import Presentation
import Reading
import Shared

@testable import Client

/// What others do, and how it arrives on Maya's laptop.
extension WorkbenchFixture {
    static let lee = PersonID(high: 7, low: 1)
    static let menuOpen = "Accounts/Account options@android-talkback-phone-15:expanded"
    static let opened = "menu.android.state-open"

    /// Lee joins as a tester; Maya leads unless she is given another role.
    func team(role: Role = .lead) throws {
        let me = try client.whoami().person
        let edits =
            Drafts.person(Self.lee, name: "Lee Okafor", role: .tester)
            + (role == .lead ? [] : [FieldEdit(FieldID(.person, me.hex, "role"), .role(role))])
        try client.save([RecordDraft(key: .plan(audit), act: .plan, edits: edits)], in: audit)
    }

    /// Makes the laptop believe that it has joined a server.
    func join() throws {
        var identity = try client.identity()
        identity.server = Identity.Enrolment(
            address: "https://a.example", token: "secret", replica: identity.replica.hex,
            certificateAuthority: nil, allowsPlainHTTP: false)
        try identity.write(client.home)
    }

    func item() throws -> StateItem {
        let view = try client.view(audit)
        return try view.item(try view.state(named: Self.menuOpen))
    }

    func finding() throws -> Finding { try item().finding(named: Self.opened) }

    /// Records a verdict of Maya's own.
    func record(
        _ outcome: Outcome, severity: Severity? = nil, note: String? = nil,
        criterion: String = "state-open"
    ) throws {
        var finding = FindingEntry(
            environment: "android-talkback-phone-15", state: "expanded", criterion: criterion)
        finding.outcome = outcome
        finding.severity = severity
        finding.texts[.note] = note
        _ = try client.recording.record(
            finding, of: "Accounts/Account options", in: try client.view(audit),
            catalogue: catalogue)
    }

    /// Lets a record arrive to which Lee has added a verdict, not having seen anything.
    func hear(_ judgement: Judgement, note: String? = nil) throws {
        let record = try item().record
        let field = FieldID(criterion: Self.opened, .judgement)
        let own = record.siblings(of: field).filter { $0.author == Self.lee }
        var writes = [Write(field: field, value: .judgement(judgement), replaces: own.map(\.edit))]
        if let note {
            let name = FieldID(criterion: Self.opened, .note)
            writes.append(Write(field: name, value: Drafts.text(note), replaces: []))
        }
        try hear(writes)
    }

    /// Lets a record arrive to which Lee has added writes, not having seen anything.
    ///
    /// - Parameter record: Nil for the one of the menu’s state.
    func hear(_ writes: [Write], in record: Record? = nil) throws {
        let record = try record ?? item().record
        let replica = ReplicaID(high: 7, low: 2)
        let change = Change(
            key: record.key, dot: Dot(replica: replica, n: record.context[replica] + 1),
            body: ChangeBody(
                author: Self.lee, act: .edit, writes: writes, sees: VersionVector(),
                wallTime: 1_763_000_000_000))
        try arrive(record.applying(change))
    }

    /// The server answers all own changes, and sets the last of them aside.
    func setAside(because reason: String) throws -> Dot {
        var dots: [Dot] = []
        var chain = ChangeHash.chainStart(audit: audit, replica: try client.whoami().replica)
        try client.store.log.ownChanges(audit) {
            dots.append($0.change.dot)
            chain = ChangeHash.chain(after: chain, $0.change.hash)
        }
        guard let last = dots.last else { throw CocoaError(.keyValueValidation) }
        let answer = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: last.replica, n: last.n), chain: chain), seal: [9],
            answers: [
                ChangeAnswer(
                    n: last.n, code: Int(Trail.Outcome.quarantined.code), reason: reason)
            ])
        _ = try client.store.push.settle(audit, answer)
        return last
    }

    /// Lets arrive what a lead made of an own change.
    func hear(_ resolution: Resolution, of dot: Dot) throws {
        try arrive([], Told([(dot, resolution)], through: 1))
    }

    /// Stores a record as pulled, without a word about the own chain.
    func arrive(_ record: Record) throws {
        try arrive([PulledRecord(record: record, bytes: record.encoded())], Told())
    }

    private func arrive(
        _ records: [PulledRecord], _ resolutions: Told<(dot: Dot, resolution: Resolution)>
    ) throws {
        let elsewhere = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: ReplicaID(high: 0, low: 0), n: 0), chain: .zero),
            seal: [], answers: [])
        let piece = PullPiece(
            opening: PullOpening(
                epoch: EpochID(high: 0, low: 1), sequence: 1, root: .zero,
                acknowledgement: elsewhere,
                resolutions: resolutions),
            records: records, end: .more(cursor: [1]))
        _ = try client.store.pull.store(
            piece, of: audit, at: Date(timeIntervalSince1970: 1_763_000_000))
    }
}
