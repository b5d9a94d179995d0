@testable import Client
import Foundation
import Presentation
import Publishing
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

/// Whatever became of names, a file goes back to where it came from
/// (docs/decisions/0022-the-present-name.md).
///
/// Two laptops add, rename, move, swap, withdraw and restore components with few names among them,
/// so that chains, swaps and twins are common, and exchange what they wrote now and then.
struct NameLawTests {
    private static let catalogue = CatalogueLoader.embedded()

    @Test func `an unedited export says nothing new, to nobody`() throws {
        var rows = 0
        for seed in Seeds.first(80) {
            let laptops = try Self.history(seed)
            let files = try laptops.flatMap { writer in
                try FindingRowReader.Format.allCases.map { try File(of: writer, $0, seed) }
            }
            for reader in laptops {
                var check = try FindingCheck(view: reader.view(), catalogue: Self.catalogue)
                for file in files {
                    try readBack(file, on: reader, &check, seed)
                    rows += file.rows.count
                }
            }
        }
        #expect(rows > 500, "hardly anything was read back")
    }

    @Test func `names alone go to what bears them now, or are refused`() throws {
        for seed in Seeds.first(80) {
            for laptop in try Self.history(seed) { try goByName(on: laptop, seed) }
        }
    }

    /// A laptop's export as it is read, and of each row where it is from and what holds there.
    private struct File {
        let writer: Int
        let rows: [(row: BulkRow, state: StateID, judgement: Judgement?)]

        init(of writer: NamingLaptop, _ format: FindingRowReader.Format, _ seed: UInt64) throws {
            self.writer = writer.replica
            let (bytes, rows) = try writer.export(format)
            let read = try FindingRowReader.read(bytes, as: format)
            #expect(read.count == rows.count, "\(Seeds.replay(seed))")
            self.rows = zip(read, rows).map { ($0, $1.0, $1.1) }
        }
    }

    /// Every row means the component state it was written for, and says what stands there.
    private func readBack(
        _ file: File, on reader: NamingLaptop, _ check: inout FindingCheck, _ seed: UInt64
    ) throws {
        for (row, state, judgement) in file.rows {
            do throws(AuditError) {
                let checked = try check.check(row.entry)
                #expect(checked.state == state, "\(Seeds.replay(seed))")
                #expect(checked.newcomer == nil, "\(Seeds.replay(seed))")
                let values = checked.edits.compactMap(\.value?.judgement)
                #expect(values == [judgement].compactMap(\.self), "\(Seeds.replay(seed))")
            } catch {
                // Who has not heard of a component, or calls another one so, refuses its rows.
                #expect(file.writer != reader.replica, "\(error) \(Seeds.replay(seed))")
            }
        }
    }

    /// Rows of what is left, as scripts write them, and lines of a plan.
    private func goByName(on laptop: NamingLaptop, _ seed: UInt64) throws {
        let view = try laptop.view()
        var check = try FindingCheck(view: view, catalogue: Self.catalogue)
        let lines = PlanLineCheck(view, Self.catalogue)
        let gone = try view.withdrawnWork().components
        for component in view.components where !gone.contains(component.id) {
            var entry = laptop.entry(of: component)
            entry.outcome = .passed
            do throws(AuditError) {
                let checked = try check.check(entry)
                #expect(checked.state.component == component.id, "\(Seeds.replay(seed))")
                #expect(checked.renamed == nil, "\(Seeds.replay(seed))")
            } catch {
                #expect(isShared(component, in: view), "\(error) \(Seeds.replay(seed))")
            }
            let row = ComponentRow(
                screen: component.screen, control: component.control, label: component.label,
                states: "", ordinal: String(component.ordinal))
            do throws(AuditError) {
                guard case .known(let known) = try lines.outcome(of: row) else {
                    Issue.record("\(component.name) \(Seeds.replay(seed))")
                    continue
                }
                #expect(known.id == component.id, "\(Seeds.replay(seed))")
            } catch {
                #expect(isShared(component, in: view), "\(error) \(Seeds.replay(seed))")
            }
        }
    }

