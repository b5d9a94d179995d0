import ArgumentParser
import Client
import Foundation
import Reading

struct AgreementCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agreement", abstract: "Say how far testers agree, beyond chance.",
        discussion: """
            Of each finding of this round, or of the rounds that you name, the outcomes of those \
            are compared who judged it without having been shown a verdict of anybody else or a \
            decision. What is left out is counted, too.

            Alpha is Krippendorff's, 1 where all agree and 0 where chance would do as well; its \
            range holds in 95 of 100 audits. Kappa is Cohen's, of two people. Below 20 findings on \
            10 component states there are counts alone.

            Example: accord agreement --environment ios-voiceover-phone-18
            """)

    @Flag(help: "Verdicts too that were given in knowledge of another.") var all = false

    @OptionGroup(title: "Conditions") var conditions: ConditionOptions
    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        let said =
            conditions.outcome + conditions.severity + conditions.place.basis
            + conditions.place.since
        try require(
            said.isEmpty,
            "Agreement is counted over whatever was said: leave out --outcome, --severity, "
                + "--basis and --since.")
    }

    func run() throws {
        let (client, view) = try options.open()
        try view.requireLead("see how testers agree")
        var filter = AuditFilter()
        try filter.put(conditions.given, in: view, catalogue.find(client, view), zone: .current)
        let agreement = try TesterAgreement(
            in: view, matching: filter, of: all ? .all : .independent)
        try options.report(AgreementReport(agreement: agreement, view: view))
    }
}
