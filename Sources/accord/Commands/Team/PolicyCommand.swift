import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Show or set the rules that settle conflicts.",
        discussion: "Example: accord policy show",
        subcommands: [Show.self, Set.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the rules in the order in which they are tried.",
            discussion: "Example: accord policy show --json")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (_, view) = try options.open()
            let rules = view.plan.rules
            try options.report(["contested": rules == nil, "rules": rules]) {
                if let rules {
                    for (index, rule) in rules.enumerated() { "\(index + 1). \(rule)" }
                    "Otherwise a lead decides."
                } else {
                    "Leads have written different policies; a lead decides until one is set."
                }
            }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set the rules, all of them at once (leads).",
            discussion: """
                The first rule that matches a finding holds. Before the colon stand control, \
                state, environment and criterion; * means any, and the last ones may be left out. \
                Methods: lead-decides, most-severe, majority, seniority with people, best first, \
                and knowing, by which the verdict holds that was given last in knowledge of the \
                others.

                Example: accord policy set --rule "menu / disabled: most-severe" --preview
                Example: accord policy set --file policy.yaml
                """)

        @Option(help: .init("A rule; repeat it in order.", valueName: "rule"))
        var rule: [String] = []

        @Option(help: .file("A YAML file with the list `rules`."), completion: .file())
        var file: String?

        @Flag(help: "Say what would change, and set nothing.") var preview = false
        @Flag(help: "Set no rule at all: a lead decides every conflict.") var none = false
        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            let sources = [!rule.isEmpty, file != nil, none].count(where: \.self)
            try require(sources == 1, "Give one of --rule, --file and --none.")
        }

        func run() throws {
            let (client, view) = try options.open()
            if !preview { try view.requireLead("set the policy") }
            let catalogue = try catalogue.find(client, view).required()
            let texts =
                try file.map { try PolicyText.rules(file: URL(fileURLWithPath: $0)) } ?? rule
            let policy = Policy(
                rules: try texts.map { try PolicyText.rule($0, in: view, catalogue) })
            let altered = try view.preview(policy)
            if !preview { try client.save([Drafts.policy(view.audit, policy)], in: view.audit) }
            try options.report([
                "preview": preview, "rules": policy.rules.map { PolicyText.text($0, view.plan) },
                "altered": altered.map { one in
                    [
                        "state": one.state, "criterion": one.before.criterion,
                        "before": one.before.effective.words, "after": one.after.effective.words,
                    ] as JSON
                },
            ]) {
                for one in altered {
                    let words = "\(one.before.effective.words) -> \(one.after.effective.words)"
                    "\(one.state) \(one.before.criterion): \(words)"
                }
                let count = counted(altered.count, "finding")
                preview
                    ? "This would alter \(count). Nothing was set."
                    : "Set \(counted(policy.rules.count, "rule")); this alters \(count). "
                        + "The server learns of it at the next sync."
            }
        }
    }
}
