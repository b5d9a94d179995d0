/// What all controls of a catalogue share: words, technologies, categories, impacts and captures.
struct SharedEntries: Sendable {
    /// Names of the files that hold it, within the catalogue's folder.
    static let files = ["captures.yaml", "severity.yaml", "technologies.yaml", "words.en.yaml"]

    let words: [ScreenReader: SpokenWords]
    /// The same as they stand in the file, one a reader.
    let givenWords: [SpokenWords.Given]
    /// Ids of the roles that announcements can name.
    let roles: Set<String>
    let commons: CatalogueCommons
    let captureRules: [CaptureRule]
    let categories: [String: Judges]
    let impacts: [Criterion.Impact]
    let defects: [String: Defect]

    /// The kinds of technology that judge a category, and those that do where there are none.
    struct Judges: Sendable {
        let kinds: [String]
        let standIns: [String]
    }

    var technologies: [Technology] { commons.technologies }
    /// Kinds that criteria can name.
    var kinds: Set<String> { Set(technologies.map(\.kind)) }

    init(
        words: YAMLNode, technologies: YAMLNode, severity: YAMLNode, captures: YAMLNode
    ) throws(YAMLError) {
        givenWords = try Self.words(words)
        self.words = Dictionary(
            uniqueKeysWithValues: givenWords.map { ($0.reader, SpokenWords($0)) })
        roles = Set(
            try words.items("roles").map { role throws(YAMLError) in
                try role.identifier("id")
            })
        commons = try CatalogueCommons(technologies)
        captureRules = try CaptureRule.all(in: captures)
        let kinds = Set(commons.technologies.map(\.kind))
        var categories: [String: Judges] = [:]
        for item in try technologies.items("categories") {
            try item.allow(["id", "kinds", "otherwise"])
            let id = try item.identifier("id")
            let judges = Judges(
                kinds: try item.names("kinds", among: kinds, called: "kind of technology"),
                standIns: item.optional("otherwise") == nil
                    ? [] : try item.names("otherwise", among: kinds, called: "kind of technology"))
            guard categories.updateValue(judges, forKey: id) == nil else {
                throw item.invalid("`\(id)` is there twice", key: "id")
            }
        }
        self.categories = categories
        impacts = try Self.impacts(severity)
        defects = try Defect.all(in: severity, among: impacts)
    }

    private static func impacts(_ node: YAMLNode) throws(YAMLError) -> [Criterion.Impact] {
        try node.allow(["format", "impacts", "defects"])
        try node.require(format: "accord-severity/1")
        let impacts = try node.items("impacts").map { item throws(YAMLError) in
            try item.allow(["id", "severity", "sentence"])
            return Criterion.Impact(
                id: try item.identifier("id"),
                severity: try item.choice("severity", of: Severity.self),
                sentence: try item.text("sentence"))
        }
        try node.child("impacts").requireEachOnce(impacts.map(\.id))
        return impacts
    }

    private static func words(_ node: YAMLNode) throws(YAMLError) -> [SpokenWords.Given] {
        try node.allow([
            "format", "language", "roles", "states", "groups", "turns", "hints", "ignored",
            "joints", "other-languages",
        ])
        try node.require(format: "accord-words/1")
        guard try node.text("language") == "en" else {
            throw node.invalid("this version of Accord checks English only", key: "language")
        }
        let states = try node.items("states")
        let ids = try states.map { item throws(YAMLError) in try item.identifier("id") }
        try node.child("states").requireEachOnce(ids)
        let groups = try node.items("groups").map { item throws(YAMLError) in
            try item.names(among: Set(ids), called: "state")
        }
        let common = try rest(node)
        let joints = node.optional("joints")
        try joints?.allow(Set(ScreenReader.allCases.map(\.rawValue)))
        return try ScreenReader.allCases.map { reader throws(YAMLError) in
            let other: ScreenReader = reader == .voiceOver ? .talkBack : .voiceOver
            var rest = common
            rest.joints = try joints?.phrases(reader.rawValue) ?? []
            let roles = try node.items("roles").map { item throws(YAMLError) in
                try item.allow([
                    "id", "title", "ios", "android", "click", "adjusted", "static",
                ])
                return SpokenWords.RoleWords(
                    id: try item.identifier("id"), phrases: try item.phrases(reader.rawValue),
                    isStatic: try item.flag("static", unless: false),
                    isClick: try item.flag("click", unless: false),
                    isAdjusted: try item.flag("adjusted", unless: false))
            }
            try node.child("roles").requireEachOnce(roles.map(\.id))
            return SpokenWords.Given(
                reader: reader, roles: roles,
                states: try states.map { item throws(YAMLError) in
                    try item.allow(["id", "ios", "android"])
                    return SpokenWords.StateWords(
                        id: try item.identifier("id"), phrases: try item.phrases(reader.rawValue),
                        elsewhere: try item.phrases(other.rawValue))
                }, groups: groups, rest: rest)
        }
    }

    private static func rest(_ node: YAMLNode) throws(YAMLError) -> SpokenWords.Rest {
        var rest = SpokenWords.Rest()
        let hints = try node.child("hints")
        try hints.allow(["activation", "adjusting", "action", "other"])
        rest.activation = try hints.phrases("activation")
        rest.adjusting = try hints.phrases("adjusting")
        rest.action = try hints.phrases("action")
        rest.other = try hints.phrases("other")
        rest.ignored = try node.phrases("ignored")
        rest.otherLanguages = try node.phrases("other-languages")
        rest.turns = try node.items("turns").map { item throws(YAMLError) in
            let pair = try item.texts().map(SpokenPhrase.normalized)
            guard pair.count == 2 else { throw item.invalid("a pair of words is expected here") }
            return pair
        }
        return rest
    }
}

extension YAMLNode {
    func require(format: String) throws(YAMLError) {
        guard try text("format") == format else {
            throw try child("format").invalid("this version of Accord reads \(format)")
        }
    }

    /// Texts in the form in which speech is compared; empty where the key is left out.
    fileprivate func phrases(_ key: String) throws(YAMLError) -> [String] {
        try texts(key, unless: []).map { SpokenWords.counted(SpokenPhrase.normalized($0)) }
    }
}
