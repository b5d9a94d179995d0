/// What is asked of a control's file before an audit pins it (docs/catalogue.md).
///
/// A running audit's catalogue is read without these rules: none of them may take it away.
extension ControlReader {
    /// Everything in a control that breaks a rule, platform by platform.
    func lapses(of control: Control, within limits: Limits = .standard) -> [YAMLError] {
        var lapses = titleLapses(control, limits) + aliasLapses(control) + partLapses(control)
        if control.parts.count > limits.partsPerControlMax {
            lapses.append(
                tooMany(control.parts.count, limits.partsPerControlMax, "parts", of: node))
        }
        for platform in control.platforms {
            guard let own = node.optional("platforms")?.optional(platform.id) else { continue }
            lapses += countLapses(platform, own, limits) + groupLapses(platform)
            lapses += repeatedAnnouncements(platform, own)
            lapses += unjudgedStates(platform) + wordlessCriteria(platform)
        }
        return lapses
    }

    private func titleLapses(_ control: Control, _ limits: Limits) -> [YAMLError] {
        let most = limits.catalogueTitleLengthMax
        let states = control.platforms.flatMap { items("states", on: $0) }
        let titled = [node] + list("parts", of: node) + states
        var known: Set<YAMLError> = []
        return titled.compactMap { item in
            guard let title = try? item.text("title"), title.count > most else { return nil }
            let lapse = item.invalid(
                "it has \(title.count) characters, and a title has \(most) at most: say it shorter",
                key: "title")
            // What is shared stands on each platform.
            return known.insert(lapse).inserted ? lapse : nil
        }
    }

    private func aliasLapses(_ control: Control) -> [YAMLError] {
        control.aliases.compactMap { alias in
            guard alias.wholeMatch(of: /[a-z0-9]+([ -][a-z0-9]+)*/) == nil else { return nil }
            return node.optional("aliases")?.invalid(
                "`\(alias)` is no alias: small letters, digits, and one space or hyphen between "
                    + "words, such as bottom sheet")
        }
    }

    /// A part that has the control's own id stands for the whole, which needs no mention.
    private func partLapses(_ control: Control) -> [YAMLError] {
        let used = control.platforms.flatMap { platform in
            platform.criteria.compactMap(\.part) + platform.announcements.map(\.part)
        }
        let known = Set(used + [control.id])
        return zip(list("parts", of: node), control.parts).compactMap { item, part in
            guard !known.contains(part.id) else { return nil }
            return item.invalid(
                "no criterion and no announcement is about `\(part.id)`: write one, or leave the "
                    + "part out", key: "id")
        }
    }

    // MARK: One platform

    private func countLapses(
        _ platform: ControlPlatform, _ own: YAMLNode, _ limits: Limits
    ) -> [YAMLError] {
        let counts = [
            (platform.criteria.count, limits.criteriaPerPlatformMax, "criteria"),
            (platform.hints.count, limits.hintsPerPlatformMax, "hints"),
            (platform.states.count, limits.statesPerPlatformMax, "states"),
        ]
        var lapses = counts.compactMap { count, most, key in
            count > most ? tooMany(count, most, key, of: own) : nil
        }
        if platform.criteria.isEmpty {
            lapses.append(own.invalid("it has no criterion: name one, here or below `shared`"))
        }
        return lapses
    }

    private func tooMany(
        _ count: Int, _ most: Int, _ key: String, of node: YAMLNode
    ) -> YAMLError {
        node.invalid("it has \(count), and \(most) are read at most: split the control", key: key)
    }

    private func groupLapses(_ platform: ControlPlatform) -> [YAMLError] {
        zip(items("states", on: platform), platform.states).compactMap { item, state in
            guard let group = state.group, platform.states.count(where: { $0.group == group }) == 1
            else { return nil }
            return item.invalid(
                "`\(group)` has this state only on \(platform.id): give it to those that exclude "
                    + "each other, or leave it out", key: "group")
        }
    }

    private func repeatedAnnouncements(
        _ platform: ControlPlatform, _ own: YAMLNode
    ) -> [YAMLError] {
        var known: Set<[String]> = []
        return zip(list("announcements", of: own), platform.announcements).compactMap { item, it in
            let said = [it.part, it.state, it.label, it.mode.rawValue, it.example]
            guard !known.insert(said).inserted else { return nil }
            return item.invalid(
                "another one has this part, state, label, mode and example: keep one")
        }
    }

