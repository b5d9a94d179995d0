import Presentation
import Reading
import Shared

/// What she answered to the question which of two verdicts of hers holds.
struct OwnAnswer {
    let criterion: Criterion
    let entry: FindingEntry
    /// Her verdicts that the question named.
    let edits: Set<EditID>

    /// - Throws: `PageError.badForm` for what is no answer that a question of ours has.
    init(_ text: String, at place: StatePlace) throws {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 3 else { throw PageError.badForm }
        criterion = try place.criterion(parts[0])
        let code = parts[1].split(separator: "/").map(String.init)
        guard let outcome = code.first.flatMap(Outcome.init(rawValue:)), code.count <= 3 else {
            throw PageError.badForm
        }
        var entry = FindingEntry()
        entry.criterion = criterion.id
        entry.outcome = outcome
        if outcome == .failed {
            guard code.count == 3, let severity = Severity(rawValue: code[1]),
                let attribution = Attribution(rawValue: code[2])
            else { throw PageError.badForm }
            entry.severity = severity
            entry.attribution = attribution
        }
        self.entry = entry
        edits = Set(parts[2].split(separator: ",").compactMap { EditID(hex: String($0)) })
    }
}
