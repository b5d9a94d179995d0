import ArgumentParser
import Client
import Reading
import Shared

struct SecondOpinionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "second-opinions",
        abstract: "Say which share of component states two people are to judge.",
        discussion: """
            Which ones, and who is second, is drawn by a hash of a seed in the plan and the \
            component state, so that every laptop draws the same; a larger share holds the \
            smaller one. The second person has it among her work beside whoever has it \
            anyway. Without a share it says what holds and what is left.

            Example: accord audit second-opinions 20 --control sheet --preview
            Example: accord audit second-opinions 20 --among "Lee Okafor" --among Maya
            """)

    @Argument(help: "How many of a hundred, from 1 to 100; only leads change it.")
    var share: Int?

    @Option(help: "Only this control, by its id in the catalogue.") var control: [String] = []
    @Option(help: .environment("Only this environment.")) var environment: [String] = []
    @Option(help: "Only this screen.") var screen: [String] = []

    @Option(
        help: .init(
            "Who may be second (default: all testers); repeat it for each.",
            valueName: "name or id"))
    var among: [String] = []

    @Option(help: "Letters and digits to draw by (default: those of the plan, else new ones).")
    var seed: String?

    @Flag(help: "Say what would be drawn and for whom, and set nothing.") var preview = false
    @Flag(help: "Ask for no second opinion any more.") var none = false

    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        let isDrawn = !(control + environment + screen + among).isEmpty || seed != nil
        try require(
            share != nil || !(isDrawn || preview),
            "Say which share: accord audit second-opinions 20")
        try require(share == nil || !none, "Give a share or --none, not both.")
    }

    func run() throws {
        let (client, view) = try options.open()
        if none {
            try client.decisions.setSecondOpinions(nil, in: view)
            return try tell(nil, isSet: true, view)
        }
        guard share != nil || view.plan.secondOpinions != nil else {
            return try tell(nil, isSet: false, view)
        }
        let known = try catalogue.find(client, view)
        let catalogue = try known.required()
        let opinions = try opinions(client, view, known)
        let isSet = share != nil && !preview
        if isSet { try client.decisions.setSecondOpinions(opinions, in: view) }
        let now = isSet ? try client.view(view.audit) : view
        let drawn = try client.queries.drawn(by: opinions, in: now, catalogue)
        try tell(drawn, isSet: isSet, now)
    }

    private func tell(
        _ drawn: SecondOpinionProgress?, isSet: Bool, _ view: AuditView
    ) throws {
        try options.report(
            OpinionsReport(drawn: drawn, isSet: isSet, isPreview: preview, view: view))
    }

    /// What is asked for, else what holds.
    private func opinions(
        _ client: AuditClient, _ view: AuditView, _ catalogue: AuditCatalogue
    ) throws -> SecondOpinions {
        guard let share else {
            guard let held = view.plan.secondOpinions else {
                throw AuditError.invalid("nobody is asked for a second opinion")
            }
            return held
        }
        if !preview { try view.requireLead("say what two people are to judge") }
        let given: [(name: String, value: String)] = [
            ("control", control), ("environment", environment), ("screen", screen),
        ].flatMap { name, values in values.map { (name, $0) } }
        return try SecondOpinions(
            share: share, of: given, among: among, seed: seed,
            orElse: client.recording.commentName.hex, in: view, catalogue)
    }
}