    /// A component that is planned in such a state alone would ask nothing of anybody.
    private func unjudgedStates(_ platform: ControlPlatform) -> [YAMLError] {
        guard !platform.criteria.isEmpty else { return [] }
        return zip(items("states", on: platform), platform.states).compactMap { item, state in
            guard !platform.criteria.contains(where: { $0.applies(in: state) }) else { return nil }
            return item.invalid(
                "no criterion is judged in `\(state.id)` on \(platform.id): name it in the states "
                    + "of one, or leave the state out", key: "id")
        }
    }

    /// A criterion asks for a state that all announcements of its part leave unsaid.
    private func wordlessCriteria(_ platform: ControlPlatform) -> [YAMLError] {
        zip(items("criteria", on: platform), platform.criteria).compactMap { item, criterion in
            guard criterion.category == .state else { return nil }
            let profiles = platform.announcements.filter { profile in
                (criterion.part ?? profile.part) == profile.part
                    && platform.state(profile.state).map(criterion.applies(in:)) == true
            }
            guard !profiles.isEmpty, !profiles.contains(where: \.tellsState) else { return nil }
            let part = criterion.part.map { " of `\($0)`" } ?? ""
            return item.invalid(
                "a state is heard, and no announcement\(part) on \(platform.id) has words for it: "
                    + "give one `words` or `content`, or the criterion another category",
                key: "states")
        }
    }

    // MARK: Entries

    /// Those of all platforms, what is shared once.
    func allItems(_ key: String) -> [YAMLNode] {
        let own = (try? node.optional("platforms")?.entries().map(\.node)) ?? []
        return list(key, of: node.optional("shared")) + own.flatMap { list(key, of: $0) }
    }

    func items(_ key: String, on platform: ControlPlatform) -> [YAMLNode] {
        let own = node.optional("platforms")?.optional(platform.id)
        return list(key, of: node.optional("shared")) + list(key, of: own)
    }

    private func list(_ key: String, of node: YAMLNode?) -> [YAMLNode] {
        (try? node?.items(key, unless: [])) ?? []
    }
}

extension AnnouncementProfile {
    fileprivate var tellsState: Bool {
        nameCarriesState || ![words, content, phrases].allSatisfy(\.isEmpty)
    }
}

extension YAMLNode {
    /// Keys of texts in whose braces something is filled in.
    private static let fillable: Set<String> = ["statement", "do", "expect", "fail", "text"]
    /// Those of hints and help, which may hold code.
    private static let coded = "text"
    /// Keys of texts that people read.
    private static let prose: Set<String> = [
        "title", "statement", "do", "expect", "fail", "text", "label", "example",
    ]

    /// Each text of a file that is too long, or that YAML has cut.
    func textLapses(within limits: Limits = .standard) -> [YAMLError] {
        let lines = lines
        return keyedTexts.compactMap { key, text in
            let isCode = key == "code"
            let most = isCode ? limits.catalogueCodeBytesMax : limits.catalogueTextBytesMax
            guard text.byteCount <= most else {
                return text.invalid(
                    "it has \(text.byteCount) bytes, and \(isCode ? "code" : "a text") has "
                        + "\(most) at most: say it shorter")
            }
            if Self.prose.contains(key), text.isCutByComment(in: lines) {
                return text.invalid(
                    "it ends before the #, where a comment begins: a text with # in it stands in "
                        + "quotes, a comment on a line of its own")
            }
            return Self.fillable.contains(key) ? text.braceLapse(mayBeCode: key == Self.coded) : nil
        }
    }

    /// A misspelt name in braces, a brace too many, or nothing left for one platform.
    private func braceLapse(mayBeCode: Bool) -> YAMLError? {
        guard let text = try? text(), text.utf8.contains(where: "{}".utf8.contains) else {
            return nil
        }
        for reader in ScreenReader.allCases {
            let filled = FilledText(text, for: reader)
            let stray = filled.strays.first { !mayBeCode || !$0.isCode }
            if let stray { return invalid(stray.reason) }
            if filled.text.allSatisfy(\.isWhitespace) {
                return invalid("nothing of it is left on \(reader.rawValue): say it there, too")
            }
        }
        return nil
    }
}
