@_spi(Reflection) import Swift
import Testing

@testable import Site
@testable import Workbench

/// Templates against the types of what they draw: a name that no value has stored is drawn as
/// nothing, and nobody is told.
struct TemplateNamesTests {
    private static let pages: [any Page.Type] = [
        AgreementPage.self, AuditPage.self, RoundsPage.self, AuditsPage.self,
        CatalogueListPage.self,
        CataloguePage.self,
        ConflictPage.self, ConflictPreviewPage.self, ConflictsPage.self, DevicesPage.self,
        EndDevicePage.self, EvidencePage.self,
        FieldChecksPage.self,
        HistoryPage.self, JoinPage.self, KeyboardPage.self, MessagePage.self, OverviewPage.self,
        PaperPage.self, PeoplePage.self, PhonePairPage.self,
        PlanAddingPage.self, PlanPage.self, PlannedComponentPage.self, PlannedScreenPage.self,
        QuarantinePage.self, QuarantinePreviewPage.self, ResolvedConflictsPage.self, RulesPage.self,
        RepinningPage.self, SameFailurePage.self, SearchPage.self, SessionPage.self,
        SecondOpinionsPage.self, SignOffPage.self,
        SimilarStatesPage.self, SnippetsPage.self, StatePage.self, StatesPage.self, SyncPage.self,
        WelcomePage.self, WorkEventsPage.self,
    ]

    /// What is drawn by itself, for a phone or for a script that puts it into a page.
    private static let pieces: [(type: Any.Type, template: String)] = [
        (PhonePage.self, PhonePage.template), (PhoneEndPage.self, PhoneEndPage.template),
        (Notice.self, "notice"), (LiveWord.self, "live-word"), (ShownComment.self, "remark"),
        (Badge.self, "mark"), (CriterionForm.Beside.self, "others"),
        (CriterionDetails.self, "details"), (CriterionDetails.Check.self, "check"),
        (CriterionForm.Question.self, "question"),
        (JumpList.self, "jump-list"), (PhraseAnswers.self, "answers"),
    ]

    @Test func `a template names only what one of the values around it has stored`() throws {
        var reading = TemplateReading()
        for page in Self.pages { try reading.read(page.template, of: [page]) }
        for piece in Self.pieces { try reading.read(piece.template, of: [piece.type]) }
        #expect(reading.unknown.sorted() == [])
        // A template that nothing here draws would go unread.
        #expect(Set(TemplateReading.sources.keys).subtracting(reading.read) == [])
    }

    private struct Drawn {
        let stored: [Inner]
        var computed: String { "seen by nobody" }

        struct Inner {
            let word: String?
        }
    }

    @Test func `a name that is computed or misspelt is found`() throws {
        var reading = TemplateReading()
        let text =
            "{{computed}}{{#stored}}{{word}}{{wrod}}{{/stored}}"
            + "{{^empty(stored)}}-{{/empty(stored)}}"
        try reading.read(text: text[...], called: "t", of: [Drawn.self])
        let found = reading.unknown.map { $0.prefix { $0 != "," } }.sorted()
        #expect(found == ["t: computed", "t: wrod"])
    }
}

/// Goes through templates as drawing does, with types in the place of values.
private struct TemplateReading {
    static let sources = Dictionary(
        uniqueKeysWithValues: EmbeddedPageFiles.all.compactMap { path, content in
            path.hasSuffix(".mustache")
                ? (
                    String(path.split(separator: "/").last?.dropLast(".mustache".count) ?? ""),
                    content.description
                ) : nil
        })

    /// Each name that nothing around it has, with its template.
    private(set) var unknown: Set<String> = []
    private(set) var read: Set<String> = []
    private var isOpen: Set<String> = []

    /// - Parameter types: Of the values around it, the nearest last.
    mutating func read(
        _ template: String, of types: [Any.Type], filling blocks: [String: Block] = [:]
    ) throws {
        read.insert(template)
        let place = "\(template) \(types)"
        guard isOpen.insert(place).inserted else { return }
        defer { isOpen.remove(place) }
        let text = try #require(Self.sources[template], "no template \(template)")
        try read(text: text[...], called: template, of: types, filling: blocks)
    }

    /// What a page puts in the place of a block of its frame.
    struct Block {
        let text: Substring
        let template: String
    }

