extension CatalogueCommons {
    /// Reads technologies.yaml; what one of an earlier version does not say is as it is built in.
    init(_ node: YAMLNode) throws(YAMLError) {
        try node.allow(["format", "platforms", "devices", "technologies", "categories"])
        try node.require(format: "accord-technologies/1")
        self.init(
            technologies: try Self.technologies(node), platforms: try Self.platforms(node),
            devices: try Self.devices(node))
    }

    private static func technologies(_ node: YAMLNode) throws(YAMLError) -> [Technology] {
        let technologies = try node.items("technologies").map { item throws(YAMLError) in
            try item.allow(["id", "title", "kind", "platforms"])
            return Technology(
                id: try item.word("id"), title: try item.text("title"),
                kind: try item.identifier("kind"),
                platforms: try item.names(
                    "platforms", among: Set(ScreenReader.allCases.map(\.rawValue)),
                    called: "platform"))
        }
        try node.child("technologies").requireEachOnce(technologies.map(\.id))
        return technologies
    }

    private static func platforms(_ node: YAMLNode) throws(YAMLError) -> [Platform] {
        guard node.optional("platforms") != nil else { return builtIn.platforms }
        let platforms = try node.items("platforms").map { item throws(YAMLError) in
            try item.allow(["id", "title", "version"])
            return Platform(
                id: try item.choice("id", of: ScreenReader.self).rawValue,
                title: try item.text("title"), version: try item.text("version"))
        }
        try node.child("platforms").requireEachOnce(platforms.map(\.id))
        guard !platforms.isEmpty else {
            throw node.invalid("name ios, android or both", key: "platforms")
        }
        return platforms
    }

    private static func devices(_ node: YAMLNode) throws(YAMLError) -> [DeviceClass] {
        guard node.optional("devices") != nil else { return builtIn.devices }
        let devices = try node.items("devices").map { item throws(YAMLError) in
            try item.allow(["id", "title"])
            return DeviceClass(id: try item.word("id"), title: try item.text("title"))
        }
        try node.child("devices").requireEachOnce(devices.map(\.id))
        guard !devices.isEmpty else {
            throw node.invalid("name a class of devices, such as phone", key: "devices")
        }
        return devices
    }
}

extension CaptureRule {
    private static let conditions: Set<String> = [
        "types", "type-pieces", "identifiers", "identifier-pieces", "names", "parents", "grabbers",
        "holds",
    ]

    /// Reads captures.yaml.
    static func all(in node: YAMLNode) throws(YAMLError) -> [CaptureRule] {
        try node.allow(Set(["format"] + ScreenReader.allCases.map(\.rawValue)))
        try node.require(format: "accord-captures/1")
        var rules: [CaptureRule] = []
        for platform in ScreenReader.allCases.map(\.rawValue) {
            for item in try node.items(platform, unless: []) {
                rules.append(try CaptureRule(item, on: platform))
            }
        }
        return rules
    }

    private init(_ node: YAMLNode, on platform: String) throws(YAMLError) {
        try node.allow(Self.conditions.union(["control", "part", "target", "titles"]))
        guard Self.conditions.contains(where: { node.optional($0) != nil }) else {
            throw node.invalid("it fits everything; name one of \(Self.conditions.list)")
        }
        func names(_ key: String) throws(YAMLError) -> [String] {
            try node.texts(key, unless: []).map { $0.lowercased() }
        }
        func identifiers(_ key: String) throws(YAMLError) -> [String] {
            try node.texts(key, unless: []).map(Self.plain)
        }
        self.init(
            control: try node.identifier("control"),
            part: try node.choice("part", of: CapturedPart.self), platform: platform,
            types: try node.texts("types", unless: []),
            typePieces: try node.texts("type-pieces", unless: []),
            identifiers: try identifiers("identifiers"),
            identifierPieces: try identifiers("identifier-pieces"), names: try names("names"),
            parents: try node.texts("parents", unless: []), grabbers: try names("grabbers"),
            holds: try identifiers("holds"), titles: try identifiers("titles"),
            isTarget: try node.flag("target", unless: false))
    }
}

extension YAMLNode {
    /// A word of an environment, which has no hyphen.
    fileprivate func word(_ key: String) throws(YAMLError) -> String {
        let id = try identifier(key)
        guard !id.contains("-") else {
            throw invalid("`\(id)` is a word of an environment, which has no hyphen", key: key)
        }
        return id
    }
}
