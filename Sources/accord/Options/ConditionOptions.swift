import ArgumentParser
import Reading
import Shared

/// Which findings are meant: of one name several are “or”, of different names “and”.
struct ConditionOptions: ParsableArguments {
    @OptionGroup var place: PlaceOptions
    @Option(help: "Only this criterion.") var criterion: [String] = []
    @Option(help: "Only this outcome.") var outcome: [String] = []
    @Option(help: "Only this severity.") var severity: [String] = []

    /// Whether one asks for what somebody has said.
    var isAboutVerdicts: Bool { !(outcome + severity).isEmpty || place.isAboutVerdicts }

    /// As names and values of an `AuditFilter`.
    var given: [(name: String, value: String)] {
        let all: [(AuditFilter.Condition, [String])] = [
            (.criterion, criterion), (.outcome, outcome), (.severity, severity),
        ]
        return place.given
            + all.flatMap { condition, values in values.map { (condition.rawValue, $0) } }
    }
}

/// The conditions that every command can have whose other options say what is to hold.
struct PlaceOptions: ParsableArguments {
    @Option(help: "Only this screen.") var screen: [String] = []
    @Option(help: "Only this control, by its id in the catalogue.") var control: [String] = []
    @Option(help: .init("Only this component.", valueName: "screen/label"))
    var component: [String] = []
    @Option(help: .environment("Only this environment.")) var environment: [String] = []
    @Option(help: "Only this state.") var state: [String] = []
    @Option(help: "Only this round.") var round: [String] = []
    @Option(help: .init("Only what answers this clause.", valueName: "lens:number"))
    var clause: [String] = []
    @Option(help: .init("Only what rests on this.", valueName: "basis")) var basis: [String] = []
    @Option(
        help: .init("Only findings in which this person has said something.", valueName: "name"))
    var tester: [String] = []
    @Option(help: .init("Only changes since a day or moment.", valueName: "2026-11-21"))
    var since: [String] = []

    fileprivate var isAboutVerdicts: Bool { !(round + basis + tester + since).isEmpty }

    /// As names and values of an `AuditFilter`.
    var given: [(name: String, value: String)] {
        let all: [(AuditFilter.Condition, [String])] = [
            (.screen, screen), (.control, control), (.component, component),
            (.environment, environment), (.state, state), (.round, round),
            (.clause, clause), (.basis, basis), (.tester, tester),
        ]
        return all.flatMap { condition, values in values.map { (condition.rawValue, $0) } }
            + since.map { (AuditFilter.sinceName, $0) }
    }
}

extension ConflictItem.Kind: ExpressibleByArgument {}
extension ConflictFilter.Order: ExpressibleByArgument {}

/// Which conflicts are meant, beside the conditions of all lists.
struct ConflictOptions: ParsableArguments {
    @Option(
        help: .init(
            "Only those of this person or group, of yourself (me) or of nobody.",
            valueName: "name"))
    var with: String?
    @Option(help: "Only conflicts of this kind.") var kind: ConflictItem.Kind?

    /// As names and values of a `ConflictFilter`.
    var given: [(name: String, value: String)] {
        [("with", with), ("kind", kind?.rawValue)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }
}