    mutating func read(
        text: Substring, called template: String, of types: [Any.Type],
        filling blocks: [String: Block] = [:]
    ) throws {
        var rest = text
        while let tag = Tag(in: rest) {
            rest = tag.after
            switch tag.kind {
            case "/", "!": break
            case ">": try read(tag.name, of: types, filling: blocks)
            case "<", "$", "#", "^":
                let (body, after) = try tag.body()
                rest = after
                try read(tag, body, called: template, of: types, filling: blocks)
            default: _ = look(for: tag.name, called: template, in: types)
            }
        }
    }

    private mutating func read(
        _ tag: Tag, _ body: Substring, called template: String, of types: [Any.Type],
        filling blocks: [String: Block]
    ) throws {
        switch tag.kind {
        case "<":
            var filled = blocks
            var rest = body
            while let block = Tag(in: rest) {
                let (text, after) = try block.body()
                filled[block.name] = Block(text: text, template: template)
                rest = after
            }
            try read(tag.name, of: types, filling: filled)
        case "$":
            let block = blocks[tag.name] ?? Block(text: body, template: template)
            try read(text: block.text, called: block.template, of: types, filling: blocks)
        default:
            let found = look(for: tag.name, called: template, in: types)
            // What is not there, or says yes or no, is nothing to look into.
            let inner = tag.kind == "^" || tag.isQuestion ? nil : found.flatMap(Self.inner)
            try read(
                text: body, called: template, of: types + [inner].compactMap(\.self),
                filling: blocks)
        }
    }

    /// The type behind a name, `a.b` within `a`; nil for the value itself, and for none.
    private mutating func look(
        for name: String, called template: String, in types: [Any.Type]
    ) -> Any.Type? {
        if name == "." || name.isEmpty { return nil }
        var found = Any.Type?.none
        var path = name.split(separator: ".")[...]
        while let part = path.popFirst() {
            let places = found.map { [Self.inner($0)] } ?? types
            found = places.reversed().lazy.compactMap { Self.stored($0)[String(part)] }.first
            if found == nil {
                unknown.insert("\(template): \(name), in \(types)")
                return nil
            }
        }
        return found
    }

    private static func stored(_ type: Any.Type) -> [String: Any.Type] {
        var fields: [String: Any.Type] = [:]
        _ = _forEachField(of: type) { name, _, type, _ in
            fields[String(cString: name)] = type
            return true
        }
        return fields
    }

    /// Of an optional what it may be, of a list one of it.
    private static func inner(_ type: Any.Type) -> Any.Type {
        (type as? any Wrapper.Type).map { inner($0.wrapped) } ?? type
    }
}

private protocol Wrapper {
    static var wrapped: Any.Type { get }
}

extension Optional: Wrapper {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

extension Array: Wrapper {
    fileprivate static var wrapped: Any.Type { Element.self }
}

/// A pair of double braces, and what stands in it.
private struct Tag {
    /// A space for a plain name.
    let kind: Character
    /// Without the question around it, such as `empty(…)`.
    let name: String
    let isQuestion: Bool
    let after: Substring
    private let word: Substring

    /// The next one; nil where there is none.
    init?(in text: Substring) {
        guard let start = text.firstRange(of: "{{"),
            let end = text[start.upperBound...].firstRange(of: "}}")
        else { return nil }
        let inside = text[start.upperBound..<end.lowerBound]
        let hasKind = inside.first.map { "#^/>$<!".contains($0) } ?? false
        kind = hasKind ? inside.first ?? " " : " "
        word = hasKind ? inside.dropFirst() : inside
        isQuestion = word.contains("(")
        name = String(isQuestion ? word.drop { $0 != "(" }.dropFirst().dropLast() : word)
        after = text[end.upperBound...]
    }

    /// What lies between it and its end, and what comes after that.
    func body() throws -> (Substring, Substring) {
        var rest = after
        var depth = 1
        while let tag = Tag(in: rest) {
            let start = try #require(rest.firstRange(of: "{{")).lowerBound
            rest = tag.after
            if tag.word == word {
                depth += tag.kind == "/" ? -1 : "#^$<".contains(tag.kind) ? 1 : 0
            }
            if depth == 0 { return (after[..<start], rest) }
        }
        Issue.record("\(word) has no end")
        return (after, after[after.endIndex...])
    }
}
