import Shared

extension CriterionForm {
    /// The texts of a criterion, by the first part of their fields' names.
    package enum Part: String, Sendable {
        case heard, note, steps, recommendation, comment

        /// As the label of its field says it.
        package var title: String {
            switch self {
            case .heard: "Heard"
            case .note: "Note"
            case .steps: "Steps to get there"
            case .recommendation: "Recommendation"
            case .comment: "Comment"
            }
        }
    }

    /// Says that the text in a field is not saved, with what can be done about it.
    struct Unsaved: Sendable {
        /// The name of the form's field.
        let field: String
        /// Tells apart the fields of one criterion.
        let part: String
        let label: String
        let sentence: String
        /// Whether saving the form saves it; a comment is only added by its own button.
        let isSavedWithForm: Bool

        /// Nil where the field shows what is saved.
        init?(_ part: Part, of criterion: Criterion, _ filling: Filling) {
            guard let sentence = filling.unsaved[part] else { return nil }
            field = "\(part.rawValue).\(criterion.id)"
            self.part = part.rawValue
            label = part.title
            self.sentence = sentence
            isSavedWithForm = part != .comment
        }
    }
}

extension CriterionForm.Filling {
    /// The text of a part.
    package subscript(part: CriterionForm.Part) -> String {
        get {
            switch part {
            case .heard: heard
            case .note: note
            case .steps: steps
            case .recommendation: recommendation
            case .comment: comment
            }
        }
        set {
            switch part {
            case .heard: heard = newValue
            case .note: note = newValue
            case .steps: steps = newValue
            case .recommendation: recommendation = newValue
            case .comment: comment = newValue
            }
        }
    }
}
