import Foundation
import Reading
import Shared
import TestSupport
import Testing

@testable import Publishing

struct ExportSARIFTests {
    private typealias Object = [String: Any]

    private func runs(
        _ audit: PlannedAudit, _ options: ExportOptions = ExportOptions()
    ) throws
        -> [Object]
    {
        try runs(in: audit.file(.sarif, options).bytes)
    }

    private func runs(in bytes: [UInt8]) throws -> [Object] {
        let log = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
        #expect(log["version"] as? String == "2.1.0")
        return try #require(log["runs"] as? [Object])
    }

    private func results(_ run: Object) -> [Object] { run["results"] as? [Object] ?? [] }

    private func text(_ object: Object) -> String {
        (object["message"] as? Object)?["text"] as? String ?? ""
    }

    private func category(_ run: Object) -> String {
        (run["automationDetails"] as? Object)?["id"] as? String ?? ""
    }

    private func fingerprint(_ result: Object) -> String {
        (result["partialFingerprints"] as? Object)?["primaryLocationLineHash"] as? String ?? ""
    }

    private func address(_ result: Object) -> String {
        let place = (result["locations"] as? [Object])?.first?["physicalLocation"] as? Object
        return (place?["artifactLocation"] as? Object)?["uri"] as? String ?? ""
    }

    private func properties(_ result: Object) -> Object { result["properties"] as? Object ?? [:] }

    private func options(part: Int = 1, root: String? = nil) throws -> ExportOptions {
        var options = ExportOptions()
        try options.set(.part, "\(part)")
        if let root { try options.set(.root, root) }
        return options
    }

    @Test func `a failed finding has exactly these bytes`() throws {
        var audit = PlannedAudit()
        audit.add(.judged(.failed(.moderate, .platform), note: "Says {0}\r\nand \u{202E}\u{7}"))
        let file = String(decoding: try audit.file(.sarif).bytes, as: UTF8.self)
        let line = try #require(file.split(separator: "\n").first { $0.hasPrefix(#"{"ruleId""#) })
        let catalogue = CatalogueLoader.embedded()
        let statement = try #require(catalogue.criterion("menu.android.state-open")?.statement)
        let expected = [
            #"{"ruleId":"menu.android.state-open","ruleIndex":0,"kind":"fail","level":"warning","#,
            #""message":{"text":"Account options on Accounts, expanded: Failed, moderate, "#,
            #"a defect of the platform. \#(statement)"#,
            #"\nNote: Says {{0}}\nand <U+202E>␇\nAuthors: Maya Lindqvist"},"#,
            #""locations":[{"physicalLocation":{"artifactLocation":"#,
            #"{"uri":"accord/Accounts/Account%20options"},"#,
            #""region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":1}},"#,
            #""logicalLocations":[{"name":"Account options","#,
            #""fullyQualifiedName":"Accounts/Account options"}]}],"#,
        ].joined()
        #expect(line.hasPrefix(expected), "\(line)")
        let rest = [
            #""suppressions":[],"properties":{"component":"00000000000000c00000000000000001","#,
            #""state":"expanded","environment":"android-talkback-phone-15","round":1,"#,
            #""outcome":"failed","severity":"moderate","attribution":"platform","#,
            #""basis":"single","changed":"2026-03-14T09:26:53.589Z","evidence":[]}}"#,
        ].joined()
        #expect(line.hasSuffix(rest), "\(line)")
    }

