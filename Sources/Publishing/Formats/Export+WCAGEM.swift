import Presentation
import Reading
import Shared

extension WCAGEMWriter {
    /// An evaluation by success criteria, of the whole app and of each screen.
    static let export = Export(
        id: "wcag-em", fileExtension: "json", mediaType: "application/ld+json",
        about: "opens in the WCAG-EM Report Tool", order: .plan, isCounted: true,
        hasWithdrawn: false
    ) { WCAGEMWriter(facts: $0) }
}

/// The first pass counts the outcomes; the second tells the findings, screen by screen.
struct WCAGEMWriter: ExportWriter {
    let facts: ExportFacts
    private var tallies: ScreenTallies
    private var assertors: Set<String> = []
    private var newest: Int64?
    /// Findings of earlier rounds, and those of no success criterion.
    private var left = (earlier: 0, outside: 0)
    /// In the order of the plan.
    private var sample: [(screen: String, title: String)] = []
    /// What each screen is called by; taken out when its assertions are written.
    private var subjects: [String: AccordIRI] = [:]
    /// The screen of which findings are being told, by its folded name.
    private var current: (screen: String, told: FindingWords)?

    init(facts: ExportFacts) {
        self.facts = facts
        tallies = ScreenTallies(WCAGTarget(of: facts.plan))
    }

    var remarks: [String] {
        let version = "WCAG \(tallies.target.version)"
        return [
            left.earlier > 0
                ? "Not in it: \(counted(left.earlier, "finding")) of earlier rounds." : "",
            left.outside > 0
                ? "Not in it: \(counted(left.outside, "finding")) of criteria that name no success "
                    + "criterion of \(version) at levels A and AA." : "",
        ].filter { !$0.isEmpty }
    }

    mutating func count(_ row: FindingRow) throws {
        guard isAsked(row) else {
            left.earlier += 1
            return
        }
        if let changed = row.changed { newest = max(newest ?? changed, changed) }
        assertors.formUnion(row.siblings.map(\.author) + row.decisions.map(\.author))
        let screen = NaturalKey.folded(row.entry.screen)
        tallies.add(screen: screen)
        guard let criterion = criterion(of: row) else {
            left.outside += 1
            return
        }
        tallies.add(criterion, on: screen) { $0.add(row, isDecisive: $1) }
    }

    /// What was found in an earlier round may have been mended, so it says nothing of this one.
    private func isAsked(_ row: FindingRow) -> Bool {
        facts.namesRounds || row.state.round == facts.plan.currentRound
    }

    /// Nil for one that names none of the success criteria.
    private func criterion(of row: FindingRow) -> Criterion? {
        guard let criterion = facts.criterion(row.entry.criterion),
            !tallies.target.places(of: criterion).isEmpty
        else { return nil }
        return criterion
    }

    mutating func begin(_ output: inout ExportOutput) throws {
        var tallies = tallies
        if facts.conditions.isEmpty {
            for component in facts.view.components where component.withdrawals.isEmpty {
                tallies.add(screen: NaturalKey.folded(component.screen))
            }
        }
        try facts.eachUnsaid { component, criterion in
            let screen = NaturalKey.folded(component.screen)
            tallies.add(criterion, on: screen) { tally, _ in tally.addUnsaid() }
        }
        self.tallies = tallies
        sample = tallies.sample(of: facts.view)
        for (index, screen) in sample.enumerated() {
            subjects[screen.screen] = .screen(index + 1, of: facts.view.audit)
        }
        appendSteps(&output.bytes)
        appendSample(&output.bytes)
        appendReport(&output.bytes)
        output.bytes.append(literal: ",\n\"auditSample\":[")
        for (index, tally) in tallies.whole.enumerated() {
            output.bytes.append(literal: index == 0 ? "\n" : ",\n")
            append(index, tally, on: whole, words(of: index, tally), &output.bytes)
        }
    }

    mutating func row(_ row: FindingRow, _ output: inout ExportOutput) throws {
        guard isAsked(row), let criterion = criterion(of: row) else { return }
        let screen = NaturalKey.folded(row.entry.screen)
        if screen != current?.screen {
            finishScreen(&output)
            current = (screen, FindingWords())
        }
        for (index, _) in tallies.target.places(of: criterion) {
            current?.told.add(row, criterion, at: index)
        }
    }

    mutating func end(_ output: inout ExportOutput) throws {
        finishScreen(&output)
        output.bytes.append(literal: "\n]}\n")
    }

