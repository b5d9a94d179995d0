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
        // The present criterion is unfolded, and its neighbours stay in sight.
        let details = unfolded(columns).fitted(to: max(0, room - min(5, place.criteria.count)))
        let count = room - details.count
        // It stays in view, a little above the middle of a long list.
        let first = max(0, min(current - count / 2, place.criteria.count - count))
        let rows = place.criteria.indices.dropFirst(first).prefix(count).flatMap {
            [row($0, columns)] + ($0 == current ? details : [])
        }
        return head + rows + Array(repeating: "", count: max(0, room - rows.count)) + foot
    }

    /// What else there is to know of the present criterion, below its row.
    private func unfolded(_ columns: Int) -> [String] {
        guard let criterion else { return [] }
        let finding = findings[criterion.id]
        let others = (finding?.judgements ?? []).filter { $0.author != place.view.person }.map {
            "\(place.view.plan.name(of: $0.author)): "
                + ($0.value.judgement?.words ?? "a verdict of a later version")
        }
        let texts = FieldName.findingTexts.compactMap { name in
            finding?.text(name).map { "\(name.register.title): \($0)" }
        }
        let statement = row(current, .max).count > columns ? [criterion.statement] : []
        return (statement + others + texts + ["How to test: \(criterion.how)"])
            .flatMap { $0.wrapped(to: columns - 4) }.map { "    \($0)" }
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
        let count = siblings.count { $0.author != place.view.person }
        return count == 0 ? "" : "  [\(counted(count, "colleague"))]"
    }

    private func foot(_ columns: Int) -> [String] {
        var lines = [""]
        switch mode {
        case .typing(let field, let text):
            lines.append("\(field.rawValue): \(text)_".cut(to: columns, keepsEnd: true))
        case .confirmingAll:
            lines.append("Mark all untested criteria as passed? Only if you tested each. y / n")
        case .judging, .help: break
        }
        lines += message.wrapped(to: columns)
        if mode == .judging { lines += agreementLines(columns) }
        return lines + Self.keys.packed(to: columns)
    }

    private static let keys = [
        "p f c i u verdict", "1-4 severity", "r repeat", "a agree", "j k g move", "h n text",
        ", pauses", "z undo", "A all passed", "[ ] state", "? keys", "q end",
    ]

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

extension [String] {
    /// As many lines as there is room for; the last one tells where some are left out.
    fileprivate func fitted(to count: Int) -> [String] {
        guard self.count > count else { return self }
        return count > 0 ? prefix(count - 1) + ["    …"] : []
    }

    /// Beside each other in as many lines as they need, none of them torn.
    fileprivate func packed(to columns: Int) -> [String] {
        reduce(into: []) { lines, item in
            if let last = lines.last, last.count + 2 + item.count <= columns {
                lines[lines.count - 1] = "\(last)  \(item)"
            } else {
                lines.append(item)
            }
        }
    }
}
