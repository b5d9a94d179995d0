import Testing

@testable import Shared

struct SuccessCriterionTests {
    @Test(arguments: [
        ("1.1.1", "non-text-content"), ("1.4.13", "content-on-hover-or-focus"),
        ("1.2.3", "audio-description-or-media-alternative-prerecorded"),
        ("2.2.2", "pause-stop-hide"), ("2.4.4", "link-purpose-in-context"),
        ("2.4.11", "focus-not-obscured-minimum"), ("3.3.7", "redundant-entry"),
        ("3.3.4", "error-prevention-legal-financial-data"), ("4.1.2", "name-role-value"),
    ])
    func `its anchor is what W3C made of its name`(number: String, anchor: String) {
        #expect(SuccessCriterion.named(number)?.anchor == anchor)
    }

    @Test func `no two have one anchor`() {
        #expect(Set(SuccessCriterion.all.map(\.anchor)).count == SuccessCriterion.all.count)
    }
}
