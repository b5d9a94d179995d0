/// Reads a control's texts in another language, such as `menu.de.yaml` (docs/catalogue.md).
///
/// What such a file leaves out stays in English.
struct TranslatedControl {
    let control: Control
    let language: String

    /// Whether a file of that name holds texts: the name has a language behind the control.
    static func isNamed(_ path: String) -> Bool {
        path.wholeMatch(of: /[a-z0-9-]+\.[a-z]{2,3}(-[A-Za-z0-9]+)*\.yaml/) != nil
            && !SharedEntries.files.contains(path)
    }

    /// - Parameter controls: The controls of the catalogue, in English.
    init(_ node: YAMLNode, of controls: [Control]) throws(YAMLError) {
        try node.allow([
            "format", "control", "language", "title", "parts", "states", "criteria", "platforms",
        ])
        try node.require(format: "accord-texts/1")
        language = try node.text("language")
        guard language != "en" else {
            throw node.invalid("English stands in the control's own file", key: "language")
        }
        let id = try node.identifier("control")
        guard var control = controls.first(where: { $0.id == id }) else {
            throw node.invalid("`\(id)` is no control of this catalogue", key: "control")
        }
        control.title = try node.optional("title")?.text() ?? control.title
        let parts = try node.titles("parts", of: control.parts.map(\.id), called: "part")
        control.parts = control.parts.map {
            Control.Part(id: $0.id, title: parts[$0.id] ?? $0.title)
        }
        let platforms = node.optional("platforms")
        try platforms?.allow(Set(control.platforms.map(\.id)))
        try node.require(idsOf: "criteria", among: control.platforms.flatMap(\.criteria))
        try node.require(statesOf: control.platforms)
        control.platforms = try control.platforms.map { platform throws(YAMLError) in
            let own = platforms?.optional(platform.id)
            try own?.allow(["states", "criteria"])
            try own?.require(idsOf: "criteria", among: platform.criteria)
            try own?.require(statesOf: [platform])
            return try Self.translated(platform, [own, node].compactMap(\.self))
        }
        self.control = control
    }

    /// - Parameter nodes: The platform's own texts before those of all platforms.
    private static func translated(
        _ platform: ControlPlatform, _ nodes: [YAMLNode]
    ) throws(YAMLError) -> ControlPlatform {
        var platform = platform
        platform.states = try platform.states.map { state throws(YAMLError) in
            var state = state
            for node in nodes.reversed() {
                state.title = try node.optional("states")?.optional(state.id)?.text() ?? state.title
            }
            return state
        }
        platform.criteria = try platform.criteria.map { criterion throws(YAMLError) in
            var criterion = criterion
            for node in nodes.reversed() {
                guard let texts = node.optional("criteria")?.optional(criterion.shortID) else {
                    continue
                }
                try criterion.translate(texts, on: platform.spoken.reader)
            }
            return criterion
        }
        return platform
    }
}

extension Criterion {
    fileprivate mutating func translate(
        _ texts: YAMLNode, on reader: ScreenReader
    ) throws(YAMLError) {
        try texts.allow(["statement", "do", "expect", "fail"])
        func text(_ key: String, _ english: String) throws(YAMLError) -> String {
            texts.optional(key) == nil ? english : try texts.filled(key, for: reader)
        }
        statement = try text("statement", statement)
        test = Test(
            action: try text("do", test.action), expected: try text("expect", test.expected),
            failure: try text("fail", test.failure))
    }
}

extension YAMLNode {
    /// Titles by id; throws for an id that is none of those.
    fileprivate func titles(
        _ key: String, of ids: [String], called kind: String
    ) throws(YAMLError) -> [String: String] {
        var titles: [String: String] = [:]
        for (id, node) in try optional(key)?.entries() ?? [] {
            guard ids.contains(id) else { throw node.invalid("`\(id)` is no \(kind) of it") }
            titles[id] = try node.text()
        }
        return titles
    }

    fileprivate func require(
        idsOf key: String, among criteria: [Criterion]
    ) throws(YAMLError) {
        for (id, node) in try optional(key)?.entries() ?? []
        where !criteria.contains(where: { $0.shortID == id }) {
            throw node.invalid("`\(id)` is no criterion of it")
        }
    }

    fileprivate func require(statesOf platforms: [ControlPlatform]) throws(YAMLError) {
        _ = try titles("states", of: platforms.flatMap(\.states).map(\.id), called: "state")
    }
}
