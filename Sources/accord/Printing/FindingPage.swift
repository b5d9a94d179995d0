import Client
import Reading
import Shared

/// One finding with everything that was said of it, for a person to read.
struct FindingPage {
    let finding: Finding
    let view: AuditView
    /// The component state's; what belongs to other findings is left out.
    let evidence: [EvidenceItem]

    func print() {
        printLine("\n\(finding.criterion): \(finding.words)")
        if let reason = finding.withdrawal.reason { line("withdrawn", reason) }
        // A single verdict stands in the heading already.
        for judgement in finding.judgements {
            line(
                view.plan.name(of: judgement.author),
                "\(judgement.value.judgement?.coloured ?? "a value of a later version"), "
                    + shown(judgement.wallTime)
                    + (view.isProposed(judgement) ? ", not on the server yet" : ""))
        }
        for decision in finding.decisions { line("decision", words(decision)) }
        for name in FieldName.findingTexts {
            let versions = finding.texts[name] ?? []
            for one in versions { line(name.words, one.versionText(among: versions, in: view)) }
            guard name == .heard else { continue }
            for text in finding.suggestions.compactMap(\.value.text) {
                line("suggested", suggested(text))
            }
        }
        if !finding.tags.isEmpty { line("tags", finding.tags.joined(separator: ", ")) }
        for link in finding.links { line("link", link) }
        for item in evidence where item.criterion == finding.criterion {
            line("evidence", item.words(in: view))
        }
        for comment in finding.comments {
            line("comment", "\(comment.value.text ?? "") \(source(of: comment))")
        }
    }

    private func source(of sibling: Sibling) -> String {
        "(\(view.plan.name(of: sibling.author)), \(shown(sibling.wallTime)))"
    }

    /// A decision with reason and author; "proposed" until the server has confirmed it.
    private func words(_ sibling: Sibling) -> String {
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

    private func line(_ name: String, _ text: String) {
        printLine("  \(name.padded(to: 15)) \(text)")
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
    func print() {
        printLine("\n" + Terminal.output.styled("Versions", .bold))
        printLine("Component state: \(contextText)")
        var table = Table("VERSION", "BY", "SAYS", "HAD SEEN", "KNEW")
        for write in writes {
            table.add(
                notation.text(write.dot), name(write), says(write), seen(by: write), knew(write))
        }
        if !writes.isEmpty { printLine(table.text) }
        for sentence in sentences { printLine(sentence) }
    }

    /// The same for scripts, with all digits of every device.
    var json: JSON {
        [
            "context": context, "siblings": writes.map(json),
            "relations": relations.map {
                ["first": $0.first.dot, "second": $0.second.dot, "order": $0.order.rawValue] as JSON
            },
        ]
    }

    private func json(_ write: Sibling) -> JSON {
        [
            "author": name(write), "person": write.author.hex, "edit": write.edit.hex,
            "dot": write.dot, "says": says(write), "seen": write.sees,
            "knew": write.known.map(\.hex),
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
