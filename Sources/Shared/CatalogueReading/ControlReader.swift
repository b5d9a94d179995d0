/// Reads the file of one control (docs/catalogue.md).
struct ControlReader {
    private static let format = "accord-catalogue/2"

    let node: YAMLNode
    private let shared: SharedEntries

    init(_ node: YAMLNode, _ shared: SharedEntries) { (self.node, self.shared) = (node, shared) }

    func control() throws(YAMLError) -> Control {
        try node.allow([
            "format", "control", "title", "version", "aliases", "parts", "shared", "platforms",
        ])
        try node.require(format: Self.format)
        let id = try node.identifier("control")
        let parts = try node.items("parts").map { part throws(YAMLError) in
            try part.allow(["id", "title"])
            return Control.Part(id: try part.identifier("id"), title: try part.text("title"))
        }
        try node.child("parts").requireEachOnce(parts.map(\.id))
        let version = try node.text("version")
        guard version.wholeMatch(of: /[0-9]{4}\.(0?[1-9]|1[0-2])\.[0-9]{1,4}/) != nil else {
            throw node.invalid(
                "`\(version)` is no version: year, month (1 to 12) and a number, such as 2026.11.1",
                key: "version")
        }
        let common = node.optional("shared")
        try common?.allow(["states", "criteria", "hints", "help"])
        var platforms: [ControlPlatform] = []
        for (key, child) in try node.child("platforms").entries() {
            guard let reader = ScreenReader(rawValue: key), let words = shared.words[reader] else {
                throw child.invalid("a platform is ios or android")
            }
            try child.allow(["states", "criteria", "announcements", "hints", "help"])
            let reading = PlatformReader(
                control: id, nodes: [common, child].compactMap(\.self), parts: parts,
                words: words, shared: shared)
            platforms.append(try reading.platform(child))
        }
        guard !platforms.isEmpty else {
            throw node.invalid("name ios, android or both", key: "platforms")
        }
        let aliases = try node.texts("aliases", unless: [])
        try node.optional("aliases")?.requireEachOnce([id] + aliases)
        return Control(
            id: id, title: try node.text("title"), version: version, aliases: aliases, parts: parts,
            platforms: platforms.sorted { $0.id < $1.id })
    }
}

/// Reads what a file says of its control on one platform.
private struct PlatformReader {
    let control: String
    /// What is shared, then the platform's own.
    let nodes: [YAMLNode]
    let parts: [Control.Part]
    let words: SpokenWords
    let shared: SharedEntries

    private var reader: ScreenReader { words.reader }
    private var prefix: String { "\(control).\(reader.rawValue)." }

    func platform(_ own: YAMLNode) throws(YAMLError) -> ControlPlatform {
        let states = try all("states").map(state)
        guard !states.isEmpty else { throw own.invalid("name its states, here or below `shared`") }
        try own.requireEachOnce(states.map(\.id))
        let criteria = try criteria(in: states)
        let announcements = try own.items("announcements", unless: []).map {
            item throws(YAMLError) in try announcement(item, states)
        }
        let hints = try all("hints").map { item throws(YAMLError) in
            try hint(item, among: criteria)
        }
        let help = try all("help").map { item throws(YAMLError) in
            try item.allow(["text", "sources"])
            return HelpText(text: try filled(item, "text"), sources: try sources(item))
        }
        let platform = ControlPlatform(
            id: reader.rawValue, states: states, criteria: criteria,
            announcements: announcements, hints: hints, help: help)
        return platform.completed(words, among: shared.technologies)
    }

    /// What is shared and what is the platform's own, of a kind.
    private func all(_ key: String) throws(YAMLError) -> [YAMLNode] {
        var items: [YAMLNode] = []
        for node in nodes { items += try node.items(key, unless: []) }
        return items
    }

