package import Shared

extension CriterionForm {
    /// One text of a criterion, as its field shows it.
    struct TextField: Sendable {
        /// The first part of its field's name, before the criterion's id.
        let part: String
        let title: String
        let text: String
        /// Nil where the field shows what is saved.
        let unsaved: Unsaved?

        init(_ name: FieldName, of criterion: Criterion, _ filling: Filling) {
            part = name.rawValue
            title = name.register.title
            text = filling[name]
            unsaved = Unsaved(name, of: criterion, filling)
        }

        var isEmpty: Bool { text.isEmpty && unsaved == nil }

        /// The fields that stand in one part of the form, in their order.
        static func all(
            in part: Register.Part, of criterion: Criterion, _ filling: Filling
        ) -> [TextField] {
            FieldName.findingTexts.filter { $0.register.part == part }.map {
                TextField($0, of: criterion, filling)
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
        init?(_ name: FieldName, of criterion: Criterion, _ filling: Filling) {
            guard let sentence = filling.unsaved[name] else { return nil }
            part = name.rawValue
            field = "\(part).\(criterion.id)"
            label = name.register.title
            self.sentence = sentence
            isSavedWithForm = name != .comment
        }
    }
}

extension CriterionForm.Filling {
    /// The text in a field; empty where there is none.
    package subscript(name: FieldName) -> String {
        get { texts[name] ?? "" }
        set { texts[name] = newValue }
    }

    /// What the folded details hold; nil for nothing.
    var summary: String? {
        let titles = FieldName.findingTexts.filter { !self[$0].isEmpty }.map(\.register.title)
        let counts = [(evidence.count, "file"), (remarks.count, "comment")]
            .filter { $0.0 > 0 }.map { $0.0 == 1 ? "1 \($0.1)" : "\($0.0) \($0.1)s" }
        let all = titles + counts
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }
}
