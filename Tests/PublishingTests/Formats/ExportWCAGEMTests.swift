import Foundation
import Presentation
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Publishing

struct ExportWCAGEMTests {
    @Test func `every success criterion of WCAG 2.2 is there once for the whole app`() throws {
        let file = try Evaluation(of: Evaluated())
        #expect(file.version == "2.2")
        let tests = file.assertions(on: file.app).map(\.test)
        #expect(tests == SuccessCriterion.all.map { "WCAG:\($0.anchor)" })
        #expect(Set(file.assertions(on: file.app).map(\.outcome)) == ["earl:untested"])
        #expect(file.titles.isEmpty)
    }

    @Test(arguments: [
        (["wcag-2.1"], "2.1"), (["wcag-2.1", "wcag-2.2"], "2.2"), (["en-301-549-3.2.1"], "2.1"),
        (["en-301-549-3.2.1", "en-301-549-4.1"], "2.2"), (["section-508"], "2.2"),
        (["lens-of-tomorrow"], "2.2"),
    ])
    func `the audit's lenses say which version it is`(lenses: [String], version: String) throws {
        let audit = Evaluated(lenses: lenses)
        audit.judge("Accounts", "menu.ios.state-open", .passed)
        let file = try Evaluation(of: audit)
        #expect(file.version == version)
        #expect(file.assertions(on: file.app).count == (version == "2.1" ? 50 : 55))
        let parsing = file.assertions(on: file.app).first { $0.test == "WCAG21:parsing" }
        #expect((parsing != nil) == (version == "2.1"))
        #expect(parsing.map(\.outcome) ?? "earl:untested" == "earl:untested")
        let role = version == "2.1" ? "WCAG21:name-role-value" : "WCAG:name-role-value"
        #expect(file.outcome(of: role, on: "Accounts") == "earl:passed")
    }

