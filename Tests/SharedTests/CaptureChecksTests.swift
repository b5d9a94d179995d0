@testable import Shared
import TestSupport
import Testing

struct CaptureChecksTests {
    private static let catalogue = Result { try CatalogueLoader.embedded() }

    /// `label state: short criterion outcome codes`, one line a suggestion.
    private func suggested(
        _ bytes: [UInt8], from source: CaptureSource = .uiautomator
    ) throws -> [String] {
        let capture = try PageReader.read(bytes, from: source)
        let survey = CaptureSurvey(capture)
        return try survey.sightings().flatMap { sighting -> [String] in
            let catalogue = try Self.catalogue.get()
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
                "Coffee House & Co selected",
                "Rail Ticket enabled: name-purpose failed missing-name-within uiautomator",
                "Rail Ticket enabled: row-role cantTell missing-role uiautomator",
                "Rent disabled",
                "unnamed table-row enabled: name-purpose failed missing-name uiautomator",
                "unnamed table-row enabled: row-role cantTell missing-role uiautomator",
            ])
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
