/// What changes for an audit that goes from one catalogue to another.
///
/// Criteria are the same where findings of the one are findings of the other: by their lasting id.
package struct CatalogueDifference: Hashable, Sendable {
    /// Ids, ascending.
    package let controlsAdded, controlsGone: [String]
    /// As `menu.ios:expanded`, ascending; of controls that both have.
    package let statesAdded, statesGone: [String]
    /// In the order of their controls and files, with those of whole controls.
    package let added, gone: [Criterion]
    /// As the later catalogue has them.
    package let renamed: [Renamed]
    package let changed: [Changed]

    /// One whose findings stay, under another name.
    package struct Renamed: Hashable, Sendable {
        /// Full id of the earlier catalogue.
        package let before: String
        package let now: Criterion
    }

    /// One of which a verdict may have meant something else.
    package struct Changed: Hashable, Sendable {
        package let now: Criterion
        /// Keys of the file, in its order, such as `statement`.
        package let keys: [String]
    }

    /// - Parameter controls: Those that count, by id in either catalogue; nil for all.
    package init(from before: Catalogue, to now: Catalogue, controls: Set<String>? = nil) {
        let old = Self.byID(before, controls)
        let new = Self.byID(now, controls)
        controlsAdded = new.keys.filter { old[$0] == nil }.sorted()
        controlsGone = old.keys.filter { new[$0] == nil }.sorted()
        let oldStates = Self.states(old.values.filter { new[$0.id] != nil })
        let newStates = Self.states(new.values.filter { old[$0.id] != nil })
        statesAdded = newStates.subtracting(oldStates).sorted()
        statesGone = oldStates.subtracting(newStates).sorted()
        let wereAll = Self.criteria(old)
        let areAll = Self.criteria(new)
        let were = Dictionary(uniqueKeysWithValues: wereAll.map { ($0.id, $0) })
        let are = Set(areAll.map(\.id))
        added = areAll.filter { were[$0.id] == nil }
        gone = wereAll.filter { !are.contains($0.id) }
        renamed = areAll.compactMap { criterion in
            guard let was = were[criterion.id], was.newestID != criterion.newestID else {
                return nil
            }
            return Renamed(before: was.newestID, now: criterion)
        }
        changed = areAll.compactMap { criterion in
            guard let was = were[criterion.id] else { return nil }
            let keys = criterion.keysOfMeaning(unlike: was)
            return keys.isEmpty ? nil : Changed(now: criterion, keys: keys)
        }
    }

    /// What is said where `isHelpOnly`.
    ///
    /// Where a criterion is asked is not what it asks, so that it counts as help here.
    package static let helpOnlySentence =
        "Nothing that is judged differs; at most help, hints, examples, and how often it is asked "
        + "do."

    /// Whether all that differs is help: nobody has to look at a verdict again.
    package var isHelpOnly: Bool {
        controlsAdded.isEmpty && controlsGone.isEmpty && statesAdded.isEmpty && statesGone.isEmpty
            && added.isEmpty && gone.isEmpty && renamed.isEmpty && changed.isEmpty
    }

    private static func byID(_ catalogue: Catalogue, _ ids: Set<String>?) -> [String: Control] {
        let named = catalogue.headings.filter { heading in
            ids?.isDisjoint(with: [heading.id] + heading.aliases) != true
        }
        return Dictionary(
            uniqueKeysWithValues: named.compactMap { heading in
                catalogue.control(heading.id).map { (heading.id, $0) }
            })
    }

    private static func criteria(_ controls: [String: Control]) -> [Criterion] {
        controls.values.sorted { $0.id < $1.id }.flatMap(\.platforms).flatMap(\.criteria)
    }

    private static func states(_ controls: [Control]) -> Set<String> {
        Set(
            controls.flatMap { control in
                control.platforms.flatMap { platform in
                    platform.states.map { "\(control.id).\(platform.id):\($0.id)" }
                }
            })
    }
}

extension Criterion {
    /// The full id of the newest version.
    package var newestID: String { renamed ?? id }

    /// What differs of all that decides how it is judged; how to do the test is help.
    fileprivate func keysOfMeaning(unlike other: Criterion) -> [String] {
        let all: [(key: String, isAlike: Bool)] = [
            ("category", category == other.category), ("part", part == other.part),
            ("states", Set(states) == Set(other.states)),
            ("statement", statement == other.statement),
            ("expect", test.expected == other.test.expected),
            ("fail", test.failure == other.test.failure), ("wcag", wcag == other.wcag),
            ("impact", impact.severity == other.impact.severity), ("basis", basis == other.basis),
            ("for", Set(kinds) == Set(other.kinds)), ("enabled", isEnabled == other.isEnabled),
        ]
        return all.filter { !$0.isAlike }.map(\.key)
    }
}