    @Test func `screens are the sample in the order of the plan, and no two have one title`() throws
    {
        let audit = Evaluated()
        audit.plan("Zoo")
        audit.plan("accounts")
        audit.plan("ACCOUNTS")
        audit.plan("Components still to come")
        audit.judge(nil, "menu.ios.state-open", .passed)
        audit.judge("Zoo", "menu.ios.state-open", .failed(.serious, .app))
        let file = try Evaluation(of: audit)
        #expect(
            file.titles == [
                "ACCOUNTS", "Components still to come", "Zoo", "Components still to come (2)",
            ])
        let role = "WCAG:name-role-value"
        #expect(file.outcome(of: role, on: "Components still to come (2)") == "earl:passed")
        #expect(file.outcome(of: role, on: "Components still to come") == nil)
        #expect(file.outcome(of: role, on: "Zoo") == "earl:failed")
        let whole = try #require(file.assertions(on: file.app).first { $0.test == role })
        #expect(whole.outcome == "earl:failed")
        #expect(whole.description == "1 failed, 1 passed. Failed on: Zoo.")
    }

    @Test func `the worst of the findings counts, for every two of them`() {
        let order: [Judgement?] = [
            .failed(.minor, .app), .cantTell, nil, .passed, .inapplicable,
        ]
        for (place, one) in order.enumerated() {
            for (other, two) in order.enumerated() {
                var tally = SuccessCounts()
                tally.add(Self.row(one), isDecisive: true)
                tally.add(Self.row(two), isDecisive: true)
                let worst = order[min(place, other)]
                #expect(tally.outcome == worst?.outcome ?? .untested)
            }
            var tally = SuccessCounts()
            tally.add(Self.row(one), isDecisive: true)
            tally.addUnsaid()
            #expect(tally.outcome == (place < 2 ? one?.outcome : .untested))
            #expect(tally.findings == 1)
        }
        #expect(SuccessCounts().outcome == .untested)
    }

    private static func row(_ judgement: Judgement?) -> FindingRow {
        var row = Rows.undecided
        row.effective = judgement.map { .single($0, by: Sample.person(1)) } ?? .untested
        return row
    }

    @Test func `what is asked and not judged is untested, beside what passed`() throws {
        let audit = Evaluated()
        audit.plan("Accounts", states: ["collapsed", "expanded"])
        audit.judge("Accounts", "menu.ios.state-open", .passed)
        let role = "WCAG:name-role-value"
        #expect(try Evaluation(of: audit).outcome(of: role, on: "Accounts") == "earl:untested")
        // Of what was not asked for nobody can say that it is open.
        let some = try Evaluation(of: audit, where: [("criterion", "menu.ios.state-open")])
        #expect(some.outcome(of: role, on: "Accounts") == "earl:untested")
        let judged = try Evaluation(of: audit, where: [("outcome", "passed")])
        #expect(judged.outcome(of: role, on: "Accounts") == "earl:passed")
        #expect(judged.specifics.contains("Only findings with outcome=passed."))
        let state = [("criterion", "menu.ios.state-open"), ("state", "expanded")]
        let done = try Evaluation(of: audit, where: state)
        #expect(done.outcome(of: role, on: "Accounts") == "earl:passed")
    }

    @Test func `only what is normative fails a success criterion, and the first that it names`()
        throws
    {
        let catalogue = CatalogueLoader.embedded()
        let naming = try #require(catalogue.criterion("menu.ios.trigger-name"))
        #expect(naming.basis == .normative && naming.wcag.first == "4.1.2")
        #expect(naming.wcag.contains("1.1.1"))
        let advisory = try #require(catalogue.criterion("menu.ios.one-stop"))
        #expect(advisory.basis == .advisory && advisory.wcag.first == "1.3.1")
        let audit = Evaluated()
        audit.judge("Accounts", naming.id, .failed(.serious, .app))
        audit.judge("Zoo", advisory.id, .failed(.moderate, .app))
        let file = try Evaluation(of: audit)
        #expect(file.outcome(of: "WCAG:name-role-value", on: "Accounts") == "earl:failed")
        #expect(file.outcome(of: "WCAG:non-text-content", on: "Accounts") == "earl:cantTell")
        let look = try #require(
            file.assertion(of: "WCAG:info-and-relationships", on: "Zoo"))
        #expect(look.outcome == "earl:cantTell")
        #expect(
            look.description.hasPrefix("1 failed (only advisory here).\nFailed, moderate: Zoo/"))
    }

    @Test func `an undecided finding is can't tell, with every verdict`() throws {
        let audit = Evaluated()
        audit.judge("Accounts", "menu.ios.state-open", .passed, .failed(.serious, .app))
        let told = try #require(
            Evaluation(of: audit).assertion(of: "WCAG:name-role-value", on: "Accounts"))
        #expect(told.outcome == "earl:cantTell")
        #expect(told.description.hasPrefix("1 undecided.\nUndecided: "))
        #expect(told.description.contains(": Accounts/Menu@ios-"))
        #expect(
            told.description.hasSuffix(
                "Verdicts: Maya Lindqvist: passed, Lee Okafor: failed/serious/app."))
    }

    @Test func `earlier rounds are left out unless they are asked for, and that is said`() throws {
        let audit = Evaluated(rounds: 2)
        audit.judge("Accounts", "menu.ios.state-open", .failed(.serious, .app))
        let file = try Evaluation(of: audit)
        #expect(file.outcome(of: "WCAG:name-role-value", on: "Accounts") == nil)
        #expect(file.remarks == ["Not in it: 1 finding of earlier rounds."])
        #expect(file.specifics.contains("1 finding of earlier rounds"))
        let first = try Evaluation(of: audit, where: [("round", "1")])
        #expect(first.outcome(of: "WCAG:name-role-value", on: "Accounts") == "earl:failed")
        #expect(first.remarks.isEmpty)
    }

    @Test func `what names no success criterion is counted in a remark`() throws {
        let audit = Evaluated()
        audit.judge("Accounts", "menu.ios.of-tomorrow", .failed(.serious, .app))
        let file = try Evaluation(of: audit)
        #expect(file.remarks.count == 1 && file.remarks[0].contains("1 finding of criteria"))
        #expect(file.titles == ["Accounts"])
    }

    @Test func `of many findings the first are told and the others counted`() throws {
        let audit = Evaluated()
        let hostile = String(repeating: "\u{202E}\u{1B}]]>\"\u{301}", count: 200)
        for number in 0..<23 {
            audit.judge(
                "Accounts", "menu.ios.state-open", .failed(.serious, .app), note: hostile,
                label: "Menu \(number)")
        }
        let told = try #require(
            Evaluation(of: audit).assertion(of: "WCAG:name-role-value", on: "Accounts"))
        let lines = told.description.split(separator: "\n")
        #expect(lines.count == 22 && lines.last == "And 3 findings more.")
        #expect(!told.description.unicodeScalars.contains("\u{202E}"))
        #expect(told.description.unicodeScalars.count < 23 * 1500)
    }

    @Test func `the date is that of the newest finding`() throws {
        let audit = Evaluated()
        audit.judge("Accounts", "menu.ios.state-open", .passed)
        audit.judge("Zoo", "menu.ios.state-open", .passed, at: Rows.changed)
        #expect(try Evaluation(of: audit).day == "2026-03-14")
        #expect(try Evaluation(of: Evaluated()).day == nil)
    }
}

/// What a program reads of such a file.
private struct Evaluation {
    private let file: [String: Any]
    let remarks: [String]

    struct Assertion {
        let subject: String
        let test: String
        let outcome: String
        let description: String
    }

    init(of audit: Evaluated, where conditions: [(String, String)] = []) throws {
        let bytes = Mutex<[UInt8]>([])
        let view = audit.view
        let run = try ExportRun(
            ExportQuery([("format", "wcag-em")] + conditions), of: view,
            AuditCatalogue(pinnedBy: view.plan, besides: CatalogueLoader.embedded()) { _ in nil },
            scratch: NSTemporaryDirectory())
        remarks = try run.write(by: History()) { piece in bytes.withLock { $0 += piece } }.remarks
        let object = try JSONSerialization.jsonObject(with: Data(bytes.withLock { $0 }))
        file = try #require(object as? [String: Any])
    }

