import Foundation
import Testing

@testable import Shared

/// What is expected of a part: which of the catalogue's profiles, in whose words.
struct AnnouncementChoiceTests {
    static let catalogue: Catalogue? = CatalogueLoader.embedded()

    static func choice(
        _ control: String, _ platform: String, _ part: String, _ state: String?, _ label: String,
        content: [String] = [], mode: AnnouncementProfile.Mode = .focus
    ) throws -> AnnouncementChoice {
        var asked = AnnouncedPart(
            control: control, platform: platform, part: part, state: state, label: label)
        asked.content = content
        asked.mode = mode
        return try #require(catalogue).announcement(of: asked)
    }

    private func codes(_ choice: AnnouncementChoice, _ phrase: String) -> [String] {
        AnnouncementCheck(choice.expectation).check(phrase).problems.map(\.code)
    }

    // MARK: Labelled phrases

    @Test(arguments: AnnouncementCheckTests.labelled)
    func `a labelled phrase gets its verdict from the catalogue alone`(
        _ labelled: AnnouncementCheckTests.Case
    ) throws {
        var asked = AnnouncedPart(
            control: labelled.control, platform: labelled.platform, part: labelled.part,
            state: labelled.componentState, label: labelled.label)
        asked.content = labelled.args.extra ?? []
        asked.mode = labelled.args.mode == "after-change" ? .afterChange : .focus
        asked.isLenient = labelled.args.lenient ?? false
        let choice = try #require(Self.catalogue).announcement(of: asked)
        let result = AnnouncementCheck(choice.expectation).check(labelled.phrase)
        #expect(result.verdict.rawValue == labelled.verdict)
        #expect(result.problems.map(\.code) == labelled.missing)
    }

    // MARK: Profiles

