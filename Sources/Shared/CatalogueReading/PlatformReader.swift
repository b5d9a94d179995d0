/// Reads what a file says of its control on one platform.
struct PlatformReader {
    let control: String
    /// What is shared, then the platform's own.
    let nodes: [YAMLNode]
    /// Ids, also of those that are wrong otherwise.
    let parts: Set<String>
    let words: SpokenWords
    let shared: SharedEntries

    var reader: ScreenReader { words.reader }
    var prefix: String { "\(control).\(reader.rawValue)." }

    /// Nil without states, which all else names.
    func platform(_ own: YAMLNode, _ list: inout YAMLErrors) -> ControlPlatform? {
        guard let stateItems = all("states", &list) else { return nil }
        let states = list.each(stateItems, state)
        guard !stateItems.isEmpty else {
            list.add(own.invalid("name its states, here or below `shared`"))
            return nil
        }
        // A state that is wrong is one nonetheless for what names it.
        let ids = stateItems.names("id")
        list.reading(try own.requireEachOnce(ids))
        let covered = stateItems.flatMap { item in
            (try? item.texts("covers", unless: [])) ?? []
        }
        let uncovering = stateItems.filter { $0.optional("covers") == nil }.names("id")
        let criteria = criteria(in: Set(covered + uncovering + ["any"]), &list)
        let announcements = list.each(items("announcements", of: own, &list)) {
            item throws(YAMLError) in try announcement(item, states, Set(ids))
        }
        let known = Set((all("criteria", &list) ?? []).names("id"))
        let hints = list.each(all("hints", &list) ?? []) { item throws(YAMLError) in
            try hint(item, of: criteria, known)
        }
        let help = list.each(all("help", &list) ?? []) { item throws(YAMLError) in
            try item.allow(["text", "sources"])
            return HelpText(text: try filled(item, "text"), sources: try sources(item))
        }
        return ControlPlatform(
            id: reader.rawValue, states: states, criteria: criteria, announcements: announcements,
            hints: hints, help: help
        ).completed(words, among: shared.technologies)
    }

    /// What is shared and what is the platform's own, of a kind; nil where it is no list.
    func all(_ key: String, _ list: inout YAMLErrors) -> [YAMLNode]? {
        var all: [YAMLNode] = []
        for node in nodes {
            guard let items = list.reading(try node.items(key, unless: [])) else { return nil }
            all += items
        }
        return all
    }

    private func items(
        _ key: String, of node: YAMLNode, _ list: inout YAMLErrors
    ) -> [YAMLNode] {
        list.reading(try node.items(key, unless: [])) ?? []
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

    func part(_ node: YAMLNode) throws(YAMLError) -> String? {
        guard node.optional("part") != nil else { return nil }
        return try node.name("part", among: parts, called: "part of the control")
    }

    func sources(_ node: YAMLNode) throws(YAMLError) -> [String] {
        try node.texts("sources", unless: [])
    }

    func filled(_ node: YAMLNode, _ key: String) throws(YAMLError) -> String {
        try node.filled(key, for: reader)
    }

    // MARK: Announcements and hints

    private func announcement(
        _ node: YAMLNode, _ states: [ControlState], _ ids: Set<String>
    ) throws(YAMLError) -> AnnouncementProfile {
        try node.allow([
            "part", "state", "label", "role", "interactive", "words", "mode", "suffix",
            "name-carries-state", "content", "phrases", "example", "sources",
        ])
        guard let part = try part(node) else { throw node.invalid("`part` is missing") }
        let id = try node.name("state", among: ids, called: "state of the control")
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
        guard roles.count == 1 || !roles.contains("none") else {
            throw given.invalid(
                "none stands alone: where a role may be left out, two announcements of the part "
                    + "and state say so, one with the role and one with none")
        }
        return roles.map { AnnouncementProfile.Role(rawValue: $0) }
    }

    /// - Parameter known: Ids of all criteria, also of those that are wrong.
    private func hint(
        _ node: YAMLNode, of criteria: [Criterion], _ known: Set<String>
    ) throws(YAMLError) -> FixHint {
        try node.allow(["criteria", "category", "framework", "text", "code", "sources"])
        let named =
            node.optional("criteria") == nil
            ? []
            : try node.names("criteria", among: known, called: "criterion on \(reader.rawValue)")
        guard node.optional("category") != nil || !named.isEmpty else {
            throw node.invalid("name the criteria that it mends, or a category", key: "criteria")
        }
        let first = criteria.first { $0.shortID == named.first }?.category.rawValue
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
