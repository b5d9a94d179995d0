/// Every register that this version of Accord writes (docs/merge.md, "Registers by field").
package enum FieldName: String, CaseIterable, Sendable {
    // A finding's, under a criterion of a component state.
    case judgement, decision, note, heard, steps, recommendation
    // A set's, one register an element, value `present`.
    case evidence, tag, link
    // What a file of evidence was called; the element is the file's SHA-256, as in `evidence`.
    case evidenceName = "evidence-name"
    // One comment, written once; the element is its random id.
    case comment
    // What a check makes of it, beside the outcome and never over it.
    case suggestion
    // A finding's, a component's or a component state's.
    case withdrawn
    // A component state's: what exactly was tested, and who is to do it.
    case device, system, build, assignee, due
    case assistiveTechnologyVersion = "at-version"
    // A component state's: what a capture of the screen says of it, one register a fact.
    case fact
    // A component's hashed parts and its states `state/<platform>/<id>`.
    case screen, control, label, ordinal, state
    // A component's: the other one that is the same control, where it came in twice.
    case see
    // The plan's: `environment/<id>/<part>`, `person/<id>/<name|role>`, `round/<number>`.
    case title, catalogue, environment, person, policy, round, criterion
    // How strictly an audit takes what screen readers say.
    case announcements

    /// The name as it stands in a path; nil when a later version of Accord invented it.
    ///
    /// Asked several times for every write that there is, so it makes no string of the bytes.
    static func named(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> FieldName? {
        guard name.count < byLength.count else { return nil }
        return byLength[name.count].first { $0.bytes.elementsEqual(name) }?.name
    }

    private static let byLength: [[(bytes: [UInt8], name: FieldName)]] = {
        let all = allCases.map { (bytes: Array($0.rawValue.utf8), name: $0) }
        return (0...(all.map(\.bytes.count).max() ?? 0)).map { length in
            all.filter { $0.bytes.count == length }
        }
    }()

    /// The records whose own fields, or whose findings, may have this register.
    package var homes: Home {
        switch self {
        case .judgement, .decision, .heard, .steps, .recommendation, .evidence, .tag, .link,
            .evidenceName, .comment, .suggestion:
            .finding
        case .note, .withdrawn: [.finding, .state, .component]
        case .device, .system, .assistiveTechnologyVersion, .fact: .state
        case .build: [.state, .plan]
        case .assignee, .due: [.state, .component, .plan]
        case .screen, .control, .label, .ordinal, .state, .see: .component
        case .title, .catalogue, .environment, .person, .policy, .round, .criterion,
            .announcements:
            .plan
        }
    }

    /// How many segments follow the name in a path.
    package var elementSegments: ClosedRange<Int> {
        switch self {
        case .judgement, .decision, .note, .heard, .steps, .recommendation, .withdrawn, .device,
            .system, .assignee, .due, .assistiveTechnologyVersion, .screen, .control, .label,
            .ordinal, .see, .title, .catalogue, .policy, .suggestion, .announcements:
            0...0
        case .build: 0...1  // A state's has none, the plan has one for each platform.
        case .evidence, .evidenceName, .tag, .link, .comment, .round, .criterion, .fact:
            1...1
        case .state, .environment, .person: 2...2
        }
    }

    /// Where registers can live.
    package struct Home: OptionSet, Sendable {
        /// One bit a place.
        package let rawValue: UInt8

        /// Takes over the bits of several places.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The plan's own fields.
        package static let plan = Home(rawValue: 1)
        /// A component's own fields.
        package static let component = Home(rawValue: 2)
        /// A component state's own fields.
        package static let state = Home(rawValue: 4)
        /// The fields under a criterion of a component state.
        package static let finding = Home(rawValue: 8)
    }
}
