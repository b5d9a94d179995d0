import Shared
import TestSupport
import Testing

@testable import Reading

/// One account of what happened: what a reader would see, once each, in whatever order it came.
struct AuditEventTests {
    private static let seeds = UInt64(1)...40
    private static let fields = [
        Sample.judgement, Sample.note, Sample.decision, Sample.withdrawn,
        FieldID(criterion: Sample.criterion, .tag, "menu"),
        FieldID(criterion: Sample.criterion, .comment, String(repeating: "a", count: 32)),
        FieldID(criterion: "menu.ios.confined", .judgement), FieldID(.assignee),
    ]

    /// Names a write, and whether it came or went.
    private struct Turn: Hashable {
        let field: FieldID
        let edit: EditID
    }

    // MARK: Laws

    @Test(arguments: seeds)
    func `there are none where nothing that is shown has changed, and some where it has`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let changes = history(&generator)
        let states = changes.indices.map { Record.after(Array(changes[..<$0])) }
        for (before, after) in zip(states, states.dropFirst()) {
            let isSame = shown(before) == shown(after)
            #expect(AuditEvent.all(from: before, to: after).isEmpty == isSame)
            #expect(AuditEvent.all(from: after, to: after).isEmpty)
        }
    }

    @Test(arguments: seeds)
    func `a run of changes tells of each write once, wherever it is split`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let changes = history(&generator)
        for split in changes.indices {
            let start = Record.after(
                Array(changes[..<Int.random(in: 0...split, using: &generator)]))
            let middle = Record.after(Array(changes[..<split]))
            let end = Record.after(changes)
            let parts = [(start, middle), (middle, end)].map { AuditEvent.all(from: $0, to: $1) }
            var joined = turns(parts[0]).merging(turns(parts[1]), uniquingKeysWith: +)
            joined = joined.filter { $0.value != 0 }
            let whole = AuditEvent.all(from: start, to: end)
            #expect(joined == turns(whole))
            for events in parts + [whole] {
                let told = events.flatMap { $0.gone + [$0.stands].compactMap(\.self) }
                #expect(Set(told.map(turn)).count == told.count)
            }
        }
    }

    @Test(arguments: seeds)
    func `the order in which changes came makes no difference`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let changes = history(&generator)
        let order = shuffled(changes, &generator)
        let early = Array(order[..<Int.random(in: 0..<order.count, using: &generator)])
        let once = AuditEvent.all(from: .after(early), to: .after(order))
        for _ in 0..<4 {
            let before = Record.after(shuffled(early, &generator))
            let after = Record.after(shuffled(changes, &generator))
            #expect(AuditEvent.all(from: before, to: after).map(words) == once.map(words))
        }
    }

    @Test(arguments: seeds)
    func `who kept the version alone is told the same of what stands`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let changes = history(&generator)
        let end = Record.after(changes)
        for split in changes.indices {
            let before = Record.after(Array(changes[..<split]))
            let events = AuditEvent.all(from: before, to: end)
            let since = AuditEvent.all(from: end.covered(by: before.context), to: end)
            #expect(since.compactMap(\.stands) == events.compactMap(\.stands))
            #expect(since.allSatisfy { $0.stands != nil })
        }
    }

    // MARK: Cases

    @Test func `a verdict that is given anew is one event with the earlier one`() throws {
        let first = Change.judged(1, 1, .passed)
        let second = Change.judged(1, 2, .cantTell, replaces: [first.edit])
        let events = AuditEvent.all(from: .after([first]), to: .after([first, second]))
        #expect(events.map(words) == [words(second.edit, in: Sample.judgement, gone: [first.edit])])
        #expect(events.first?.replaces == [first.edit])
    }

    @Test func `who names what is not hers to take has not taken it`() throws {
        let own = Change.judged(1, 1, .passed)
        let other = Change.judged(2, 1, .cantTell, replaces: [own.edit])
        let back = Change.judged(1, 2, nil, replaces: [own.edit])
        let before = Record.after([own])
        let after = Record.after([own, other, back])
        let events = AuditEvent.all(from: before, to: after)
        #expect(events.map(\.change?.edit) == [other.edit, nil])
        #expect(events.map { $0.gone.map(\.edit) } == [[], [own.edit]])
    }

    @Test func `who takes a note away and says something besides is known to have`() throws {
        let note = Change.noted(1, 1, "Focus is lost.")
        let lee = Change.sample(
            2, 1,
            [
                Write(field: Sample.note, value: nil, replaces: [note.edit]),
                Write(field: Sample.judgement, value: .judgement(.passed), replaces: []),
            ])
        let before = Record.after([note])
        let after = Record.after([note, lee])
        let events = AuditEvent.all(from: before, to: after)
        #expect(events.map(\.field) == [Sample.judgement, Sample.note])
        #expect(events.allSatisfy { $0.change == lee })
        // Alone it leaves nothing that tells whose it was.
        let alone = Change.noted(2, 1, nil, replaces: [note.edit])
        let gone = AuditEvent.all(from: before, to: .after([note, alone]))
        #expect(gone.map(\.change) == [nil])
        #expect(gone.flatMap(\.gone).map(\.edit) == [note.edit])
    }

    @Test func `an edit that is issued again is no news`() throws {
        let first = Change.judged(1, 1, .passed)
        let before = Record.after([first])
        let again = first.issuedAgain(at: Dot(replica: Sample.replica(0), n: 1))
        var after = before
        after.applyAgain(again)
        #expect(after != before)
        #expect(AuditEvent.all(from: before, to: after).isEmpty)
        #expect(AuditEvent.all(from: after.covered(by: before.context), to: after).isEmpty)
    }

    // MARK: Histories

    private func shown(_ record: Record) -> Set<Turn> {
        Set(record.registers().flatMap(\.siblings).map(turn))
    }

    private func turn(_ sibling: Sibling) -> Turn { Turn(field: sibling.field, edit: sibling.edit) }

    private func turns(_ events: [AuditEvent]) -> [Turn: Int] {
        events.reduce(into: [:]) { turns, event in
            for one in event.gone { turns[turn(one), default: 0] -= 1 }
            if let one = event.stands { turns[turn(one), default: 0] += 1 }
        }
    }

    private func words(_ event: AuditEvent) -> String {
        words(
            event.stands?.edit ?? event.change?.edit, in: event.field, gone: event.gone.map(\.edit))
    }

    private func words(_ edit: EditID?, in field: FieldID, gone: [EditID]) -> String {
        "\(field.path) \(edit?.hex ?? "") \(gone.map(\.hex))"
    }

    /// Changes of three people who hear of each other late, in an order of causes.
    private func history(_ generator: inout SeededGenerator) -> [Change] {
        var changes: [Change] = []
        var heard: [Int: Int] = [:]
        for _ in 0..<Int.random(in: 6...24, using: &generator) {
            let person = Int.random(in: 1...3, using: &generator)
            let known = Int.random(in: heard[person, default: 0]...changes.count, using: &generator)
            heard[person] = known
            let own = changes.filter { $0.dot.replica == Sample.replica(person) }
            let seen = changes[..<known] + changes[known...].filter(own.contains)
            let record = Record.after(Array(seen))
            let writes = Set(
                (1...3).compactMap { _ in Self.fields.randomElement(using: &generator) }
            ).sorted().map { write(of: $0, over: record, &generator) }
            changes.append(
                .sample(
                    person, UInt64(own.count + 1), writes,
                    act: Bool.random(using: &generator) ? .edit : .decision, sees: record.context,
                    wallTime: Int64.random(in: 0..<5, using: &generator)))
        }
        return changes
    }

    private func write(
        of field: FieldID, over record: Record, _ generator: inout SeededGenerator
    ) -> Write {
        let shown = record.siblings(of: field).map(\.edit)
        let named = shown.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
        let isRemoval = Int.random(in: 0..<4, using: &generator) == 0
        return Write(
            field: field, value: isRemoval ? nil : value(of: field, &generator), replaces: named)
    }

    private func value(of field: FieldID, _ generator: inout SeededGenerator) -> FieldValue {
        let judgement: Judgement = Bool.random(using: &generator) ? .passed : .cantTell
        let reason = Text(normalizing: "Heard it.")
        return switch field.name {
        case .judgement: .judgement(judgement)
        case .decision: .decision(Decision(judgement: judgement, settled: [], reason: reason))
        case .withdrawn: .withdrawal(Withdrawal(reason: reason, covers: []))
        case .tag: .present
        default: .text(Text(normalizing: "\(Int.random(in: 0..<3, using: &generator))"))
        }
    }

    /// The same in another order in which nothing comes before what it names, or its writer's last.
    private func shuffled(
        _ changes: [Change], _ generator: inout SeededGenerator
    ) -> [Change] {
        let all = Set(changes.map(\.edit))
        var left = changes
        var order: [Change] = []
        var placed: Set<EditID> = []
        while !left.isEmpty {
            let ready = left.indices.filter { index in
                let change = left[index]
                return !left[..<index].contains { $0.dot.replica == change.dot.replica }
                    && change.body.writes.flatMap(\.replaces).allSatisfy {
                        placed.contains($0) || !all.contains($0)
                    }
            }
            let index = ready.randomElement(using: &generator) ?? 0
            let next = left.remove(at: index)
            placed.insert(next.edit)
            order.append(next)
        }
        return order
    }
}