    private func isShared(_ component: Component, in view: AuditView) -> Bool {
        view.bearers(of: ComponentName(component)).count > 1
    }

    private static func history(_ seed: UInt64) throws -> [NamingLaptop] {
        var generator = SeededGenerator(seed: seed)
        var laptops = [NamingLaptop(1, catalogue), NamingLaptop(2, catalogue)]
        for _ in 0..<(6 + generator.below(14)) {
            let at = generator.below(2)
            if generator.below(8) == 0 {
                laptops[at].hear(laptops[1 - at])
            } else {
                try laptops[at].act(&generator)
            }
        }
        if generator.below(2) == 0 {
            for at in [0, 1] { laptops[at].hear(laptops[1 - at]) }
        }
        return laptops
    }
}

/// A laptop that knows some changes of an audit, in memory.
private struct NamingLaptop {
    let replica: Int
    private let catalogue: Catalogue
    private var n: UInt64 = 0
    private var heard: [Change] = []
    private var dots: Set<Dot> = []
    private var records: [RecordKey: Record] = [:]

    private static let audit = Sample.audit
    private static let environment = "android-talkback-phone-15"
    private static let screens = ["Step 1", "Step 2", "step  3"]
    private static let labels = ["A", "B", "Don\u{2019}t"]

    init(_ replica: Int, _ catalogue: Catalogue) {
        self.replica = replica
        self.catalogue = catalogue
        var plan = Drafts.audit(
            Self.audit, title: "Names", catalogue: catalogue.pin.text, builds: [:],
            environments: [Self.environment].compactMap(Environment.init(plain:)),
            creator: Sample.person(1), name: "Ann")
        plan.edits += Drafts.person(Sample.person(2), name: "Lee", role: .lead)
        let writes = plan.edits.map { Write(field: $0.field, value: $0.value, replaces: []) }
        take(.sample(9, 1, writes, key: .plan(Self.audit), act: .plan))
    }

    func view() throws -> AuditView {
        let names = try #require(AuditNames(Array(records.values), over: nil))
        return AuditView(
            names: names, records: PlainRecords(records),
            person: Sample.person(replica))
    }

    mutating func hear(_ other: NamingLaptop) { for change in other.heard { take(change) } }

    private mutating func take(_ change: Change) {
        guard dots.insert(change.dot).inserted else { return }
        heard.append(change)
        records[change.key, default: Record(key: change.key)].apply(change)
    }

    private mutating func write(_ key: RecordKey, _ edits: [FieldEdit], act: Act = .edit) {
        n += 1
        let record = records[key] ?? Record(key: key)
        let writes = edits.map {
            Write(
                field: $0.field, value: $0.value,
                replaces: record.siblings(of: $0.field).map(\.edit))
        }
        take(.sample(replica, n, writes, key: key, act: act, sees: record.context))
    }

