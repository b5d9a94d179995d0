import ArgumentParser
import Client
import Shared

extension AuditCommand {
    struct Settle: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose what holds where leads have written different things (leads).",
            discussion: """
                Two leads who change the plan without having seen each other leave both values: \
                accord conflicts lists them. Until one is chosen no round is opened. Without a \
                value it says what stands.

                Example: accord audit settle "build of round 2" 8.5.1
                """)

        @Argument(
            help: ArgumentHelp("The part of the plan, as conflicts name it.", valueName: "part"))
        var register: String?

        @Argument(help: "The value, or its number in the list, from 1.")
        var value: String?

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            guard let register, let value else { return try tell(view) }
            let settled = try client.decisions.settle(register: register, as: value, in: view)
            try options.answer([
                "chosen": ["name": settled.register, "value": settled.value] as JSON,
                "registers": try registers(client.view(view.audit)),
            ]) {
                print(
                    "The \(settled.register) is now \(settled.value). The server learns of it at "
                        + "the next sync.")
            }
        }

        private func tell(_ view: AuditView) throws {
            try options.answer(["chosen": JSON.null, "registers": registers(view)]) {
                guard !view.plan.contested.isEmpty else {
                    return print("Nothing in the plan of “\(view.plan.title)” waits for a choice.")
                }
                for register in view.plan.contested {
                    print("the \(register.name(in: view)):")
                    for (index, one) in register.values(in: view).enumerated() {
                        print("  \(index + 1). \(one.words) (\(one.by))")
                    }
                }
            }
        }

        private func registers(_ view: AuditView) -> JSON {
            .array(view.plan.contested.map { $0.json(in: view) })
        }
    }
}
