import Testing

@testable import Shared

/// The rules one by one, with phrases that the labelled ones leave out.
struct AnnouncementRulesTests {
    private func codes(_ expectation: AnnouncementExpectation, _ phrase: String) -> [String] {
        AnnouncementCheck(expectation).check(phrase).problems.map(\.code)
    }

    // MARK: Capture

    @Test(arguments: ["", "   ", ",", "…"])
    func `nothing captured is no judgement`(phrase: String) {
        let result = AnnouncementCheck(.init(.voiceOver, label: "Close")).check(phrase)
        #expect(result.verdict == .cantTell)
        #expect(result.problems == [.noSpeech])
    }

    @Test func `a capture that ends in the midst is no judgement, unless all was heard`() {
        let close = AnnouncementExpectation(.voiceOver, label: "Close")
        #expect(codes(close, "Close, but…") == ["truncated"])
        #expect(codes(close, "Close,") == ["truncated"])
        #expect(codes(close, "Close, button…") == [])
    }

    @Test(arguments: ["Close, Schaltfläche", "Close, bouton", "Закрыть, кнопка", "閉じる, ボタン"])
    func `speech in another language is no judgement`(phrase: String) {
        #expect(codes(.init(.voiceOver, label: "Close"), phrase) == ["other-language"])
    }

    @Test func `a name in another language is a name`() {
        #expect(codes(.init(.voiceOver, label: "Закрыть"), "Закрыть, button") == [])
        #expect(codes(.init(.voiceOver, label: "Fermer"), "Fermer, button") == [])
    }

    @Test func `quotes, case, spaces, hyphens and full stops make no difference`() {
        let row = AnnouncementExpectation(.talkBack, label: "Maya's “Plan”")
        #expect(codes(row, "MAYA’S  \"plan\". Button. Double-tap to activate.") == [])
    }

    // MARK: Label

    @Test func `a label with a comma is one label`() {
        let row = AnnouncementExpectation(.voiceOver, label: "Billing, monthly")
        #expect(codes(row, "Billing, monthly, button") == [])
        #expect(codes(row, "Billing, button") == ["label"])
    }

    @Test func `amounts are not cut`() {
        let row = AnnouncementExpectation(
            .voiceOver, label: "Balance", content: ["$1,200.50"])
        #expect(codes(row, "Balance, $1,200.50, button") == [])
    }

    @Test func `a label is whole words`() {
        #expect(codes(.init(.voiceOver, label: "Close"), "Closed, button") == ["label"])
    }

    @Test func `a hint that repeats the name is no second name`() {
        let close = AnnouncementExpectation(.talkBack, label: "Close")
        #expect(codes(close, "Close, button, double tap to close") == [])
    }

    @Test func `a name that is a state word is a name first`() {
        let row = AnnouncementExpectation(.voiceOver, label: "Selected", state: "selected")
        #expect(codes(row, "Selected, selected, button") == [])
    }

    // MARK: State

    @Test(arguments: [
        ("expanded", "Plans, expands, button"), ("unselected", "Plans, unselected, button"),
        ("half-screen", "Plans, half-screen, button"), ("open", "Plans, opens, button"),
        ("collapsed", "Plans collapsed button"),
    ])
    func `every form of a state counts`(state: String, phrase: String) {
        #expect(codes(.init(.voiceOver, label: "Plans", state: state), phrase) == [])
    }

