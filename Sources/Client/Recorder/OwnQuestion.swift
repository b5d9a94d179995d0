package import Foundation
import Reading
package import Shared

/// A verdict that is not saved before its author says which of two of hers holds.
///
/// She has said something else meanwhile that her form had not shown; no lead can know what holds.
package struct OwnQuestion: Sendable {
    /// The criterion's full id.
    package let criterion: String
    /// What stands under her name and her form had not shown, ascending by dot; at least one.
    package let standing: [Sibling]
    /// What she says now; nil takes her verdict back.
    package let said: Judgement?

    /// What she is told, such as `You said passed at 10:02, which this form had not shown`.
    ///
    /// - Parameter time: Words for a moment.
    package func words(_ time: (Date) -> String) -> String {
        let all = standing.map { one in
            let verdict =
                one.value.judgement?.words ?? "something that a later version of Accord knows"
            return "\(verdict) at \(time(Date(unixMilliseconds: one.wallTime)))"
        }
        return "You said \(all.joined(separator: " and ")), which this form had not shown."
    }
}

/// A draft would put verdicts beside others of their own author; nothing was written.
struct UnseenJudgement: Error {
    let verdicts: [(field: FieldID, standing: [Sibling])]
}

extension FormContext {
    /// What an author has said of a finding that the form had not shown to her, ascending by dot.
    func unseen(_ field: FieldID, in record: Record, by author: PersonID) -> [Sibling] {
        guard field.name == .judgement else { return [] }
        let known = Set((shown[field] ?? []).map(\.edit))
        return record.siblings(of: field).filter {
            $0.author == author && !known.contains($0.edit)
        }
    }

    /// Takes for seen what she said herself, so that her next verdict replaces it.
    ///
    /// - Parameter isKnown: Whether she was asked about it, or said it in this form.
    package mutating func learnOwn(
        on criterion: String, of record: Record, by author: PersonID,
        where isKnown: (Sibling) -> Bool
    ) {
        let field = FieldID(criterion: criterion, .judgement)
        let known = unseen(field, in: record, by: author).filter(isKnown)
        if !known.isEmpty { shown[field, default: []] += known }
    }
}
