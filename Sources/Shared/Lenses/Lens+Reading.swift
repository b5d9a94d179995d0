extension Lens {
    private static let folder = "config/lenses"

    /// Those built in, ascending by id.
    package static let all: [Lens] = EmbeddedLensFiles.all.map { file in
        let name = String(file.path.dropFirst(folder.count + 1))
        let content = file.content.withUTF8Buffer { Array($0) }
        do {
            return try Lens(CatalogueFiles.File(path: name, content: content))
        } catch { preconditionFailure("The lenses that are built in can be read: \(error)") }
    }

    /// Reads a file named for its lens; throws for the first thing that is wrong in it.
    init(_ file: CatalogueFiles.File) throws(CatalogueError) {
        let most = Limits.standard.lensBytesMax
        guard file.content.count <= most else {
            throw .file(
                .unreadable(
                    file: file.path, line: 1,
                    reason: "it has \(file.content.count) bytes, and a lens at most \(most)"))
        }
        let node = try YAMLNode(file, in: nil)
        do throws(YAMLError) {
            try self.init(node)
            guard "\(id).yaml" == file.path else {
                throw node.invalid("name the file \(id).yaml", key: "lens")
            }
        } catch { throw .file(error) }
    }

    private init(_ node: YAMLNode) throws(YAMLError) {
        try node.allow([
            "format", "lens", "title", "about", "succeeds", "leaves-out", "exact", "outside",
            "clauses",
        ])
        try node.require(format: "accord-lens/1")
        let succeeds =
            node.optional("succeeds") == nil ? nil : try LensValues(node).lens("succeeds")
        let nodes = try node.items("clauses")
        let most = Limits.standard.lensClausesMax
        guard (1...most).contains(nodes.count) else {
            throw node.invalid("a lens has 1 to \(most) clauses: \(nodes.count)", key: "clauses")
        }
        let clauses = try nodes.map { item throws(YAMLError) in
            try LensClause(item, succeeds: succeeds)
        }
        try node.child("clauses").requireEachOnce(clauses.map(\.number))
        self.init(
            id: try LensValues(node).lens("lens"), title: try LensValues(node).title(),
            about: try LensValues(node).words("about"),
            succeeds: succeeds, leavesOut: try LensValues(node).numbers("leaves-out", unless: []),
            isExact: try node.flag("exact", unless: false),
            outside: try Self.outside(node, beside: clauses), clauses: clauses)
    }

    private static func outside(
        _ node: YAMLNode, beside clauses: [LensClause]
    ) throws(YAMLError) -> [Outside] {
        let asked = Set(clauses.flatMap { $0.answering?.wcag ?? [] })
        let outside = try node.items("outside", unless: []).map { item throws(YAMLError) in
            try item.allow(["wcag", "reason"])
            let wcag = try LensValues(item).wcag()
            if let one = wcag.first(where: asked.contains) {
                throw item.invalid("a clause is reached by \(one): take it out here", key: "wcag")
            }
            return Outside(wcag: wcag, reason: try LensValues(item).words("reason"))
        }
        if !outside.isEmpty {
            try node.child("outside").requireEachOnce(outside.flatMap(\.wcag))
        }
        return outside
    }
}

extension LensClause {
    fileprivate init(_ node: YAMLNode, succeeds: String?) throws(YAMLError) {
        try node.allow([
            "number", "title", "level", "scope", "condition", "recommendation", "was", "new",
            "wcag", "controls", "categories", "criteria", "none",
        ])
        for key in ["was", "new"] where succeeds == nil && node.optional(key) != nil {
            throw node.invalid("say first which lens this one `succeeds`", key: key)
        }
        if node.optional("was") != nil, node.optional("new") != nil {
            throw node.invalid("what continues a clause is not new: keep one", key: "new")
        }
        let scope: Scope =
            node.optional("scope") == nil ? .software : try node.choice("scope", of: Scope.self)
        let reach = try Reach(node)
        if scope == .void, case .by = reach {
            throw node.invalid("what is void asks nothing: say `none` and why", key: "scope")
        }
        self.init(
            number: try LensValues(node).number(), title: try LensValues(node).title(),
            level: node.optional("level") == nil
                ? nil : try node.choice("level", of: SuccessCriterion.Level.self),
            scope: scope, condition: try LensValues(node).optionalWords("condition"),
            isRecommendation: try node.flag("recommendation", unless: false),
            was: node.optional("was") == nil
                ? nil : try LensValues(node).numbers("was", unless: []),
            news: try LensValues(node).optionalWords("new"), reach: reach)
    }

