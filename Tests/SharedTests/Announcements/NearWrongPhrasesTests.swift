import Testing

@testable import Shared

/// The catalogue's own examples with one thing changed to a near wrong one fail for that thing.
struct NearWrongPhrasesTests {
    private struct Pair {
        let example: String
        let wrong: String
        /// A code that has to be told.
        let code: String
        let expectation: AnnouncementExpectation
    }

    @Test func `a name glued into other words, a wrong role and a wrong state are told`() throws {
        var count: [String: Int] = [:]
        for control in try #require(AnnouncementChoiceTests.catalogue).controls {
            for platform in control.platforms {
                for profile in platform.announcements where profile.phrases.isEmpty {
                    let choice = try #require(
                        platform.choice(as: profile, named: profile.label))
                    let expectation = choice.expectation
                    for pair in pairs(profile, expectation) {
                        let result = AnnouncementCheck(expectation).check(pair.wrong)
                        let codes = result.problems.map(\.code)
                        // Where nothing can be activated, a role that acts is what is wrong.
                        let isTold = codes.contains(pair.code) || codes == ["role-on-static"]
                        #expect(isTold, "\(pair.example) | \(pair.wrong)")
                        #expect(result.verdict == .fail, "\(pair.example) | \(pair.wrong)")
                        count[pair.code.split(separator: ":")[0].description, default: 0] += 1
                    }
                }
            }
        }
        #expect(count.values.reduce(0, +) >= 300, "\(count)")
        #expect(count["label", default: 0] >= 100 && count["role", default: 0] >= 100, "\(count)")
        #expect(count["state", default: 0] >= 50, "\(count)")
    }

    private func pairs(
        _ profile: AnnouncementProfile, _ expectation: AnnouncementExpectation
    ) -> [Pair] {
        func pair(_ wrong: String?, _ code: String) -> Pair? {
            guard let wrong, wrong != profile.example else { return nil }
            return Pair(
                example: profile.example, wrong: wrong, code: code, expectation: expectation)
        }
        func named(_ name: String) -> String {
            profile.example.replacing(profile.label, with: name)
        }
        return [
            pair(named("Do not \(profile.label)"), "label"),
            pair(named("\(profile.label) for all"), "label"),
            pair(otherRole(profile, expectation), "role"),
            pair(otherState(profile, expectation), "state:\(expectation.state ?? "")"),
        ].compactMap(\.self)
    }

    /// With a role that no control has by mistake in the place of the right one.
    private func otherRole(
        _ profile: AnnouncementProfile, _ expectation: AnnouncementExpectation
    ) -> String? {
        guard profile.mode == .focus, profile.role != .none, expectation.reader == .voiceOver
        else { return nil }
        return replacing(
            expectation.roles.flatMap(expectation.spoken.phrases(ofRole:)), with: "keyboard key",
            in: profile.example)
    }

    /// With the word of another state of the group, or of none, in the place of the right one.
    private func otherState(
        _ profile: AnnouncementProfile, _ expectation: AnnouncementExpectation
    ) -> String? {
        guard let state = expectation.state, !expectation.words.isEmpty,
            !profile.nameCarriesState
        else { return nil }
        let group = expectation.spoken.groups.first { $0.contains(state) } ?? []
        let others = group.subtracting([state]).sorted()
            .flatMap(expectation.spoken.phrases(ofState:))
        let near = others.first { !expectation.words.contains($0) }
        // Where it may be left out, a word that is no state leaves it out.
        guard let other = near ?? (expectation.isWordOptional ? nil : "ready") else { return nil }
        return replacing(expectation.words, with: other, in: profile.example)
    }

    private func replacing(_ words: [String], with other: String, in example: String) -> String? {
        let segments = example.split(separator: ", ").map(String.init)
        let wanted = Set(words.map(SpokenPhrase.normalized))
        guard
            let index = segments.firstIndex(where: {
                wanted.contains(SpokenPhrase.normalized($0))
            }), segments.count > 1
        else { return nil }
        var changed = segments
        changed[index] = other
        // What is left may still say it.
        let isSaid = changed.contains { wanted.contains(SpokenPhrase.normalized($0)) }
        return isSaid ? nil : changed.joined(separator: ", ")
    }
}
