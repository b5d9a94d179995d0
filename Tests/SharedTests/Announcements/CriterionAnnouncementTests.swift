import Testing

@testable import Shared

/// What a phrase suggests for one criterion: as much as that criterion asks, and no more.
struct CriterionAnnouncementTests {
    /// Nil where words cannot tell whether the criterion is met.
    private func suggestion(
        _ id: String, _ state: String, _ label: String, _ heard: String,
        _ strictness: AnnouncementStrictness = .strict
    ) throws -> String? {
        let catalogue = try #require(AnnouncementChoiceTests.catalogue)
        let criterion = try #require(catalogue.criterion(id))
        let names = id.split(separator: ".").map(String.init)
        let control = try #require(catalogue.control(names[0]))
        let platform = try #require(control.platform(names[1]))
        return CriterionAnnouncement(
            criterion, in: state, of: control, on: platform, named: label, strictness: strictness
        )?.suggestion(for: heard).text
    }

    // MARK: What is asked

    @Test func `each criterion is judged by what it asks, and by nothing else`() throws {
        func told(_ heard: String) throws -> [String?] {
            try [
                suggestion("menu.ios.trigger-name", "collapsed", "Card options", heard),
                suggestion("menu.ios.trigger-role", "collapsed", "Card options", heard),
                suggestion("menu.ios.state-open", "collapsed", "Card options", heard),
            ]
        }
        #expect(try told("Card options, collapsed, button") == ["passed", "passed", "passed"])
        #expect(
            try told("Card options, button")
                == ["passed", "passed", "cantTell state-in-place:collapsed"])
        #expect(try told("Card options, collapsed") == ["passed", "failed role", "passed"])
        #expect(
            try told("Options of cards, expanded, button")
                == ["failed label", "passed", "failed state:collapsed wrong-state:expanded"])
    }

    @Test func `what cannot be judged suggests no verdict for any criterion`() throws {
        for (heard, told) in [
            ("", "cantTell no-speech"), ("Card options, but…", "cantTell truncated"),
            ("Card options, Taste", "cantTell other-language"),
        ] {
            #expect(
                try suggestion("menu.ios.state-open", "collapsed", "Card options", heard) == told)
        }
    }

    @Test func `a remark passes, and is kept`() throws {
        #expect(
            try suggestion(
                "menu.android.trigger-role", "collapsed", "More options", "More options, button")
                == "passed hint-not-heard")
        let modal = ("menu.android.state-open", "collapsed", "More options")
        #expect(
            try suggestion(modal.0, modal.1, modal.2, "More options, collapsed, button") == "passed"
        )
    }

    // MARK: Where nothing is suggested

    @Test(arguments: [
        // The whole control, and what words do not tell.
        ("menu.ios.label-in-name", "collapsed"), ("menu.ios.focus-returns", "collapsed"),
        ("sheet.ios.keyboard-expand", "minimized"),
        ("sheet.ios.initial-focus-close", "full-screen"),
        // A place in a list is heard on any row, a heading's role is none to look for.
        ("table-row.android.row-list", "enabled"),
        ("table-row.android.row-heading", "non-interactive"),
        ("table-row.ios.one-control-per-stop", "multi-control"),
    ])
    func `where words cannot tell nothing is suggested`(id: String, state: String) throws {
        #expect(try suggestion(id, state, "Options", "Options, button") == nil)
    }

    @Test func `a state of the whole control has the same word for each part`() throws {
        for label in ["Options", "Pay now"] {
            #expect(
                try suggestion(
                    "menu.android.state-disabled", "disabled", "Options", "\(label), disabled")
                    == "passed")
            #expect(
                try suggestion(
                    "menu.android.state-disabled", "disabled", "Options", "\(label), dimmed")
                    == "failed state:disabled wrong-platform-word:dimmed")
            #expect(
                try suggestion(
                    "menu.android.state-disabled", "disabled", "Options", "\(label), dimmed",
                    .lenient)
                    == "passed dimmed-on-android")
        }
        let rows = ("table-row.ios.state-selected", "unselected")
        #expect(try suggestion(rows.0, rows.1, "Rent", "Rent, button") == "passed")
        #expect(
            try suggestion(rows.0, rows.1, "Rent", "Selected, Rent, button")
                == "failed wrong-state:selected")
    }

    // MARK: Names

    @Test func `a part that the component is named after has that name`() throws {
        #expect(
            try suggestion("sheet.ios.trigger-name", "closed", "Trips", "More, button")
                == "failed label")
    }

    @Test func `a part of its own name may have any`() throws {
        for heard in ["Card controller, half screen, button", "Trip card, half screen, button"] {
            #expect(
                try suggestion("sheet.ios.state-height", "half-screen", "Trips", heard) == "passed")
        }
        #expect(
            try suggestion("sheet.ios.state-height", "half-screen", "Trips", "Trip card, button")
                == "failed state:half-screen")
        #expect(
            try suggestion("menu.android.item-role", "expanded", "Options", "Pay now button")
                == "passed hint-not-heard")
        #expect(
            try suggestion("menu.android.item-role", "expanded", "Options", "Pay now")
                == "failed role")
    }

    @Test func `a name that opens in one state closes in the other`() throws {
        for heard in ["Close main menu, button", "Open main menu, button"] {
            #expect(
                try suggestion("menu.ios.state-open", "expanded", "Open main menu", heard)
                    == "passed")
        }
        #expect(
            try suggestion("menu.ios.trigger-name", "collapsed", "Open main menu", "Menu, button")
                == "failed label")
    }

    @Test func `a handle of Compose is judged by its whole phrase`() throws {
        let id = "sheet.android.state-expanded"
        #expect(
            try suggestion(id, "partially-expanded", "Trips", "collapse drag handle") == "passed")
        #expect(
            try suggestion(id, "partially-expanded", "Trips", "expanded drag handle")
                == "failed state:partially-expanded wrong-state:fully-expanded")
    }

    // MARK: Rows

    @Test func `what else a row says belongs before its role`() throws {
        let id = "table-row.ios.description-before-role"
        #expect(try suggestion(id, "enabled", "Rent", "Rent, Due today, $900, button") == "passed")
        #expect(
            try suggestion(id, "enabled", "Rent", "Rent, button, Due today, 2 of 6")
                == "failed order:content-after-role")
        #expect(try suggestion(id, "enabled", "Rent", "Rent, button, 2 of 6, in list") == "passed")
    }
}