    @Test func `a part in its usual state is neither disabled nor selected`() {
        let plans = AnnouncementExpectation(.voiceOver, label: "Plans")
        #expect(codes(plans, "Plans, dimmed, button") == ["unexpected-state:disabled"])
        #expect(codes(plans, "Plans, selected, button") == ["unexpected-state:selected"])
        let collapsed = AnnouncementExpectation(.voiceOver, label: "Plans", state: "collapsed")
        #expect(
            codes(collapsed, "Plans, collapsed, dimmed, button") == ["unexpected-state:disabled"])
        #expect(codes(collapsed, "Plans, collapsed, selected, button") == [])
    }

    @Test func `two states that exclude each other are told together`() {
        let plans = AnnouncementExpectation(.talkBack, label: "Plans", state: "expanded")
        #expect(
            codes(plans, "Plans, collapsed, expanded, button, double tap to activate")
                == ["contradictory-state:collapsed+expanded"])
    }

    @Test func `a name that tells open or closed needs no state word`() {
        let menu = AnnouncementExpectation(
            .voiceOver, label: "Open main menu", state: "collapsed", nameCarriesState: true)
        #expect(codes(menu, "Open main menu, button") == [])
        let plain = AnnouncementExpectation(
            .voiceOver, label: "Main menu", state: "collapsed", nameCarriesState: true)
        #expect(codes(plain, "Main menu, button") == ["state:collapsed"])
    }

    @Test func `lenient audits take dimmed from TalkBack for a remark, and nothing else`() {
        var row = AnnouncementExpectation(.talkBack, label: "Billing", state: "disabled")
        row.isLenient = true
        #expect(AnnouncementCheck(row).check("Billing, dimmed").verdict == .warn)
        row.state = nil
        row.words = []
        #expect(codes(row, "Billing, dimmed, button").contains("wrong-platform-word:dimmed"))
    }

    @Test func `a handle tells its state in the whole phrase`() {
        var handle = AnnouncementExpectation(
            .talkBack, label: "drag handle", state: "fully-expanded", role: .none)
        handle.phrases = [
            "partially-expanded": ["collapse drag handle"],
            "fully-expanded": ["expanded drag handle"],
        ]
        #expect(
            codes(handle, "collapse drag handle")
                == ["state:fully-expanded", "wrong-state:partially-expanded"])
        #expect(codes(handle, "handle") == ["label"])
    }

    // MARK: Role

    @Test func `a hint replaces no role on VoiceOver`() {
        #expect(
            codes(.init(.voiceOver, label: "Close"), "Close, double tap to activate") == ["role"])
    }

    @Test func `a row that does nothing has neither role nor hint`() {
        let row = AnnouncementExpectation(
            .voiceOver, label: "Total", role: .none, isInteractive: false)
        #expect(codes(row, "Total") == [])
        #expect(codes(row, "Total, button") == ["role-on-static"])
        #expect(codes(row, "Total, double tap to activate") == ["role-on-static"])
    }

    @Test func `a hint on a disabled control is worth a remark`() {
        let row = AnnouncementExpectation(.talkBack, label: "Pay", state: "disabled")
        let result = AnnouncementCheck(row).check("Pay, disabled, double tap to activate")
        #expect(result.verdict == .warn)
        #expect(result.problems == [.hintOnDisabled])
    }

    @Test func `after a change name and state are enough`() {
        let card = AnnouncementExpectation(
            .voiceOver, label: "Card controller", state: "minimized", mode: .afterChange)
        #expect(codes(card, "Card controller, minimized") == [])
        #expect(codes(card, "Card controller") == ["state:minimized"])
    }

    // MARK: Laws

    @Test func `the order of segments decides nothing but content behind a role`() {
        let plans = AnnouncementExpectation(.talkBack, label: "Plans", state: "collapsed")
        let segments = ["Plans", "collapsed", "button", "double tap to activate", "2 of 6"]
        for first in segments.indices {
            let turned = segments[first...] + segments[..<first]
            #expect(codes(plans, turned.joined(separator: ", ")) == [])
            #expect(codes(plans, turned.reversed().joined(separator: "; ")) == [])
        }
    }

    @Test func `leaving out what is required never passes`() {
        let plans = AnnouncementExpectation(
            .voiceOver, label: "Plans", state: "collapsed", content: ["3 new"])
        let segments = ["Plans", "3 new", "collapsed", "button"]
        for left in segments.indices {
            var fewer = segments
            fewer.remove(at: left)
            let result = AnnouncementCheck(plans).check(fewer.joined(separator: ", "))
            #expect(result.verdict == .fail, "without \(segments[left])")
        }
    }
}

extension AnnouncementExpectation {
    /// Asks for the words that the platform has for the state.
    init(
        _ reader: ScreenReader, label: String, state: String? = nil,
        role: AnnouncementProfile.Role = .button, isInteractive: Bool = true,
        mode: AnnouncementProfile.Mode = .focus, suffix: String? = nil,
        nameCarriesState: Bool = false, content: [String] = [], isLenient: Bool = false
    ) {
        let menu = AnnouncementChoiceTests.catalogue?.control("sheet")
        guard let platform = menu?.platform(reader.rawValue) else {
            preconditionFailure("The catalogue that is built in has a sheet on both platforms")
        }
        let words = state.map(platform.spoken.phrases(ofState:)) ?? []
        self.init(
            spoken: platform.spoken, label: label, state: state, words: words, role: role,
            isInteractive: isInteractive, mode: mode, suffix: suffix,
            nameCarriesState: nameCarriesState, content: content,
            isLenient: isLenient)
    }
}
