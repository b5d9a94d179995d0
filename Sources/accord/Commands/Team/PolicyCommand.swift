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
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let (client, view) = try options.open()
            let found = try catalogue.find(client, view)
            let policy: Policy? =
                if case .one(let policy) = view.plan.policy { policy } else { nil }
            try options.report(
                RulesReport(
                    planned: try PlannedRules(in: view),
                    reach: try policy.map {
                        try RuleReach(
                            of: $0, in: view, found.gap == nil ? found.catalogue : nil)
                    }, view: view))
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

                A preview says of each finding what would hold, and because of which rule. The \
                reason stays with the rules.

                Example: accord policy set --rule "menu / disabled: most-severe" --preview
                Example: accord policy set --file policy.yaml --reason "As agreed on Monday."
                """)

        @Option(help: .init("A rule; repeat it in order.", valueName: "rule"))
        var rule: [String] = []

        @Option(help: .file("A YAML file with the list `rules`."), completion: .file())
        var file: String?

        @Option(help: "Why, for whoever asks later.") var reason: String?

        @Flag(help: "Say what would change, and set nothing.") var preview = false
        @Flag(help: "Set no rule at all: a lead decides every conflict.") var none = false
        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            let sources = [!rule.isEmpty, file != nil, none].count(where: \.self)
            try require(sources == 1, "Give one of --rule, --file and --none.")
            try require(
                preview || reason != nil, "Say why with --reason: it is kept with the rules.")
        }

        func run() throws {
            let (client, view) = try options.open()
            if !preview { try view.requireLead("set the policy") }
            let catalogue = try catalogue.find(client, view).required()
            let texts =
                try file.map { try PolicyText.rules(file: URL(fileURLWithPath: $0)) } ?? rule
            let policy = Policy(
                rules: try texts.map { try PolicyText.rule($0, in: view, catalogue) })
            let preview = try RulePreview(of: policy, in: view, catalogue)
            if let reason, !self.preview {
                try client.decisions.setRules(policy, reason: reason, in: view)
            }
            try options.report(
                RulePreviewReport(
                    preview: preview, policy: policy, isSet: !self.preview, view: view))
        }
    }
}