    /// Rows come in the order of the plan, so a screen is whole when the next one begins.
    private mutating func finishScreen(_ output: inout ExportOutput) {
        guard let current, let subject = subjects.removeValue(forKey: current.screen)
        else { return }
        let own = tallies.screens[current.screen] ?? [:]
        for (index, tally) in own.sorted(by: { $0.key < $1.key }) where tally.findings > 0 {
            let words = [tally.words + "."] + current.told.lines(at: index)
            output.bytes.append(literal: ",\n")
            append(index, tally, on: subject, words.joined(separator: "\n"), &output.bytes)
        }
    }
}

// MARK: The steps of WCAG-EM

extension WCAGEMWriter {
    private var whole: AccordIRI { .audit(facts.view.audit) }

    private func appendSteps(_ bytes: inout [UInt8]) {
        let plan = facts.plan
        let title = plan.title.isEmpty ? "Audit \(facts.view.audit.hex.prefix(12))" : plan.title
        let builds = plan.builds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let round = facts.namesRounds ? [] : ["Round \(plan.currentRound)"]
        bytes.append(literal: "{\"@context\":")
        bytes.append(literal: Self.context)
        bytes.append(literal: ",\n\"type\":\"Evaluation\",\"reportToolVersion\":\"3.0.3\"")
        bytes.append(",\n\"defineScope\":{\"scope\":{\"id\":", iri: whole)
        bytes.append(#","type":["TestSubject","Website"],"title":"#, json: title)
        bytes.append(
            #","description":"#, json: (round + builds).joined(separator: ", "))
        bytes.append(#"},"wcagVersion":"#, json: tallies.target.version)
        bytes.append(
            #","conformanceTarget":"AA","accessibilitySupportBaseline":"#,
            json: plan.environments.values.map(\.plain).sorted().joined(separator: ", "))
        bytes.append(literal: #","additionalEvaluationRequirements":""}"#)
        bytes.append(
            literal: """
                ,\n"exploreTarget":{"technologiesReliedUpon":[],"essentialFunctionality":"",\
                "pageTypeVariety":""}
                """)
    }

    private func appendSample(_ bytes: inout [UInt8]) {
        bytes.append(literal: ",\n\"selectSample\":{\"randomSample\":[],\"structuredSample\":[")
        for (index, screen) in sample.enumerated() {
            bytes.append(literal: index == 0 ? "\n" : ",\n")
            bytes.append(#"{"id":"#, iri: .screen(index + 1, of: facts.view.audit))
            bytes.append(#","type":["TestSubject","Webpage"],"title":"#, json: screen.title)
            bytes.append(literal: #","description":""}"#)
        }
        bytes.append(literal: "]}")
    }

    private func appendReport(_ bytes: inout [UInt8]) {
        let outcomes = tallies.whole.map(\.outcome)
        let counts = SuccessCounts.worstFirst.map { outcome in
            "\(outcome.word.lowercased()) \(outcomes.count { $0 == outcome })"
        }
        let summary =
            "Of \(outcomes.count) success criteria of WCAG \(tallies.target.version) at levels A "
            + "and AA: \(counts.joined(separator: ", "))."
        let given = facts.conditions.joined(separator: ", ")
        let specifics =
            [Self.specifics] + (given.isEmpty ? [] : ["Only findings with \(given)."]) + remarks
        bytes.append(",\n\"reportFindings\":{\"title\":", json: facts.plan.title)
        bytes.append(
            #","commissioner":"","evaluator":"#, json: assertors.sorted().joined(separator: ", "))
        if let newest {
            var time: [UInt8] = []
            time.append(utc: newest)
            bytes.append(literal: #","date":{"type":"http://www.w3.org/TR/NOTE-datetime","#)
            bytes.append(
                #""@value":"#, json: String(decoding: time.prefix(Self.dayBytes), as: UTF8.self))
            bytes.append(literal: "}")
        }
        bytes.append(#","summary":"#, json: summary)
        bytes.append(#","evaluationSpecifics":"#, json: specifics.joined(separator: "\n"))
        bytes.append(literal: "}")
    }

    private static let dayBytes = "2026-11-26".utf8.count

    private static let specifics =
        "Each outcome is the worst of its findings, from failed over can’t tell and untested to "
        + "passed and inapplicable. What is undecided is can’t tell, and what is challenged is its "
        + "decision. What is asked and not judged is untested. A failure of an advisory criterion, "
        + "or of a success criterion that a criterion does not name first, is can’t tell: it does "
        + "not fail that success criterion by itself."

    /// As the tool reads them; it has no term for WCAG 2.2, so that is WCAG.
    private static let context: StaticString = """
        {"wcagem":"http://www.w3.org/TR/WCAG-EM/#","Evaluation":"wcagem:procedure",\
        "defineScope":"wcagem:step1","scope":"wcagem:step1a","conformanceTarget":"wcagem:step1b",\
        "accessibilitySupportBaseline":"wcagem:step1c",\
        "additionalEvaluationRequirements":"wcagem:step1d","exploreTarget":"wcagem:step2",\
        "essentialFunctionality":"wcagem:step2b","pageTypeVariety":"wcagem:step2c",\
        "technologiesReliedUpon":"wcagem:step2d","selectSample":"wcagem:step3",\
        "structuredSample":"wcagem:step3a","randomSample":"wcagem:step3b",\
        "Website":"wcagem:website","Webpage":"wcagem:webpage","auditSample":"wcagem:step4",\
        "reportFindings":"wcagem:step5","commissioner":"wcagem:commissioner",\
        "evaluator":"wcagem:evaluator","evaluationSpecifics":"wcagem:step5b",\
        "reportToolVersion":"wcagem:reportToolVersion",\
        "WCAG":"http://www.w3.org/TR/WCAG/#","WCAG21":"http://www.w3.org/TR/WCAG21/#",\
        "WAI":"http://www.w3.org/WAI/","wcagVersion":"WAI:standards-guidelines/wcag/#versions",\
        "earl":"http://www.w3.org/ns/earl#","Assertion":"earl:Assertion",\
        "TestCriterion":"earl:TestCriterion","TestRequirement":"earl:TestRequirement",\
        "TestSubject":"earl:TestSubject","TestResult":"earl:TestResult",\
        "OutcomeValue":"earl:OutcomeValue","Pass":"earl:Pass","Fail":"earl:Fail",\
        "CannotTell":"earl:CannotTell","NotApplicable":"earl:NotApplicable",\
        "NotTested":"earl:NotTested","assertedBy":"earl:assertedBy","mode":"earl:mode",\
        "result":"earl:result","subject":"earl:subject","test":"earl:test",\
        "outcome":"earl:outcome","dcterms":"http://purl.org/dc/terms/","title":"dcterms:title",\
        "description":"dcterms:description","summary":"dcterms:summary","date":"dcterms:date",\
        "id":"@id","type":"@type"}
        """
}

// MARK: Assertions

extension WCAGEMWriter {
    private func append(
        _ index: Int, _ tally: SuccessCounts, on subject: AccordIRI, _ words: String,
        _ bytes: inout [UInt8]
    ) {
        let clause = tallies.target.criteria[index]
        let test = "\(tallies.target.prefix):\(SuccessCriterion.anchor(of: clause.title))"
        bytes.append(#"{"type":"Assertion","assertedBy":{"id":"#, iri: .merge)
        bytes.append(#"},"mode":{"id":"earl:semiAuto"},"subject":{"id":"#, iri: subject)
        bytes.append(#"},"test":{"id":"#, json: test)
        bytes.append(
            literal: #","type":["TestCriterion","TestRequirement"]},"result":{"type":"TestResult","#
        )
        bytes.append(#""outcome":{"id":"#, json: "earl:\(tally.outcome.rawValue)")
        bytes.append(#","type":["OutcomeValue","#, json: tally.outcome.valueClass)
        bytes.append(#"]},"description":"#, json: words)
        bytes.append(literal: "}}")
    }

    /// What is said of the whole app: how much of what, and on which screens it failed.
    private func words(of index: Int, _ tally: SuccessCounts) -> String {
        if case .nothing(let reason) = tallies.target.criteria[index].reach {
            return "No criterion of Accord tests it: \(reason)."
        }
        let failed = sample.filter { tallies.screens[$0.screen]?[index]?.outcome == .failed }
        guard !failed.isEmpty else { return tally.words + "." }
        let named = failed.prefix(Self.screensMax).map(\.title)
        let rest = failed.count - named.count
        let all = named + (rest > 0 ? ["\(rest) more"] : [])
        return "\(tally.words). Failed on: \(all.joined(separator: ", "))."
    }

    private static let screensMax = 20
}

extension Outcome {
    /// EARL's class of such outcomes.
    fileprivate var valueClass: String {
        switch self {
        case .passed: "Pass"
        case .failed: "Fail"
        case .cantTell: "CannotTell"
        case .inapplicable: "NotApplicable"
        case .untested: "NotTested"
        }
    }
}