    @Test func `every example of the catalogue passes by the profile chosen for it`() throws {
        var count = 0
        for control in try #require(Self.catalogue).controls {
            for platform in control.platforms {
                for profile in platform.announcements {
                    let choice = try Self.choice(
                        control.id, platform.id, profile.part, profile.state, profile.label,
                        content: profile.content, mode: profile.mode)
                    let result = AnnouncementCheck(choice.expectation).check(profile.example)
                    // Two examples leave out the state under a name that the strict one has too.
                    let isSofter = profile.words.isEmpty && !choice.expectation.words.isEmpty
                    #expect(result.verdict != .fail || isSofter, "\(profile.example)")
                    #expect(choice.example != nil, "\(profile.example)")
                    count += 1
                }
            }
        }
        #expect(count > 50)
    }

    @Test func `what is asked for is the same whatever the component is called`() throws {
        for name in ["Options", "More options", "Card options"] {
            let menu = try Self.choice("menu", "ios", "trigger", "collapsed", name)
            #expect(codes(menu, "\(name), button") == ["state-in-place:collapsed"])
            #expect(codes(menu, "\(name) menu, collapsed, button") == [])
            #expect(codes(menu, "\(name), closed, button") == [])
            #expect(
                codes(menu, "\(name), expanded, button")
                    == ["state:collapsed", "wrong-state:expanded"])
            // A pop-up button tells that a layer opens.
            #expect(codes(menu, "\(name), pop-up button") == [])
            #expect(codes(menu, name) == ["role"])
            #expect(menu.example == "\(name) menu, collapsed, button")
        }
    }

    @Test func `a name with open or close is taken for one that tells the state`() throws {
        let menu = try Self.choice("menu", "ios", "trigger", "collapsed", "Open card menu")
        #expect(codes(menu, "Open card menu, button") == [])
        let modal = try Self.choice("modal-dialog", "ios", "trigger", "closed", "Open sort")
        #expect(codes(modal, "Open sort, button") == [])
    }

    @Test func `a name that tells no state leaves it to a word`() throws {
        let modal = try Self.choice("modal-dialog", "ios", "trigger", "closed", "Sort")
        #expect(codes(modal, "Sort, button") == ["state-in-place:closed"])
        #expect(codes(modal, "Sort, collapsed, button") == [])
        #expect(modal.example == "Sort, closed, button")
    }

    @Test(arguments: ["Trip", "Card controller"])
    func `a state is told in the words of each profile`(name: String) throws {
        let card = try Self.choice("sheet", "ios", "grabber", "minimized", name)
        #expect(codes(card, "\(name), minimized, button") == [])
        #expect(codes(card, "\(name), collapsed, button") == [])
        #expect(codes(card, "\(name), button") == ["state:minimized"])
    }

    // MARK: States

    @Test func `a state that is not spoken of asks for no word, and for no disabled one`() throws {
        let close = try Self.choice("modal-dialog", "android", "close-button", nil, "Close")
        #expect(codes(close, "Close, button, double tap to activate") == [])
        #expect(
            codes(close, "Close, button, disabled, double tap to activate")
                == ["unexpected-state:disabled"])
        let trigger = try Self.choice("menu", "ios", "trigger", "enabled", "Card options")
        #expect(codes(trigger, "Card options, button") == [])
    }

    @Test func `an older state's name asks for its words`() throws {
        let drawer = try Self.choice("drawer-legacy", "iOS", "grabber", "collapsed", "Plan drawer")
        #expect(codes(drawer, "Plan drawer, button") == ["state:collapsed"])
        #expect(
            codes(drawer, "Plan drawer, expanded, button")
                == ["state:collapsed", "wrong-state:expanded"])
        let other = try Self.choice("drawer-legacy", "ios", "grabber", "collapsed", "Trips")
        #expect(codes(other, "Trips, collapsed, button") == [])
        let row = try Self.choice("table-row", "ios", "row", "In app", "Billing")
        #expect(codes(row, "Billing, button") == [])
    }

    @Test func `every part that is heard can be disabled`() throws {
        let close = try Self.choice("modal-dialog", "ios", "close-button", "disabled", "Close")
        #expect(codes(close, "Close, button") == ["state:disabled"])
        #expect(codes(close, "Close, dimmed, button") == [])
        #expect(close.example == "Close, dimmed, button")
    }

    @Test func `after a change the example is what is heard then`() throws {
        let card = try Self.choice(
            "sheet", "ios", "grabber", "full-screen", "Trip", mode: .afterChange)
        #expect(codes(card, "Trip, full screen") == [])
        #expect(card.example == "Trip, full screen")
    }

    @Test func `right after a change the state alone is enough, and another name is not`() throws {
        let toggle = try Self.choice(
            "toggle-switch", "android", "switch", "on", "Night mode", mode: .afterChange)
        #expect(codes(toggle, "On") == [])
        #expect(codes(toggle, "Night mode, on") == [])
        #expect(codes(toggle, "Off") == ["state:on", "wrong-state:off"])
        #expect(codes(toggle, "Dark mode, on") == ["label"])
        #expect(codes(toggle, "Night mode") == ["state:on"])
    }

    // MARK: Examples

    @Test(arguments: [
        ("menu", "ios", "trigger", "collapsed", "Card menu", [], "Card menu, collapsed, button"),
        (
            "menu", "ios", "trigger", "disabled", "Card options", [],
            "Card options menu, dimmed, button"
        ),
        (
            "sheet", "android", "grabber", "fully-expanded", "drag handle", [],
            "Drag handle, actions available"
        ),
        (
            "table-row", "ios", "row", "enabled", "Rent", ["Due today", "$900"],
            "Rent, Due today, $900, button"
        ),
        (
            "table-row", "android", "row", "selected", "Rent", ["$900"],
            "Selected, Rent, $900, double tap to activate"
        ),
    ])
    func `an example has the name and the texts that were asked for`(
        control: String, platform: String, part: String, state: String, label: String,
        content: [String], example: String
    ) throws {
        let choice = try Self.choice(control, platform, part, state, label, content: content)
        #expect(choice.example == example)
        #expect(codes(choice, example) == [])
    }

    // MARK: Errors

    @Test func `what the catalogue does not have is named with what it has`() throws {
        func error(
            _ control: String, _ platform: String, _ part: String, _ state: String?,
            mode: AnnouncementProfile.Mode = .focus
        ) throws -> AnnouncedPartError? {
            do {
                _ = try Self.choice(control, platform, part, state, "Close", mode: mode)
                return nil
            } catch let error as AnnouncedPartError {
                return error
            }
        }
        let controls = try #require(Self.catalogue).headings.flatMap { [$0.id] + $0.aliases }
        #expect(
            try error("shet", "ios", "grabber", nil)
                == .unknown(what: "control in the catalogue", name: "shet", known: controls))
        #expect(
            try error("sheet", "web", "grabber", nil)
                == .unknown(what: "platform", name: "web", known: ["android", "ios"]))
        #expect(
            try error("table-row", "ios", "grabber", nil)
                == .unknown(what: "part of table-row", name: "grabber", known: ["row"]))
        #expect(
            try error("modal-dialog", "ios", "trigger", "half")
                == .unknown(
                    what: "state of modal-dialog on ios", name: "half",
                    known: ["closed", "open", "disabled"]))
        #expect(
            try error("modal-dialog", "ios", "close-button", "closed")
                == .silent(part: "close-button", state: "closed", mode: .focus, heard: ["open"]))
        #expect(
            try error("modal-dialog", "ios", "close-button", "open", mode: .afterChange)
                == .silent(part: "close-button", state: "open", mode: .afterChange, heard: []))
    }
}
