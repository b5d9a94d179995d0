import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct ConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List what testers disagree on, and show both sides.",
        discussion: """
            Verdicts that differ, decisions that later work speaks against or that rest on what \
            was taken back, withdrawals beside which something stands, parts of the plan of which \
            leads have written different values (accord audit choose), and names that several \
            components bear.

            Example: accord conflicts
            """, subcommands: [List.self, Show.self, Retest.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the component states with something to decide.",
            discussion: """
                First what is challenged, then the gravest: where outcomes differ before what \
                differs in severity alone, and by the worst that anybody says. Of equal ones the \
                oldest comes first. Conditions can be combined: of one name several are “or”, of \
                different names “and”. The plan is listed where you give none, or --kind plan.

                Example: accord conflicts list --with nobody --kind outcome
                """)

        @OptionGroup var which: ConflictOptions
        @Option(help: "What comes first.") var order: ConflictFilter.Order = .gravest
        @OptionGroup(title: "Conditions") var conditions: ConditionOptions
        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let (client, view) = try options.open()
            let filter = try ConflictFilter(
                which.given + [("order", order.rawValue)] + conditions.given, in: view,
                catalogue.find(client, view), zone: .current)
            try options.report(
                ConflictsReport(queue: ConflictQueue(in: view, matching: filter), view: view))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the conflicts of one component state with all that was said.",
            discussion: """
                Example: accord conflicts show \\
                  "Accounts/Account options@ios-voiceover-phone-18:expanded"
                """)

        @Argument(help: .componentState) var state: String
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            var item = try view.item(named: state)
            item.findings = item.conflicts
            try options.report(item.conflictReport(in: view, of: client))
        }
    }

    struct Retest: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retest",
            abstract: "Ask somebody to test a component state again (leads).",
            discussion: """
                It is a comment, which is among the tester's news, and whose the component state \
                is. The list of conflicts says so until she has said something of it that has \
                seen the comment.

                Example: accord conflicts retest \\
                  "Accounts/Account options@ios-voiceover-phone-18:expanded" "Lee Okafor" \\
                  --look "Hints were on. Again with hints off." --due 2026-12-04
                """)

        @Argument(help: .componentState) var state: String
        @Argument(help: "The person or group that is asked.") var who: String
        @Option(help: "What to look at; the tester reads it.") var look: String
        @Option(help: .init("By when.", valueName: "yyyy-mm-dd")) var due: String?
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let item = try view.item(named: state)
            guard let finding = item.findings.first(where: \.isDisputed) else {
                throw AuditError.invalid("nothing is disputed on \(item.name)")
            }
            let assignee = try view.assignee(named: who)
            let day = try due.map { try DueDay($0) }
            try client.planning.askForRetest(
                item, on: finding.criterion, of: assignee, due: day, words: look, in: view)
            let name = view.plan.name(ofAssignee: assignee.text)
            try options.report([
                "state": item.name, "of": name, "due": day?.text, "criterion": finding.criterion,
            ]) {
                "\(name) is asked to test \(item.name) again"
                    + (day.map { ", by \($0.text)" } ?? "") + "."
            }
        }
    }
}
