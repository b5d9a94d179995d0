extension PlatformReader {
    /// - Parameter covered: States that a criterion can name, with those that are wrong otherwise.
    func criteria(in covered: Set<String>, _ list: inout YAMLErrors) -> [Criterion] {
        var known: Set<String> = []
        return list.each(all("criteria", &list) ?? []) { item throws(YAMLError) in
            let criterion = try criterion(item, covered)
            for id in criterion.ids where !known.insert(id).inserted {
                let key = id == prefix + (try item.text("id")) ? "id" : "was"
                throw item.invalid("`\(id)` is used twice", key: key)
            }
            return criterion
        }
    }

    private func criterion(
        _ node: YAMLNode, _ covered: Set<String>
    ) throws(YAMLError) -> Criterion {
        try node.allow([
            "id", "was", "category", "part", "states", "statement", "do", "expect", "fail",
            "defect", "wcag", "impact", "basis", "for", "once", "enabled", "sources",
        ])
        let defect = try defect(node)
        let category = try node.name(
            "category", among: Set(shared.categories.keys), called: "category")
        let judges = shared.categories[category]
        let isOfCategory = node.optional("for") == nil
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
            wcag: defect.wcag, impact: defect.impact, basis: defect.basis,
            kinds: isOfCategory
                ? judges?.kinds ?? []
                : try node.names("for", among: shared.kinds, called: "kind of technology"),
            standIns: isOfCategory ? judges?.standIns ?? [] : [],
            asking: try asking(node), isEnabled: try node.flag("enabled", unless: true),
            sources: try sources(node))
    }

    /// That of the shared table where one is named, else the criterion's own.
    private func defect(_ node: YAMLNode) throws(YAMLError) -> Defect {
        guard node.optional("defect") != nil else {
            return try Defect(node, among: shared.impacts)
        }
        let id = try node.name(
            "defect", among: Set(shared.defects.keys), called: "defect of severity.yaml")
        for key in Defect.keys where node.optional(key) != nil {
            throw try node.child(key).invalid(
                "the defect `\(id)` says it already: leave it out here, or name no defect")
        }
        guard let defect = shared.defects[id] else {
            preconditionFailure("A name among them is one of them")
        }
        return defect
    }

    /// `true`, `false`, or the id of the control whose components are asked instead.
    private func asking(_ node: YAMLNode) throws(YAMLError) -> Criterion.Asking {
        guard let once = try node.optional("once")?.text() else { return .eachState }
        switch once {
        case "false": return .eachState
        case "true": return .onceAComponent
        default:  // open set: ids of controls
            guard YAMLNode.isIdentifier(once) else {
                throw try node.child("once").invalid(
                    "`\(once)` is none of true, false, and the id of a control, such as screen")
            }
            return .onceAScreen(control: once)
        }
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
}
