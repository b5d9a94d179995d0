@testable import Publishing
import Foundation
import Presentation
import Shared
import Testing

struct ExportNDJSONTests {
    /// The replicas of the sample changes but for their last digit.
    private let replica = "4e00000000000000000000000000000"

    private func object(_ row: FindingRow) throws -> [String: Any] {
        let line = Data(try Export.ndjson.file([row]))
        return try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
    }

    @Test func `an undecided finding has exactly these bytes`() throws {
        let person = "9e00000000000000000000000000000"
        let edit = "ed00000000000000000000000000000"
        let at = "2026-03-14T09:26:53.589Z"
        let edits = Rows.undecided.version?.judgements.map(\.edit.hex) ?? []
        let expected = [
            #"{"screen":"Accounts","control":"menu","label":"Account options","ordinal":1,"#,
            #""environment":"android-talkback-phone-15","state":"expanded","#,
            #""criterion":"menu.android.state-open","#,
            #""outcome":null,"severity":null,"attribution":null,"#,
            #""note":"Says \"expanded\" twice;\nthen nothing","#,
            #""heard":null,"steps":null,"recommendation":null,"tags":[],"#,
            #""audit":"a0d17000000000000000000000000001","round":2,"#,
            #""effective":{"basis":"undecided","outcome":null,"severity":null,"#,
            #""attribution":null,"rule":"majority","reason":"rule-does-not-choose","#,
            #""challenges":[]},"basis":"undecided","#,
            #""authors":["Maya Lindqvist","Lee Okafor"],"changed":"\#(at)","#,
            #""siblings":[{"author":"Maya Lindqvist","person":"\#(person)1","at":"\#(at)","#,
            #""edit":"\#(edit)1","unplaced":null,"#,
            #""outcome":"failed","severity":"serious","attribution":"app"},"#,
            #"{"author":"Lee Okafor","person":"\#(person)2","at":"\#(at)","#,
            #""edit":"\#(edit)2","unplaced":null,"outcome":"passed","#,
            #""severity":null,"attribution":null}],"#,
            #""decisions":[],"versions":{},"withdrawn":null,"evidence":[],"links":[],"#,
            #""device":null,"system":null,"at-version":null,"build":null,"comments":[],"#,
            #""suggestion":null,"version":{"context":{"\#(replica)1":1,"\#(replica)2":4},"#,
            #""siblings":[{"edit":"\#(edits[0])","dot":"\#(replica)1:1","seen":{},"knew":[]},"#,
            #"{"edit":"\#(edits[1])","dot":"\#(replica)2:4","#,
            #""seen":{"\#(replica)3":7},"knew":[]}],"#,
            #""decisions":[]},"unconfirmed":false,"see":[],"workaround":null,"#,
            #""at-hints":null,"at-verbosity":null,"at-language":null,"#,
            #""evidence-words":[],"component":"c0000000000000000000000000000001","#,
            #""imported-from":null}"#,
            "\n",
        ].joined()
        #expect(try Export.ndjson.text([Rows.undecided]) == expected)
    }

