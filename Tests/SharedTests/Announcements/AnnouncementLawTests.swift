import TestSupport
import Testing

@testable import Shared

/// Laws over every profile of the catalogue: what may never change a verdict, and what has to.
struct AnnouncementLawTests {
    /// A profile's own example, with what is expected of it.
    private struct Known {
        let expectation: AnnouncementExpectation
        let example: String
    }

    private func all() throws -> [Known] {
        var known: [Known] = []
        for control in try #require(AnnouncementChoiceTests.catalogue).controls {
            for platform in control.platforms {
                for profile in platform.announcements {
                    let choice = try AnnouncementChoiceTests.choice(
                        control.id, platform.id, profile.part, profile.state, profile.label,
                        content: profile.content, mode: profile.mode)
                    known.append(
                        Known(
                            expectation: choice.expectation,
                            example: try #require(choice.example)))
                }
            }
        }
        return known
    }

    private func verdict(_ known: Known, _ phrase: String) -> AnnouncementResult.Level {
        AnnouncementCheck(known.expectation).check(phrase).verdict
    }

    /// Phrases around an example: with segments left out, doubled, exchanged and foreign.
    private func phrases(
        _ known: Known, using generator: inout SeededGenerator
    ) -> [String] {
        let segments = known.example.split(separator: ", ").map(String.init)
        let others = ["collapsed", "dimmed", "disabled", "link", "button", "selected", "Taste"]
        return (0..<6).map { _ in
            var phrase = segments.filter { _ in generator.below(4) > 0 }
            if generator.below(2) == 0 { phrase.append(generator.pick(others)) }
            return phrase.joined(separator: ", ")
        }
    }

    @Test func `noise never turns a failure into a pass, nor a pass into a failure`() throws {
        var generator = SeededGenerator(seed: 41)
        let noise = ["2 of 6", "in list", "out of list", "heading", "dialog"]
        var failed = 0
        for known in try all() {
            for phrase in phrases(known, using: &generator) where !phrase.isEmpty {
                let plain = AnnouncementCheck(known.expectation).check(phrase)
                // What a part has to say is no noise there.
                let own = known.expectation.content + known.expectation.roles
                let more = generator.pick(
                    noise.filter { word in
                        let words = SpokenPhrase.words(of: word)
                        return !own.contains {
                            words.position(of: SpokenPhrase.words(of: $0)) != nil
                        }
                    })
                for noisy in ["\(phrase), \(more)", "\(more), \(phrase)"] {
                    let result = AnnouncementCheck(known.expectation).check(noisy)
                    #expect(result == plain, "\(phrase) | \(noisy)")
                }
                failed += plain.verdict == .fail ? 1 : 0
            }
        }
        #expect(failed > 100)
    }

    @Test func `case, quotes and the sign of a pause decide nothing`() throws {
        var generator = SeededGenerator(seed: 42)
        for known in try all() {
            for phrase in phrases(known, using: &generator) {
                let expected = AnnouncementCheck(known.expectation).check(phrase)
                for other in [
                    phrase.uppercased(), phrase.replacing(", ", with: "; "),
                    phrase.replacing(", ", with: ",   "), phrase.replacing(", ", with: ". ") + ".",
                    "  " + phrase + " ", phrase.replacing("double tap", with: "double-tap"),
                ] {
                    let result = AnnouncementCheck(known.expectation).check(other)
                    #expect(result.verdict == expected.verdict, "\(phrase) | \(other)")
                }
            }
        }
    }

    @Test func `leniency only ever turns a failure into a remark`() throws {
        var generator = SeededGenerator(seed: 43)
        var eased = 0
        for known in try all() {
            var lenient = known.expectation
            lenient.isLenient = true
            for phrase in phrases(known, using: &generator) {
                let strict = verdict(known, phrase)
                let soft = AnnouncementCheck(lenient).check(phrase).verdict
                #expect(strict == soft || (strict == .fail && soft == .warn), "\(phrase)")
            }
            if lenient.state == "disabled", lenient.reader == .talkBack, !lenient.words.isEmpty {
                let phrase = known.example.lowercased().replacing("disabled", with: "dimmed")
                #expect(verdict(known, phrase) == .fail)
                #expect(AnnouncementCheck(lenient).check(phrase).verdict == .warn)
                eased += 1
            }
        }
        #expect(eased >= 4)
    }

    @Test func `a criterion never fails a phrase that passes as a whole`() throws {
        var generator = SeededGenerator(seed: 44)
        for known in try all() {
            let check = AnnouncementCheck(known.expectation)
            for phrase in phrases(known, using: &generator) {
                let whole = check.check(phrase)
                let asked: [Criterion.Category] = [.name, .role, .grouping, .state, .announcement]
                let parts = asked.map { check.check(phrase, about: $0) }
                if whole.verdict == .pass || whole.verdict == .warn {
                    #expect(parts.allSatisfy { $0.verdict != .fail })
                }
                // What is asked of name, role, state and grouping is all there is to ask.
                let told = Set(parts.flatMap(\.problems))
                #expect(told.isSuperset(of: whole.problems), "\(phrase)")
            }
        }
    }
}