    @Test func `what cannot be told is for review, and what is undecided an error`() throws {
        var audit = PlannedAudit()
        audit.add(Rows.undecided, criterion: "menu.android.a")
        audit.add(.judged(.cantTell), criterion: "menu.android.b")
        audit.add(Rows.challenged, criterion: "menu.android.c")
        audit.add(.judged(.passed), criterion: "menu.android.d")
        audit.add(.judged(nil, note: "Later"), criterion: "menu.android.e")
        let results = results(try runs(audit)[0])
        #expect(results.map { $0["kind"] as? String } == ["fail", "review", "fail"])
        #expect(results.map { $0["level"] as? String } == ["error", "none", "error"])
        #expect(text(results[0]).contains("Undecided: one each (majority)"))
        #expect(text(results[0]).contains("Verdict of Lee Okafor: passed"))
        #expect(text(results[2]).contains("by a decision that is challenged"))
        #expect(text(results[2]).contains("Withdrawal, contested: gone in 8.4"))
        #expect(text(results[2]).contains("Decision of Tomas Berg"))
        #expect((results[2]["suppressions"] as? [Object])?.isEmpty == true)
        #expect(
            try audit.file(.sarif).remarks == [
                "2 findings of 5 are no result: what passed, is inapplicable or untested."
            ])
    }

    @Test func `of several rounds the last that judged it says how it is`() throws {
        var audit = PlannedAudit()
        audit.rounds = 2
        let failed = FindingRow.judged(.failed(.serious, .app), note: "Silent")
        for round in [UInt32(1), 2] { audit.add(failed, round: round, criterion: "same") }
        audit.add(failed, criterion: "mended")
        audit.add(.judged(.passed), round: 2, criterion: "mended")
        audit.add(failed, criterion: "untouched")
        audit.add(.judged(.failed(.minor, .app)), criterion: "worse")
        audit.add(failed, round: 2, criterion: "worse")
        audit.add(.judged(.passed), criterion: "broken")
        audit.add(failed, round: 2, criterion: "broken")
        var gone = failed
        gone.withdrawn = FindingRow.Withdrawn(level: .finding, reason: "no", isContested: false)
        audit.add(failed, criterion: "again")
        audit.add(gone, round: 2, criterion: "again")
        let results = results(try runs(audit)[0])
        let states = Dictionary(
            uniqueKeysWithValues: results.map {
                ($0["ruleId"] as? String ?? "", $0["baselineState"] as? String ?? "")
            })
        #expect(
            states == [
                "same": "unchanged", "untouched": "unchanged", "worse": "updated", "broken": "new",
                "again": "unchanged",
            ])
        #expect(results.allSatisfy { ($0["suppressions"] as? [Object])?.isEmpty == true })
        #expect(
            try audit.file(.sarif).remarks.last
                == "4 results of earlier rounds are in no part: a later round judged the same.")
    }

    @Test(arguments: Seeds.first(60))
    func `any rows are written once, in runs and places of their own`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let audit = PlannedAudit.random(using: &generator)
        let runs = try runs(audit)
        #expect(Set(runs.map(category)).count == runs.count)
        var addresses: [String: String] = [:]
        var told: Set<String> = []
        for run in runs {
            let driver = (run["tool"] as? Object)?["driver"] as? Object
            let rules = (driver?["rules"] as? [Object] ?? []).map { $0["id"] as? String }
            #expect(Set(rules).count == rules.count)
            #expect(Set(results(run).map(fingerprint)).count == results(run).count)
            for result in results(run) {
                let properties = properties(result)
                let rule = result["ruleId"] as? String
                #expect(rules[result["ruleIndex"] as? Int ?? -1] == rule)
                let component = properties["component"] as? String ?? ""
                #expect(
                    addresses.updateValue(component, forKey: address(result)) ?? component
                        == component, "\(Seeds.replay(seed))")
                let path = address(result).split(separator: "/", omittingEmptySubsequences: false)
                #expect(path.first == "accord" && (2...3).contains(path.count))
                #expect(!path.contains("..") && !path.contains(".") && !path.contains(""))
                told.insert(
                    [
                        component, category(run), properties["state"] as? String ?? "",
                        rule ?? "",
                    ].joined(separator: "|"))
            }
        }
        #expect(told.count == runs.map { results($0).count }.reduce(0, +))
        #expect(told.count == expected(audit), "\(Seeds.replay(seed))")
        let suppressed = runs.flatMap(results).filter {
            ($0["suppressions"] as? [Object])?.isEmpty == false
        }
        #expect(suppressed.allSatisfy { text($0).contains("Withdrawal: gone") })
    }

    /// Of how many findings the last round that judged them says that they fail, or that nobody
    /// can say.
    private func expected(_ audit: PlannedAudit) -> Int {
        let judged = audit.rows.filter { $0.effective != .untested }
        let findings = Dictionary(grouping: judged) {
            [$0.entry.component, $0.state.environment.hex, $0.state.state, $0.entry.criterion]
        }
        return findings.values.count { rounds in
            let standing = rounds.filter { $0.withdrawn?.isContested != false }
            let last = (standing.isEmpty ? rounds : standing).max {
                $0.state.round < $1.state.round
            }
            return [.failed, .cantTell, nil].contains(last?.effective.judgement?.outcome)
        }
    }

    @Test func `more than a run takes goes on in the next part, the worst first`() throws {
        var audit = PlannedAudit()
        let severities = Severity.allCases
        for number in 0..<5_300 {
            let row = FindingRow.judged(.failed(severities[number % 4], .app))
            audit.add(row, state: "s\(number / 50)", criterion: "menu.android.c\(number % 50)")
        }
        let files = [try audit.file(.sarif), try audit.file(.sarif, options(part: 2))]
        let first = try runs(in: files[0].bytes)
        let second = try runs(in: files[1].bytes)
        #expect(first.map(category) == ["accord/android-talkback-phone-15/"])
        #expect(second.map(category) == ["accord/android-talkback-phone-15/part-2/"])
        #expect(results(first[0]).count == 5_000)
        #expect(results(second[0]).count == 300)
        #expect(results(second[0]).allSatisfy { $0["level"] as? String == "note" })
        let prints = (results(first[0]) + results(second[0])).map(fingerprint)
        #expect(Set(prints).count == 5_300)
        let remarks = files[1].remarks
        #expect(remarks.count == 1)
        #expect(files.map(\.findings) == [5_000, 300])
        #expect(remarks[0].hasPrefix("This is part 2 of 2, with 300 of 5300 results"))
        let notices = try #require((second[0]["invocations"] as? [Object])?.first)
        #expect(
            (notices["toolExecutionNotifications"] as? [Object])?.map(text) == remarks)
        #expect(throws: AuditError.self) { try audit.file(.sarif, options(part: 3)) }
    }

    @Test func `an audit without findings has one run, because GitHub wants one`() throws {
        let runs = try runs(PlannedAudit())
        #expect(runs.map(category) == ["accord/"])
        #expect(results(runs[0]).isEmpty)
    }

    @Test func `paths begin with the root that was asked for`() throws {
        var audit = PlannedAudit()
        audit.add(Rows.undecided)
        let run = try runs(audit, options(root: "apps/my app"))[0]
        #expect(results(run).map(address) == ["apps/my%20app/Accounts/Account%20options"])
    }

    @Test func `a fingerprint stays when a component is renamed or judged anew`() throws {
        var audit = PlannedAudit()
        audit.add(Rows.undecided)
        var other = PlannedAudit()
        other.rounds = 2
        other.components[1] = ("Wallet", "More", 2)
        other.add(.judged(.failed(.minor, .app)), round: 2)
        let prints = try [audit, other].flatMap { results(try runs($0)[0]).map(fingerprint) }
        #expect(Set(prints).count == 1)
    }
}
