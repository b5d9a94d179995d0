/// What a register is: where it may stand, what it may hold, and how people meet it.
///
/// This is the one list of them. What a change may say, the columns of exports and of bulk rows,
/// the form, search, undo, the names of components and who may change what there is to test go
/// through it, so that a text or a list more of a finding is one line here (CONTRIBUTING.md, "A
/// text of a finding", "A list of a finding", "A field of a component").
package struct Register: Sendable {
    /// What people call it, or what it belongs to.
    package let title: String
    /// The records whose own fields, or whose findings, may have it.
    package let homes: Home
    package let kind: Kind
    /// How many segments follow the name in a path.
    package let elements: ClosedRange<Int>
    /// What people type it into, or what it is a part of; nil for all that has another way.
    package let part: Part?

    fileprivate init(
        _ title: String, _ homes: Home, _ kind: Kind, elements: ClosedRange<Int> = 0...0,
        part: Part? = nil
    ) {
        self.title = title
        self.homes = homes
        self.kind = kind
        self.elements = elements
        self.part = part
    }

    /// What the values of a register are.
    package enum Kind: Sendable {
        case judgement, decision, withdrawal, policy, round, signOff, number
        /// An element's place in its set.
        case element
        /// A text of sentences, as long as `Limits.textBytesMax`.
        case text
        /// A text of words, as long as `Limits.labelBytesMax`.
        case label
        /// The same where it is a name that people give, of which something has to be seen.
        case name
        /// A role, or the name of a person.
        case roleOrLabel
    }

    /// Where a field stands in the form of a finding, or that it says what there is to test.
    package enum Part: Sendable {
        /// Beside what a check makes of it.
        case checked
        /// In sight.
        case open
        /// Behind a heading, since few findings need it.
        case folded
        /// Told beside them, and typed into no form: where the finding was taken over from.
        case imported
        /// Among the texts of the whole component state, which say with what it was tested.
        case tested
        /// Which component it is, and its states: a tester changes what she said herself.
        case planned
    }

    /// Where registers can live.
    package struct Home: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let plan = Home(rawValue: 1)
        package static let component = Home(rawValue: 2)
        package static let state = Home(rawValue: 4)
        /// The fields under a criterion of a component state.
        package static let finding = Home(rawValue: 8)
    }
}

extension FieldName {
    package var register: Register {
        switch self {
        case .judgement: Register("Verdict", .finding, .judgement)
        case .decision: Register("Decision", .finding, .decision)
        case .heard: Register("Heard", .finding, .text, part: .checked)
        case .note: Register("Note", [.finding, .state, .component], .text, part: .open)
        case .steps: Register("Steps to get there", .finding, .text, part: .folded)
        case .recommendation: Register("Recommendation", .finding, .text, part: .folded)
        case .workaround: Register("Workaround", .finding, .text, part: .folded)
        case .importedFrom: Register("Imported from", .finding, .text, part: .imported)
        case .evidence: Register("Evidence", .finding, .element, elements: 1...1)
        case .evidenceName, .evidenceCaption:
            Register("Evidence", .finding, .label, elements: 1...1)
        case .evidenceShows, .evidenceHeard:
            Register("Evidence", .finding, .text, elements: 1...1)
        case .evidenceArea: Register("Evidence", .finding, .label, elements: 2...2)
        case .tag: Register("Tags", .finding, .element, elements: 1...1, part: .folded)
        case .link: Register("Links", .finding, .element, elements: 1...1, part: .folded)
        case .comment: Register("Comment", .finding, .text, elements: 1...1)
        case .suggestion: Register("Suggestion", .finding, .text)
        case .withdrawn: Register("Withdrawal", [.finding, .state, .component], .withdrawal)
        case .device, .system, .assistiveTechnologyVersion, .assistiveTechnologyHints,
            .assistiveTechnologyVerbosity, .assistiveTechnologyLanguage:
            Register("What was tested", .state, .label, part: .tested)
        // A state's has no element, the plan has one for each platform.
        case .build:
            Register("What was tested", [.state, .plan], .label, elements: 0...1, part: .tested)
        case .fact: Register("What was tested", .state, .text, elements: 1...1)
        case .assignee: Register("Assignment", [.state, .component, .plan], .label)
        case .due: Register("Assignment", [.state, .component, .plan], .number)
        case .screen, .label: Register("Component", .component, .name, part: .planned)
        case .control: Register("Component", .component, .label, part: .planned)
        case .ordinal: Register("Component", .component, .number, part: .planned)
        case .see: Register("Component", .component, .label)
        // A component's has no element, the plan has one for each screen that was placed.
        case .order: Register("Place", [.component, .plan], .text, elements: 0...1)
        case .state: Register("States", .component, .element, elements: 2...2, part: .planned)
        case .title: Register("Plan", .plan, .name)
        case .catalogue, .announcements, .depth: Register("Plan", .plan, .label)
        case .environment: Register("Plan", .plan, .label, elements: 2...2)
        case .person: Register("Plan", .plan, .roleOrLabel, elements: 2...2)
        case .policy: Register("Plan", .plan, .policy)
        case .policyReason: Register("Plan", .plan, .text, elements: 1...1)
        case .round: Register("Plan", .plan, .round, elements: 1...1)
        case .secondOpinions: Register("Second opinions", .plan, .text)
        case .signOff: Register("Signature", .plan, .signOff, elements: 1...1)
        case .criterion, .lens: Register("Plan", .plan, .element, elements: 1...1)
        case .group: Register("Group", .plan, .name, elements: 1...1)
        case .member: Register("Group", .plan, .element, elements: 2...2)
        }
    }

    /// What people type into the form of a finding, in its order: texts, then lists.
    package static let findingFields = allCases.filter {
        [.checked, .open, .folded].contains($0.register.part)
    }

    /// The texts of those.
    package static let typedTexts = findingFields.filter { $0.register.kind != .element }

    /// All texts of a finding: those that people type, then where it came from.
    package static let findingTexts =
        typedTexts + allCases.filter { $0.register.part == .imported }

    /// The sets whose elements people type, each named for one of them.
    package static let findingLists = findingFields.filter { $0.register.kind == .element }

    package static let testedTexts = allCases.filter { $0.register.part == .tested }

    /// The names that a component is called by.
    package static let componentNames = allCases.filter {
        $0.register.kind == .name && $0.register.homes.contains(.component)
    }
}
