import Foundation
import Reading
import Shared
import TestSupport
import Testing

@testable import Publishing

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct ExportJUnitTests {
    @Test func `a small audit has exactly these bytes`() throws {
        var audit = PlannedAudit()
        audit.rounds = 2
        audit.components[2] = ("Accounts", "More", 2)
        audit.add(.judged(.failed(.serious, .app), note: "a < b & \"c\" ]]>\r\n\u{1B}"))
        audit.add(.judged(.passed), round: 2)
        audit.add(.judged(.inapplicable), component: 2)
        audit.add(.judged(.cantTell), component: 2, criterion: "x, y")
        audit.add(.judged(nil, note: "Later"), component: 2, criterion: "z")
        let statement = try #require(
            CatalogueLoader.embedded().criterion("menu.android.state-open")?.statement)
        let environment = "android-talkback-phone-15"
        let expected = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            "<testsuites>",
            #"<testsuite name="Accounts" timestamp="2026-03-14T09:26:53" hostname="localhost" "#
                + #"tests="5" failures="1" errors="0" skipped="2" time="0" "#
                + #"package="accord" id="0">"#,
            #"<properties><property name="audit" value="\#(Sample.audit.hex)"/>"#
                + #"<property name="title" value=""/><property name="catalogue" value=""/>"#
                + #"<property name="part" value="1 of 1"/>"#
                + #"<property name="inapplicable" value="1"/></properties>"#,
            #"<testcase classname="Accounts.Account options" "#
                + #"name="expanded, menu.android.state-open, \#(environment)" time="0">"#
                + #"<failure message="Failed, serious: \#(statement)" type="serious">"#
                + #"Note: a &lt; b &amp; &quot;c&quot; ]]&gt;"#,
            "\u{241B}",
            "Authors: Maya Lindqvist</failure></testcase>",
            #"<testcase classname="Accounts.Account options" "#
                + #"name="expanded, menu.android.state-open, \#(environment), round 2" time="0"/>"#,
            #"<testcase classname="Accounts.More/2" "#
                + #"name="expanded, menu.android.state-open, \#(environment)" time="0"/>"#,
            #"<testcase classname="Accounts.More/2" name="expanded, x%2C%20y, \#(environment)" "#
                + #"time="0"><skipped message="Can’t tell">Authors: Maya Lindqvist</skipped>"#
                + "</testcase>",
            #"<testcase classname="Accounts.More/2" name="expanded, z, \#(environment)" time="0">"#
                + #"<skipped message="Untested">Note: Later"#,
            "Authors: Maya Lindqvist</skipped></testcase>",
            "<system-out></system-out>",
            "<system-err></system-err>",
            "</testsuite>",
            "</testsuites>",
            "",
        ].joined(separator: "\n").replacing("“", with: "“")
        #expect(String(decoding: try audit.file(.junit).bytes, as: UTF8.self) == expected)
    }

    @Test func `a passing verdict that is challenged says so in its name`() throws {
        var row = Rows.challenged
        let decision = Decision(
            judgement: .passed, settled: [], reason: Text(normalizing: "heard"), rule: nil)
        row.effective = .challenged(decision, by: [.groundless])
        row.withdrawn = nil
        var audit = PlannedAudit()
        audit.add(row)
        let cases = try suites(audit.file(.junit).bytes).flatMap(\.cases)
        #expect(cases.map(\.name.last) == [")"])
        #expect(cases[0].name.hasSuffix(" (challenged)"))
        #expect(cases[0].result == nil)
    }

    @Test func `an undecided finding fails, with every verdict`() throws {
        var audit = PlannedAudit()
        audit.add(Rows.undecided)
        let only = try #require(suites(audit.file(.junit).bytes).first?.cases.first)
        #expect(only.result == "failure")
        #expect(only.type == "undecided")
        #expect(only.text.contains("Verdict of Maya Lindqvist: failed/serious/app"))
        #expect(only.text.contains("Verdict of Lee Okafor: passed"))
    }

    @Test(arguments: Seeds.first(60))
    func `any rows are cases of their own, and are counted`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let audit = PlannedAudit.random(using: &generator)
        let suites = try suites(audit.file(.junit).bytes)
        let rows = audit.rows.filter { $0.withdrawn?.isContested != false }
        let cases = suites.flatMap(\.cases)
        #expect(cases.count == rows.count, "\(Seeds.replay(seed))")
        let names = cases.map { "\($0.classname)|\($0.name)" }.map(collapsed)
        #expect(Set(names).count == names.count, "\(Seeds.replay(seed))")
        for suite in suites {
            #expect(suite.attributes["tests"] == "\(suite.cases.count)")
            for (attribute, element) in [("failures", "failure"), ("skipped", "skipped")] {
                let count = suite.cases.count { $0.result == element }
                #expect(suite.attributes[attribute] == "\(count)")
            }
            #expect(suite.attributes["name"].map { !collapsed($0).isEmpty } == true)
        }
        #expect(Set(suites.map { $0.attributes["name"] }).count == suites.count)
        let failed = rows.count {
            $0.effective.judgement?.outcome == .failed || $0.effective.basis == "undecided"
        }
        #expect(cases.count { $0.result == "failure" } == failed)
    }

    @Test func `what one file does not take goes on in the next part`() throws {
        var parts = JUnitParts()
        var audit = PlannedAudit()
        audit.components[2] = ("Zoo", "Exit", 1)
        for number in 0..<10 {
            audit.add(
                .judged(.passed), component: number < 4 ? 1 : 2, state: "s\(number)")
        }
        for row in audit.rows { parts.add(row, .passed, bytes: 10_000_000) }
        let chosen = try (1...5).map { try parts.chosen($0, in: { $0 }, around: (100, 9)) }
        #expect(chosen.map(\.first) == [0, 2, 4, 6, 8])
        #expect(chosen.map { $0.suites.map(\.cases) } == Array(repeating: [2], count: 5))
        #expect(
            chosen.map { $0.suites[0].screen } == ["Accounts", "Accounts", "Zoo", "Zoo", "Zoo"])
        #expect(chosen.allSatisfy { $0.parts == 5 && $0.suites[0].parts == 5 })
        #expect(throws: AuditError.self) {
            try parts.chosen(6, in: { $0 }, around: (100, 9))
        }
    }

    @Test func `parts together are the whole, and each says which it is`() throws {
        var audit = PlannedAudit()
        audit.components[2] = ("Zoo", "Exit", 1)
        let note = String(repeating: "&", count: 200)
        for number in 0..<30 {
            audit.add(
                .judged(.failed(.minor, .app), note: note), component: UInt64(number % 2 + 1),
                state: "s\(number)")
        }
        let export = JUnitWriter.export(bytesMax: 10_000)
        var options = ExportOptions()
        var names: [String] = []
        var findings = 0
        for part in 1...5 {
            try options.set(.part, "\(part)")
            let file = try audit.file(export, options)
            #expect(file.bytes.count < 10_200)
            findings += file.findings ?? 0
            names += try suites(file.bytes).flatMap(\.cases).map { "\($0.classname) \($0.name)" }
            #expect(file.remarks.first?.hasPrefix("This is part \(part) of 5, with") == true)
        }
        #expect(names.count == 30)
        #expect(findings == 30)
        #expect(Set(names).count == 30)
        try options.set(.part, "6")
        #expect(throws: AuditError.self) { try audit.file(export, options) }
    }

    private func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func suites(_ bytes: [UInt8]) throws -> [JUnitReader.Suite] {
        let reader = JUnitReader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.suites
    }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
    struct Suite {
        let attributes: [String: String]
        var cases: [Case] = []
    }

    struct Case {
        let classname: String
        let name: String
        var result: String?
        var type: String?
        var text = ""
    }

    private(set) var suites: [Suite] = []
    private var open: Case?

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        switch element {
        case "testsuite": suites.append(Suite(attributes: attributes))
        case "testcase":
            open = Case(
                classname: attributes["classname"] ?? "", name: attributes["name"] ?? "")
        case "failure", "skipped", "error":
            open?.result = element
            open?.type = attributes["type"]
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open?.text += text }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard element == "testcase", let done = open else { return }
        suites[suites.count - 1].cases.append(done)
        open = nil
    }
}
