/// What an import makes of one criterion; a proposal, never a verdict.
package struct CaptureSuggestion: Hashable, Sendable {
    package let criterion: String
    package let outcome: Outcome
    /// Why, ascending, such as `missing-name`.
    package let codes: [String]

    /// As it is stored: outcome, codes, and who says so.
    package func text(from source: CaptureSource) -> String {
        ([outcome.rawValue] + codes + [source.rawValue]).joined(separator: " ")
    }
}

extension CaptureAnalysis {
    /// The state that a sighting shows: disabled, else open, else selected or ticked, else usual.
    package func state(
        of sighting: CapturedControl, on platform: ControlPlatform
    ) -> ControlState? {
        func first(_ cover: String) -> ControlState? {
            platform.states.first { $0.covers.contains(cover) && $0.isUsual }
                ?? platform.states.first { $0.covers.contains(cover) }
        }
        let element = capture.elements[sighting.element]
        let usual = platform.states.first(where: \.isUsual) ?? platform.states.first
        if element.isEnabled == false, let disabled = first("disabled") { return disabled }
        if sighting.isOpen {
            return height(of: sighting.element, on: platform) ?? first("open") ?? usual
        }
        if element.isSelected == true || element.isChecked == true {
            return first("selected") ?? usual
        }
        return usual
    }

    /// The state whose title a sheet's grabber has as its value, such as “Half screen”.
    private func height(of element: Int, on platform: ControlPlatform) -> ControlState? {
        for child in capture.children(of: element) {
            let value = NaturalKey.folded(capture.elements[child].value)
            let found = platform.states.first { NaturalKey.folded($0.title) == value }
            if let found, !value.isEmpty { return found }
        }
        return nil
    }

    /// What the capture suggests of a sighting, ascending by criterion.
    ///
    /// - Parameter results: The tool's own, of what lies in it.
    package func suggestions(
        for sighting: CapturedControl, among criteria: [Criterion], results: [CapturedResult] = []
    ) -> [CaptureSuggestion] {
        var found: [String: (outcome: Outcome, codes: Set<String>)] = [:]
        func add(_ check: CaptureCheck, _ outcome: Outcome) {
            guard let criterion = criteria.first(where: { check.isAbout($0, sighting.part) })
            else { return }
            var entry = found[criterion.id] ?? (outcome, [])
            if outcome == .failed { entry.outcome = .failed }
            entry.codes.insert(check.code)
            found[criterion.id] = entry
        }
        if isTarget(sighting.element), !isNamed(sighting.element) { add(.missingName, .failed) }
        if holdsNamelessTarget(sighting.element) { add(.missingNameWithin, .failed) }
        if let outcome = lacksRole(sighting) { add(.missingRole, outcome) }
        for result in results {
            let check = CaptureCheck.all.first { $0.resultClass == result.check }
            if let check { add(check, result.outcome) }
        }
        return found.sorted { $0.key < $1.key }.map {
            CaptureSuggestion(
                criterion: $0.key, outcome: $0.value.outcome, codes: $0.value.codes.sorted())
        }
    }

    /// A target whose type speaks no role: failed where nothing else could say it.
    ///
    /// Android's TalkBack says “double tap to activate” of whatever can be tapped, and a cell of
    /// Apple's may do nothing at all: then somebody has to listen.
    private func lacksRole(_ sighting: CapturedControl) -> Outcome? {
        let element = capture.elements[sighting.element]
        guard sighting.part != .whole else { return nil }
        guard capture.platform == "ios" else {
            let speaks = Self.speakingTypes.contains { element.type.hasSuffix($0) }
            return isTarget(sighting.element) && !speaks ? .cantTell : nil
        }
        let speaks = element.traits.map { !$0.isDisjoint(with: ["button", "link"]) }
        switch sighting.part {
        case .row: return speaks == false ? .cantTell : nil
        case .opener:
            if let speaks { return speaks ? nil : .failed }
            return Self.silentTypes.contains(element.type) ? .failed : nil
        case .whole: return nil
        }
    }

    private static let speakingTypes = [
        "Button", "CheckBox", "Switch", "CheckedTextView", "Spinner", "EditText", "SeekBar",
    ]
    private static let silentTypes: Set<String> = ["XCUIElementTypeOther", "XCUIElementTypeImage"]
}

extension CapturedControl {
    package func isChecked(_ criterion: Criterion) -> Bool {
        CaptureCheck.all.contains { $0.isAbout(criterion, part) }
    }
}

/// What can be told from a capture, and which criteria that is about.
struct CaptureCheck: Sendable {
    let code: String
    /// The short ids of criteria, by the part that was seen.
    private let criteria: [CapturedPart: [String]]
    /// The class of the Accessibility Test Framework that finds the same; nil when none does.
    let resultClass: String?

    func isAbout(_ criterion: Criterion, _ part: CapturedPart) -> Bool {
        criteria[part]?.contains(criterion.shortID) == true
    }

    static let missingName = CaptureCheck(
        code: "missing-name",
        criteria: [.opener: ["trigger-name"], .whole: ["name-purpose"], .row: ["name-purpose"]],
        resultClass: "SpeakableTextPresentCheck")

    /// A target without words within what was seen; an opener's criterion is about itself alone.
    static let missingNameWithin = CaptureCheck(
        code: "missing-name-within",
        criteria: [.whole: ["name-purpose"], .row: ["name-purpose"]], resultClass: nil)

    static let missingRole = CaptureCheck(
        code: "missing-role", criteria: [.opener: ["trigger-role"], .row: ["row-role"]],
        resultClass: "ClassNameCheck")

    /// In the order of docs/imports.md.
    static let all: [CaptureCheck] = [
        missingName, missingNameWithin, missingRole,
        CaptureCheck(
            code: "unexposed-text",
            criteria: [
                .opener: ["label-in-name"], .whole: ["label-in-name"], .row: ["label-in-name"],
            ], resultClass: "UnexposedTextCheck"),
        CaptureCheck(
            code: "traversal-order", criteria: [.whole: ["reading-order"]],
            resultClass: "TraversalOrderCheck"),
    ]
}
