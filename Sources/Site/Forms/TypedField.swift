import Client
import Foundation
import Reading
import Shared

/// A field that people type into, by the name it is sent under: `note.menu.android.state-open`.
struct TypedField: Sendable {
    /// Those a criterion has, in the order of the page.
    static let names = FieldName.findingFields + [.comment]
    let name: FieldName
    let criterion: Criterion
    private let place: StatePlace

    /// - Throws: `PageError.badForm` for what is no such field of the place.
    ///
    /// A phrase for a whole part is kept as what was heard for the first criterion it answers.
    init(_ formName: String?, at place: StatePlace) throws {
        let parts = (formName ?? "").split(separator: ".", maxSplits: 1).map(String.init)
        if parts.count == 2, Self.phraseName(parts[1]) == formName {
            guard let first = place.spokenCriteria[parts[1]]?.first else {
                throw PageError.badForm
            }
            name = .heard
            criterion = first
            self.place = place
            return
        }
        guard parts.count == 2, let name = Self.names.first(where: { $0.rawValue == parts[0] })
        else { throw PageError.badForm }
        self.name = name
        criterion = try place.criterion(parts[1])
        self.place = place
    }

    private var id: FieldID { FieldID(criterion: criterion.id, name) }
    private var record: RecordKey { .state(place.view.audit, place.id) }

    static func formName(_ name: FieldName, _ criterion: String) -> String {
        "\(name.rawValue).\(criterion)"
    }

    /// The field of what was said of a whole part.
    static func phraseName(_ part: String) -> String { "said.\(part)" }

    /// Keeps what was typed and not saved; what the field shows anyway is not kept.
    func keep(_ text: String, in context: PageContext) throws {
        guard place.canRecord else { throw PageError.badForm }
        let typed = text.withLineFeeds
        if try isSaid(typed, context) {
            try context.client.unsavedTexts.forget(id, of: record)
        } else {
            try context.client.unsavedTexts.keep(typed, typedInto: id, of: record, at: context.now)
        }
    }

    /// Drops what was typed; the field shows again what is saved.
    func discard(in context: PageContext) throws -> JSONAnswer {
        try context.client.unsavedTexts.forget(id, of: record)
        let fields = [Self.formName(name, criterion.id): try saved(context)]
        return JSONAnswer(says: "Discarded", fields: fields, isSaved: false)
    }

    /// What it shows that nobody has typed into; of a comment nothing.
    private func saved(_ context: PageContext) throws -> String {
        try finding(context)?.shownText(name, to: place.view.person) ?? ""
    }

    /// Whether a text is saved, if as the comment that a form added before its script brought it.
    private func isSaid(_ text: String, _ context: PageContext) throws -> Bool {
        if name.isSame(text, as: try saved(context)) { return true }
        guard name == .comment else { return false }
        let own = try finding(context)?.comments.last { $0.author == place.view.person }
        return own?.value.text.map { name.isSame($0, as: text) } ?? false
    }

    private func finding(_ context: PageContext) throws -> Finding? {
        try place.view.item(place.id).findings
            .first { $0.criterion == criterion.id }
    }
}

extension Finding {
    /// What its field shows.
    func shownText(_ name: FieldName, to person: PersonID) -> String {
        if let elements = lists[name] { return TypedList.text(of: elements) }
        return texts[name]?.shown(to: person)?.value.text ?? ""
    }
}
