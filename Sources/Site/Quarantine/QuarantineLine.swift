import Client
import Foundation
import Presentation
import Reading
import Shared

/// Something that was set aside, in words.
struct QuarantineLine: Sendable {
    let itemId: String
    let title: String
    /// Nil where no page has it.
    let href: String?
    let whose: String
    let when: String
    let why: String
    /// How its first writing is held, and who brought it.
    let held: String
    let writes: [Written]
    /// Why to look first; nil where nothing stands against it.
    let look: String?

    /// One register that it wants to write.
    struct Written: Sendable {
        /// The criterion’s sentence; nil for what belongs to none.
        let statement: String?
        let what: String
        let value: String
        /// What would go, and what would stand beside it.
        let effects: [String]
    }

    init(
        _ item: QuarantinedItem, in view: AuditView, _ catalogue: Catalogue, at time: PageTime
    ) {
        itemId = item.id
        title = Self.title(of: item, in: view)
        href = Self.key(of: item).map { view.place(of: $0).address }
        whose = item.whose
        when = time.shown(item.written ?? item.received)
        why = item.reason.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? item.reason
        held = item.held
        writes = item.writes.map { Written($0, catalogue) }
        look = item.look
    }

    /// As the audit here calls its record, else as the server does.
    static func title(of item: QuarantinedItem, in view: AuditView) -> String {
        switch key(of: item) {
        case .component(_, let id): view.components[id]?.name ?? item.record
        case .state(_, let id):
            view.components[id.component] == nil ? item.record : view.name(of: id)
        case .plan, .other, nil: item.record
        }
    }

    private static func key(of item: QuarantinedItem) -> RecordKey? {
        [UInt8](hex: item.key).flatMap(RecordKey.init(bytes:))
    }
}

extension QuarantineLine.Written {
    fileprivate init(_ write: QuarantinedItem.Write, _ catalogue: Catalogue) {
        let field = FieldID(path: write.field)
        let criterion = field?.criterion ?? ""
        statement =
            criterion.isEmpty
            ? nil : catalogue.criterion(criterion)?.statement ?? Criterion.short(criterion)
        let title = field?.name.map { $0.register.title } ?? write.field
        what = ([title] + (field?.element.prefix(1) ?? [])).joined(separator: " ")
        value = Self.quoted(write.value.map { Self.words($0, of: field?.name) } ?? "taken back")
        effects =
            write.takes.map { "takes away: \(Self.quoted(Self.words($0, of: field?.name)))" }
            + write.beside.map { "beside: \(Self.quoted(Self.words($0, of: field?.name)))" }
    }

    /// An outcome begins a verdict, as programs call it: `cantTell (Lee Okafor)`.
    private static func words(_ text: String, of name: FieldName?) -> String {
        guard name == .judgement || name == .decision else { return text }
        let word = text.prefix { $0.isLetter }
        guard let outcome = Outcome(rawValue: String(word)) else { return text }
        return outcome.word + text.dropFirst(word.count)
    }

    /// A long text by its beginning: `accord quarantine show` has all of it.
    private static func quoted(_ text: String) -> String {
        text.count > 500 ? "\(text.prefix(500))\u{2026}" : text
    }
}
