import Foundation
import Presentation
import Shared
import TestSupport
import Testing

@testable import Publishing

struct ExportEARLTests {
    private typealias Node = [String: Any]

    private func graph(_ rows: [FindingRow]) throws -> [Node] {
        let document = try JSONSerialization.jsonObject(with: Data(try Export.earl.file(rows)))
        return try #require((document as? Node)?["@graph"] as? [Node])
    }

    private func types(_ node: Node) -> [String] {
        node["@type"] as? [String] ?? [node["@type"] as? String ?? ""]
    }

    private func assertions(_ kind: String, in graph: [Node]) -> [Node] {
        graph.filter { types($0).contains("accord:\(kind)") }
    }

    private func outcome(_ node: Node) -> String? {
        (node["result"] as? Node)?["outcome"] as? String
    }

    @Test func `an undecided finding has exactly these lines`() throws {
        let lines = try Export.earl.text([Rows.undecided]).split(separator: "\n").map(String.init)
        let audit = "a0d17000000000000000000000000001"
        let place =
            "\(audit):c0000000000000000000000000000001:000000000000000e0000000000000001:1:expanded"
        let criterion = "menu.android.state-open"
        let about =
            #""subject":"urn:accord:state:\#(place)","test":"urn:accord:criterion:\#(criterion)","#
        let person = "urn:accord:person:9e00000000000000000000000000000"
        let edit = "urn:accord:verdict:ed00000000000000000000000000000"
        let at = "2026-03-14T09:26:53.589Z"
        let note = #"Says \"expanded\" twice;\nthen nothing"#
        let expected = [
            #"{"@id":"urn:accord:state:\#(place)","@type":"TestSubject","#
                + #""title":"Accounts/Account options@android-talkback-phone-15:expanded","#
                + #""isPartOf":"urn:accord:audit:\#(audit)","accord:screen":"Accounts","#
                + #""accord:control":"menu","accord:label":"Account options","#
                + #""accord:component":"c0000000000000000000000000000001","#
                + #""accord:environment":"android-talkback-phone-15","accord:state":"expanded","#
                + #""accord:ordinal":1,"accord:round":1},"#,
            #"{"@id":"WCAG22:name-role-value","@type":"TestRequirement","#
                + #""title":"4.1.2 Name, Role, Value"},"#,
            #"{"@id":"urn:accord:criterion:\#(criterion)","@type":"TestCase","#
                + #""title":"The opener of an expandable menu tells whether the menu is open or "#
                + #"closed, in its name or as a spoken state.","accord:criterion":"\#(criterion)","#
                + #""isPartOf":["WCAG22:name-role-value"]},"#,
            #"{"@id":"\#(person)1","@type":["Assertor","foaf:Person"],"name":"Maya Lindqvist"},"#,
            #"{"@id":"\#(edit)1:\#(criterion)","@type":["Assertion","accord:Verdict"],"#
                + #""assertedBy":"\#(person)1",\#(about)"mode":"earl:manual","#
                + #""result":{"@type":"TestResult","outcome":"earl:failed","date":"\#(at)"},"#
                + #""accord:severity":"serious","accord:attribution":"app"},"#,
            #"{"@id":"\#(person)2","@type":["Assertor","foaf:Person"],"name":"Lee Okafor"},"#,
            #"{"@id":"\#(edit)2:\#(criterion)","@type":["Assertion","accord:Verdict"],"#
                + #""assertedBy":"\#(person)2",\#(about)"mode":"earl:manual","#
                + #""result":{"@type":"TestResult","outcome":"earl:passed","date":"\#(at)"}},"#,
            #"{"@id":"urn:accord:finding:\#(place):\#(criterion)","#
                + #""@type":["Assertion","accord:Effective"],"assertedBy":"urn:accord:merge","#
                + #"\#(about)"mode":"earl:semiAuto","result":{"@type":"TestResult","#
                + #""outcome":"earl:cantTell","date":"\#(at)","info":"\#(note)"},"#
                + #""accord:basis":"undecided","accord:rule":"majority","#
                + #""accord:reason":"rule-does-not-choose"}"#,
        ]
        #expect(lines.count == expected.count + 4)
        for (line, wanted) in zip(lines.dropFirst(3), expected) { #expect(line == wanted) }
    }

    @Test func `a challenged finding is its decision, beside whose decision it is`() throws {
        let graph = try graph([Rows.challenged])
        let decision = try #require(assertions("Decision", in: graph).first)
        #expect(outcome(decision) == "earl:failed")
        #expect(decision["accord:reason"] as? String == "Heard it myself")
        #expect((decision["assertedBy"] as? String)?.hasSuffix("3") == true)
        let effective = assertions("Effective", in: graph)
        #expect(effective.map(outcome) == ["earl:failed"])
        #expect(effective.first?["accord:basis"] as? String == "challenged")
        #expect(effective.first?["accord:withdrawal"] as? String == "contested")
        #expect(effective.first?["accord:tag"] as? [String] == ["focus", "a|b"])
        // Only a later version can read this one.
        let verdict = try #require(assertions("Verdict", in: graph).first)
        #expect(outcome(verdict) == "earl:cantTell" && verdict["accord:unread"] as? Bool == true)
    }

    @Test func `what nobody judged is untested, whatever was noted`() throws {
        var row = Rows.undecided
        row.effective = .untested
        row.siblings = []
        let graph = try graph([row])
        #expect(assertions("Effective", in: graph).map(outcome) == ["earl:untested"])
        #expect(assertions("Verdict", in: graph).isEmpty)
    }

    @Test func `an edit that came under two dots is one verdict`() throws {
        var row = Rows.undecided
        row.siblings.append(row.siblings[0])
        #expect(try assertions("Verdict", in: graph([row])).count == 2)
    }

    @Test func `of hostile findings each verdict is written once, and each name is described`()
        throws
    {
        for seed in Seeds.first(100) {
            var generator = SeededGenerator(seed: seed)
            let rows = (0..<8).map { hostile($0, using: &generator) }
            let graph = try graph(rows)
            let ids = graph.compactMap { $0["@id"] as? String }
            let replay = Seeds.replay(seed)
            #expect(ids.count == graph.count && Set(ids).count == ids.count, "\(replay)")
            #expect(ids.allSatisfy { $0.hasPrefix("urn:accord:") || $0.hasPrefix("WCAG22:") })
            let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%:")
            #expect(ids.allSatisfy { Set($0).isSubset(of: plain) }, "\(replay)")
            let effective = assertions("Effective", in: graph)
            #expect(
                effective.map(outcome)
                    == rows.map { "earl:\($0.effective.singleOutcome.rawValue)" }, "\(replay)")
            #expect(
                effective.map { ($0["result"] as? Node)?["info"] as? String }.map(readable)
                    == rows.map { readable($0.entry.texts[.note]) }, "\(replay)")
            #expect(
                assertions("Verdict", in: graph).map(outcome)
                    == rows.flatMap(\.siblings).map { "earl:\($0.value?.outcome.rawValue ?? "")" })
            for node in graph where types(node).contains("Assertion") {
                for key in ["subject", "test", "assertedBy"] {
                    #expect(ids.contains(node[key] as? String ?? ""), "\(replay)")
                }
            }
        }
    }

    /// Foundation's parser, though not the file, loses byte order marks within texts.
    private func readable(_ text: String?) -> String {
        String(String.UnicodeScalarView((text ?? "").unicodeScalars.filter { $0 != "\u{FEFF}" }))
    }

    /// On a component state, with people and under a criterion of a random name each.
    private func hostile(_ index: Int, using generator: inout SeededGenerator) -> FindingRow {
        let random = Rows.random(using: &generator)
        let state = StateID(
            component: Rows.state.component, environment: Rows.state.environment,
            round: UInt32(index), state: random.entry.texts[.heard] ?? "")
        var row = FindingRow(
            entry: random.entry, audit: random.audit, state: state, effective: random.effective)
        row.entry.criterion = "menu." + (random.entry.texts[.steps] ?? "")
        row.siblings = (0..<generator.below(4)).map { number in
            FindingRow.Authored(
                author: random.authors[0], person: Sample.person(index * 4 + number), at: .min,
                edit: Sample.edit(index * 4 + number), value: generator.pick(Judgement.every))
        }
        return row
    }
}
