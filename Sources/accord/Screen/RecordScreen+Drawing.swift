import Client
import Presentation
import Reading
import Shared

extension RecordScreen {
    /// The whole screen as lines, none wider or more than the terminal has.
    func lines(columns: Int, lines: Int) -> [String] {
        if mode == .help { return Array(Self.help.prefix(lines)) }
        let (head, foot) = (head(columns), foot(columns))
        let room = max(1, lines - head.count - foot.count)
        // The present criterion stays in view, a little above the middle of a long list.
        let first = max(0, min(current - room / 2, place.criteria.count - room))
        let rows = place.criteria.indices.dropFirst(first).prefix(room).map { row($0, columns) }
        let space = Array(repeating: "", count: room - rows.count)
        return head + rows + space + foot
    }

    private func head(_ columns: Int) -> [String] {
        let tally = self.tally()
        let title = "\(place.title)  (\(place.control.title), \(place.component.screen))"
        let about = "\(place.environment.sentence), \(tally.judged) of \(tally.total) judged"
        return [Terminal.output.styled(title.cut(to: columns), .bold), about.cut(to: columns)]
            + withdrawals.flatMap { $0.sentence.wrapped(to: columns) } + [""]
    }

    private func row(_ index: Int, _ columns: Int) -> String {
        let criterion = place.criteria[index]
        let own = own(criterion)
        let pointer = index == current ? ">" : " "
        let sign = own.map(\.outcome.sign) ?? Outcome.untested.sign
        let others = self.others(criterion)
        let severity = own?.severity.map { ", \($0.rawValue)" } ?? ""
        let word = (own?.outcome.word ?? Outcome.untested.word) + severity
        let text = "\(pointer) \(sign) \(word.padded(to: 18)) \(criterion.statement)\(others)"
        let line = text.cut(to: columns)
        return index == current ? Terminal.output.styled(line, .bold) : line
    }

    private func others(_ criterion: Criterion) -> String {
        let siblings = findings[criterion.id]?.judgements ?? []
        let others = siblings.compactMap { sibling -> String? in
            guard sibling.author != place.view.person, let judgement = sibling.value.judgement
            else { return nil }
            return "\(place.view.plan.name(of: sibling.author)): \(judgement.outcome.word)"
        }
        return others.isEmpty ? "" : "  [\(others.joined(separator: "; "))]"
    }

    private func foot(_ columns: Int) -> [String] {
        var lines = [""]
        switch mode {
        case .typing(let field, let text):
            lines.append("\(field.rawValue): \(text)_".cut(to: columns, keepsEnd: true))
        case .confirmingAll:
            lines.append("Mark all untested criteria as passed? Only if you tested each. y / n")
        case .judging, .help:
            if let criterion {
                lines.append("How to test: \(criterion.how)".cut(to: columns))
                for field in [Field.heard, .note] {
                    guard let text = findings[criterion.id]?.text(field.name) else { continue }
                    lines.append("\(field.rawValue): \(text)".cut(to: columns))
                }
            }
        }
        lines += message.wrapped(to: columns)
        if mode == .judging { lines += agreementLines(columns) }
        lines.append(
            "p f c i u verdict  1-4 severity  j k g move  h n text  z undo  [ ] state  ? keys  q"
                .cut(to: columns))
        return lines
    }

    /// That a colleague says otherwise, with the key that takes it over.
    private func agreementLines(_ columns: Int) -> [String] {
        guard let words = agreement.words(in: place.view) else { return [] }
        let key = agreement.other.map { " a: agree instead (\($0.words))." } ?? ""
        return (words + key).wrapped(to: columns)
    }

    /// Every key, as in the browser, and those that only the terminal has.
    private static var help: [String] {
        KeyList.all.flatMap { group in
            [group.title] + group.rows.map { "  \($0.caps.padded(to: 8)) \($0.action)" } + [""]
        } + ["  A        All remaining passed", "  q        End", "", "Any key goes back."]
    }
}

extension Outcome {
    /// One character that tells it without colour.
    fileprivate var sign: String {
        switch self {
        case .passed: "+"
        case .failed: "x"
        case .cantTell: "?"
        case .inapplicable: "-"
        case .untested: "."
        }
    }
}

extension String {
    /// The front of a text in one line, or its end, with an ellipsis where it is cut.
    fileprivate func cut(to columns: Int, keepsEnd: Bool = false) -> String {
        let line = replacing("\n", with: " ")
        guard line.count > columns else { return line }
        let room = max(0, columns - 1)
        return keepsEnd ? "…" + line.suffix(room) : line.prefix(room) + "…"
    }

    /// The whole text in as many lines as its words need; one empty line for nothing.
    fileprivate func wrapped(to columns: Int) -> [String] {
        var lines = [""]
        for word in split(whereSeparator: \.isWhitespace) {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { $0.cut(to: columns) }
    }
}
