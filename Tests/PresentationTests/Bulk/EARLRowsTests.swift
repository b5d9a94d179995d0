@testable import Presentation
import Shared
import TestSupport
import Testing

struct EARLRowsTests {
    private static let own = #"""
        {"@context":{"x":["y",{"@graph":1}]},"@graph":[
        {"@id":"urn:accord:audit:a0d17000000000000000000000000001","@type":"accord:Audit"},
        {"@id":"urn:accord:merge","@type":["Assertor","Software"],"title":"Accord"},
        {"@id":"urn:accord:state:a0d17000000000000000000000000001:c0:e0:1:expanded",
        "@type":"TestSubject","title":"t","accord:screen":"Accounts","accord:control":"menu",
        "accord:label":"Account options","accord:component":"c0000000000000000000000000000001",
        "accord:environment":"android-talkback-phone-15","accord:state":"expanded",
        "accord:ordinal":2,"accord:round":1,"accord:device":"Pixel 8"},
        {"@id":"urn:accord:criterion:menu.android.state-open","@type":"TestCase",
        "accord:criterion":"menu.android.state-open"},
        {"@id":"urn:accord:person:9e1","@type":["Assertor","foaf:Person"],"name":"Maya Lindqvist"},
        {"@id":"urn:accord:verdict:ed000000000000000000000000000001:menu.android.state-open",
        "@type":["Assertion","accord:Verdict"],"assertedBy":"urn:accord:person:9e1",
        "subject":"urn:accord:state:a0d17000000000000000000000000001:c0:e0:1:expanded",
        "test":"urn:accord:criterion:menu.android.state-open","mode":"earl:manual",
        "result":{"@type":"TestResult","outcome":"earl:failed","date":"2026-03-14T09:26:53.589Z"},
        "accord:severity":"serious","accord:attribution":"app"},
        {"@id":"urn:accord:finding:x","@type":["Assertion","accord:Effective"],
        "assertedBy":"urn:accord:merge",
        "subject":"urn:accord:state:a0d17000000000000000000000000001:c0:e0:1:expanded",
        "test":"urn:accord:criterion:menu.android.state-open","mode":"earl:semiAuto",
        "result":{"@type":"TestResult","outcome":"earl:failed","date":"2026-03-14T09:26:53.589Z",
        "info":"Says nothing."},"accord:severity":"serious","accord:attribution":"app",
        "accord:basis":"single","accord:steps":"Open it.","accord:tag":["focus"]}
        ]}
        """#

    private func read(_ text: String) -> (rows: [BulkRow], problems: [String]) {
        read(Array(text.utf8))
    }

    private func read(_ bytes: [UInt8]) -> (rows: [BulkRow], problems: [String]) {
        var rows: [BulkRow] = []
        var problems = BulkProblems()
        EARLRows.read(ByteSource(bytes), telling: &problems) {
            rows.append($0)
            return nil
        }
        do throws(BulkInputError) { try problems.check() } catch { return (rows, error.summary) }
        return (rows, [])
    }

    @Test func `what holds is a row, and the verdict before it says whose it was`() throws {
        let found = read(Self.own)
        #expect(found.problems == [])
        let row = try #require(found.rows.first)
        #expect(found.rows.count == 1)
        #expect(row.entry.screen == "Accounts")
        #expect(row.entry.ordinal == 2)
        #expect(row.entry.state == "expanded")
        #expect(row.entry.criterion == "menu.android.state-open")
        #expect(row.entry.outcome == .failed)
        #expect(row.entry.severity == .serious)
        #expect(row.entry.texts[.note] == "Says nothing.")
        #expect(row.entry.texts[.steps] == "Open it.")
        #expect(row.entry.texts[.device] == "Pixel 8")
        #expect(row.entry.lists[.tag] == ["focus"])
        #expect(row.audit == "a0d17000000000000000000000000001")
        #expect(
            row.origin.text(of: "earl") { .zero }
                == "earl, Maya Lindqvist, 2026-03-14T09:26:53.589Z, "
                + "edit ed000000000000000000000000000001")
    }

    @Test func `another tool's assertions are rows by their own names`() throws {
        let found = read(
            #"""
            [{"@type":"earl:Assertion","earl:assertedBy":{"@id":"https://tool.example/1"},
              "earl:subject":{"@id":"https://app.example/home"},"earl:test":{"@id":"urn:rule:7"},
              "earl:result":{"@type":"earl:TestResult",
                "earl:outcome":{"@id":"http://www.w3.org/ns/earl#passed"},
                "dct:date":{"@value":"2026-03-14T09:26:53Z"}}}]
            """#)
        #expect(found.problems == [])
        let row = try #require(found.rows.first)
        #expect(row.entry.label == "https://app.example/home")
        #expect(row.entry.criterion == "urn:rule:7")
        #expect(row.entry.outcome == .passed)
        #expect(row.origin.author == "https://tool.example/1")
        #expect(row.origin.time == "2026-03-14T09:26:53Z")
    }

    @Test(arguments: [
        "", "{}", "x", "{\"@graph\":7}", "{\"@graph\":[", "[1,2]", "[{\"@type\":\"Assertion\"",
        "{\"@graph\":[]}", "[" + String(repeating: "[", count: 100_000),
        "[" + String(repeating: "{\"a\":", count: 100_000),
        "[{\"@type\":\"Assertion\",\"subject\":\"\u{0}\",\"test\":\u{0}}]",
        "[{\"@type\":\"Assertion\"" + (0..<100_000).map { ",\"k\($0)\":1" }.joined() + "}]",
        "[{\"@type\":\"Assertion\",\"result\":{\"outcome\":\"earl:wonderful\"}}]",
        "[{\"@type\":\"Assertion\",\"subject\":[\"a\",\"b\"],\"test\":\"t\"}]",
    ])
    func `a file that is no EARL is told in a sentence`(text: String) {
        let found = read(text)
        #expect(found.problems.count == 1, "\(found.problems)")
        #expect(found.problems.map(\.utf8.count).max() ?? 0 < 300)
        #expect(found.rows.isEmpty)
    }

    @Test func `what is not UTF-8 is told with its line`() {
        let bytes =
            Array("[\n{\"@type\":\"Assertion\",\"subject\":\"".utf8) + [0xFF] + Array("\"}]".utf8)
        #expect(read(bytes).problems.first?.hasPrefix("line 2: write a JSON object") == true)
    }

    @Test func `damaged bytes are rows or told, and end nothing`() {
        let found = Fuzz.violations(
            of: "earl", samples: [Array(Self.own.utf8)], count: 3_000
        ) { bytes in
            let found = read(bytes)
            guard found.problems.isEmpty else { return .refused }
            return .claim(!found.rows.isEmpty, else: "neither rows nor a word")
        }
        #expect(found == [])
    }
}
