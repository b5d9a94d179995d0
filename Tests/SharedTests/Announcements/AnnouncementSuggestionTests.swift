import Testing

@testable import Shared

/// What of a check is kept, and the words that people read of it.
struct AnnouncementSuggestionTests {
    private static let problems: [AnnouncementProblem] = [
        .label, .duplicateLabel, .role, .wrongRole("link"), .roleOnStatic, .state("half-screen"),
        .wrongState("expanded"), .contradictoryState(["full-screen", "minimized"]),
        .unexpectedState("disabled"), .wrongPlatformWord("dimmed"),
        .content(["Due 12 May", "5%20"]),
        .contentAfterRole, .hintNotHeard, .hintOnDisabled, .dimmedOnAndroid, .noSpeech, .truncated,
        .otherLanguage, .stateInPlace("half-screen"),
        .roleOfSome("heading"),
    ]

    private func suggestion(
        _ verdict: AnnouncementResult.Level, _ problems: [AnnouncementProblem] = []
    ) -> AnnouncementSuggestion {
        AnnouncementSuggestion(
            AnnouncementResult(verdict: verdict, problems: problems))
    }

    @Test(arguments: problems)
    func `each problem comes back from its code`(problem: AnnouncementProblem) {
        #expect(AnnouncementProblem(code: problem.code) == problem)
    }

    @Test func `a suggestion comes back from its text, spaces and all`() throws {
        let all = suggestion(.fail, Self.problems)
        #expect(AnnouncementSuggestion(text: all.text) == all)
        #expect(all.text.contains(" content:Due%2012%20May|5%2520 "))
        #expect(suggestion(.pass).text == "passed")
        #expect(suggestion(.warn, [.hintNotHeard]).text == "passed hint-not-heard")
        #expect(suggestion(.cantTell, [.noSpeech]).text == "cantTell no-speech")
    }

    @Test func `codes of a later version are kept and shown, its outcomes are not understood`()
        throws
    {
        let later = try #require(AnnouncementSuggestion(text: "failed tone:flat state:open"))
        #expect(later.text == "failed tone:flat state:open")
        #expect(later.words == "Failed. Noted: tone:flat. Missing: state \"open\".")
        #expect(AnnouncementSuggestion(text: "perfect") == nil)
        #expect(AnnouncementSuggestion(text: "") == nil)
    }

    @Test func `people read sentences`() {
        #expect(
            suggestion(.fail, [.state("collapsed")]).sentence
                == "Suggested: Failed. Missing: state \"collapsed\".")
        #expect(suggestion(.pass).sentence == "Suggested: Passed.")
        #expect(
            suggestion(.fail, [.content(["A", "B", "C"])]).words
                == "Failed. Missing: \"A\", \"B\" and \"C\".")
        #expect(
            suggestion(.fail, [.wrongPlatformWord("disabled")]).words
                == "Failed. VoiceOver says \"dimmed\", never \"disabled\".")
    }

    @Test(arguments: problems)
    func `each problem is whole sentences of plain words`(problem: AnnouncementProblem) {
        let sentence = problem.sentence
        #expect(sentence.first?.isUppercase == true || sentence.first == "\"")
        #expect(sentence.hasSuffix("."))
        #expect(!sentence.contains("-"), "ids have hyphens, words do not")
    }
}
