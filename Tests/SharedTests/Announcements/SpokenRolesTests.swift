import Testing

@testable import Shared

/// Criteria about a role and the check of what is heard say the same, from both sides.
struct SpokenRolesTests {
    private static let name = "Quarterly figures"

    private struct Asked {
        /// A quote, who says what follows, or the end of a sentence.
        private static var mark: Regex<(Substring, quote: Substring?)> {
            #/\u{201C}(?<quote>[^\u{201D}]+)\u{201D}|VoiceOver|TalkBack|[.] /#
        }

        let criterion: Criterion
        let reader: ScreenReader
        let expectation: AnnouncementExpectation

        /// What this reader says by a text of the criterion: what is not said of the other one.
        func quotes(in text: String) -> [String] {
            var found: [String] = []
            var reader: ScreenReader?
            var rest = text[...]
            while let next = rest.firstMatch(of: Self.mark) {
                switch next.output.0 {
                case "VoiceOver": reader = .voiceOver
                case "TalkBack": reader = .talkBack
                case ". ": reader = nil
                default:
                    if reader == nil || reader == self.reader, let quote = next.output.quote {
                        found.append(SpokenPhrase.normalized(String(quote)))
                    }
                }
                rest = rest[next.range.upperBound...]
            }
            return found
        }

        func isRole(_ quote: String) -> Bool {
            if case .role = expectation.spoken.meaning(
                of: quote, roles: expectation.roles, state: nil)
            {
                true
            } else {
                false
            }
        }

        func isFailed(_ heard: String) -> Bool {
            let words = expectation.words.prefix(1).map { ", \($0)" }.joined()
            let phrase = "\(SpokenRolesTests.name)\(words), \(heard)"
            return AnnouncementCheck(expectation).check(phrase, about: .role).verdict == .fail
        }
    }

    private func asked() throws -> [Asked] {
        var all: [Asked] = []
        for control in try #require(AnnouncementChoiceTests.catalogue).controls {
            for platform in control.platforms {
                let reader = try #require(ScreenReader(rawValue: platform.id))
                for criterion in platform.criteria where criterion.category == .role {
                    guard let part = criterion.part else { continue }
                    for state in platform.states where criterion.applies(in: state) {
                        let choice = platform.announcement(
                            of: part, in: (state.id, nil), named: Self.name)
                        guard let choice, choice.expectation.role != .none else { continue }
                        all.append(
                            Asked(
                                criterion: criterion, reader: reader,
                                expectation: choice.expectation))
                    }
                }
            }
        }
        return all
    }

    @Test func `what a criterion expects does not fail, and a hint alone does with VoiceOver`()
        throws
    {
        var count = 0
        for one in try asked() {
            for quote in one.quotes(in: one.criterion.test.expected) {
                let place = "\(one.criterion.id)@\(one.expectation.state ?? ""): \(quote)"
                if one.isRole(quote) {
                    #expect(!one.isFailed(quote), "\(place)")
                    count += 1
                } else if one.expectation.spoken.isActivation(quote) || quote == "double tap to …" {
                    let isEnough = one.reader == .talkBack
                    #expect(one.isFailed("double tap to activate") != isEnough, "\(place)")
                    count += 1
                }
            }
            if one.reader == .voiceOver {
                #expect(one.isFailed("double tap to activate"), "\(one.criterion.id)")
            }
        }
        #expect(count >= 200)
    }

    @Test func `what fails a criterion fails the check`() throws {
        var count = 0
        for one in try asked() {
            let text = one.criterion.test.failure
            guard !text.contains("without"), !text.contains("nly "), !text.contains("Heading")
            else { continue }
            for quote in one.quotes(in: text) where one.isRole(quote) {
                #expect(
                    one.isFailed(quote),
                    "\(one.criterion.id)@\(one.expectation.state ?? ""): \(quote)")
                count += 1
            }
        }
        #expect(count >= 10)
    }

    @Test func `each role that passes is named where the criterion says what is expected`() throws {
        for one in try asked() {
            let text = one.criterion.test.expected
            let quotes = Set(one.quotes(in: text))
            guard !text.contains(" role"), !quotes.isEmpty else {
                continue
            }
            for role in one.expectation.roles {
                let phrases = one.expectation.spoken.phrases(ofRole: role)
                let isNamed = quotes.contains { quote in
                    phrases.contains { quote == $0 || quote.hasSuffix(" \($0)") }
                }
                #expect(isNamed, "\(one.criterion.id)@\(one.expectation.state ?? ""): \(role)")
            }
        }
    }
}
