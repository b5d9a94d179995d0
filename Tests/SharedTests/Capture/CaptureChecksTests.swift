@testable import Shared
import TestSupport
import Testing

struct CaptureChecksTests {
    private static let catalogue = CatalogueLoader.embedded()

    /// `label state: short criterion outcome codes`, one line a suggestion.
    private func suggested(
        _ bytes: [UInt8], from source: CaptureSource = .uiautomator
    ) throws -> [String] {
        let capture = try PageReader.read(bytes, from: source)
        let survey = CaptureAnalysis(capture, by: CatalogueLoader.embedded())
        return try survey.sightings().flatMap { sighting -> [String] in
            let catalogue = Self.catalogue
            let platform = try #require(
                catalogue.control(sighting.control)?.platform(capture.platform))
            let state = try #require(survey.state(of: sighting, on: platform))
            let found = survey.suggestions(for: sighting, among: platform.criteria(in: state))
            let head = "\(sighting.label) \(state.id)"
            return found.isEmpty
                ? [head]
                : found.map {
                    let short = catalogue.criterion($0.criterion)?.shortID ?? ""
                    return "\(head): \(short) \($0.text(from: source))"
                }
        }
    }

    @Test func `a target without words and one without a role are suggested`() throws {
        #expect(
            try suggested(Captures.transactions) == [
                "account overflow collapsed: trigger-name failed missing-name uiautomator",
                "account overflow collapsed: trigger-role cantTell missing-role uiautomator",
                "More options collapsed",
                "Coffee House & Co selected: row-role cantTell missing-role uiautomator",
                "Rail Ticket enabled: name-purpose failed missing-name-within uiautomator",
                "Rail Ticket enabled: row-role cantTell missing-role uiautomator",
                "Rent disabled: row-role cantTell missing-role uiautomator",
                "unnamed table-row enabled: name-purpose failed missing-name uiautomator",
                "unnamed table-row enabled: row-role cantTell missing-role uiautomator",
            ])
    }

    @Test func `on iOS traits tell the role, and what is silent has none`() throws {
        #expect(
            try suggested(Captures.transactionsOnPhone, from: .appium) == [
                "More collapsed", "Coffee House & Co selected",
                "Rail Ticket enabled: name-purpose failed missing-name-within appium",
                "Rail Ticket enabled: row-role cantTell missing-role appium", "Rent disabled",
            ])
        let image = Captures.element("Image", label: "More options")
        #expect(
            try suggested(Captures.source(image), from: .appium)
                == ["More options collapsed: trigger-role failed missing-role appium"])
    }

    @Test func `a sheet's grabber tells its height`() throws {
        let grabber = Captures.element("Button", label: "Sheet Grabber", value: "Half screen")
        let sheet = Captures.element(
            "Other", [grabber, Captures.element("StaticText", label: "Filters")])
        #expect(try suggested(Captures.source(sheet), from: .appium) == ["Filters half-screen"])
        let plain = Captures.element("Sheet", label: "Share", [grabber])
        #expect(
            try suggested(
                Captures.source(plain.replacing("Half screen", with: "3")), from: .appium)
                == ["Share full-screen"])
    }

    @Test func `a button within a row does not lend the row its words`() throws {
        let named = Captures.node("android.widget.Button", text: "Star", taps: true)
        let list = Captures.node("android.widget.ListView", [Captures.row(holding: [named])])
        #expect(
            try suggested(Captures.dump(list)).contains {
                $0.hasSuffix("name-purpose failed missing-name uiautomator")
            })
    }

    @Test func `a suggestion names its source last`() {
        #expect(CaptureSource.wrote("failed missing-name uiautomator") == .uiautomator)
        #expect(CaptureSource.wrote("failed role") == nil)
        #expect(CaptureSource.wrote("") == nil)
    }
}