    fileprivate var answering: Answering? {
        switch reach {
        case .by(let answering): answering
        case .nothing: nil
        }
    }
}

extension LensClause.Reach {
    private static let keys = ["wcag", "categories", "criteria"]

    fileprivate init(_ node: YAMLNode) throws(YAMLError) {
        let given = Self.keys.filter { node.optional($0) != nil }
        if let reason = try LensValues(node).optionalWords("none") {
            guard given.isEmpty else {
                throw node.invalid("it is answered by \(given[0]): leave one out", key: "none")
            }
            guard node.optional("controls") == nil else {
                throw node.invalid("it goes with `wcag` alone", key: "controls")
            }
            self = .nothing(reason: reason)
            return
        }
        guard !given.isEmpty else {
            throw node.invalid(
                "say what answers it by `wcag`, `categories` or `criteria`, or `none` and why")
        }
        if node.optional("controls") != nil, !given.contains("wcag") {
            throw node.invalid("it goes with `wcag` alone", key: "controls")
        }
        self = .by(
            LensClause.Answering(
                wcag: given.contains("wcag") ? try LensValues(node).wcag() : [],
                controls: try LensValues(node).ids("controls"),
                categories: try LensValues(node).ids("categories"),
                criteria: try LensValues(node).criterionNames()))
    }
}

/// What lenses say in more than one place, read with its bounds.
private struct LensValues {
    let node: YAMLNode

    init(_ node: YAMLNode) { self.node = node }

    func lens(_ key: String) throws(YAMLError) -> String {
        let id = try node.text(key)
        guard YAMLNode.isIdentifier(id.replacing(".", with: "-")) else {
            throw node.invalid(
                "`\(id)` is no id: small letters, digits, and hyphens or dots between them, such "
                    + "as wcag-2.2", key: key)
        }
        return id
    }

    func title() throws(YAMLError) -> String {
        try text("title", most: Limits.standard.labelBytesMax)
    }

    func words(_ key: String) throws(YAMLError) -> String {
        try text(key, most: Limits.standard.catalogueTextBytesMax)
    }

    func optionalWords(_ key: String) throws(YAMLError) -> String? {
        node.optional(key) == nil ? nil : try words(key)
    }

    private func text(_ key: String, most: Int) throws(YAMLError) -> String {
        let text = try node.text(key)
        guard text.utf8.count <= most else {
            throw node.invalid("shorten it to \(most) bytes", key: key)
        }
        return text
    }

    func number() throws(YAMLError) -> String {
        try requireNumber(try node.text("number"), "number")
    }

    func numbers(_ key: String, unless absent: [String]) throws(YAMLError) -> [String] {
        guard node.optional(key) != nil else { return absent }
        let numbers = try some(key)
        for number in numbers { _ = try requireNumber(number, key) }
        return numbers
    }

    private func requireNumber(_ number: String, _ key: String) throws(YAMLError) -> String {
        let words = number.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber =
            number.utf8.count <= 32
            && words.allSatisfy { word in
                !word.isEmpty && word.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIICapital }
            }
        guard isNumber else {
            throw node.invalid(
                "`\(number)` is no number of a clause: digits with dots between them, such as "
                    + "11.5.2.3", key: key)
        }
        return number
    }

    func wcag() throws(YAMLError) -> [String] {
        let numbers = try some("wcag")
        for number in numbers where SuccessCriterion.named(number) == nil {
            throw node.invalid(
                "`\(number)` is no success criterion of WCAG 2.2 at level A or AA", key: "wcag")
        }
        return numbers
    }

    func ids(_ key: String) throws(YAMLError) -> [String] {
        guard node.optional(key) != nil else { return [] }
        let ids = try some(key)
        for id in ids where !YAMLNode.isIdentifier(id) {
            throw node.invalid("`\(id)` is no id: small letters, digits and hyphens", key: key)
        }
        return ids
    }

    func criterionNames() throws(YAMLError) -> [LensClause.CriterionName] {
        guard node.optional("criteria") != nil else { return [] }
        return try some("criteria").map { text throws(YAMLError) in
            guard let name = LensClause.CriterionName(text) else {
                throw node.invalid(
                    "`\(text)` names no criterion: write CONTROL.PLATFORM.ID, and * for any "
                        + "platform", key: "criteria")
            }
            return name
        }
    }

    /// A list that has something, and nothing twice.
    private func some(_ key: String) throws(YAMLError) -> [String] {
        let texts = try node.texts(key)
        guard !texts.isEmpty else { throw node.invalid("name one, or leave it out", key: key) }
        try node.child(key).requireEachOnce(texts)
        return texts
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isASCIICapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