    @Test func `a challenged finding has exactly these export columns`() throws {
        let text = try Export.ndjson.text([Rows.challenged])
        let start = try #require(text.range(of: #""tags""#))
        let person = "9e00000000000000000000000000000"
        let edit = "ed00000000000000000000000000000"
        let version = Rows.challenged.version
        let edits = [version?.judgements, version?.decisions].compactMap { $0?.first?.edit.hex }
        let epoch = #""at":"1970-01-01T00:00:00.000Z""#
        let source = #"{"author":"Lee Okafor","person":"\#(person)2","#
        let expected = [
            #""tags":["focus","a|b"],"audit":"a0d17000000000000000000000000001","round":1,"#,
            #""effective":{"basis":"challenged","outcome":"failed","severity":"serious","#,
            #""attribution":"app","rule":"most-severe","reason":"Heard it myself","#,
            #""challenges":[{"kind":"late","edit":"\#(edit)2"}]},"basis":"challenged","#,
            #""authors":["Lee Okafor"],"changed":"2026-03-14T09:26:53.589Z","#,
            #""siblings":[\#(source)"at":"2026-03-14T09:26:53.589Z","edit":"\#(edit)2","#,
            #""unplaced":null,"outcome":null,"severity":null,"attribution":null}],"#,
            #""decisions":[{"author":"Tomas Berg","person":"\#(person)3",\#(epoch),"#,
            #""edit":"\#(edit)3","unplaced":null,"outcome":"failed","severity":"serious","#,
            #""attribution":"app","rule":"most-severe","reason":"Heard it myself","#,
            #""settled":["\#(edit)1"]}],"#,
            #""versions":{"heard":[\#(source)\#(epoch),"edit":"\#(edit)4","unplaced":null,"#,
            #""text":"one"},"#,
            #"\#(source)\#(epoch),"edit":"\#(edit)4","unplaced":null,"text":"two"}]},"#,
            #""withdrawn":{"level":"state","reason":"gone in 8.4","contested":true},"#,
            #""evidence":["ab12"],"links":["https://example.org/7"],"#,
            #""device":"Pixel 8","system":null,"at-version":"15.0.1","build":null,"#,
            #""comments":[\#(source)\#(epoch),"edit":"\#(edit)4","unplaced":null,"#,
            #""text":"Same on the tablet"},"#,
            #"\#(source)\#(epoch),"edit":"\#(edit)4","unplaced":null,"text":"a|b"}],"#,
            #""suggestion":"failed state:expanded","#,
            #""version":{"context":{"\#(replica)2":1,"\#(replica)3":1},"#,
            #""siblings":[{"edit":"\#(edits[0])","dot":"\#(replica)2:1","seen":{},"knew":[]}],"#,
            #""decisions":[{"edit":"\#(edits[1])","dot":"\#(replica)3:1","seen":{},"knew":[]}]},"#,
            #""unconfirmed":false,"see":["Accounts/Options","a|b"],"workaround":null,"#,
            #""at-hints":null,"at-verbosity":null,"at-language":null,"#,
            #""evidence-words":[{"sha256":"ab12","shows":"A menu","caption":null,"heard":null,"#,
            #""areas":[{"id":"0123456789abcdef","left":1,"top":2,"width":3,"height":4,"#,
            #""label":"No state"}]}],"component":"c0000000000000000000000000000001","#,
            #""imported-from":null}"#,
            "\n",
        ].joined()
        #expect(text[start.lowerBound...] == expected)
    }

    @Test func `who adopted what nothing shows to be its author's is told beside it`() throws {
        var row = Rows.undecided
        row.siblings[1].unplaced = "Tomas Berg"
        let siblings = try #require(try object(row)["siblings"] as? [[String: Any]])
        #expect(siblings[0]["unplaced"] is NSNull)
        #expect(siblings[1]["unplaced"] as? String == "Tomas Berg")
    }

    @Test func `every column is a key, and nothing else is`() throws {
        let keys = Set(try object(Rows.undecided).keys)
        #expect(keys == Set(FindingColumn.allCases.map(\.rawValue)))
    }

    @Test func `any text is one line of JSON that says the same`() throws {
        var row = Rows.undecided
        let scalars = (0...0xFF).compactMap(Unicode.Scalar.init)
        row.entry.texts[.note] = String(String.UnicodeScalarView(scalars)) + "\u{2028}\u{1F600}"
        let bytes = try Export.ndjson.file([row])
        #expect(bytes.count { $0 == 0x0A } == 1)
        #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
        let note = try #require(object(row)["note"] as? String)
        #expect(Array(note.utf8) == row.entry.texts[.note].map { Array($0.utf8) })
    }

    @Test func `a row of what nobody has tested has no version`() throws {
        var row = Rows.undecided
        row.version = nil
        #expect(try object(row)["version"] is NSNull)
        let empty = String(repeating: ",", count: 9)
        #expect(
            try Export.csv.text([row]).hasSuffix("\(empty)c0000000000000000000000000000001,\r\n"))
    }

    @Test func `reasons for standing undecided have their own words`() throws {
        let words: [(UndecidedReason, String)] = [
            (.noRule, "no-rule"), (.unknownMethod("newest"), "rule-unknown"),
            (.policyContested, "policies-differ"), (.decisionsDiffer, "decisions-differ"),
            (.fellThrough(method: "majority", why: "a tie"), "rule-does-not-choose"),
        ]
        for (reason, word) in words {
            var row = Rows.undecided
            row.effective = .undecided(reason)
            let effective = try #require(object(row)["effective"] as? [String: Any])
            #expect(effective["reason"] as? String == word)
        }
    }
}
