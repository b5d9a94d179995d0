import Foundation
import Testing

@testable import Shared

/// The catalogue's examples as testers meet them: under other names, and with one thing wrong.
struct ExamplesElsewhereTests {
    private struct Example {
        let platform: ControlPlatform
        let profile: AnnouncementProfile
        let name: String

        var isSaidAtOnce: Bool { !profile.phrases.isEmpty }
        var words: String { "\(name) \(platform.id) \(profile.part)@\(profile.state)" }

        func check(named label: String) -> AnnouncementCheck? {
            platform.choice(as: profile, named: label).map { AnnouncementCheck($0.expectation) }
        }
    }

    private static let names = ["Zebra crossing", "Quarterly figures", "Which one? Choose, please"]
    /// Whether it depends on the name is asked of the examples; here one name is enough.
    private static let pageNames = ["Which one? Choose, please"]

    private func examples() throws -> [Example] {
        try #require(AnnouncementChoiceTests.catalogue).controls.flatMap { control in
            control.platforms.flatMap { platform in
                platform.announcements.map {
                    Example(platform: platform, profile: $0, name: control.id)
                }
            }
        }
    }

    private func isPassed(_ check: AnnouncementCheck, _ phrase: String) -> Bool {
        [.pass, .warn].contains(check.check(phrase).verdict)
    }

    @Test func `no example fails under any name, and none is asked about but for its state`()
        throws
    {
        var failed: [String] = []
        for example in try examples() {
            for name in [example.profile.label] + Self.names
            where name == example.profile.label || !example.isSaidAtOnce {
                let choice = example.platform.choice(as: example.profile, named: name)
                let phrase = try #require(choice?.phrases(of: example.profile).first)
                let result = AnnouncementCheck(try #require(choice).expectation).check(phrase)
                let codes = result.problems.map(\.code)
                let isUntold = codes.allSatisfy {
                    $0.hasPrefix("state-in-place:") || $0.hasPrefix("role-of-some:")
                }
                if result.verdict == .fail || (result.verdict == .cantTell && !isUntold) {
                    failed.append("\(example.words): \(phrase) \(codes)")
                }
            }
        }
        #expect(failed == [])
    }

    @Test func `no example passes with another name in it`() throws {
        var count = 0
        for example in try examples() where !example.isSaidAtOnce {
            let check = try #require(example.check(named: example.profile.label))
            for name in Self.names {
                let phrase = example.profile.example.replacing(example.profile.label, with: name)
                guard phrase != example.profile.example else { continue }
                #expect(!isPassed(check, phrase), "\(example.words): \(phrase)")
                count += 1
            }
        }
        #expect(count >= 1_000)
    }

    @Test func `no example passes without its role and its hint`() throws {
        var count = 0
        for example in try examples() where example.profile.mode == .focus {
            let check = try #require(example.check(named: example.profile.label))
            let expected = check.expectation
            // What cannot be activated needs no role from TalkBack, where a tap is all it takes.
            let isSilent =
                example.profile.role == .none
                || (expected.state == "disabled" && expected.reader == .talkBack)
            let roles = Set(expected.roles.flatMap(expected.spoken.phrases(ofRole:)))
            let phrase = without(example) { segment in
                roles.contains(SpokenWords.counted(segment)) || expected.spoken.isHint(segment)
            }
            guard !isSilent, let phrase else { continue }
            #expect(!isPassed(check, phrase), "\(example.words): \(phrase)")
            count += 1
        }
        #expect(count >= 300)
    }

    @Test func `no example passes without the word of its state`() throws {
        var count = 0
        for example in try examples() where !example.profile.words.isEmpty {
            let check = try #require(example.check(named: example.profile.label))
            let words = Set(check.expectation.words.map(SpokenPhrase.normalized))
            guard let phrase = without(example, words.contains) else { continue }
            #expect(!isPassed(check, phrase), "\(example.words): \(phrase)")
            count += 1
        }
        #expect(count >= 200)
    }

    @Test func `no example passes with a word for disabled in it`() throws {
        var count = 0
        for example in try examples() where example.profile.state != "disabled" {
            guard !example.isSaidAtOnce else { continue }
            let check = try #require(example.check(named: example.profile.label))
            for word in ["dimmed", "disabled"] {
                let said = example.profile.example
                for phrase in ["\(said), \(word)", "\(word), \(said)"] {
                    #expect(!isPassed(check, phrase), "\(example.words): \(phrase)")
                    count += 1
                }
            }
        }
        #expect(count >= 1_000)
    }

    /// The example without the segments that are so; nil where none is.
    private func without(
        _ example: Example, _ isLeftOut: (String) -> Bool
    ) -> String? {
        let segments = example.profile.example.components(separatedBy: ", ")
        let left = segments.filter { !isLeftOut(SpokenPhrase.normalized($0)) }
        return left.count < segments.count && !left.isEmpty ? left.joined(separator: ", ") : nil
    }

    // MARK: What pages expect

    @Test func `each criterion of an announced part has a phrase to expect, and it passes`() throws
    {
        var count = 0
        for control in try #require(AnnouncementChoiceTests.catalogue).controls {
            for platform in control.platforms {
                for criterion in platform.criteria {
                    for state in platform.states where criterion.applies(in: state) {
                        count += try phrases(for: criterion, state.id, control, platform)
                    }
                }
            }
        }
        #expect(count >= 1_000)
    }

    private func phrases(
        for criterion: Criterion, _ state: String, _ control: Control, _ platform: ControlPlatform
    ) throws -> Int {
        let isAnnounced = platform.announcements.contains {
            $0.part == criterion.part && $0.state == state
        }
        guard isAnnounced else { return 0 }
        for name in Self.pageNames {
            let phrases = CriterionAnnouncement.examples(
                for: criterion, in: state, of: control, on: platform, named: name)
            #expect(!phrases.isEmpty, "\(criterion.id)@\(state)")
            let check = CriterionAnnouncement(
                criterion, in: state, of: control, on: platform, named: name, strictness: .strict)
            for phrase in phrases {
                let outcome = check?.suggestion(for: phrase).outcome ?? .passed
                #expect(outcome == .passed, "\(criterion.id)@\(state): \(phrase)")
            }
        }
        return 1
    }
}
