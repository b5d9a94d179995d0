package import Shared

extension Write {
    /// What it does, as a sentence goes on after a name: `judged: passed`, `changed the note`.
    ///
    /// Nil for what nobody does on its own: a check's suggestion, and the name of a file.
    package var deed: String? {
        switch field.name {
        case .suggestion, .evidenceName: nil
        case .judgement: value.map { "judged: \($0.sayings)" } ?? "took the verdict back"
        case .decision: value.map { "decided: \($0.sayings)" } ?? "lifted the decision"
        case .withdrawn: value == nil ? "took the withdrawal back" : "withdrew it"
        case .comment: value == nil ? "took a comment back" : "commented"
        case .evidence: value == nil ? "detached a file" : "attached a file"
        case .tag: element("the tag")
        case .link: element("the link")
        case .fact: verb("what was tested")
        case .member: value == nil ? "took somebody out of a group" : "added somebody to a group"
        case .some(let name): verb(name.phrase)
        case nil: "wrote a field of a later version of Accord"
        }
    }

    /// What somebody wrote in her own words; nil where it is no text, or one is taken back.
    package var text: String? {
        switch value {
        case .text(let text): field.name?.isProse == true ? text.string : nil
        case .decision(let decision): decision.reason.string
        case .withdrawal(let withdrawal): withdrawal.reason.string
        case .signOff(let signOff): signOff.statement.string
        case .judgement, .present, .number, .role, .policy, .round, .opaque, nil: nil
        }
    }

    private func verb(_ what: String) -> String {
        guard value != nil else { return "took \(what) back" }
        return replaces.isEmpty ? "wrote \(what)" : "changed \(what)"
    }

    private func element(_ what: String) -> String {
        let name = field.element.first ?? ""
        return value == nil ? "took \(what) \(name) off" : "added \(what) \(name)"
    }
}

extension Record {
    /// What somebody wrote of a finding, as news quotes it: `note “Focus is lost.”`.
    ///
    /// Nil for verdicts, comments and all else that nobody but its author takes away.
    package func quoted(_ sibling: Sibling) -> String? {
        guard let name = sibling.field.name else { return nil }
        let element = sibling.field.element.first ?? ""
        let text = (sibling.value.text ?? "").quotation
        switch name {
        case .decision: return sibling.value.decision.map { "decision: \($0.judgement.words)" }
        case .evidence: return "file \(file(element, sibling.field.criterion))"
        case .evidenceShows, .evidenceCaption, .evidenceHeard:
            return "\(name.said) \(file(element, sibling.field.criterion)): \(text)"
        case .evidenceArea:
            let area = MarkedArea(id: "", text: sibling.value.text ?? "")
            let label = area.map(\.label.quotation) ?? text
            return "area of \(file(element, sibling.field.criterion)): \(label)"
        case _ where FieldName.findingTexts.contains(name): return "\(name.rawValue) \(text)"
        case _ where FieldName.findingLists.contains(name):
            return "\(name.rawValue) \(element.quotation)"
        default: return nil  // open set: what has readers of its own, or is nobody's words
        }
    }

    /// What a file was called where it was attached, else the front of its hash.
    private func file(_ hash: String, _ criterion: String) -> String {
        let name = siblings(of: FieldID(criterion: criterion, .evidenceName, hash)).newest
        return (name?.value.text ?? String(hash.prefix(8))).quotation
    }
}

extension String {
    /// In quotation marks on one line, and no more of it than news has room for.
    fileprivate var quotation: String {
        let line = onOneLine
        return "“\(line.prefix(Self.quotationMax))\(line.count > Self.quotationMax ? "…" : "")”"
    }

    private static let quotationMax = 200
}

extension FieldValue {
    /// Such as `failed, serious`; of a later version's value that it is one.
    fileprivate var sayings: String {
        (judgement ?? decision?.judgement)?.words ?? "a value of a later version of Accord"
    }
}

extension FieldName {
    /// What a sentence calls it.
    fileprivate var phrase: String {
        switch self {
        case .heard: "what was heard"
        case .steps: "the steps to get there"
        case .assignee: "the assignment"
        case .due: "the due date"
        default: "the \(register.title.lowercased())"  // open set: as forms call it
        }
    }

    /// What a text of a file says of it.
    fileprivate var said: String {
        switch self {
        case .evidenceShows: "what is seen in"
        case .evidenceCaption: "caption of"
        default: "what is heard in"  // open set: the last of the three texts of a file
        }
    }

    /// Whether it holds sentences of a person's.
    fileprivate var isProse: Bool { self == .comment || FieldName.findingTexts.contains(self) }
}
