import ArgumentParser
import Client
import Reading
import Shared

struct ComponentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "component", abstract: "Add and list the controls on the app's screens.",
        discussion: "Example: accord component list",
        subcommands: [Add.self, List.self, Move.self, Rename.self, See.self],
        defaultSubcommand: List.self)

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add one control on one screen.",
            discussion: """
                Two testers who add the same control offline meet in one component. It gets the \
                control's usual states, unless you choose. What is there already under that name \
                stays as it is, and the command ends with 65.

                Example: accord component add --screen Transactions --control sheet \\
                  --label "Transaction details"
                """)

        @Option(help: "The screen it is on.") var screen: String
        @Option(help: "The control's id in the catalogue, such as sheet.") var control: String
        @Option(help: "What the app calls it.") var label: String

        @Option(help: "Its position in the reading order among equal labels, from 1.")
        var ordinal: UInt32 = 1

        @Option(help: .init("Only these states, or all of them.", valueName: "state,state or all"))
        var states: String?

        @Option(help: .init("Without this state.", valueName: "state")) var without: [String] = []
        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let (client, view) = try options.open()
            try view.requireTester()
            let catalogue = try catalogue.find(client, view).required()
            let control = try catalogue.control(named: control)
            guard ordinal > 0 else { throw AuditError.invalid("an ordinal counts from 1") }
            let former = try former(control, in: view)
            let planned = PlannedComponent(
                screen: screen, control: control, label: label, ordinal: ordinal, in: view)
            try client.planning.add(
                planned, chosenStates(of: control, in: view).map(PlannedState.init), in: view)
            let after = try client.view(view.audit)
            guard let made = after.components[planned.id] else { return }
            let lacksFirst = ordinal > 1 && view.bearers(of: name(control, 1)).isEmpty
            try options.report(made.json(in: after)) {
                "Added \(made.name) (\(control.id), \(made.id.hex.prefix(12))):"
                "  " + made.stateWords
                for one in former { "What was added under that name is called “\(one.name)” now." }
                if lacksFirst { "There is no first “\(screen)/\(label)” yet." }
            }
        }

        private func name(_ control: Control, _ ordinal: UInt32) -> ComponentName {
            ComponentName(screen: screen, control: control.id, label: label, ordinal: ordinal)
        }

        /// What had the name once; throws where something has it now.
        private func former(_ control: Control, in view: AuditView) throws -> [Component] {
            switch view.component(name(control, ordinal)) {
            case .nobody: return []
            case .renamed(let known): return [known]
            case .several(let candidates):
                guard view.bearers(of: name(control, ordinal)).isEmpty else {
                    throw view.ambiguity(of: "\(screen)/\(label)", candidates)
                }
                return candidates
            case .present(let known):
                var free = ordinal
                while !view.bearers(of: name(control, free)).isEmpty { free &+= 1 }
                let id = known.id.hex.prefix(12)
                let back = ", withdrawn: accord withdraw \(id) --undo brings it back"
                throw AuditError.invalid(
                    "\(known.name) (\(known.control), \(id)) is there already"
                        + (known.withdrawals.isEmpty ? ". " : "\(back). ")
                        + "If you mean another one with the same label, say which: "
                        + "--ordinal \(free)")
            }
        }

        private func chosenStates(
            of control: Control, in view: AuditView
        ) throws -> [(platform: String, state: String)] {
            let platforms = Set(view.plan.environments.values.map(\.platform))
            let all = control.platforms.filter { platforms.isEmpty || platforms.contains($0.id) }
                .flatMap { platform in platform.states.map { (platform: platform.id, state: $0.id) }
                }
            let known = Set(all.map(\.state))
            let wanted =
                states == "all"
                ? known.sorted() : states?.split(separator: ",").map(String.init) ?? []
            for state in wanted + without where !known.contains(state) {
                throw AuditError.notFound(
                    what: "state of \(control.id)", name: state, known: known.sorted())
            }
            let chosen =
                wanted.isEmpty
                ? control.usualStates(on: platforms) : all.filter { wanted.contains($0.state) }
            return chosen.filter { !without.contains($0.state) }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the components.",
            discussion: "Example: accord component list --json")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (_, view) = try options.open()
            let components = view.components
            try options.report(.array(components.map { $0.json(in: view) })) {
                Table(
                    heading: ["COMPONENT", "CONTROL", "ID", "STATES"],
                    none: "No component yet. Next: accord component add",
                    rows: components.map {
                        [$0.name, $0.control, String($0.id.hex.prefix(12)), $0.stateWords]
                    }
                ).text
                for component in components {
                    for register in component.contested {
                        "to choose: \(register.line(in: view))"
                    }
                }
                for component in components.filter({ !$0.see.isEmpty }) {
                    let others = view.sameControls(as: component.id)
                    if !others.isEmpty {
                        "\(component.name) is the same control as \(AuditView.list(others))"
                    }
                }
            }
        }
    }

    struct See: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "see",
            abstract: "Say that a component is the same control as another one.",
            discussion: """
                For a control that came in twice, under two names. Each points to the other from \
                then on, in lists, pages and exports. No finding is moved: whoever recorded one \
                can record it on the other too.

                Example: accord component see "Accounts/Options" "Accounts/Account options"
                Example: accord component see "Accounts/Options" --clear
                """)

        @Argument(help: .init("The component.", valueName: "screen/label")) var component: String
        @Argument(help: .init("The other one.", valueName: "screen/label")) var other: String?
        @Flag(help: "Take back that it is the same as another.") var clear = false
        @OptionGroup var options: AuditOptions

        func validate() throws {
            try require(clear == (other == nil), "Name the other component, or give --clear.")
        }

        func run() throws {
            let (client, view) = try options.open()
            let component = try view.component(named: component)
            let other = try other.map { try view.component(named: $0) }
            try client.planning.link(component, to: other, in: view)
            let after = try client.view(view.audit)
            guard let made = after.components[component.id] else { return }
            try options.report(made.json(in: after)) {
                if let other {
                    "\(component.name) and \(other.name) point to each other. "
                        + "No finding was moved."
                } else {
                    "\(component.name) points to no other component any more."
                }
            }
        }
    }
}

extension Component {
    func json(in view: AuditView) -> JSON {
        [
            "see": view.sameControls(as: id), "id": id.hex, "name": name, "screen": screen,
            "control": control, "label": label, "ordinal": Int(ordinal), "states": states,
            "withdrawn": withdrawal.reason,
            "assignees": view.assignees(of: id).map(view.plan.name(ofAssignee:)),
            "due": DueDay(unixMilliseconds: due)?.text,
            "contested": contested.map { $0.json(in: view) },
        ]
    }

    fileprivate var stateWords: String {
        let all = states.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value.joined(separator: " "))" }.joined(separator: "; ")
        return withdrawal.reason.map { "withdrawn: \($0)" } ?? all
    }
}