    private func part(_ name: String, of parent: Any? = nil) -> [String: Any] {
        ((parent as? [String: Any] ?? file)[name] as? [String: Any]) ?? [:]
    }

    var version: String? { part("defineScope")["wcagVersion"] as? String }
    var app: String { part("scope", of: part("defineScope"))["id"] as? String ?? "" }
    var specifics: String { part("reportFindings")["evaluationSpecifics"] as? String ?? "" }
    var day: String? { part("date", of: part("reportFindings"))["@value"] as? String }
    private var sample: [[String: Any]] {
        part("selectSample")["structuredSample"] as? [[String: Any]] ?? []
    }
    var titles: [String] { sample.compactMap { $0["title"] as? String } }

    func assertions(on subject: String) -> [Assertion] {
        let all = file["auditSample"] as? [[String: Any]] ?? []
        return all.map {
            Assertion(
                subject: part("subject", of: $0)["id"] as? String ?? "",
                test: part("test", of: $0)["id"] as? String ?? "",
                outcome: part("outcome", of: part("result", of: $0))["id"] as? String ?? "",
                description: part("result", of: $0)["description"] as? String ?? "")
        }
        .filter { $0.subject == subject }
    }

    func assertion(of test: String, on title: String) -> Assertion? {
        let subject = sample.first { $0["title"] as? String == title }?["id"] as? String
        let found = assertions(on: subject ?? "").filter { $0.test == test }
        return found.count == 1 ? found[0] : nil
    }

    func outcome(of test: String, on title: String) -> String? {
        assertion(of: test, on: title)?.outcome
    }
}

/// An audit of iOS by Maya and Lee; each component is a menu.
private final class Evaluated {
    private static let environment = Environment(
        platform: "ios", assistiveTechnology: "voiceover", deviceClass: "phone", majorVersion: "18")
    private var all: [RecordKey: Record] = [:]
    private var ids: [String: ComponentID] = [:]
    private var number: UInt64 = 0

    private static func text(_ text: String) -> FieldValue { .text(Text(normalizing: text)) }

    init(lenses: [String] = [], rounds: UInt32 = 1) {
        var fields = FieldID.parts(of: Self.environment).map { ($0.field, Self.text($0.text)) }
        for (index, name) in ["Maya Lindqvist", "Lee Okafor"].enumerated() {
            let id = Sample.person(index + 1).hex
            fields.append((FieldID(.person, id, "name"), Self.text(name)))
            fields.append((FieldID(.person, id, "role"), .role(index == 0 ? .lead : .tester)))
        }
        fields += lenses.map { (FieldID(.lens, $0), .present) }
        fields += (1...rounds).dropFirst().map { round in
            let value = FieldValue.round(number: round, build: Text(normalizing: "8.\(round)"))
            return (FieldID(.round, String(round)), value)
        }
        write(fields, to: .plan(Sample.audit))
    }

    private func write(
        _ fields: [(FieldID, FieldValue)], to key: RecordKey, by author: Int = 1, at time: Int64 = 0
    ) {
        number += 1
        let writes = fields.map { Write(field: $0.0, value: $0.1, replaces: []) }
        all[key, default: Record(key: key)].apply(
            .sample(author, number, writes, key: key, wallTime: time))
    }

    @discardableResult
    func plan(_ screen: String, label: String = "Menu", states: [String] = []) -> ComponentID {
        let id = ids["\(screen)/\(label)"] ?? ComponentID(high: 0xC0, low: UInt64(ids.count))
        ids["\(screen)/\(label)"] = id
        var fields: [(FieldID, FieldValue)] = states.map { (FieldID(.state, "ios", $0), .present) }
        if all[.component(Sample.audit, id)] == nil {
            fields += [
                (FieldID(.screen), Self.text(screen)), (FieldID(.control), Self.text("menu")),
                (FieldID(.label), Self.text(label)),
            ]
        }
        write(fields, to: .component(Sample.audit, id))
        return id
    }

    /// In round 1; a screen of nil is a component that is still to come.
    func judge(
        _ screen: String?, _ criterion: String, _ judgements: Judgement..., note: String? = nil,
        label: String = "Menu", at time: Int64 = 0
    ) {
        let component = screen.map { plan($0, label: label) } ?? ComponentID(high: 0xCC, low: 1)
        let state = StateID(
            component: component, environment: Self.environment.id, round: 1, state: "expanded")
        let key = RecordKey.state(Sample.audit, state)
        for (index, judgement) in judgements.enumerated() {
            let field = FieldID(criterion: criterion, .judgement)
            write([(field, .judgement(judgement))], to: key, by: index + 1, at: time)
        }
        if let note { write([(FieldID(criterion: criterion, .note), Self.text(note))], to: key) }
    }

    var view: AuditView {
        guard let names = AuditNames(Array(all.values), over: nil) else {
            preconditionFailure("There is a plan.")
        }
        return AuditView(names: names, records: PlainRecords(all), person: Sample.person(1))
    }
}
