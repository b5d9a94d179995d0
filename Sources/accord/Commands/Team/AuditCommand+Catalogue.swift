import ArgumentParser
import Client
import Reading
import Shared

extension AuditCommand {
    struct Repin: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "catalogue",
            abstract: "Say by which catalogue an audit is judged, or pin another one (leads).",
            discussion: """
                With a folder it first says what would change for this audit: criteria, states, \
                and findings that lie under them. Findings stay with their criterion, also where \
                it has another name. The catalogue travels with the audit: laptops that are \
                offline go on with the present one until they sync, and lose nothing.

                Example: accord audit catalogue
                Example: accord audit catalogue --to new-catalogue
                Example: accord audit catalogue --to new-catalogue --save
                """)

        @Option(
            help: .init(
                "A folder of *.yaml files, or built-in for the programs' own.",
                valueName: "folder"), completion: .directory)
        var to: String?

        @Flag(help: "Pin it for everybody.") var save = false

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            guard to != nil || !save else {
                throw ValidationError("--save needs --to: the catalogue to pin")
            }
        }

        func run() throws {
            let (client, view) = try options.open()
            let given = try catalogue.read(client.settings)
            guard let to else {
                let pinned = view.plan.pin?.description ?? view.plan.catalogue ?? "none"
                return try options.report(["pin": view.plan.catalogue]) {
                    "“\(view.plan.title)” is judged by catalogue \(pinned)."
                }
            }
            let next = try Catalogue.read(folder: to == "built-in" ? nil : to)
            let repinning = try client.catalogues.repinning(view, to: next, besides: given)
            let isPinned = view.plan.catalogue == next.pin.text
            if save, !isPinned { try client.catalogues.save(repinning, of: view) }
            try options.report(
                RepinningReport(
                    repinning: repinning, title: view.plan.title,
                    step: isPinned ? .isPinned : save ? .saved : .preview))
        }
    }

    struct Criteria: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "criteria",
            abstract: "List the criteria that are off unless asked for, and switch them (leads).",
            discussion: """
                Some criteria were inferred, and are judged only where a lead wants them. On or \
                off, what was found under them stays.

                Example: accord audit criteria
                Example: accord audit criteria --on menu.ios.magic-tap --on menu.ios.rotor
                """)

        @Option(help: .init("Judge it from now on.", valueName: "criterion"))
        var on: [String] = []

        @Option(help: .init("Judge it no more.", valueName: "criterion")) var off: [String] = []

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let (client, view) = try options.open()
            let catalogue = try catalogue.find(client, view).required()
            let saves = !(on + off).isEmpty
            if saves {
                try client.catalogues.switchCriteria(on: on, off: off, in: view, catalogue)
            }
            let now = try client.view(view.audit)
            let optional = catalogue.controls.flatMap(\.platforms).flatMap(\.criteria)
                .filter { !$0.isEnabled }
            let work = try client.catalogues.work(of: optional, in: now, catalogue)
            let rows = optional.map { criterion in
                OptionalCriterion(
                    criterion: criterion,
                    isOn: now.plan.enabledCriteria.contains(criterion.id),
                    work: work[criterion.id] ?? 0)
            }
            try options.report(["criteria": rows.map(\.json)]) {
                if saves { "Saved. The server learns of it at the next sync.\n" }
                Table(
                    heading: ["CRITERION", "", "VERDICTS", "STATEMENT"],
                    none: "The audit's catalogue has no criterion that is off by itself.",
                    rows: rows.map(\.row)
                ).text
            }
        }
    }
}

/// A criterion that only leads switch on, with what it adds to the work of an audit.
private struct OptionalCriterion {
    let criterion: Criterion
    let isOn: Bool
    let work: Int

    var row: [String] {
        [criterion.newestID, isOn ? "on" : "off", "\(work)", criterion.statement]
    }

    var json: JSON {
        [
            "criterion": criterion.newestID, "on": isOn, "verdicts": work,
            "statement": criterion.statement,
        ]
    }
}

/// What a lead reads before and after she pins another catalogue.
private struct RepinningReport: Report {
    let repinning: Repinning
    let title: String
    let step: Step

    enum Step: String { case preview, saved, isPinned }

    @LineBuilder var lines: [String] {
        let pin = repinning.catalogue.pin
        switch step {
        case .isPinned: "“\(title)” is judged by catalogue \(pin) already."
        case .saved:
            "“\(title)” is judged by catalogue \(pin) from now on. Each laptop fetches it with its "
                + "next sync."
        case .preview: "What catalogue \(pin) would change for “\(title)”:"
        }
        if step != .isPinned {
            if !repinning.difference.isHelpOnly { repinning.difference.lines }
            "\n" + repinning.facts.joined(separator: "\n")
            if !repinning.lost.isEmpty { repinning.lost.untestedWords }
            if step == .preview { "Nothing is saved. To pin it: --save" }
        }
    }

    var json: JSON {
        [
            "step": step.rawValue, "pin": repinning.catalogue.pin.text,
            "difference": repinning.difference.json,
            "findingsGone": repinning.findingsGone,
            "findingsChanged": repinning.findingsChanged,
            "lost": repinning.lost.map(\.name),
            "verdicts": ["before": repinning.workBefore, "after": repinning.workAfter] as JSON,
        ]
    }
}