    private func state(_ node: YAMLNode) throws(YAMLError) -> ControlState {
        try node.allow(["id", "title", "covers", "words", "group", "usual"])
        let id = try node.identifier("id")
        return ControlState(
            id: id, title: try node.text("title"), covers: try node.texts("covers", unless: [id]),
            words: try node.texts("words", unless: words.phrases(ofState: id)),
            group: try node.optional("group")?.text(),
            isUsual: try node.flag("usual", unless: true))
    }

    // MARK: Criteria

    private func criteria(in states: [ControlState]) throws(YAMLError) -> [Criterion] {
        let covered = Set(states.flatMap(\.covers) + ["any"])
        var criteria: [Criterion] = []
        var known: Set<String> = []
        for item in try all("criteria") {
            let criterion = try criterion(item, covered)
            for id in criterion.ids where !known.insert(id).inserted {
                let key = id == prefix + (try item.text("id")) ? "id" : "was"
                throw item.invalid("`\(id)` is used twice", key: key)
            }
            criteria.append(criterion)
        }
        return criteria
    }

    private func criterion(
        _ node: YAMLNode, _ covered: Set<String>
    ) throws(YAMLError) -> Criterion {
        try node.allow([
            "id", "was", "category", "part", "states", "statement", "do", "expect", "fail", "wcag",
            "impact", "basis", "for", "enabled", "sources",
        ])
        let wcag = try node.texts("wcag", unless: [])
        for number in wcag where SuccessCriterion.named(number) == nil {
            throw try node.child("wcag").invalid(
                "`\(number)` is no success criterion of WCAG 2.2 at level A or AA")
        }
        let basis = try node.choice("basis", of: Criterion.Basis.self)
        guard basis != .normative || !wcag.isEmpty else {
            throw node.invalid(
                "what is normative names its success criterion; without one it is advisory",
                key: "wcag")
        }
        let category = try node.name(
            "category", among: Set(shared.categories.keys), called: "category")
        let impact = try node.name(
            "impact", among: Set(shared.impacts.map(\.id)), called: "impact")
        guard let known = shared.impacts.first(where: { $0.id == impact }) else {
            preconditionFailure("A name among them is one of them")
        }
        let id = try criterionID(node)
        let was = try formerIDs(node)
        return Criterion(
            id: prefix + (was.first ?? id), renamed: was.isEmpty ? nil : prefix + id,
            was: was.dropFirst().map { prefix + $0 },
            category: Criterion.Category(rawValue: category), part: try part(node),
            // One that no state covers would never be judged, and nobody would notice.
            states: try node.names("states", among: covered, called: "state that one covers"),
            statement: try filled(node, "statement"),
            test: Criterion.Test(
                action: try filled(node, "do"), expected: try filled(node, "expect"),
                failure: try filled(node, "fail")),
            wcag: wcag, impact: known, basis: basis,
            kinds: node.optional("for") == nil
                ? shared.categories[category] ?? []
                : try node.names("for", among: shared.kinds, called: "kind of technology"),
            isEnabled: try node.flag("enabled", unless: true), sources: try sources(node))
    }

    /// Other methods number their criteria, such as `raam:1.1.1`.
    private func criterionID(_ node: YAMLNode) throws(YAMLError) -> String {
        let id = try node.text("id")
        return Self.isNumber(id) ? id : try node.identifier("id")
    }

    /// The ids of earlier versions, the oldest first.
    private func formerIDs(_ node: YAMLNode) throws(YAMLError) -> [String] {
        let former = try node.texts("was", unless: [])
        try node.optional("was")?.requireEachOnce([try node.text("id")] + former)
        for id in former where !Self.isNumber(id) && !YAMLNode.isIdentifier(id) {
            throw node.invalid(
                "`\(id)` is no id that a criterion had here: the part behind the platform, such as "
                    + "trigger-name", key: "was")
        }
        return former
    }

    private static func isNumber(_ id: String) -> Bool {
        id.utf8.contains(UInt8(ascii: ":")) && id.wholeMatch(of: /[a-z]+:[0-9]+(\.[0-9]+)*/) != nil
    }

    private func part(_ node: YAMLNode) throws(YAMLError) -> String? {
        guard node.optional("part") != nil else { return nil }
        return try node.name("part", among: Set(parts.map(\.id)), called: "part of the control")
    }

