import Shared

/// One row's cells by column, before anything is known of what they say.
struct RowCells {
    /// Texts as given; a column that says nothing is absent, an empty text empties.
    var texts: [FindingColumn: String] = [:]
    var lists: [FindingColumn: [String]] = [:]
    /// Columns whose cell is of the wrong kind, which has been told already.
    var unreadable: Set<FindingColumn> = []
    /// What columns say that only exports have.
    var origin = RowOrigin()
}

/// Reads one row's cells as an entry, and goes on after a fault so that all of them are told.
struct EntryReading {
    let cells: RowCells
    /// Whether what names the finding may mean something only to whoever has a map.
    var hasOwnNames = false
    private(set) var faults: [(column: String, advice: String)] = []

    mutating func entry() -> FindingEntry {
        var entry = FindingEntry()
        entry.screen = cells.texts[.screen] ?? ""
        entry.control = word(.control)
        entry.label = cells.texts[.label] ?? ""
        entry.ordinal = position(.ordinal) ?? 1
        entry.component = word(.component).lowercased()
        entry.environment = word(.environment)
        entry.round = position(.round)
        entry.state = word(.state)
        entry.criterion = word(.criterion)
        entry.outcome = choice(.outcome)
        entry.severity = choice(.severity)
        entry.attribution = choice(.attribution)
        for (column, text) in cells.texts {
            if let name = column.text { entry.texts[name] = text }
        }
        for (column, list) in cells.lists where !list.isEmpty {
            if let name = column.list { entry.lists[name] = list }
        }
        if !hasOwnNames { checkNames(of: entry) }
        checkFailure(in: entry)
        checkLengths()
        return entry
    }

    /// The audit that the row says it is of; empty where it does not.
    var audit: String { word(.audit).lowercased() }

    /// What no change could hold is told here, where its row and its column are known.
    private mutating func checkLengths() {
        for (column, text) in cells.texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            check(text, column)
        }
        for (column, list) in cells.lists.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for element in list { check(element, column) }
        }
    }

    private mutating func check(_ text: String, _ column: FindingColumn) {
        let bytesMax = Self.bytesMax(of: column)
        // Composing makes a text at most three times as long; nearly all are far below that.
        guard text.utf8.count > bytesMax / 3 else { return }
        let count = Text(typed: text).string.utf8.count
        guard count > bytesMax else { return }
        fault(column, "the text has \(count) bytes, above \(bytesMax): shorten it")
    }

    private static func bytesMax(of column: FindingColumn) -> Int {
        let limits = Limits.standard
        if column.list != nil { return limits.elementBytesMax }
        return column.text?.register.kind == .text ? limits.textBytesMax : limits.labelBytesMax
    }

    private func word(_ column: FindingColumn) -> String { cells.texts[column]?.trimmed ?? "" }

    /// A number that counts from 1; nil where the row says none.
    private mutating func position(_ column: FindingColumn) -> UInt32? {
        let word = word(column)
        guard !word.isEmpty else { return nil }
        guard let position = UInt32(word), position > 0 else {
            fault(column, "`\(word.brief)` is no position: give 1 or a higher whole number")
            return nil
        }
        return position
    }

    /// One of an enum's words; capitals do not matter, since spreadsheets correct them.
    private mutating func choice<Word: RawRepresentable<String> & CaseIterable>(
        _ column: FindingColumn
    ) -> Word? {
        let word = word(column)
        guard !word.isEmpty else { return nil }
        let lowercased = word.lowercased()
        let found =
            Word(rawValue: word) ?? Word.allCases.first { $0.rawValue.lowercased() == lowercased }
        if let found { return found }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        fault(column, "`\(word.brief)` is none of \(words)")
        return nil
    }

    private mutating func checkNames(of entry: FindingEntry) {
        if !entry.component.isEmpty {
            if !Self.isComponentID(entry.component) {
                fault(.component, "give 6 or more digits of the component's id, or nothing")
            }
        } else if entry.label.trimmed.isEmpty {
            fault(.label, "give the component's label")
        } else if entry.screen.trimmed.isEmpty, !Self.isComponentID(entry.label) {
            fault(.screen, "give the screen's name, or 6 or more digits of the id as label")
        }
        if entry.environment.isEmpty {
            fault(.environment, "give the environment, such as ios-voiceover-phone-18")
        }
        if entry.state.isEmpty { fault(.state, "give the state's id, such as expanded") }
        if entry.criterion.isEmpty {
            fault(.criterion, "give the criterion's id, such as menu.ios.trigger-name")
        }
    }

    private mutating func checkFailure(in entry: FindingEntry) {
        guard entry.outcome != .failed else { return }
        // Beside an outcome that could not be read a severity may well be right.
        let hasOutcome = !word(.outcome).isEmpty || cells.unreadable.contains(.outcome)
        guard entry.outcome != nil || !hasOutcome else { return }
        let advice = "only a failure has one: empty it, or make the outcome failed"
        if entry.severity != nil { fault(.severity, advice) }
        if entry.attribution != nil { fault(.attribution, advice) }
    }

    private mutating func fault(_ column: FindingColumn, _ advice: String) {
        guard !cells.unreadable.contains(column) else { return }
        faults.append((column.rawValue, advice))
    }

    /// Whether a label can be the front of an id, as for a component that is still to come.
    private static func isComponentID(_ label: String) -> Bool {
        (6...32).contains(label.utf8.count)
            && label.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit }
    }
}
