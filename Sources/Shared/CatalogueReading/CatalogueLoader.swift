/// Reads catalogue files; knows no disk, only paths and bytes.
package enum CatalogueLoader {
    static let format = "accord-catalogue/1"

    /// The catalogue built into the programs; throws only when a file of Accord itself is wrong.
    package static func embedded() throws(CatalogueError) -> Catalogue {
        try load(try embeddedFiles(), in: folder)
    }

    package static func embeddedFiles() throws(CatalogueError) -> CatalogueFiles {
        try CatalogueFiles(
            EmbeddedFiles.all.filter { $0.path.hasPrefix("\(folder)/") }.map { file in
                CatalogueFiles.File(
                    path: String(file.path.dropFirst(folder.count + 1)),
                    content: file.content.withUTF8Buffer { Array($0) })
            })
    }

    private static let folder = "config/catalogue"

    /// Reads one file a control; throws for the first that is wrong.
    ///
    /// - Parameter folder: Where they lie, for messages; nil for nowhere.
    package static func load(
        _ files: CatalogueFiles, in folder: String? = nil
    ) throws(CatalogueError) -> Catalogue {
        var controls: [Control] = []
        for file in files.files {
            let name = folder.map { "\($0)/\(file.path)" } ?? file.path
            guard let yaml = String(validating: file.content, as: UTF8.self) else {
                throw .file(
                    .unreadable(file: name, line: 1, reason: "it cannot be read as UTF-8 text"))
            }
            let control: Control
            do throws(YAMLError) {
                control = try self.control(YAMLNode(file: name, yaml: yaml))
            } catch { throw .file(error) }
            let names = [control.id] + control.aliases
            for taken in names
            where controls.contains(where: { ([$0.id] + $0.aliases).contains(taken) }) {
                throw .duplicate(file: name, id: taken)
            }
            controls.append(control)
        }
        guard !controls.isEmpty else { throw .empty(folder: folder ?? "the catalogue") }
        controls.sort { $0.id < $1.id }
        let newest = controls.map(\.version).max { precedes($0, $1) } ?? ""
        return Catalogue(controls: controls, version: newest, files: files)
    }

    /// Compares `year.month.n` by number.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        let parts = [left, right].map { $0.split(separator: ".").map { Int($0) ?? 0 } }
        return parts[0].lexicographicallyPrecedes(parts[1])
    }

    private static func control(_ node: YAMLNode) throws(YAMLError) -> Control {
        try node.allow(["format", "control", "title", "version", "aliases", "parts", "platforms"])
        guard try node.text("format") == format else {
            throw try node.child("format").invalid("this version of Accord reads \(format)")
        }
        let id = try node.identifier("control")
        let parts = try node.items("parts").map { part throws(YAMLError) in
            try part.allow(["id", "title"])
            return Control.Part(id: try part.identifier("id"), title: try part.text("title"))
        }
        try node.child("parts").requireEachOnce(parts.map(\.id))
        let version = try node.text("version")
        guard version.wholeMatch(of: /\d{4}\.\d{1,2}\.\d{1,4}/) != nil else {
            throw node.invalid(
                "`\(version)` is no version: year, month and a number, such as 2026.11.1",
                key: "version")
        }
        var platforms: [ControlPlatform] = []
        for (key, child) in try node.child("platforms").entries() {
            guard key == "ios" || key == "android" else {
                throw child.invalid("a platform is ios or android")
            }
            platforms.append(try platform(child, id: key, prefix: "\(id).\(key).", parts: parts))
        }
        guard !platforms.isEmpty else {
            throw node.invalid("name ios, android or both", key: "platforms")
        }
        return Control(
            id: id, title: try node.text("title"), version: version,
            aliases: try node.texts("aliases"), parts: parts,
            platforms: platforms.sorted { $0.id < $1.id })
    }

    private static func platform(
        _ node: YAMLNode, id: String, prefix: String, parts: [Control.Part]
    ) throws(YAMLError) -> ControlPlatform {
        try node.allow(["states", "criteria", "announcements", "hints", "help"])
        let states = try node.items("states").map(state)
        try node.child("states").requireEachOnce(states.map(\.id))
        let covered = Set(states.flatMap(\.covers) + ["any"])
        var criteria: [Criterion] = []
        for item in try node.items("criteria") {
            let criterion = try criterion(item, prefix: prefix)
            if let part = criterion.part { try item.require(part, among: parts) }
            // It would never be judged there, and nobody would notice.
            if let unknown = criterion.states.first(where: { !covered.contains($0) }) {
                throw item.invalid(
                    "no state covers `\(unknown)`; known are "
                        + covered.sorted().joined(separator: ", "), key: "states")
            }
            guard !criteria.contains(where: { $0.id == criterion.id }) else {
                throw item.invalid("`\(criterion.id)` is used twice", key: "id")
            }
            criteria.append(criterion)
        }
        var profiles: [AnnouncementProfile] = []
        for item in try node.items("announcements") {
            let profile = try announcement(item)
            try item.require(profile.part, among: parts)
            guard states.contains(where: { $0.id == profile.state }) else {
                throw item.invalid("`\(profile.state)` is no state of the control", key: "state")
            }
            profiles.append(profile)
        }
        let hints = try node.items("hints").map(hint)
        let help = try node.items("help").map { item throws(YAMLError) in
            try item.allow(["text", "sources"])
            return HelpText(text: try item.text("text"), sources: try item.texts("sources"))
        }
        return ControlPlatform(
            id: id, states: states, criteria: criteria, announcements: profiles,
            hints: hints, help: help)
    }

    private static func state(_ node: YAMLNode) throws(YAMLError) -> ControlState {
        try node.allow(["id", "title", "covers", "words", "usual"])
        return ControlState(
            id: try node.identifier("id"), title: try node.text("title"),
            covers: try node.texts("covers"), words: try node.texts("words"),
            isUsual: try node.flag("usual"))
    }

    private static func criterion(_ node: YAMLNode, prefix: String) throws(YAMLError) -> Criterion {
        try node.allow([
            "id", "category", "part", "states", "statement", "how", "wcag", "severity", "basis",
            "enabled", "sources",
        ])
        let wcag = try node.texts("wcag")
        for number in wcag where SuccessCriterion.named(number) == nil {
            throw try node.child("wcag").invalid("`\(number)` is no WCAG 2.2 success criterion")
        }
        let basis = try node.choice("basis", of: Criterion.Basis.self)
        guard basis != .normative || !wcag.isEmpty else {
            throw node.invalid(
                "what is normative names its success criterion; without one it is advisory",
                key: "wcag")
        }
        return Criterion(
            id: prefix + (try node.identifier("id")),
            category: try node.choice("category", of: Criterion.Category.self),
            part: try node.optional("part")?.text(), states: try node.texts("states"),
            statement: try node.text("statement"), how: try node.text("how"), wcag: wcag,
            severity: try node.choice("severity", of: Severity.self),
            basis: basis, isEnabled: try node.flag("enabled"), sources: try node.texts("sources"))
    }

    private static func announcement(_ node: YAMLNode) throws(YAMLError) -> AnnouncementProfile {
        try node.allow([
            "part", "state", "label", "role", "interactive", "words", "mode", "suffix",
            "name-carries-state", "content", "example", "sources",
        ])
        return AnnouncementProfile(
            part: try node.text("part"), state: try node.text("state"),
            label: try node.text("label"),
            role: try node.choice("role", of: AnnouncementProfile.Role.self),
            isInteractive: try node.flag("interactive"), words: try node.texts("words"),
            mode: try node.choice("mode", of: AnnouncementProfile.Mode.self),
            suffix: try node.optional("suffix")?.text(),
            nameCarriesState: try node.flag("name-carries-state"),
            content: try node.texts("content"), example: try node.text("example"),
            sources: try node.texts("sources"))
    }

    private static func hint(_ node: YAMLNode) throws(YAMLError) -> FixHint {
        try node.allow(["category", "framework", "text", "sources"])
        return FixHint(
            category: try node.choice("category", of: Criterion.Category.self),
            framework: try node.choice("framework", of: FixHint.Framework.self),
            text: try node.text("text"), sources: try node.texts("sources"))
    }
}

extension YAMLNode {
    /// A text that commands and addresses can name.
    fileprivate func identifier(_ key: String) throws(YAMLError) -> String {
        let id = try text(key)
        guard id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil else {
            throw invalid(
                "`\(id)` is no id: small letters, digits and hyphens between them, such as "
                    + "half-screen", key: key)
        }
        return id
    }

    fileprivate func requireEachOnce(_ ids: [String]) throws(YAMLError) {
        var known: Set<String> = []
        for id in ids where !known.insert(id).inserted { throw invalid("`\(id)` is there twice") }
    }

    fileprivate func require(_ part: String, among parts: [Control.Part]) throws(YAMLError) {
        guard !parts.contains(where: { $0.id == part }) else { return }
        throw invalid("`\(part)` is no part of the control", key: "part")
    }
}
