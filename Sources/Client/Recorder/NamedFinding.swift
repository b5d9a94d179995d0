import Presentation
package import Shared

/// One finding as people name it on a command line.
///
/// Of a text nil says nothing, and an empty one takes away the text that is shown.
package struct NamedFinding: Sendable {
    /// `Screen/Label[/ordinal]`, or the front of the id.
    package let component: String
    /// The plain form.
    package let environment: String
    /// The catalogue's state by id.
    package let state: String
    /// The full or the short id.
    package let criterion: String
    package var outcome: Outcome?
    /// Only with a failure; nil takes the criterion's own.
    package var severity: Severity?
    /// Only with a failure; nil takes `app`.
    package var attribution: Attribution?
    /// What was noticed, in the tester's own words.
    package var note: String?
    /// What the screen reader said.
    package var heard: String?
    /// How to come to the defect.
    package var steps: String?
    /// What the developers should do.
    package var recommendation: String?
    /// Tags to add.
    package var tags: [String] = []
    /// Addresses of tickets and pages to add.
    package var links: [String] = []
    /// The device's model; like the next three the whole component state's.
    package var device: String?
    /// The operating system's exact version.
    package var system: String?
    /// The exact version of the assistive technology.
    package var assistiveTechnologyVersion: String?
    /// The app's exact build.
    package var build: String?

    package init(component: String, environment: String, state: String, criterion: String) {
        self.component = component
        self.environment = environment
        self.state = state
        self.criterion = criterion
    }

    /// The same as a row of bulk recording, of a component that was found.
    func entry(of component: Component) -> FindingEntry {
        var entry = FindingEntry()
        entry.label = component.id.hex
        entry.environment = environment
        entry.state = state
        entry.criterion = criterion
        entry.outcome = outcome
        entry.severity = severity
        entry.attribution = attribution
        entry.note = note
        entry.heard = heard
        entry.steps = steps
        entry.recommendation = recommendation
        entry.tags = tags
        entry.links = links
        entry.tested.device = device
        entry.tested.system = system
        entry.tested.assistiveTechnologyVersion = assistiveTechnologyVersion
        entry.tested.build = build
        return entry
    }
}
