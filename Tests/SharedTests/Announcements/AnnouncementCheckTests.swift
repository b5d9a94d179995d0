import Foundation
import Testing

@testable import Shared

/// `AnnouncementCheck`: the labelled phrases, and one case a rule and a doubt of its own.
struct AnnouncementCheckTests {
    // MARK: Labelled phrases

    private struct Cases: Decodable {
        let cases: [Case]
    }

    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let id: String
        let phrase: String
        let control: String
        let part: String
        let componentState: String?
        let platform: String
        let label: String
        let verdict: String
        let missing: [String]
        let args: Arguments

        struct Arguments: Decodable, Sendable {
            var state: String?
            var role: String?
            var mode: String?
            var extra: [String]?
            var labelOptionalSuffix: String?
            var nameCarriesState: Bool?
            var lenient: Bool?
            /// Whether what opens may open as a layer, which tells no state.
            var layer: Bool?
        }

        var testDescription: String { "\(id): \(phrase)" }

        /// By the catalogue, because a part may have phrases that tell all of it.
        func expectation() throws -> AnnouncementExpectation {
            let platform = platform.lowercased()
            let profile = AnnouncementChoiceTests.catalogue?.control(control)?
                .platform(platform)?.announcements.first {
                    $0.part == part && $0.state == componentState && !$0.phrases.isEmpty
                }
            var expectation = AnnouncementExpectation(
                try #require(ScreenReader(rawValue: platform)), label: label, state: args.state,
                role: profile?.role ?? AnnouncementProfile.Role(rawValue: args.role ?? "button"),
                mode: try #require(AnnouncementProfile.Mode(rawValue: args.mode ?? "focus")),
                suffix: args.labelOptionalSuffix,
                nameCarriesState: args.nameCarriesState ?? false, content: args.extra ?? [],
                isLenient: args.lenient ?? false)
            expectation.isWordOptional = args.layer ?? false
            if let profile { expectation.phrases = [profile.state: profile.phrases] }
            return expectation
        }
    }

    static let labelled: [Case] = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/announcement-cases.json")
        guard let data = try? Data(contentsOf: file),
            let cases = try? decoder.decode(Cases.self, from: data)
        else { return [] }
        return cases.cases
    }()

    @Test func `the labelled phrases are there`() {
        #expect(Self.labelled.count >= 50)
    }

    @Test(arguments: labelled)
    func `a labelled phrase gets its verdict`(_ labelled: Case) throws {
        let result = AnnouncementCheck(try labelled.expectation()).check(labelled.phrase)
        #expect(result.verdict.rawValue == labelled.verdict)
        #expect(result.problems.map(\.code) == labelled.missing)
    }
}