    // MARK: Announcements and hints

    private func announcement(
        _ node: YAMLNode, _ states: [ControlState]
    ) throws(YAMLError) -> AnnouncementProfile {
        try node.allow([
            "part", "state", "label", "role", "interactive", "words", "mode", "suffix",
            "name-carries-state", "content", "phrases", "example", "sources",
        ])
        guard let part = try part(node) else { throw node.invalid("`part` is missing") }
        let id = try node.name(
            "state", among: Set(states.map(\.id)), called: "state of the control")
        let roles = try roles(node)
        let state = states.first { $0.id == id }
        let mode = AnnouncementProfile.Mode.self
        return AnnouncementProfile(
            part: part, state: id, label: try node.text("label"),
            role: roles[0], otherRoles: Array(roles.dropFirst()),
            isInteractive: try node.flag(
                "interactive",
                unless: roles[0] != .none && !words.isStatic(role: roles[0].rawValue)),
            words: try node.texts("words", unless: state?.words ?? []),
            mode: node.optional("mode") == nil ? .focus : try node.choice("mode", of: mode),
            suffix: try node.optional("suffix")?.text(),
            nameCarriesState: try node.flag("name-carries-state", unless: false),
            content: try node.texts("content", unless: []),
            phrases: try node.texts("phrases", unless: []), example: try node.text("example"),
            sources: try sources(node))
    }

    /// One role, or a list of those that are right, the usual one first.
    private func roles(_ node: YAMLNode) throws(YAMLError) -> [AnnouncementProfile.Role] {
        let given = try node.child("role")
        let roles = given.isList ? try given.texts() : [try given.text()]
        for role in roles where role != "none" && !shared.roles.contains(role) {
            throw given.invalid(
                "`\(role)` is no role of words.en.yaml, nor none; known are \(shared.roles.list)")
        }
        guard !roles.isEmpty else { throw given.invalid("name a role, or none") }
        return roles.map { AnnouncementProfile.Role(rawValue: $0) }
    }

    private func hint(
        _ node: YAMLNode, among criteria: [Criterion]
    ) throws(YAMLError) -> FixHint {
        try node.allow(["criteria", "category", "framework", "text", "code", "sources"])
        let known = Set(criteria.map(\.shortID))
        let named =
            node.optional("criteria") == nil
            ? []
            : try node.names("criteria", among: known, called: "criterion on \(reader.rawValue)")
        let first = criteria.first { $0.shortID == named.first }?.category.rawValue
        guard node.optional("category") != nil || first != nil else {
            throw node.invalid("name the criteria that it mends, or a category", key: "criteria")
        }
        let category =
            node.optional("category") == nil
            ? first ?? ""
            : try node.name("category", among: Set(shared.categories.keys), called: "category")
        let framework = try node.choice("framework", of: FixHint.Framework.self)
        guard framework.platform == nil || framework.platform == reader else {
            throw node.invalid(
                "`\(framework.rawValue)` is no framework of \(reader.rawValue); below `shared` "
                    + "it is `any`", key: "framework")
        }
        return FixHint(
            criteria: named.compactMap { name in criteria.first { $0.shortID == name }?.id },
            category: Criterion.Category(rawValue: category),
            framework: framework,
            text: try filled(node, "text"), code: try node.optional("code")?.scalar(),
            sources: try sources(node))
    }

    private func sources(_ node: YAMLNode) throws(YAMLError) -> [String] {
        try node.texts("sources", unless: [])
    }

    private func filled(_ node: YAMLNode, _ key: String) throws(YAMLError) -> String {
        try node.filled(key, for: reader)
    }
}

extension FixHint.Framework {
    /// The platform it builds apps for; nil for both.
    fileprivate var platform: ScreenReader? {
        switch self {
        case .any: nil
        case .uikit, .swiftui: .voiceOver
        case .androidViews, .jetpackCompose: .talkBack
        }
    }
}
