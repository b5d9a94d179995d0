/// Reads the file of one control (docs/catalogue.md).
struct ControlReader {
    private static let format = "accord-catalogue/2"

    let node: YAMLNode
    private let shared: SharedEntries

    init(_ node: YAMLNode, _ shared: SharedEntries) { (self.node, self.shared) = (node, shared) }

    /// The control, where nothing is wrong in its file; else a fault of each entry that has one.
    func read() -> (control: Control?, faults: [YAMLError]) {
        var list = YAMLErrors()
        let control = control(&list)
        return (list.faults.isEmpty ? control : nil, list.faults)
    }

    private func control(_ list: inout YAMLErrors) -> Control? {
        list.reading(
            try node.allow([
                "format", "control", "title", "version", "aliases", "parts", "shared", "platforms",
            ]))
        // What has another form, or none, would be wrong on every line.
        guard node.isMapping, list.reading(try node.require(format: Self.format)) != nil else {
            return nil
        }
        let id = list.reading(try node.identifier("control"))
        let title = list.reading(try node.text("title"))
        let version = list.reading(try self.version())
        let aliases = list.reading(try node.texts("aliases", unless: []))
        let own = [id].compactMap(\.self) + (aliases ?? [])
        list.reading(try node.optional("aliases")?.requireEachOnce(own))
        let items = list.reading(try node.items("parts")) ?? []
        let parts = list.each(items) { part throws(YAMLError) in
            try part.allow(["id", "title"])
            return Control.Part(id: try part.identifier("id"), title: try part.text("title"))
        }
        list.reading(try node.optional("parts")?.requireEachOnce(items.names("id")))
        let platforms = platforms(of: id ?? "control", with: Set(items.names("id")), &list)
        guard let id, let title, let version, let aliases else { return nil }
        return Control(
            id: id, title: title, version: version, aliases: aliases, parts: parts,
            platforms: platforms.sorted { $0.id < $1.id })
    }

    private func version() throws(YAMLError) -> String {
        let version = try node.text("version")
        guard version.wholeMatch(of: /[0-9]{4}\.(0?[1-9]|1[0-2])\.[0-9]{1,4}/) != nil else {
            throw node.invalid(
                "`\(version)` is no version: year, month (1 to 12) and a number, such as 2026.11.1",
                key: "version")
        }
        return version
    }

    private func platforms(
        of control: String, with parts: Set<String>, _ list: inout YAMLErrors
    ) -> [ControlPlatform] {
        let common = node.optional("shared")
        list.reading(try common?.allow(["states", "criteria", "hints", "help"]))
        guard let entries = list.reading(try node.child("platforms").entries()) else {
            return []
        }
        if entries.isEmpty {
            list.add(node.invalid("name ios, android or both", key: "platforms"))
        }
        var platforms: [ControlPlatform] = []
        for (key, own) in entries {
            guard let reader = ScreenReader(rawValue: key), let words = shared.words[reader] else {
                list.add(own.invalid("a platform is ios or android"))
                continue
            }
            list.reading(
                try own.allow(["states", "criteria", "announcements", "hints", "help"]))
            guard own.isMapping else { continue }
            let reading = PlatformReader(
                control: control, nodes: [common, own].compactMap(\.self), parts: parts,
                words: words, shared: shared)
            if let platform = reading.platform(own, &list) { platforms.append(platform) }
        }
        return platforms
    }
}
