package import Shared

/// What is worth a question while everybody is still testing; it changes and blocks nothing.
package struct FieldChecks: Sendable {
    /// What is asked after, in the order in which it is shown.
    package enum Kind: String, CaseIterable, Sendable {
        /// Failures without note, heard or evidence.
        case bare
        /// More verdicts in a minute than anybody gives by hand.
        case fast
        /// One outcome alone, where others found both on the same criteria.
        case oneSided = "one-sided"
        /// Two things of a component state that cannot both hold.
        case pairs
        /// Verdicts on another build than the round's.
        case build
    }

    /// One thing to ask about.
    package struct Question: Sendable {
        package let kind: Kind
        /// Nil where it is several people's.
        package let person: PersonID?
        /// The control's id; empty where it is of several.
        package let control: String
        /// How many there are of what the title says.
        package let count: Int
        /// As a heading, then as sentences.
        package let title: String
        package let text: String
        /// From the first to the last, in Unix milliseconds; nil where time says nothing.
        package let span: ClosedRange<Int64>?
        /// In the order of the plan, then by criterion; of what is noted of a state, without one.
        package let places: [(state: StateID, criterion: String?)]

        /// Tells it from other questions, whatever their count.
        package var subject: String { "\(kind.rawValue):\(person?.hex ?? ""):\(control)" }
    }

    package let questions: [Question]

    static let fastMax = 20
    static let fastMilliseconds: UInt64 = 60_000
    static let sidedMin = 20

    /// Reads the current round.
    package init(in view: AuditView, _ catalogue: Catalogue?) throws {
        var states: [CheckedState] = []
        try view.records.states(.all) { record in
            guard case .state(_, let id) = record.key, id.round == view.plan.currentRound
            else { return }
            states.append(CheckedState(view.item(record), in: view, catalogue))
        }
        self.init(states, in: view, catalogue)
    }

    package init(_ states: [CheckedState], in view: AuditView, _ catalogue: Catalogue?) {
        let order = Dictionary(
            uniqueKeysWithValues: view.components.enumerated().map { ($1.id, $0) })
        func place(_ id: StateID) -> (Int, ComponentID, EnvironmentID, String) {
            (order[id.component] ?? .max, id.component, id.environment, id.state)
        }
        let reading = FieldCheckReading(
            states.sorted { place($0.id) < place($1.id) }, view, catalogue)
        questions = reading.bare + reading.fast + reading.oneSided + reading.pairs + reading.builds
    }
}
