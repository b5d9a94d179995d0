import Client
import Reading
import Shared

extension StateItem {
    /// Everything recorded on it; for a script the objects of an export.
    func report(in view: AuditView, of client: AuditClient) -> Answer {
        Answer(.rows(try client.queries.json(of: [self], in: view))) {
            Terminal.output.styled(name, .bold)
            for assignee in assignees {
                "assigned to \(view.plan.name(ofAssignee: assignee))"
            }
            let same = view.sameControls(as: id.component)
            if !same.isEmpty { "the same control as \(AuditView.list(same))" }
            if let reason = withdrawal.reason { "withdrawn: \(reason)" }
            for (fact, versions) in facts {
                for one in versions {
                    let text = one.versionText(among: versions, in: view)
                    "fact \(fact.rawValue.padded(to: 12)) \(text)"
                }
            }
            if findings.isEmpty { "Nothing was recorded yet." }
            let evidence = try client.evidence.items(of: record, in: view)
            for finding in findings {
                FindingPage(finding: finding, view: view, evidence: evidence).lines
            }
        }
    }

    /// Why a verdict on it holds or none does, and how the versions relate.
    func explanation(of finding: Finding, in view: AuditView) -> Answer {
        let why = view.explanation(of: finding, on: self)
        let story = ExplanationStory(why, in: view, time: shown).lines
        let versions = FindingVersions(finding, on: self, in: view)
        return Answer([
            "state": name, "criterion": finding.criterion, "basis": finding.effective.basis,
            "verdict": finding.words, "steps": story, "version": versions.json,
        ]) {
            "\(finding.criterion) on \(name)\n"
            for (index, line) in story.enumerated() { "\(index + 1). \(line)" }
            "\nTherefore: \(finding.words)"
            versions.lines
        }
    }
}

/// One finding with everything that was said of it, for a person to read.
struct FindingPage {
    let finding: Finding
    let view: AuditView
    /// The component state's; what belongs to other findings is left out.
    let evidence: [EvidenceItem]

    @LineBuilder var lines: [String] {
        "\n\(finding.criterion): \(finding.words)"
        if let reason = finding.withdrawal.reason { line("withdrawn", reason) }
        // A single verdict stands in the heading already.
        for one in finding.judgements { line(view.whose(one), verdict(one)) }
        for one in finding.decisions { line("decision", decision(one)) }
        for name in FieldName.findingTexts {
            let versions = finding.texts[name] ?? []
            for one in versions { line(name.words, one.versionText(among: versions, in: view)) }
            let checks = name == .heard ? finding.suggestions : []
            checks.compactMap(\.value.text).map { line("suggested", suggested($0)) }
        }
        for name in FieldName.findingLists {
            for element in finding.lists[name] ?? [] { line(name.words, element) }
        }
        for item in evidence.filter({ $0.criterion == finding.criterion }) {
            line("evidence", item.words(in: view))
        }
        finding.comments.map { line("comment", "\(said(in: $0)) \(source(of: $0))") }
    }

    private func line(_ name: String, _ text: String) -> String {
        "  \(name.padded(to: 15)) \(text)"
    }

    private func verdict(_ sibling: Sibling) -> String {
        let words = sibling.value.judgement?.coloured ?? "a value of a later version"
        let standing = view.isProposed(sibling) ? ", not on the server yet" : ""
        return "\(words), \(shown(sibling.wallTime))\(standing)"
    }

    /// With whom it names standing out.
    private func said(in comment: Sibling) -> String {
        Mentions(of: view.plan).pieces(of: comment.value.text ?? "").map { piece in
            switch piece {
            case .text(let text): text
            case .name(let name, _): Terminal.output.styled(name, .bold)
            }
        }.joined()
    }

    private func source(of sibling: Sibling) -> String {
        "(\(view.plan.name(of: sibling.author)), \(shown(sibling.wallTime)))"
    }

    /// With reason and author; "proposed" until the server has confirmed it.
    private func decision(_ sibling: Sibling) -> String {
        guard let decision = sibling.value.decision else { return "of a later version" }
        let standing = view.isProposed(sibling) ? "proposed" : "in effect"
        return "\(decision.judgement.words), \(standing): \(decision.reason.string) "
            + source(of: sibling)
    }

    /// In words where a check of an announcement wrote it; as it stands where an import did.
    private func suggested(_ text: String) -> String {
        guard let suggestion = AnnouncementSuggestion(text: text),
            suggestion.codes.allSatisfy({ AnnouncementProblem(code: $0) != nil })
        else { return text }
        return suggestion.words
    }
}

extension Sibling {
    /// The text; of several versions with who wrote it.
    func versionText(among versions: [Sibling], in view: AuditView) -> String {
        let text = value.text ?? ""
        return versions.count > 1 ? "\(text) (version by \(view.plan.name(of: author)))" : text
    }
}

extension FindingVersions {
    @LineBuilder var lines: [String] {
        "\n\(Terminal.output.styled("Versions", .bold))"
        "Component state: \(contextText)"
        if !writes.isEmpty {
            Table(
                heading: ["VERSION", "BY", "SAYS", "HAD SEEN", "KNEW"],
                rows: writes.map {
                    [notation.text($0.dot), name($0), says($0), seen(by: $0), knew($0)]
                }
            ).text
        }
        sentences
    }

    /// The same for scripts, with all digits of every device.
    var json: JSON {
        [
            "context": context,
            "siblings": writes.map {
                [
                    "author": name($0), "person": $0.author.hex, "edit": $0.edit.hex,
                    "dot": $0.dot, "says": says($0), "seen": $0.sees, "knew": $0.known.map(\.hex),
                ] as JSON
            },
            "relations": relations.map {
                ["first": $0.first.dot, "second": $0.second.dot, "order": $0.order.rawValue] as JSON
            },
        ]
    }
}

extension Dot: JSONValue {
    /// `replica:n` with all 32 digits, as in the exports.
    var json: JSON { .string(VersionNotation.full.text(self)) }
}

extension VersionVector: JSONValue {
    /// Numbers by replica, as in the exports.
    var json: JSON {
        let numbers = entries.map { ($0.replica.hex, JSON.number(Int64(clamping: $0.n))) }
        return .object(Dictionary(uniqueKeysWithValues: numbers))
    }
}
