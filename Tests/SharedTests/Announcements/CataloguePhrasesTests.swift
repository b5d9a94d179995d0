import Foundation
import Testing

@testable import Shared

/// Phrases that VoiceOver and TalkBack say for the controls of the catalogue, and near wrong ones.
///
/// A line of a file is `platform | part | state | label | texts | verdict codes | phrase`, with `;`
/// between texts.
struct CataloguePhrasesTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let control, platform, part, state, label: String
        let content: [String]
        let verdict: String
        let codes: [String]
        let phrase: String

        init?(control: String, _ line: String) {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard parts.count == 7 else { return nil }
            self.control = control
            platform = parts[0]
            part = parts[1]
            state = parts[2]
            label = parts[3]
            content = parts[4] == "-" ? [] : parts[4].components(separatedBy: ";")
            let expected = parts[5].components(separatedBy: " ")
            // A code may hold a text of the screen, and spaces with it.
            let rest = expected.dropFirst().joined(separator: " ")
            verdict = expected[0]
            codes =
                rest.hasPrefix("content:") || rest.hasPrefix("no-pauses:")
                ? [rest] : rest.isEmpty ? [] : Array(expected.dropFirst())
            phrase = parts[6]
        }

        var testDescription: String { "\(control) \(platform) \(part) \(state): \(phrase)" }
    }

    private static func lines(of control: String) throws -> [Line] {
        let text = try Fixture.text("phrases/\(control).txt")
        return text.split(separator: "\n").compactMap { Line(control: control, String($0)) }
    }

    private static let catalogue = AnnouncementChoiceTests.catalogue

    static let controls = catalogue?.headings.map(\.id) ?? []

    @Test(arguments: controls)
    func `each phrase gets its verdict, and what is wrong is told by its code`(
        control: String
    ) throws {
        for line in try Self.lines(of: control) {
            let result = try Self.result(line)
            #expect(result.verdict.rawValue == line.verdict, "\(line.testDescription) \(result)")
            #expect(
                Set(result.problems.map(\.code)) == Set(line.codes), "\(line.testDescription)")
        }
    }

    @Test func `there are hundreds, by both platforms and of every control`() throws {
        var count = ["ios": 0, "android": 0]
        for control in Self.controls {
            let lines = try Self.lines(of: control)
            #expect(lines.count >= 20, "\(control) has \(lines.count)")
            for line in lines { count[line.platform, default: 0] += 1 }
        }
        #expect(count.values.allSatisfy { $0 >= 300 }, "\(count)")
    }

    private static func result(_ line: Line) throws -> AnnouncementResult {
        var asked = AnnouncedPart(
            control: line.control, platform: line.platform, part: line.part, state: line.state,
            label: line.label)
        asked.content = line.content
        let catalogue = try #require(catalogue)
        do {
            return AnnouncementCheck(try catalogue.announcement(of: asked).expectation)
                .check(line.phrase)
        } catch AnnouncedPartError.silent {
            // What is spoken by itself has no other moment.
            asked.mode = .afterChange
            return AnnouncementCheck(try catalogue.announcement(of: asked).expectation)
                .check(line.phrase)
        }
    }
}
