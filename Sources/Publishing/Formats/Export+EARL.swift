import Presentation
import Reading
import Shared

extension EARLWriter {
    /// W3C's Evaluation and Report Language, as JSON-LD that needs nothing from elsewhere.
    static let export = Export(
        id: "earl", fileExtension: "jsonld", mediaType: "application/ld+json",
        about: "tells each verdict, and what holds, to tools that read EARL", hasWithdrawn: false
    ) { EARLWriter(facts: $0) }
}

/// One node a line: each thing is described once, before the first assertion that names it.
struct EARLWriter: ExportWriter {
    let facts: ExportFacts
    /// People, criteria and success criteria: as many as there are of these, however many findings.
    private var described: Set<String> = []
    /// Findings of one component state come together.
    private var subject: StateID?

    init(facts: ExportFacts) { self.facts = facts }

    func begin(_ output: inout ExportOutput) {
        output.bytes.append(literal: "{\"@context\":")
        output.bytes.append(literal: Self.context)
        output.bytes.append(literal: ",\"@graph\":[\n")
        let audit = AccordIRI.audit(facts.view.audit)
        output.bytes.append(#"{"@id":"#, iri: audit)
        output.bytes.append(#","@type":"accord:Audit","title":"#, json: facts.plan.title)
        output.bytes.append("},\n{\"@id\":", iri: .merge)
        output.bytes.append(literal: #","@type":["Assertor","Software"],"title":"Accord","#)
        output.bytes.append(#""description":"#, json: Self.mergeWords)
        output.bytes.append(literal: "}")
    }

    func end(_ output: inout ExportOutput) { output.bytes.append(literal: "\n]}\n") }

    mutating func row(_ row: FindingRow, _ output: inout ExportOutput) {
        describeSubject(of: row, &output.bytes)
        describeCriterion(of: row, &output.bytes)
        let names = Names(row)
        var edits: Set<EditID> = []
        // An edit that came under two dots is one verdict.
        for sibling in row.siblings where edits.insert(sibling.edit).inserted {
            describe(sibling, &output.bytes)
            append(sibling, names, &output.bytes)
        }
        for decision in row.decisions where edits.insert(decision.edit).inserted {
            describe(decision, &output.bytes)
            append(decision, names, &output.bytes)
        }
        append(effective: row, names, &output.bytes)
    }

    /// What all assertions of one finding are about.
    fileprivate struct Names {
        let subject: AccordIRI
        let test: AccordIRI
        let criterion: String

        init(_ row: FindingRow) {
            subject = .state(row.state, of: row.audit)
            test = .criterion(row.entry.criterion)
            criterion = row.entry.criterion
        }
    }

    private static let mergeWords =
        "Says what holds of all that people said of a finding: what they agree on, what the "
        + "audit's policy chooses, or what a lead decided. What is not decided is cantTell."

    /// Every term that the file uses; nothing is fetched.
    private static let context: StaticString = """
        {"earl":"http://www.w3.org/ns/earl#","dct":"http://purl.org/dc/terms/",\
        "foaf":"http://xmlns.com/foaf/0.1/","xsd":"http://www.w3.org/2001/XMLSchema#",\
        "WCAG22":"http://www.w3.org/TR/WCAG22/#","accord":"urn:accord:term:",\
        "Assertion":"earl:Assertion","Assertor":"earl:Assertor","Software":"earl:Software",\
        "TestSubject":"earl:TestSubject","TestCase":"earl:TestCase",\
        "TestRequirement":"earl:TestRequirement","TestResult":"earl:TestResult",\
        "assertedBy":{"@id":"earl:assertedBy","@type":"@id"},\
        "subject":{"@id":"earl:subject","@type":"@id"},"test":{"@id":"earl:test","@type":"@id"},\
        "mode":{"@id":"earl:mode","@type":"@id"},"result":"earl:result",\
        "outcome":{"@id":"earl:outcome","@type":"@id"},"info":"earl:info",\
        "title":"dct:title","description":"dct:description","name":"foaf:name",\
        "date":{"@id":"dct:date","@type":"xsd:dateTime"},\
        "isPartOf":{"@id":"dct:isPartOf","@type":"@id"}}
        """
}

// MARK: What assertions are about

extension EARLWriter {
    private mutating func describeSubject(of row: FindingRow, _ bytes: inout [UInt8]) {
        guard row.state != subject else { return }
        subject = row.state
        bytes.append(",\n{\"@id\":", iri: .state(row.state, of: row.audit))
        bytes.append(#","@type":"TestSubject","title":"#, json: row.stateName)
        bytes.append(#","isPartOf":"#, iri: .audit(row.audit))
        let words: [(StaticString, String)] = [
            (#","accord:screen":"#, row.entry.screen), (#","accord:control":"#, row.entry.control),
            (#","accord:label":"#, row.entry.label),
            (#","accord:component":"#, row.entry.component),
            (#","accord:environment":"#, row.entry.environment),
            (#","accord:state":"#, row.entry.state),
        ]
        for (key, word) in words where !word.isEmpty { bytes.append(key, json: word) }
        bytes.append(literal: #","accord:ordinal":"#)
        bytes.append(decimal: row.entry.ordinal)
        bytes.append(literal: #","accord:round":"#)
        bytes.append(decimal: row.state.round)
        bytes.append(FieldName.testedTexts, of: row)
        bytes.append(literal: "}")
    }

    private mutating func describeCriterion(of row: FindingRow, _ bytes: inout [UInt8]) {
        let iri = AccordIRI.criterion(row.entry.criterion)
        guard described.insert(iri.text).inserted else { return }
        let criterion = facts.criterion(row.entry.criterion)
        let requirements = (criterion?.wcag ?? []).compactMap(SuccessCriterion.named)
        for requirement in requirements { describe(requirement, &bytes) }
        bytes.append(",\n{\"@id\":", iri: iri)
        bytes.append(
            #","@type":"TestCase","title":"#, json: criterion?.statement ?? row.entry.criterion)
        bytes.append(#","accord:criterion":"#, json: row.entry.criterion)
        if !requirements.isEmpty {
            bytes.append(#","isPartOf":"#, array: requirements) { $1.append(json: $0.curie) }
        }
        bytes.append(literal: "}")
    }

    private mutating func describe(_ requirement: SuccessCriterion, _ bytes: inout [UInt8]) {
        guard described.insert(requirement.curie).inserted else { return }
        bytes.append(",\n{\"@id\":", json: requirement.curie)
        bytes.append(
            #","@type":"TestRequirement","title":"#,
            json: "\(requirement.number) \(requirement.name)")
        bytes.append(literal: "}")
    }

    private mutating func describe<Value>(
        _ authored: FindingRow.Authored<Value>, _ bytes: inout [UInt8]
    ) {
        let iri = AccordIRI.person(authored.person)
        guard described.insert(iri.text).inserted else { return }
        bytes.append(",\n{\"@id\":", iri: iri)
        bytes.append(#","@type":["Assertor","foaf:Person"],"name":"#, json: authored.author)
        bytes.append(literal: "}")
    }
}

// MARK: Assertions

extension EARLWriter {
    private func append(
        _ sibling: FindingRow.Authored<Judgement?>, _ names: Names, _ bytes: inout [UInt8]
    ) {
        bytes.append(",\n{\"@id\":", iri: .verdict(sibling.edit, on: names.criterion))
        bytes.append(literal: #","@type":["Assertion","accord:Verdict"]"#)
        append(sourceOf: sibling, sibling.value, names, &bytes)
        bytes.append(literal: "}")
    }

    private func append(
        _ decision: FindingRow.Authored<Decision?>, _ names: Names, _ bytes: inout [UInt8]
    ) {
        bytes.append(",\n{\"@id\":", iri: .decision(decision.edit, on: names.criterion))
        bytes.append(literal: #","@type":["Assertion","accord:Decision"]"#)
        append(sourceOf: decision, decision.value?.judgement, names, &bytes)
        bytes.append(#","accord:reason":"#, unlessEmpty: decision.value?.reason.string)
        bytes.append(#","accord:rule":"#, unlessEmpty: decision.value?.rule)
        bytes.append(literal: "}")
    }

    /// Who judged what, and how; nil is a judgement that only a later version can read.
    private func append<Value>(
        sourceOf authored: FindingRow.Authored<Value>, _ judgement: Judgement?, _ names: Names,
        _ bytes: inout [UInt8]
    ) {
        bytes.append(#","assertedBy":"#, iri: .person(authored.person))
        bytes.append(names, mode: "earl:manual")
        bytes.append(result: judgement?.outcome ?? .cantTell, at: authored.at, info: nil)
        bytes.append(judgement)
        if judgement == nil { bytes.append(literal: #","accord:unread":true"#) }
        bytes.append(#","accord:unplaced":"#, unlessEmpty: authored.unplaced)
    }

    /// What holds: a finding has exactly one of these, whatever stands beside it.
    private func append(effective row: FindingRow, _ names: Names, _ bytes: inout [UInt8]) {
        bytes.append(",\n{\"@id\":", iri: .finding(row))
        bytes.append(literal: #","@type":["Assertion","accord:Effective"]"#)
        bytes.append(#","assertedBy":"#, iri: .merge)
        bytes.append(names, mode: "earl:semiAuto")
        bytes.append(
            result: row.effective.singleOutcome, at: row.changed, info: row.entry.texts[.note])
        bytes.append(row.effective.judgement)
        bytes.append(#","accord:basis":"#, json: row.effective.basis)
        bytes.append(#","accord:rule":"#, unlessEmpty: row.effective.rule)
        bytes.append(#","accord:reason":"#, unlessEmpty: row.effective.reason)
        if let withdrawn = row.withdrawn {
            bytes.append(
                #","accord:withdrawal":"#, json: withdrawn.isContested ? "contested" : "withdrawn")
            bytes.append(#","accord:withdrawalReason":"#, unlessEmpty: withdrawn.reason)
        }
        bytes.append(FieldName.findingTexts.filter { $0 != .note }, of: row)
        for (key, elements) in [
            (#","accord:tag":"#, row.entry.lists[.tag] ?? []),
            (#","accord:link":"#, row.entry.lists[.link] ?? []),
            (#","accord:evidence":"#, row.evidence),
        ] as [(StaticString, [String])] where !elements.isEmpty {
            bytes.append(key, array: elements) { $1.append(json: $0) }
        }
        bytes.append(literal: "}")
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ names: EARLWriter.Names, mode: String) {
        append(#","subject":"#, iri: names.subject)
        append(#","test":"#, iri: names.test)
        append(#","mode":"#, json: mode)
    }

    fileprivate mutating func append(result outcome: Outcome, at time: Int64?, info: String?) {
        append(
            #","result":{"@type":"TestResult","outcome":"#, json: "earl:\(outcome.rawValue)")
        if let time {
            append(literal: #","date":""#)
            append(utc: time)
            append(literal: "\"")
        }
        append(#","info":"#, unlessEmpty: info)
        append(literal: "}")
    }

    fileprivate mutating func append(_ judgement: Judgement?) {
        append(#","accord:severity":"#, unlessEmpty: judgement?.severity?.rawValue)
        append(#","accord:attribution":"#, unlessEmpty: judgement?.attribution?.rawValue)
    }

    /// Under the names of the columns of ndjson.
    fileprivate mutating func append(_ texts: [FieldName], of row: FindingRow) {
        for name in texts {
            guard let text = row.entry.texts[name], !text.isEmpty else { continue }
            append(literal: ",")
            append(json: "accord:\(name.rawValue)")
            append(":", json: text)
        }
    }

    /// A thing has no property of which nothing is known.
    fileprivate mutating func append(_ before: StaticString, unlessEmpty text: String?) {
        guard let text, !text.isEmpty else { return }
        append(before, json: text)
    }
}

extension SuccessCriterion {
    /// Its address, shortened as the context says.
    fileprivate var curie: String { "WCAG22:\(anchor)" }
}