    mutating func act(_ generator: inout SeededGenerator) throws {
        let view = try view()
        let text = Drafts.text
        guard let one = view.components.isEmpty ? nil : generator.pick(Array(view.components)),
            generator.below(4) > 0
        else { return try add(in: view, &generator) }
        let key = RecordKey.component(Self.audit, one.id)
        switch generator.below(7) {
        case 0: write(key, [FieldEdit(FieldID(.label), text(generator.pick(Self.labels)))])
        case 1: write(key, [FieldEdit(FieldID(.screen), text(generator.pick(Self.screens)))])
        case 2:
            let from = generator.pick(Self.screens)
            let to = generator.pick(Self.screens)
            let here = { NaturalKey.folded($0) == NaturalKey.folded(from) }
            let there = { NaturalKey.folded($0) == NaturalKey.folded(to) }
            // The app swaps two of its steps.
            for one in view.components where here(one.screen) || there(one.screen) {
                let name = here(one.screen) ? to : from
                write(
                    .component(Self.audit, one.id), [FieldEdit(FieldID(.screen), text(name))])
            }
        case 3:
            let covers = (records[key] ?? Record(key: key)).registers().flatMap(\.siblings)
            let withdrawal = Withdrawal(
                reason: Text(normalizing: "Gone."), covers: Array(Set(covers.map(\.edit))))
            write(key, [FieldEdit(FieldID(.withdrawn), .withdrawal(withdrawal))], act: .decision)
        case 4: write(key, [FieldEdit(FieldID(.withdrawn), nil)], act: .decision)
        default:  // open set: whatever else was drawn
            let entry = entry(of: one)
            let judgement = generator.pick([Judgement.passed, .failed(.minor, .app), .cantTell])
            let field = FieldID(criterion: entry.criterion, .judgement)
            write(
                .state(Self.audit, state(of: one, entry)),
                [FieldEdit(field, .judgement(judgement))])
        }
    }

    private mutating func add(in view: AuditView, _ generator: inout SeededGenerator) throws {
        let control = try catalogue.control(named: generator.pick(["menu", "sheet"]))
        let planned = PlannedComponent(
            screen: generator.pick(Self.screens), control: control,
            label: generator.pick(Self.labels), ordinal: UInt32(generator.below(2) + 1), in: view)
        // Nobody adds what she sees to be there.
        let name = ComponentName(
            screen: planned.screen, control: control.id, label: planned.label,
            ordinal: planned.ordinal)
        guard view.bearers(of: name).isEmpty else { return }
        let states = control.usualStates(on: ["android"])
        write(.component(Self.audit, planned.id), planned.draft(in: Self.audit, states).edits)
    }

    /// What names the first criterion of a component's first state.
    func entry(of component: Component) -> FindingEntry {
        let platform = catalogue.control(component.control)?.platform("android")
        let state = platform?.states.first
        let criteria = state.flatMap { platform?.criteria(in: $0, enabled: []) } ?? []
        var entry = FindingEntry(
            environment: Self.environment, state: state?.id ?? "",
            criterion: criteria.first { platform?.judges($0, with: "talkback") == true }?.id ?? "")
        entry.screen = component.screen
        entry.control = component.control
        entry.label = component.label
        entry.ordinal = component.ordinal
        return entry
    }

    private func state(of component: Component, _ entry: FindingEntry) -> StateID {
        let environment = NaturalKey.environment(
            Environment(
                platform: "android", assistiveTechnology: "talkback", deviceClass: "phone",
                majorVersion: "15"))
        return StateID(
            component: component.id, environment: environment, round: 1, state: entry.state)
    }

    /// What `accord export` writes, and of each row where it is from and what holds there.
    func export(
        _ format: FindingRowReader.Format
    ) throws -> (bytes: [UInt8], rows: [(StateID, Judgement?)]) {
        let view = try view()
        let run = try ExportRun(
            ExportQuery([("format", format.rawValue)]), of: view,
            AuditCatalogue(pinnedBy: view.plan, besides: CatalogueLoader.embedded()) { _ in nil },
            scratch: NSTemporaryDirectory())
        let bytes = Mutex<[UInt8]>([])
        _ = try run.write(by: NoHistory()) { piece in bytes.withLock { $0 += piece } }
        let table = FindingTable(plan: view.plan, components: view.components)
        var rows: [(StateID, Judgement?)] = []
        try view.records.states(.all) { record in
            rows += table.rows(of: record).map { ($0.state, $0.effective.judgement) }
        }
        return (bytes.withLock { $0 }, rows)
    }
}

private struct NoHistory: ExportHistory {
    let life = Array(repeating: UInt8(0), count: 16)
    let position: UInt64 = 0
    let confirmed: [Dot] = []

    func changed(since cursor: ExportCursor) -> [RecordKey] { [] }
}
