@testable import Client
import Foundation
import Presentation
import Reading
import Shared
import TestSupport
import Testing

/// Which component a row, a capture, a line or an option means (`ComponentName.swift`).
struct ComponentNameTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
        try add("Step 1, Menu, More options\nStep 2, Menu, More options")
    }

    private func add(_ lines: String) throws {
        let preview = try desk.client.planning.preview(lines, in: desk.view(), desk.catalogue)
        try desk.client.planning.add(preview, in: desk.view())
    }

    private func screens(_ old: String, to new: String) throws {
        try desk.client.planning.renameScreen(old, to: new, in: desk.view())
    }

    /// The app swaps its steps, so a lead swaps their names.
    private func swap() throws {
        try screens("Step 1", to: "Between")
        try screens("Step 2", to: "Step 1")
        try screens("Between", to: "Step 2")
    }

    private func row(_ screen: String, _ label: String, _ outcome: Outcome) -> String {
        #"{"screen":"\#(screen)","control":"menu","label":"\#(label)","environment":""#
            + #"\#(Desk.android)","state":"expanded","criterion":"state-open","outcome":""#
            + #"\#(outcome.rawValue)"}"#
    }

    @discardableResult
    private func record(_ rows: String...) throws -> RecordingSummary {
        try desk.client.recording.record(
            rows: [UInt8](rows.joined(separator: "\n").utf8), as: .ndjson, in: desk.view(),
            catalogue: desk.catalogue)
    }

    private func outcome(_ component: String) throws -> Outcome? {
        try? desk.finding("\(component)@\(Desk.android):expanded").effective.judgement?.outcome
    }

    /// Whose label somebody else writes besides, as a laptop that was away does.
    private func hear(_ label: String, on component: String) throws {
        let id = try desk.view().component(named: component).id
        let record = try #require(try desk.client.store.record(.component(desk.audit, id)))
        let labels = record.siblings(of: FieldID(.label)).map(\.edit)
        let value = FieldValue.text(Text(normalizing: label))
        try desk.hear(
            from: desk.maya, in: record,
            [Write(field: FieldID(.label), value: value, replaces: labels)])
    }

    @Test(arguments: FindingRowReader.Format.allCases)
    func `two screens are swapped, and an unedited export says nothing new`(
        format: FindingRowReader.Format
    ) throws {
        try record(row("Step 1", "More options", .passed), row("Step 2", "More options", .failed))
        try swap()
        let summary = try desk.client.recording.record(
            rows: desk.exported(format.rawValue).bytes, as: format, in: desk.view(),
            catalogue: desk.catalogue)
        #expect(summary.findings == 2)
        #expect(summary.changes == 0)
        #expect(try outcome("Step 2/More options") == .passed)
        #expect(try outcome("Step 1/More options") == .failed)
    }

    @Test func `rows go to the component that has the name now`() throws {
        try swap()
        let old = try desk.view().component(named: "Step 2/More options").id
        try record(row("Step 1", "More options", .failed), row("Step 2", "More options", .passed))
        #expect(try outcome("Step 1/More options") == .failed)
        #expect(try outcome("Step 2/More options") == .passed)
        #expect(try outcome(old.hex) == .passed)
    }

    @Test func `what is left to test, filled in, goes to the components that it names`() throws {
        try swap()
        let view = try desk.view()
        let left = try view.untested(desk.catalogue)
        let printed = desk.client.queries.json(of: left, in: view)
        let lines = String(decoding: printed, as: UTF8.self).components(separatedBy: "\n")
        let filled = lines.map { line in
            line.contains("Step 1")
                ? line.replacing(
                    #""outcome":null,"severity""#, with: #""outcome":"failed","severity""#,
                    maxReplacements: 1) : line
        }
        let summary = try desk.client.recording.record(
            rows: Array(filled.joined(separator: "\n").utf8), as: .ndjson, in: view,
            catalogue: desk.catalogue)
        #expect(summary.changes > 0)
        #expect(summary.newComponents.isEmpty)
        let judged = try desk.view().states().filter { !$0.findings.isEmpty }
        #expect(Set(judged.compactMap(\.component?.screen)) == ["Step 1"])
    }

    @Test func `a chain of renamed labels is followed by its present end`() throws {
        try add("Cards, Menu, A\nCards, Menu, B\nCards, Menu, C")
        func rename(_ from: String, _ to: String) throws {
            try desk.client.planning.renameComponent(
                desk.view().component(named: "Cards/\(from)"), screen: "Cards", label: to,
                in: desk.view())
        }
        // What was A is D, what was B is A, what was C is B.
        for (from, to) in [("A", "D"), ("B", "A"), ("C", "B")] { try rename(from, to) }
        try record(row("Cards", "A", .passed), row("Cards", "B", .failed))
        #expect(try outcome("Cards/A") == .passed)
        #expect(try outcome("Cards/B") == .failed)
        #expect(try outcome("Cards/D") == nil)
        let summary = try record(row("Cards", "C", .cantTell))
        #expect(summary.renamed == ["“Cards/C” is called “Cards/B” now"])
        #expect(summary.newComponents.isEmpty)
        #expect(try outcome("Cards/B") == .cantTell)
    }

    @Test func `a component that moved is meant by its present screen`() throws {
        let view = try desk.view()
        try desk.client.planning.renameComponent(
            view.component(named: "Step 1/More options"), screen: "Menu page",
            label: "More options", in: view)
        try record(row("Menu page", "More options", .passed))
        #expect(try outcome("Menu page/More options") == .passed)
        let summary = try record(row("Step 1", "More options", .failed))
        #expect(summary.renamed == ["“Step 1/More options” is called “Menu page/More options” now"])
    }

    @Test func `a capture and lines go to the component that has the name now`() throws {
        try swap()
        let wanted = try desk.view().component(named: "Step 1/More options").id
        let node = Captures.node(
            "android.widget.ImageButton", id: "com.larkfield.mobile:id/menu_button",
            description: "More options", taps: true)
        let capture = try PageReader.read(Captures.dump(node), from: .uiautomator)
        let summary = try desk.client.recording.importCapture(
            capture, screen: "Step 1", environment: nil, in: desk.view(),
            catalogue: desk.catalogue)
        #expect(Set(summary.items.map(\.state.component)) == [wanted])
        let preview = try desk.client.planning.preview(
            "Step 1, Menu, More options", in: desk.view(), desk.catalogue)
        guard case .known(let known) = preview.lines[0].outcome else {
            Issue.record("\(preview.lines[0].outcome)")
            return
        }
        #expect(known.id == wanted)
        #expect(known.name == "Step 1/More options")
    }

    @Test func `an option names the present bearer, and is told of a name that was`() throws {
        try screens("Step 1", to: "Payment")
        let told = trouble { _ = try desk.view().component(named: "step 1/more options") }
        #expect(told?.kind == .notFound)
        #expect(told?.message.contains("it is called “Payment/More options” now") == true)
        try swapBack()
        #expect(try desk.view().component(named: "Step 1/More options").screen == "Step 1")
    }

    private func swapBack() throws { try screens("Step 2", to: "Step 1") }

    @Test func `of two that bear one name a row says which`() throws {
        try hear("Other", on: "Step 1/More options")
        try add("Step 1, Menu, More options 2")
        try hear("Other", on: "Step 1/More options 2")
        let ids = try desk.view().bearers(
            of: ComponentName(screen: "step 1", control: "menu", label: "other", ordinal: 1)
        ).map(\.id)
        #expect(ids.count == 2)
        let refused = trouble { try record(row("Step 1", "Other", .passed)) }
        #expect(refused?.kind == .badInput)
        for id in ids {
            #expect(refused?.message.contains(id.hex.prefix(12)) == true)
        }
        let preview = try desk.client.planning.preview(
            "Step 1, Menu, Other", in: desk.view(), desk.catalogue)
        #expect(preview.wrongCount == 1)
        // Withdrawn, one of them leaves the name to the other.
        let view = try desk.view()
        let gone = try #require(view.components[ids[0]])
        try desk.client.withdrawals.withdraw(gone, reason: "Twice.", in: view)
        try record(row("Step 1", "Other", .passed))
        #expect(try outcome(ids[1].hex) == .passed)
        #expect(try outcome(ids[0].hex) == nil)
    }

    @Test func `a name that nothing bears is given again, and two who do so meet`() throws {
        try screens("Step 1", to: "Payment")
        let view = try desk.view()
        let menu = try desk.catalogue.control(named: "menu")
        func planned() throws -> PlannedComponent {
            PlannedComponent(screen: "STEP 1", control: menu, label: "more options", in: view)
        }
        #expect(try planned().id == planned().id)
        #expect(view.components[try planned().id] == nil)
        try desk.client.planning.add(planned(), [], in: view)
        let again = try desk.view().component(named: "Step 1/More options")
        #expect(again.id == (try planned().id))
        #expect(again.ordinal == 1)
        try record(row("Step 1", "More options", .passed), row("Payment", "More options", .failed))
        #expect(try outcome(again.id.hex) == .passed)
        #expect(try outcome("Payment/More options") == .failed)
    }

    @Test func `a screen is copied to a name that was its own`() throws {
        try screens("Step 1", to: "Payment")
        func copy() throws -> Int {
            try desk.client.planning.copyScreen(
                "Payment", as: "Step 1", in: desk.view(), desk.catalogue)
        }
        #expect(try copy() == 1)
        #expect(try copy() == 0)
        #expect(try desk.view().components(onScreen: "Step 1").map(\.label) == ["More options"])
    }

    @Test func `a line with an old name adds nothing, unless the new name is there too`() throws {
        try screens("Step 1", to: "Payment")
        func preview(_ lines: String) throws -> PlanPreview {
            try desk.client.planning.preview(lines, in: desk.view(), desk.catalogue)
        }
        let old = try preview("Step 1, Menu, More options")
        #expect(old.knownCount == 1)
        #expect(!old.addsSomething)
        let both = try preview("Step 1, Menu, More options\nPayment, Menu, More options")
        #expect(both.added.map(\.name) == ["Step 1/More options"])
        #expect(both.knownCount == 1)
        let twice = try preview(
            "Step 1, Menu, More options\nPayment, Menu, More options\nstep 1, Menu, more options")
        #expect(twice.wrongCount == 1)
    }

    @Test func `a label with an at sign is taken whole, or at the last environment`() throws {
        try add("Contact, Menu, rosa@orchard.example\nContact, Menu, Sort @ home")
        let view = try desk.view()
        func subject(_ name: String) throws -> RecordKey { try view.subject(named: name) }
        let rosa = try view.component(named: "Contact/rosa@orchard.example").id
        #expect(try subject("Contact/rosa@orchard.example") == .component(desk.audit, rosa))
        let state = "Contact/Sort @ home@\(Desk.android):expanded"
        #expect(try subject(state) == .state(desk.audit, view.state(named: state)))
        #expect(try view.name(of: view.state(named: state)) == state)
        #expect(trouble { _ = try subject("Contact/nobody@orchard.example") }?.kind == .badInput)
        #expect(
            trouble { _ = try subject("Contact/Sort @ home@ios-voiceover-phone-99:open") }?.kind
                == .notFound)
    }

    @Test func `an id beside the names or the control of another component is refused`() throws {
        try add("Step 1, Sheet, More options")
        let menu = try desk.view().component(named: "Step 2/More options")
        func refusal(_ screen: String, _ control: String, id: String) -> String? {
            let more = #""component":"\#(id)","control":"\#(control)""#
            let row = row(screen, "More options", .passed)
                .replacing(#""control":"menu""#, with: more)
            return trouble { try record(row) }?.message
        }
        let id = menu.id.hex
        #expect(refusal("Step 1", "menu", id: id)?.contains("those of “Step 1/More opt") == true)
        #expect(refusal("Step 1", "sheet", id: id)?.contains("those of “Step 1/More opt") == true)
        #expect(refusal("Step 2", "sheet", id: id)?.contains("menu and not sheet") == true)
        #expect(refusal("Step 2", "menu", id: String(id.prefix(8))) == nil)
        #expect(try outcome("Step 2/More options") == .passed)
    }

    @Test func `white space at a label's ends is no part of its name, nor around a slash`() throws {
        try add("Contact, Menu, Back / Next\nContact, Menu, Back/Next")
        let menu = try desk.catalogue.control(named: "menu")
        let padded = try PlannedComponent(
            screen: "Contact ", control: menu, label: "  padded ", in: desk.view())
        try desk.client.planning.add(padded, [], in: desk.view())
        let view = try desk.view()
        for name in ["Contact/padded", "contact / Padded", "Contact/  padded /1"] {
            #expect(try view.component(named: name).id == padded.id)
        }
        #expect(try view.component(named: "Contact/Back / Next").label == "Back / Next")
        #expect(try view.component(named: "Contact/Back/Next").label == "Back/Next")
    }

    @Test func `what nobody sees is no name of a new component`() throws {
        let refused = trouble { try record(row("Step 1", "\u{200B}\u{AD}", .passed)) }
        #expect(refused?.kind == .badInput)
    }
}
