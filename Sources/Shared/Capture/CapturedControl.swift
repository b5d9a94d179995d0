/// One of the catalogue's controls, seen in a capture.
package struct CapturedControl: Hashable, Sendable {
    package let control: String
    package let part: CapturedPart
    /// An index in the capture; of an open menu that of the button that opened it, if it is seen.
    package let element: Int
    /// What the component is called; the same in every capture of one screen, as far as that goes.
    package var label: String
    /// Whether the label is the app's own; otherwise it was made of the identifier, or of nothing.
    package var hasOwnLabel: Bool
    package var isOpen: Bool
    /// The position among sightings of one control with one label, from 1.
    package var ordinal: UInt32 = 1
}

extension CaptureAnalysis {
    /// The controls in the capture, in order of reading (docs/imports.md).
    ///
    /// What lies within another of the same control is part of that one, and what an opener opens,
    /// such as a menu, has no rows.
    package func sightings(limits: Limits = .standard) -> [CapturedControl] {
        var found: [CapturedControl] = []
        // By control, the index behind the last sighting of it.
        var ends: [String: Int] = [:]
        for index in capture.elements.indices where capture.elements[index].isVisible {
            guard let rule = rules.first(where: { fits($0, index) }) else { continue }
            let isEntry = rule.part == .row && opened.contains { index < ends[$0] ?? 0 }
            guard index >= ends[rule.control] ?? 0, !isEntry else { continue }
            ends[rule.control] = capture.descendants(of: index).upperBound
            let label = label(of: index, rule)
            found.append(
                CapturedControl(
                    control: rule.control, part: rule.part, element: index,
                    label: (label ?? fallback(for: index, rule)).onOneLine.cut(
                        limits.labelBytesMax),
                    hasOwnLabel: label != nil, isOpen: rule.part == .whole))
        }
        return Self.numbered(opened.sorted().reduce(found, Self.withOpeners))
    }

    /// One that is open beside a single opener is what that opened.
    private static func withOpeners(
        _ sightings: [CapturedControl], of control: String
    ) -> [CapturedControl] {
        let all = sightings.indices.filter { sightings[$0].control == control }
        let openers = all.filter { sightings[$0].part == .opener }
        let open = all.filter { sightings[$0].part == .whole }
        guard openers.count == 1, open.count == 1 else { return sightings }
        var result = sightings
        result[openers[0]].isOpen = true
        result.remove(at: open[0])
        return result
    }

    private static func numbered(_ sightings: [CapturedControl]) -> [CapturedControl] {
        var counts: [String: UInt32] = [:]
        return sightings.map { sighting in
            var sighting = sighting
            let key = sighting.control + "\n" + NaturalKey.folded(sighting.label)
            counts[key, default: 0] += 1
            sighting.ordinal = counts[key] ?? 1
            return sighting
        }
    }

    private func fits(_ rule: CaptureRule, _ index: Int) -> Bool {
        let element = capture.elements[index]
        if !fitsType(rule, element) { return false }
        if rule.isTarget, !isTarget(index) { return false }
        if !rule.names.isEmpty, !rule.names.contains(element.ownName.lowercased()) { return false }
        if !rule.parents.isEmpty {
            let parent = element.parent.map { capture.elements[$0].type }
            guard let parent, rule.parents.contains(parent), isRow(index) else { return false }
        }
        if rule.part == .whole, capture.descendants(of: index).isEmpty { return false }
        return fitsIdentifier(rule, element) && fitsContents(rule, index)
    }

    private func fitsType(_ rule: CaptureRule, _ element: CapturedElement) -> Bool {
        let types = [element.type, element.className]
        guard rule.types.isEmpty || types.contains(where: rule.types.contains) else { return false }
        return rule.typePieces.isEmpty
            || rule.typePieces.contains { piece in types.contains { $0.contains(piece) } }
    }

    private func fitsIdentifier(_ rule: CaptureRule, _ element: CapturedElement) -> Bool {
        guard !rule.identifiers.isEmpty || !rule.identifierPieces.isEmpty else { return true }
        let name = CaptureRule.plain(element.localIdentifier)
        return rule.identifiers.contains(name)
            || rule.identifierPieces.contains(where: name.contains)
    }

    private func fitsContents(_ rule: CaptureRule, _ index: Int) -> Bool {
        let hasGrabber = rule.grabbers.contains { grabberParents[$0]?.contains(index) == true }
        guard rule.grabbers.isEmpty || hasGrabber else { return false }
        guard !rule.holds.isEmpty else { return true }
        // The first entry of a menu is enough, and a list may hold the whole screen.
        let identifiers = Set(
            capture.elements[capture.descendants(of: index).prefix(64)].map {
                CaptureRule.plain($0.localIdentifier)
            })
        return rule.holds.allSatisfy(identifiers.contains)
    }

    /// Whether something directly in a list is more than a gap or a line between rows.
    private func isRow(_ index: Int) -> Bool {
        isTarget(index) || isNamed(index) || !capture.descendants(of: index).isEmpty
    }

    /// The app's own words for a control; nil when it has none.
    private func label(of index: Int, _ rule: CaptureRule) -> String? {
        let own = capture.elements[index].ownName
        if !own.isEmpty { return own }
        switch rule.part {
        case .opener: return isNamed(index) ? spokenName(index, bytesMax: 512) : nil
        case .whole:
            // The first words of what was opened are its first entry's.
            if opened.contains(rule.control) { return nil }
            return firstName(in: index) {
                rule.titles.contains(CaptureRule.plain($0.localIdentifier))
            } ?? firstName(in: index) { !isGrabber($0) }
        // Later words of a row are often amounts and dates, which change.
        case .row: return firstName(in: index) { _ in true }
        }
    }

    private func fallback(for index: Int, _ rule: CaptureRule) -> String {
        let words = capture.elements[index].localIdentifier
            .replacing("_", with: " ").replacing("-", with: " ").collapsed
        return words.isEmpty ? "unnamed \(rule.control)" : words
    }
}
